import ArgumentParser
import Pictures
import Recording
import Sessions
import Simulation

struct TraceCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trace",
      abstract: "Follow fields of rows over all steps.",
      discussion: """
        The field is written as a difference names it. `speed` is the length of a row's velocity; \
        [*] is every row, and --field adds fields. What the file stores is read from it; the rest is simulated again.
        `export` writes fields as tables: CSV or JSON lines.

        EXAMPLES
          \(toolName) trace 'bodies[3].positionY' push.mcap
          \(toolName) trace 'bodies[*].speed' push.mcap --from 60 --to 180 --field clock
          \(toolName) trace 'bodies[3].positionY' push.mcap --format svg -o height.svg
        """)
  }

  static let documents = Documents(
    "A curve, or several.", Result.self, Results.self)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case svg
  }

  @Argument(help: "The field, as 'table[row].field'.")
  var field: String

  @Argument(help: "The recording to read.", completion: .recording)
  var recording: String

  @Option(
    name: .customLong("field"),
    help: ArgumentHelp("A further field; repeat for more.", valueName: "field"))
  var moreFields: [String] = []

  @Option(help: "The first step.")
  var from: Int64?

  @Option(help: "The last step.")
  var to: Int64?

  @Option(help: "What to write: text (a curve and its ends), json or svg.")
  var format: Format = .text

  @Option(
    name: [.short, .long], help: "The file to write; default: standard output.", completion: .file()
  )
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var program: AgentOption

  struct Result: VersionedDocument {
    var version = documentVersion
    var recording: String
    var field: String
    var steps: [Int64]
    var values: [Double]
  }

  /// Several curves, as JSON.
  struct Results: VersionedDocument {
    var version = documentVersion
    var recording: String
    var curves: [Result]
  }

  /// The greatest number of curves.
  private static let curveLimit = 1000

  private var file: Output? {
    output.map {
      Output(
        path: $0, kind: format == .svg ? .picture : .data, force: force,
        inputs: [recording] + (program.agent?.words ?? []))
    }
  }

  func run() throws {
    try file?.check()
    let file = try openSteps(recording)
    let readers = try ([field] + moreFields).map { try reader($0, file) }
    let inspection = try Inspection(
      recording, file, readers, from: from, to: to, agent: program.agent, program.limit)
    let stepSeconds = file.header.description.stepDuration.seconds
    var collector = CurveCollector(stepSeconds: stepSeconds)
    try inspection.visitStates { step, view in
      for reader in readers { collector.look(reader, step, view) }
      guard collector.curves.count <= Self.curveLimit else {
        throw CommandFailure(
          .trouble, "\(recording): '\(field)' means more than \(Self.curveLimit) rows",
          advice: "name fewer rows, or: \(toolName) export \(shellWord(recording)) --csv --field "
            + shellWord(field))
      }
      return true
    }
    guard !collector.curves.isEmpty else {
      throw CommandFailure(
        .trouble, "\(recording): '\(field)' is in none of these steps",
        advice: "\(toolName) replay \(shellWord(recording)) --at \(inspection.steps.lowerBound) "
          + "--print state")
    }
    try write(collector.curves, isMany: readers.count > 1 || readers[0].path.isMany)
  }

  private func reader(_ field: String, _ file: Recording) throws -> PathReader {
    guard let path = FieldPath(field) else {
      throw CommandFailure(.trouble, "'\(field)' is no field: write 'table[row].field'")
    }
    do {
      return try PathReader(path, in: file.header.description.state)
    } catch {
      throw error.failure(recording)
    }
  }

  private func write(_ curves: [FieldCurve], isMany: Bool) throws {
    let text: String
    let results = curves.map {
      Result(recording: recording, field: $0.field, steps: $0.steps, values: $0.values)
    }
    switch format {
    case .text: text = curves.map { $0.lines.joined(separator: "\n") + "\n" }.joined()
    case .svg:
      let names = ([field] + moreFields).joined(separator: ", ")
      text = FieldCurve.svg(of: curves, title: "\(names) in \(recording)")
    case .json:
      text =
        (isMany
          ? compactJSON(Results(recording: recording, curves: results)) : compactJSON(results[0]))
        + "\n"
    }
    guard let file else { return ToolContext.current.console.show(String(text.dropLast())) }
    try file.write(text)
    reportWritten(file.path, count(curves.map(\.steps.count).max() ?? 0, "step"))
  }
}

/// Gathers the curves of fields, a curve for each row.
private struct CurveCollector {
  let stepSeconds: Double
  private(set) var curves: [FieldCurve] = []
  private var indices: [String: Int] = [:]

  init(stepSeconds: Double) { self.stepSeconds = stepSeconds }

  /// Adds each value that a field has in a state.
  mutating func look(_ reader: PathReader, _ step: Int64, _ view: StateView) {
    let rows = reader.rows(in: view)
    let labels = reader.path.isMany ? reader.labels(of: rows, in: view) : []
    for (place, row) in rows.enumerated() where reader.path.isMany || place == 0 {
      guard let number = reader.number(row, in: view) else { continue }
      let label =
        reader.path.isMany
        ? labels[place] + (reader.name.isEmpty ? "" : "." + reader.name) : reader.path.text
      let index = indices[label] ?? curves.count
      if index == curves.count {
        curves.append(FieldCurve(field: label, stepSeconds: stepSeconds))
        indices[label] = index
      }
      curves[index].steps.append(step)
      curves[index].values.append(number)
    }
  }
}
