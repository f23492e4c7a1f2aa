import ArgumentParser
import Recording
import Replay
import Simulation

struct MergeCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge",
      abstract: "Make the report of one machine from the results of units.",
      discussion: """
        Results may come in any order, from any number of files, and more than once. The report and the \
        exit status are those that `verify` gives on one machine, but for times.

        Where two runs of one unit contradict each other, that is said; a difference counts, then what \
        was run to its end, then a failure.

        With --report it writes the reports of `ci`, and a file for each failure of a recording that is \
        at hand, which `\(toolName) repro` shows again.

        EXAMPLES
          \(toolName) merge plan.jsonl results/*.jsonl
          \(toolName) merge plan.jsonl results/*.jsonl --format json
          \(toolName) merge plan.jsonl results/*.jsonl --partial
          \(toolName) merge plan.jsonl results/*.jsonl --report junit=out.xml,github,html=out.html
        """)
  }

  static let documents = Documents(
    "The verification of all builds, as `verify` writes it.", VerificationDocument.self)

  @Argument(help: "The plan.", completion: .lines)
  var plan: String

  @Argument(help: "The results, in any order.", completion: .lines)
  var results: [String] = []

  @Flag(help: "Report although units have no result: what they would have shown is left out.")
  var partial = false

  @OptionGroup var told: ReportsOption

  @OptionGroup var view: VerificationView

  func run() throws {
    let context = ToolContext.current
    let inputs = [plan] + results
    try told.check(inputs)
    let planned = try Plan.read(plan)
    let options = try planned.options()
    let recordings = try planned.allRecordings(plan)
    try told.check(inputs + recordings.map { $0.path ?? $0.name })
    var merge = UnitMerge(try planned.verification(plan, context))
    try merge.read(results, plan: planned.head.id)
    try check(merge)
    var status = ExitStatus.same
    for recording in planned.unreadable {
      context.console.complain(recording.failure ?? "\(recording.name): could not be read")
      status = .graver(status, recording.status.flatMap { ExitStatus(rawValue: $0) } ?? .trouble)
    }
    for line in merge.contradictions { context.console.complain(line) }
    let report = merge.report(recordings.map { ($0.name, $0.simulation) })
    status = .graver(status, VerificationStatus.of(report))
    if options.others.require && !planned.skipped.isEmpty { status = .graver(status, .trouble) }
    view.write(report, planned.skipped.map(\.entry), status, options, context.console)
    if !told.isEmpty {
      let gate = try gate(report, planned, isStrict: options.others.require, context)
      try told.write(gate, inputs + recordings.map { $0.path ?? $0.name }, context.console)
    }
    if status != .same { throw CommandFailure(status, "") }
  }

  /// What `ci` would have reported.
  private func gate(
    _ report: VerificationReport, _ planned: Plan, isStrict: Bool, _ context: ToolContext
  ) throws -> GateReport {
    var gate = GateReport(tool: toolName, simulations: context.catalogue.map(\.name))
    gate.recordings = planned.unreadable.map { recording in
      GateReport.Entry(
        recording: recording.name, simulation: "unknown", build: ListedBuild.ownName, steps: 0,
        outcome: .trouble, reason: recording.failure ?? "could not be read")
    }
    let judgement = try GateVerdicts(report: report).judgement()
    gate.recordings += judgement.findings.flatMap(\.self)
    (gate.builds, gate.problems) = (judgement.builds, judgement.problems)
    gate.tell(planned.skipped, isFailure: isStrict)
    gate.seconds = judgement.builds.reduce(0) { $0 + $1.seconds }
    var files: [String: Recording] = [:]
    for entry in gate.failures where files[entry.recording] == nil {
      files[entry.recording] = try? open(entry.recording)
    }
    try GateRun.writeRepros(&gate, files, to: told.failures, context.console)
    gate.conclude(allowsSkipped: false)
    return gate
  }

  private func check(_ merge: UnitMerge) throws {
    let missing = merge.remaining
    guard !missing.isEmpty, !partial else { return }
    let again = missing.count { $0.part == .again }
    let units = missing.count - again
    var words: [String] = []
    if units > 0 { words.append("\(count(units, "unit")) without a result") }
    if again > 0 { words.append("\(count(again, "difference")) to examine") }
    let files = results.isEmpty ? "" : " " + results.map(shellWord).joined(separator: " ")
    throw CommandFailure(
      .trouble, "\(plan): there is still work: \(words.joined(separator: ", "))",
      advice: "\(toolName) plan rest \(shellWord(plan))\(files) -o rest.jsonl")
  }
}
