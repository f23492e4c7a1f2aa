import ArgumentParser
import Recording
import Replay
import Simulation

struct ReproCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repro",
      abstract: "Show a failure of `ci` again, from the file that it left.",
      discussion: """
        The file is a recording with notes on the failure; it needs nothing else but a program that \
        has the simulation. Status 0 says that the failure is gone.

        EXAMPLES
          \(toolName) repro failures/collisions-seed1.repro
          \(toolName) repro failures/collisions-seed1.repro --html difference.html
          \(toolName) repro failures/collisions-seed1-debug.repro --agent debug=.build/debug/\(toolName)
        """)
  }

  static let documents = Documents("Whether a failure shows again.", Result.self)

  @Argument(help: "The file that `ci` left.", completion: .recording)
  var file: String

  @Option(
    help: ArgumentHelp(
      "The program that runs the simulation; default: this one.", valueName: "[name=]command"))
  var agent: AgentCommand?

  @Option(
    help: ArgumentHelp(
      "Also write a page that shows the recorded run and this one side by side.", valueName: "file"),
    completion: .page)
  var html: String?

  @Flag(help: "Replace a file other than such a page.")
  var force = false

  @OptionGroup var limit: AgentTimeout

  @OptionGroup var output: FormatOption

  struct Result: VersionedDocument {
    var version = documentVersion
    var file: String
    /// The failure that the file notes.
    var noted: GateReport.Entry
    /// The result of the program now.
    var found: GateReport.Entry
    /// `same`, `other` or `gone`.
    var verdict: String
  }

  private var inputs: [String] { [file] + (agent?.words ?? []) }

  func run() throws {
    let context = ToolContext.current
    let recording = try open(file)
    guard let noted = GateReport.Entry(recording.header) else {
      throw CommandFailure(
        .trouble, "\(file): a recording that notes no failure",
        advice: "\(toolName) verify \(shellWord(file))")
    }
    try html.map { Output(path: $0, kind: .page, force: force, inputs: inputs) }?.check()
    try requireSoundArithmetic()
    let build = agent?.build(limit) ?? GateRun.own(context, limit)
    let run = GateRun(builds: [build], jobs: 1)
    let judgement = try run.judge([(file, recording)], context.console)
    let entry = judgement.findings[0][0]
    let verdict =
      entry.outcome == .verified ? "gone" : noted.isShown(by: entry) ? "same" : "other"
    if output.format == .json {
      context.console.show(
        json(
          Result(
            file: file, noted: noted, found: entry, verdict: verdict)))
    } else {
      context.console.result("\(file): \(entry.simulation), of \(noted.recording)")
      context.console.result("  noted of \(noted.build): \(noted.message)")
      let words =
        switch verdict {
        case "gone": "the failure is gone"
        case "same": "the same failure"
        default: "another failure"
        }
      context.console.result("  \(build.name): \(entry.message): \(words)")
      for line in entry.details { context.console.result("    \(line)") }
    }
    if let html, entry.outcome == .different {
      try writePage(html, recording, build)
    } else if html != nil {
      context.console.complain("\(file): nothing differs, so there is no page to write")
    }
    guard verdict != "gone" else { return }
    throw CommandFailure(entry.outcome.status, "", advice: advice(noted, entry))
  }

  /// Writes the page of both runs, which opens at their first difference.
  private func writePage(_ path: String, _ recording: Recording, _ build: Build) throws {
    let folder = try makeTemporaryFolder("repro")
    defer { Files.remove(folder) }
    let other = "\(folder)/\(build.name.replacing("/", by: "-")).mcap"
    _ = try attempt(file) {
      try Session(recording).record(
        recording.header.description.name, on: build, stepCount: recording.stepCount, to: other,
        replaces: true)
    }
    // What the files hold, and not what this build gives again.
    var context = ToolContext.current
    context.catalogue = []
    try ToolContext.$current.withValue(context) {
      try PageBuild(first: file, second: other, limit: limit).write(to: path, force: force)
    }
  }

  private func advice(_ noted: GateReport.Entry, _ entry: GateReport.Entry) -> String {
    switch entry.outcome {
    case .different:
      return "\(toolName) review \(shellWord(noted.recording)), if the change is meant; else "
        + "\(toolName) bisect \(shellWord(file)) --against GOOD=PROGRAM names the phase"
    case .crashed:
      let step = max(0, (entry.step ?? 0) - 1)
      return "\(toolName) replay \(shellWord(file)) --at \(step) --print state"
    default: return "\(toolName) info \(shellWord(file))"
    }
  }
}
