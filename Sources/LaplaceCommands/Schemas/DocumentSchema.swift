import ArgumentParser

/// A verb that writes JSON.
protocol DocumentedCommand: ParsableCommand {
  static var documents: Documents { get }
}

/// The documents that a verb writes, one or another. Unchecked, because it holds nothing but metatypes.
struct Documents: @unchecked Sendable {
  /// What they are, in one line.
  var summary: String
  var types: [any Decodable.Type]

  init(_ summary: String, _ types: any Decodable.Type...) {
    (self.summary, self.types) = (summary, types)
  }
}

/// The schema of what a verb writes as JSON.
struct DocumentSchema {
  var verb: String
  var version = 1
  var documents: Documents

  init(_ command: any DocumentedCommand.Type) {
    verb = command.configuration.commandName ?? ""
    documents = command.documents
  }
}

extension DocumentSchema: Encodable {
  func encode(to encoder: any Encoder) throws {
    let deriver = SchemaDeriver()
    let schemas = documents.types.map { deriver.schema(of: $0) }
    try (schemas.count == 1 ? schemas[0] : .any(schemas)).encode(to: encoder)
    var keys = encoder.container(keyedBy: JSONSchema.Keyword.self)
    try keys.encode("https://json-schema.org/draft/2020-12/schema", forKey: .dialect)
    try keys.encode("urn:laplace:\(verb):\(version)", forKey: .id)
    try keys.encode("laplace \(verb)", forKey: .title)
    try keys.encode(documents.summary, forKey: .description)
    try keys.encode(deriver.definitions, forKey: .definitions)
  }
}
