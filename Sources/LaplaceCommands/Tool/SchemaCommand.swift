import ArgumentParser

struct SchemaCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: "Print the JSON Schema of what a verb writes with --format json.",
      discussion: """
        The schemas are of the dialect 2020-12 and strict, for tests. Documents say their version: \
        keys are added to it without a new one, so that a reader passes over keys that it does not \
        know. Of plans and results, each line is a document, and the first one says the version.

        EXAMPLES
          \(toolName) schema
          \(toolName) schema verify
        """)
  }

  @Argument(
    help: "The verb; without it, the verbs are listed.",
    completion: .list(DocumentSchema.all.map(\.verb)))
  var verb: String?

  func run() throws {
    let console = ToolContext.current.console
    guard let verb else {
      let width = DocumentSchema.all.map(\.verb.count).max() ?? 0
      for schema in DocumentSchema.all {
        console.result(
          "\(schema.verb.padding(to: width))  version \(schema.version)  \(schema.documents.summary)"
        )
      }
      return
    }
    guard let schema = DocumentSchema.all.first(where: { $0.verb == verb }) else {
      let near = nearest(to: verb, in: DocumentSchema.all.map(\.verb))
      throw CommandFailure(
        .trouble, "'\(verb)' writes no JSON" + (near.map { "; did you mean '\($0)'?" } ?? ""),
        advice: "\(toolName) schema")
    }
    console.show(json(schema))
  }
}

extension DocumentSchema {
  /// Those of all verbs, by name.
  static var all: [DocumentSchema] {
    LaplaceCommand.configuration.subcommands.compactMap {
      ($0 as? any DocumentedCommand.Type).map(DocumentSchema.init)
    }.sorted { $0.verb < $1.verb }
  }
}
