import ArgumentParser
import Foundation
import Recording
import Replay
import Simulation

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Replay recordings here and in other builds; every digest must agree.",
    discussion: """
      Each build falls into a class of those that give the same bits. More than one class, or none
      like the recording, is a difference: the first step, the table, row and field are named.

      EXAMPLES
        laplace verify Recordings/*.mcap
        laplace verify orbit.mcap --agent debug=.build/debug/laplace-agent
        laplace verify orbit.mcap --agent wasm="wasmkit run agent.wasm"
      """)

  @Argument(help: "The recordings.")
  var recordings: [String] = []

  @Option(
    name: .customLong("agent"),
    help: ArgumentHelp(
      "Another build: a name and the command that starts it.",
      valueName: "name=command"))
  var agents: [AgentArgument] = []

  @Flag(help: "Also restore every key frame and go on from it to the next.")
  var keyframes = false

  @Option(help: ArgumentHelp("Digests that the recordings must have.", valueName: "lock file"))
  var lock: String?

  @OptionGroup var output: FormatOption

  struct Result: Encodable {
    struct Run: Encodable {
      var agent: String
      var mode: String
      var verdict: String
      var divergence: DivergenceReport?
      var problem: String?
    }
    var recording: String
    var steps: Int64
    var classes: Int
    var runs: [Run]
  }

  func validate() throws {
    if recordings.isEmpty { throw ValidationError("name at least one recording") }
    let names = ["this build"] + agents.map(\.name)
    if Set(names).count != names.count { throw ValidationError("two agents have the same name") }
  }

  func run() throws {
    let context = ToolContext.current
    var worst = ExitStatus.same
    var results: [Result] = []
    var totalSteps: Int64 = 0
    for path in recordings {
      do {
        let (result, status) = try verify(path, context)
        results.append(result)
        totalSteps += result.steps
        worst = max(worst, status)
      } catch let failure as CommandFailure where recordings.count > 1 {
        // One bad file must not hide what the others show.
        context.console.say("laplace: \(failure.message)")
        worst = max(worst, failure.status)
      }
    }
    if let lock { worst = max(worst, try Baseline.check(lock, recordings, context.console)) }
    if output.format == .json { context.console.result(json(results)) }
    let builds = 1 + agents.count
    if worst == .same && output.format == .text && (recordings.count > 1 || builds > 1) {
      context.console.result(
        "\(count(builds, "build")), 1 class: bit-exact over \(totalSteps) steps of "
          + count(recordings.count, "recording"))
    }
    if worst != .same { throw CommandFailure(worst, "") }
  }

  /// The graver of two ends: trouble and crashes hide differences, so they count more.
  private func max(_ a: ExitStatus, _ b: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [.same, .different, .baseline, .refused, .crashed, .trouble]
    return (order.firstIndex(of: a) ?? 0) >= (order.firstIndex(of: b) ?? 0) ? a : b
  }

  private func verify(
    _ path: String, _ context: ToolContext
  ) throws -> (Result, ExitStatus) {
    let file = try open(path)
    _ = try context.entry(recorded: file.header.description.name, in: path)
    var result = Result(recording: path, steps: file.stepCount, classes: 1, runs: [])
    var status = ExitStatus.same
    var digests: Set<String> = []
    let reference = InProcessAgent(catalogue: context.catalogue)
    let verifier = Verifier(file, reference: reference)
    var modes: [(String, Verifier.Mode)] = [("whole run", .wholeRun)]
    if keyframes { modes.append(("every key frame", .everyKeyframe)) }
    for (mode, kind) in modes {
      for agentIndex in -1..<agents.count {
        let name = agentIndex < 0 ? "this build" : agents[agentIndex].name
        var run = Result.Run(agent: name, mode: mode, verdict: "same")
        do {
          let agent: any Agent =
            agentIndex < 0
            ? InProcessAgent(catalogue: context.catalogue)
            : try PipeAgent(name: name, command: agents[agentIndex].command)
          let bar = ProgressBar(title: "\(name): \(path)", total: file.stepCount)
          let verdict = try verifier.verify(agent, mode: kind) { bar.update($0) }
          bar.finish()
          switch verdict {
          case .same: digests.insert("recorded")
          case .different(let divergence):
            digests.insert("\(divergence.step) \(divergence.actualDigest)")
            run.verdict = "different"
            run.divergence = DivergenceReport(divergence, file.header.description)
            status = max(status, .different)
            report(path, name, mode, divergence, file)
          }
        } catch let error as AgentError {
          run.verdict = "failed"
          run.problem = error.description
          status = max(status, agentStatus(error))
          context.console.say("laplace: \(path): agent '\(name)' \(error)")
        } catch {
          throw failure(error, path: path)
        }
        result.runs.append(run)
      }
    }
    result.classes = digests.count
    if status == .same && output.format == .text && recordings.count == 1 && agents.isEmpty {
      let extra = keyframes ? ", and from each of \(file.keyframeSteps.count) key frames" : ""
      context.console.result("\(path): bit-exact over \(file.stepCount) steps\(extra)")
    }
    return (result, status)
  }

  private func agentStatus(_ error: AgentError) -> ExitStatus {
    switch error {
    case .notStarted: .trouble
    case .schemaDiffers, .refused, .versionUnreadable: .refused
    default: .crashed
    }
  }

  private func report(
    _ path: String, _ name: String, _ mode: String, _ divergence: Divergence, _ file: Recording
  ) {
    let console = ToolContext.current.console
    console.say("laplace: \(path): \(name) differs from the recording (\(mode))")
    if output.format == .text {
      let lines = DivergenceReport.lines(
        divergence, file.header.description, stepCount: file.stepCount)
      for line in lines { console.result(line) }
    }
    let again = agents.first { $0.name == name }.map { " --agent \(name)=\"\($0.command)\"" } ?? ""
    console.say("  next: laplace verify \(path)\(again)")
  }
}

/// `1 build`, `2 builds`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
