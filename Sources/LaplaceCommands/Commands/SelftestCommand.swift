import AgentProtocol
import ArgumentParser
import Replay
import Sessions
import Simulation

struct SelftestCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "selftest",
      abstract: "Test a simulation's description of its state and name what it leaves out.",
      discussion: """
        Finds stored properties that are not visited. Restores earlier steps and runs on from them. \
        Changes each visited field and checks that digest and restore notice. Repeats runs, alone \
        and interleaved. Checks that drawing does not change the state. A crash or a hang of the \
        simulation is reported with its step or the changed field, and the test goes on.

        EXIT STATUS
          0  nothing is wrong
          1  something is wrong: one line for each problem, with what to do

        EXAMPLES
          \(toolName) selftest spring
          \(toolName) selftest spring --steps 3000 --set damping=0.3 --input drag.jsonl
        """)
  }

  static let documents = Documents("What a simulation's description forgets.", Result.self)

  @Argument(help: "The simulation to test (see `list`).", completion: .simulation)
  var simulation: String

  @OptionGroup var options: RunOptions

  @Option(help: "The number of steps; default: the one that `list` shows, at most 1,200.")
  var steps: Int64?

  @OptionGroup var limit: AgentTimeout

  @OptionGroup var output: FormatOption

  struct Result: VersionedDocument {
    var version = documentVersion
    var report: SelfTestReport
  }

  func run() throws {
    try requireSoundArithmetic()
    let context = ToolContext.current
    let entry = try context.entry(named: simulation)
    let stepCount = steps ?? SelfTest.defaultStepCount(of: entry)
    guard stepCount >= 1, stepCount <= 1 << 32 else {
      throw CommandFailure(.trouble, "--steps needs a count of 1 or more, not \(stepCount)")
    }
    let report: SelfTestReport
    var cause: [String] = []
    do {
      let recorded = try options.recordedRun()
      let seed = options.seed(recorded)
      let own = GateRun.own(context, limit)
      let agent = try own.launch()
      defer { agent.stop() }
      let description: SimulationDescription
      do throws(AgentError) {
        description = try agent.describe(entry.name).description
      } catch {
        guard let finding = Self.finding(error, agent) else { throw error }
        let test = SelfTest(entry, seed: seed, options: SelfTest.Options(stepCount: stepCount))
        var empty = test.emptyReport
        empty.findings = [finding]
        return try conclude(empty, context.console)
      }
      let parameters = try options.parameters(entry.defaultParameters, of: description, recorded)
      let script = try options.script(
        gestures: entry.gestures, of: description, isListed: true, recorded)
      let test = SelfTest(
        entry, parameters: parameters, seed: seed, script: script,
        options: SelfTest.Options(stepCount: stepCount))
      let bar = ProgressBar(title: "testing", total: 100)
      let program = context.program.map { [$0, "agent"] }
      report = try test.run(in: program, timeout: limit.next) { bar.update(Int64($0)) }
      bar.finish()
      let wavering = report.findings.first { [.repetition, .sharing].contains($0.kind) }
      if let wavering, output.format == .text {
        let session = Session(
          parameters: parameters, seed: seed, inputs: script, stepCount: stepCount)
        cause = CauseReport.lines(entry.name, session, until: wavering.stepCount ?? 0)
      }
    } catch {
      throw failure(error, path: simulation)
    }
    for line in cause { context.console.result("  cause: \(line)") }
    try conclude(report, context.console)
  }

  /// The finding for a simulation that ends the process before its first step.
  private static func finding(_ error: AgentError, _ agent: any Agent) -> SelfTestFinding? {
    let words = agent.lastWords.map { "; \($0)" } ?? ""
    switch Symptom(error) {
    case .hang: return SelfTestPlace().finding(.hang, details: "\(error)")
    case .ending(let ending):
      return SelfTestPlace().finding(
        ending.hasPrefix("exit") ? .exit : .crash, details: ending + words)
    default: return nil
    }
  }

  private func conclude(_ report: SelfTestReport, _ console: any Console) throws {
    write(report, console)
    if !report.isSound { throw CommandFailure(.different, "") }
  }

  private func write(_ report: SelfTestReport, _ console: any Console) {
    if output.format == .json {
      console.show(json(Result(report: report)))
      return
    }
    let trouble = report.findings.count
    for finding in report.findings { console.complain("\(report.simulation): \(finding)") }
    if report.isSound { for line in report.proofs { console.result("  " + line) } }
    if let gaps = report.gaps {
      console.result("  unseen     \(gaps): pass --input SESSION")
    }
    let verdict =
      !report.isSound
      ? count(trouble, "trouble") : report.gaps == nil ? "sound" : "sound as far as seen"
    console.result(
      "\(report.simulation): \(verdict), \(report.stepCount) steps, seed \(report.seed)"
        + (report.flipCount > 0 && !report.isSound
          ? ", flips caught \(report.caughtFlipCount) of \(report.flipCount)" : ""))
  }
}
