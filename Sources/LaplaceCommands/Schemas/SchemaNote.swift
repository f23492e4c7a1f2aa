/// A decoder that holds nothing and notes which keys its type asks for.
final class SchemaNote: Decoder {
  private let deriver: SchemaDeriver
  private let type: any Decodable.Type
  private var properties: [String: JSONSchema] = [:]
  private var optional: Set<String> = []
  /// What the type reads in place of keys.
  private var value: JSONSchema?
  /// Why the type did not come to its end.
  var fault: String?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ type: any Decodable.Type, _ deriver: SchemaDeriver) {
    (self.type, self.deriver) = (type, deriver)
  }

  var schema: JSONSchema {
    if let fault { return .opaque(because: "no schema: \(fault)") }
    return value ?? .object(properties, required: properties.keys.filter { !optional.contains($0) })
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keys<Key>(note: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal("a list") }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Value(note: self) }

  private func note(_ key: any CodingKey, _ type: any Decodable.Type) {
    let version = (self.type as? any VersionedDocument.Type)?.documentVersion
    if key.stringValue == "version", let version {
      properties[key.stringValue] = .version(version)
    } else {
      properties[key.stringValue] = deriver.schema(of: type)
    }
  }

  private func refusal(_ what: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "\(what) without a schema of its own"))
  }

  private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let note: SchemaNote
    let codingPath: [any CodingKey] = []
    var allKeys: [Key] { [] }

    /// Asked before a value that may be missing.
    func contains(_ key: Key) -> Bool {
      note.optional.insert(key.stringValue)
      return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      note.note(key, type)
      return try note.deriver.sample(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      note.optional.insert(key.stringValue)
      note.note(key, type)
      return nil
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw note.refusal("an object") }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw note.refusal("a list")
    }

    func superDecoder() throws -> any Decoder { throw note.refusal("a class") }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw note.refusal("a class") }
  }

  private struct Value: SingleValueDecodingContainer {
    let note: SchemaNote
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      note.value = note.deriver.schema(of: type)
      return try note.deriver.sample(type)
    }
  }
}
