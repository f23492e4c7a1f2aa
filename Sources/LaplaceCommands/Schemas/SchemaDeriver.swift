import DeterministicMath
import Replay

/// Finds the schema of a type by letting it read itself from a decoder that holds nothing and notes
/// what is asked for: so each key is described once, by the type that is written.
final class SchemaDeriver {
  /// Schemas of the types that were met, by their names.
  private(set) var definitions: [String: JSONSchema] = [:]
  /// Types at work, which may hold themselves.
  private var open: Set<String> = []

  /// The schema of a type; a reference where the type is an object.
  func schema(of type: any Decodable.Type) -> JSONSchema {
    if let known = type as? any SchemaStating.Type { return known.schema(self) }
    if let plain = Self.plain(type) { return plain }
    if let list = type as? any SchemaList.Type { return .array(schema(of: list.element)) }
    if let map = type as? any SchemaMap.Type { return .map(schema(of: map.value)) }
    if let words = Self.words(type) { return .choice(words) }
    let name = Self.name(of: type)
    if definitions[name] == nil, open.insert(name).inserted {
      let note = SchemaNote(type, self)
      // A type that refuses what it gets has asked for a part of its keys only: a test looks for that.
      do { _ = try type.init(from: note) } catch { note.fault = "\(error)" }
      definitions[name] = note.schema
      open.remove(name)
    }
    return .reference(name)
  }

  /// A value of a type that another type asked for.
  func sample<T: Decodable>(_ type: T.Type) throws -> T {
    if let known = type as? any SchemaStating.Type { return known.sample as! T }
    if let number = type as? any ExpressibleByIntegerLiteral.Type { return number.zero as! T }
    if let list = type as? any SchemaEmpty.Type { return list.init() as! T }
    if let cases = type as? any CaseIterable.Type, let first = cases.first { return first as! T }
    if type == Bool.self { return false as! T }
    return try type.init(from: SchemaNote(type, self))
  }

  static func name(of type: Any.Type) -> String {
    // `Module.Type.Inner`, without the module.
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    return parts.joined(separator: ".")
  }

  private static func plain(_ type: any Decodable.Type) -> JSONSchema? {
    switch type {
    case is Bool.Type: .boolean
    case is String.Type: .string(pattern: nil)
    case is Double.Type, is Float.Type: .number
    case is any UnsignedInteger.Type: .integer(least: 0)
    case is any FixedWidthInteger.Type: .integer(least: nil)
    default: nil
    }
  }

  /// The cases of an enumeration of strings.
  private static func words(_ type: any Decodable.Type) -> [String]? {
    func all<C: CaseIterable>(_ cases: C.Type) -> [String]? {
      let words = C.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
      return words.isEmpty ? nil : words
    }
    return (type as? any CaseIterable.Type).flatMap { all($0) }
  }
}

/// A type that states its schema itself, as it writes itself in a way of its own.
protocol SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema

  /// Any value.
  static var sample: Self { get }
}

/// Arrays.
protocol SchemaList {
  static var element: any Decodable.Type { get }
}

/// Dictionaries with strings as keys.
protocol SchemaMap {
  static var value: any Decodable.Type { get }
}

/// What can be empty.
protocol SchemaEmpty {
  init()
}

extension Array: SchemaList where Element: Decodable {
  static var element: any Decodable.Type { Element.self }
}

extension Dictionary: SchemaMap where Key == String, Value: Decodable {
  static var value: any Decodable.Type { Value.self }
}

extension Array: SchemaEmpty {}
extension Dictionary: SchemaEmpty {}
extension String: SchemaEmpty {}

extension ExpressibleByIntegerLiteral {
  fileprivate static var zero: Self { 0 }
}

extension CaseIterable {
  fileprivate static var first: Self? { allCases.first }
}
