/// The schema of what a verb writes as JSON.
struct DocumentSchema {
  var verb: String
  var version = 1
  /// What the documents are, in one line.
  var summary: String
  /// The documents that the verb writes, one or another.
  var types: [any Decodable.Type]

  static func of(_ verb: String) -> DocumentSchema? { all.first { $0.verb == verb } }

  static var all: [DocumentSchema] {
    [
      DocumentSchema(
        verb: "bisect",
        summary:
          "The first differing step; all changes of a range; or the parts that make a difference.",
        types: [BisectCommand.Result.self, BisectCommits.Result.self, BisectExchanges.Result.self]),
      DocumentSchema(
        verb: "ci", summary: "What became of each recording; also what --report json=FILE writes.",
        types: [GateReport.self]),
      DocumentSchema(
        verb: "coverage", summary: "What no recording reaches, and what one alone does.",
        types: [CoverageReport.self]),
      DocumentSchema(
        verb: "diff", summary: "Where two recordings diverge.", types: [DiffCommand.Result.self]),
      DocumentSchema(
        verb: "doctor", summary: "The checks of this machine.", types: [[DoctorCommand.Check].self]),
      DocumentSchema(
        verb: "du", summary: "Where a recording's bytes go.", types: [DuCommand.Result.self]),
      DocumentSchema(
        verb: "grep", summary: "The steps after which a condition holds.",
        types: [GrepCommand.Result.self]),
      DocumentSchema(
        verb: "hunt",
        summary: "What a simulation depends on; with --cover the inputs that reach more.",
        types: [HuntCommand.Result.self, HuntCover.Result.self]),
      DocumentSchema(
        verb: "info", summary: "What a recording holds, or with --all its faults.",
        types: [InfoCommand.Result.self, InfoCommand.Faults.self]),
      DocumentSchema(
        verb: "list", summary: "The simulations, or one of them.",
        types: [[ListCommand.Item].self, ListCommand.Detail.self]),
      DocumentSchema(
        verb: "merge", summary: "The verification of all builds, as `verify` writes it.",
        types: [VerificationJSON.self]),
      DocumentSchema(
        verb: "plan", summary: "One line of a plan; the line of the kind 'plan' has the version.",
        types: [PlanLine.self]),
      DocumentSchema(
        verb: "record", summary: "What was recorded.", types: [RecordCommand.Result.self]),
      DocumentSchema(
        verb: "replay", summary: "The replay of all steps; of a range, one line for each step.",
        types: [
          ReplayCommand.Result.self, ReplayCommand.StepState.self, ReplayCommand.StepRecords.self,
        ]),
      DocumentSchema(
        verb: "repro", summary: "Whether a failure shows again.", types: [ReproCommand.Result.self]),
      DocumentSchema(
        verb: "review", summary: "How far a change reaches.", types: [ReviewCommand.Result.self]),
      DocumentSchema(
        verb: "selftest", summary: "What a simulation's description forgets.",
        types: [SelftestCommand.Result.self]),
      DocumentSchema(
        verb: "shrink", summary: "The smallest session.", types: [ShrinkCommand.Result.self]),
      DocumentSchema(
        verb: "trace", summary: "A curve, or several; with --format jsonl one line for each value.",
        types: [TraceCommand.Result.self, TraceCommand.Results.self, TraceCommand.Line.self]),
      DocumentSchema(
        verb: "unit",
        summary: "One line of results; the line of the kind 'results' has the version.",
        types: [ResultLine.self]),
      DocumentSchema(
        verb: "verify", summary: "The verification of all builds.", types: [VerificationJSON.self]),
      DocumentSchema(
        verb: "why", summary: "From a field to its cause.", types: [WhyCommand.Result.self]),
    ]
  }
}

extension DocumentSchema: Encodable {
  func encode(to encoder: any Encoder) throws {
    let deriver = SchemaDeriver()
    let schemas = types.map { deriver.schema(of: $0) }
    try (schemas.count == 1 ? schemas[0] : .any(schemas)).encode(to: encoder)
    var keys = encoder.container(keyedBy: JSONSchema.Keyword.self)
    try keys.encode("https://json-schema.org/draft/2020-12/schema", forKey: .dialect)
    try keys.encode("urn:laplace:\(verb):\(version)", forKey: .id)
    try keys.encode("laplace \(verb)", forKey: .title)
    try keys.encode(summary, forKey: .description)
    try keys.encode(deriver.definitions, forKey: .definitions)
  }
}
