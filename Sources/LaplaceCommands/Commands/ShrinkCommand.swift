import ArgumentParser
import DeterministicMath
import Recording
import Replay
import Sessions
import Simulation
import WorkerThreads

struct ShrinkCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "shrink",
      abstract: "Find the smallest session that shows what a recording shows.",
      discussion: """
        What is kept is the first of: the build differs from the one that it is compared with, in the \
        same fields and the same way; or its program ends, by the same signal or status. With --when, \
        it is a condition that holds after some step (see `grep`). First inputs are left out, then \
        steps between them; then the seed, parameters and values become simpler.

        Three files are written: a recording, its inputs as `record --input` reads them, and a Swift \
        test that fails as long as the fault is there. The inputs are on disk as soon as a smaller \
        session is found. Status 1: the recording shows no such thing; 125: not in every run.

        EXAMPLES
          \(toolName) shrink push.mcap --agent bad=../broken/.build/debug/\(toolName)
          \(toolName) shrink push.mcap --against good=../before/.build/debug/\(toolName)
          \(toolName) shrink push.mcap --when 'bodies[3].positionY > 480' --budget 10s
        """)
  }

  static let documents = Documents("The smallest session.", Result.self)

  @Argument(help: "The recording of the session.", completion: .recording)
  var recording: String

  @Option(
    help: ArgumentHelp("The build with the fault; default: this one.", valueName: "[name=]command"))
  var agent: AgentCommand?

  @Option(
    help: ArgumentHelp(
      "The build that counts as right; default: this one.", valueName: "[name=]command"))
  var against: AgentCommand?

  @Option(help: ArgumentHelp("A condition to keep, in place of a fault.", valueName: "condition"))
  var when: String?

  @Option(
    help: ArgumentHelp("Inputs in place of the recording's, as JSON lines.", valueName: "file"),
    completion: .lines)
  var input: String?

  @Option(help: "The number of steps; default: the recording's.")
  var steps: Int64?

  @Option(help: ArgumentHelp("How long to search: 30s, 2m.", valueName: "time"))
  var budget = Budget(seconds: 30)

  @Option(
    help: ArgumentHelp("Processors to use; default: all.", valueName: "n"))
  var jobs: Int?

  @Option(
    name: [.short, .long],
    help:
      "The recording to write; default: NAME-small.mcap in this folder. The others lie beside it.",
    completion: .recording)
  var output: String?

  @Flag(help: "Replace existing files.")
  var force = false

  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "The simulation's Swift type, for the test, where this tool does not have it.",
      valueName: "module.type"))
  var typeName: String?

  @OptionGroup var limit: AgentTimeout

  @OptionGroup var format: FormatOption

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number from 1 up") }
    if let steps, steps < 1 { throw ValidationError("--steps needs a number from 1 up") }
    if when != nil && against != nil {
      throw ValidationError("--when compares nothing: leave out --against")
    }
  }

  struct Result: VersionedDocument {
    struct Size: Codable {
      var inputs: Int
      var steps: Int64
    }

    var version = documentVersion
    var recording: String
    var agent: String
    var symptom: String
    var before: Size
    var after: Size
    /// The first step that shows it in the smallest session; −1 before step 0.
    var step: Int64
    var tries: Int
    var seconds: Double
    /// Whether every way was tried: otherwise the budget was at its end.
    var complete: Bool
    var files: [String: String]
    var inputs: [String]
  }

  func run() throws {
    try requireSoundArithmetic()
    let context = ToolContext.current
    let file = try open(recording)
    let work = try ShrinkWork(self, file, context)
    try Interrupts.whileRecording {
      let begin = MonotonicClock.seconds
      let report = try work.shrink()
      try work.write(report, seconds: MonotonicClock.seconds - begin)
    }
  }
}

/// One run of ``ShrinkCommand``.
private final class ShrinkWork {
  private let command: ShrinkCommand
  private let console: any Console
  private let description: SimulationDescription
  private let entry: CatalogueEntry?
  private let session: Session
  private let tested: Build
  private let reference: Build?
  private let condition: StateCondition?
  private let files: (recording: String, inputs: String, test: String)
  private let typeName: String?
  /// The one that runs the whole session first.
  private var firstTrial: AgentTrial?
  private var lastSaved = -Double.infinity

  private var path: String { command.recording }

  init(_ command: ShrinkCommand, _ file: Recording, _ context: ToolContext) throws {
    self.command = command
    console = context.console
    description = file.header.description
    let name = description.name
    entry = context.catalogue.first { $0.name == name }
    try requireWholeRun(file, command.recording)
    var session = try attempt(command.recording) { try Session(file) }
    if let input = command.input {
      session.inputs = try loadScript(
        input, gestures: "", of: description, isListed: entry != nil)
    }
    session.stepCount = command.steps ?? session.stepCount
    session.inputs.removeAll { $0.step >= session.stepCount }
    self.session = session
    condition = try Self.condition(command.when, file.header.description.state)
    (tested, reference) = try Self.builds(command, context, name)
    files = try Self.files(command)
    let type = command.typeName ?? entry?.typeName
    typeName = type.flatMap { SessionTest.canName($0) ? $0 : nil }
  }

  private static func condition(
    _ text: String?, _ schema: StateSchema
  ) throws -> StateCondition? {
    guard let text else { return nil }
    do throws(FieldPathProblem) {
      return try StateCondition(text, in: schema)
    } catch {
      throw error.failure("'\(text)'")
    }
  }

  private static func builds(
    _ command: ShrinkCommand, _ context: ToolContext, _ name: String
  ) throws -> (tested: Build, reference: Build?) {
    let isKnown = context.catalogue.contains { $0.name == name }
    let own = GateRun.own(context, command.limit)
    if command.agent == nil { _ = try context.entry(recorded: name, in: command.recording) }
    if command.agent == nil, command.against == nil, command.when == nil {
      throw CommandFailure(
        .trouble, "\(command.recording): there is only this build, and nothing to compare it with",
        advice: "name the build with the fault with --agent, a sound one with --against, or a "
          + "condition with --when")
    }
    let tested = command.agent?.build(command.limit) ?? own
    if command.when != nil { return (tested, nil) }
    return (tested, command.against?.build(command.limit) ?? (isKnown ? own : nil))
  }

  private static func files(
    _ command: ShrinkCommand
  ) throws -> (recording: String, inputs: String, test: String) {
    func stem(_ path: String) -> String {
      path.hasSuffix(".mcap") ? String(path.dropLast(5)) : path
    }
    let name = command.recording.pathName
    let recording = command.output ?? stem(name) + "-small.mcap"
    let files = (recording, stem(recording) + ".jsonl", stem(recording) + ".swift")
    let agents = [command.agent, command.against].compactMap(\.self)
    let inputs = [command.recording, command.input].compactMap(\.self) + agents.flatMap(\.words)
    for path in [files.0, files.1, files.2] {
      try checkRecordingOutput(
        path, replaces: command.force, inputs: inputs, example: "small.mcap")
    }
    return files
  }

  // MARK: Search

  func shrink() throws -> Shrinker.Report {
    let deadline = MonotonicClock.seconds + command.budget.seconds
    let jobs = command.jobs ?? Processors.usableCount
    let shrinker = Shrinker(
      session, of: description, jobs: reference == nil ? jobs : max(1, jobs / 2),
      isOver: { MonotonicClock.seconds > deadline || Interrupts.interruption(0) != nil },
      makeTrial: { self.trial(keepsPrefixes: $0) })
    shrinker.progress = { [console] best, tries in
      console.progress(
        "shrinking: \(count(best.inputs.count, "input")), \(count(Int(best.stepCount), "step")), "
          + "\(count(tries, "try", "tries"))")
    }
    shrinker.improved = { best, _ in
      guard MonotonicClock.seconds - self.lastSaved > 0.2 else { return }
      try? self.saveInputs(best)
      self.lastSaved = MonotonicClock.seconds
    }
    defer { console.progress("") }
    do {
      return try shrinker.shrink()
    } catch let problem as Shrinker.Problem {
      throw failure(problem)
    } catch is TrialStopped {
      if let interruption = Interrupts.interruption(0) {
        throw CommandFailure(interruption.status, "\(path): interrupted before anything was found")
      }
      throw CommandFailure(
        .untestable, "\(path): not even one run ended within the budget",
        advice: "give more time with --budget")
    } catch {
      throw LaplaceCommands.failure(error, path: path)
    }
  }

  private func trial(keepsPrefixes: Bool) -> AgentTrial {
    var target = AgentTrial.Target.fault
    if let condition {
      let isStored = condition.fields.allSatisfy(\.isEveryStep)
      target = .state(isStored ? .everyStep : .everything) { !condition.matches(in: $0).isEmpty }
    }
    let trial = AgentTrial(
      description.name, tested: tested, reference: reference, target: target,
      keepsPrefixes: keepsPrefixes)
    firstTrial = firstTrial ?? trial
    return trial
  }

  private func failure(_ problem: Shrinker.Problem) -> CommandFailure {
    switch problem {
    case .wavers(let runs, let like):
      return CommandFailure(
        .untestable,
        "\(path): \(tested.name) does the same in \(like) of \(runs) runs: what is not always there "
          + "cannot be kept")
    case .nothingFound:
      if let failure = firstTrial?.failure { return LaplaceCommands.failure(failure, path: path) }
      if let when = command.when {
        return CommandFailure(.different, "\(path): '\(when)' holds after no step")
      }
      guard let reference else {
        return CommandFailure(
          .different,
          "\(path): \(tested.name) runs to the end, and there is no build to compare it "
            + "with", advice: "name a sound build with --against")
      }
      return CommandFailure(
        .different,
        "\(path): \(tested.name) does the same as \(reference.name) in all "
          + count(Int(session.stepCount), "step"))
    }
  }

  // MARK: Results

  private func saveInputs(_ session: Session) throws {
    let defaults = entry?.defaultParameters ?? []
    let usual = settings(defaults, of: description.parameters)
    var words = ["record", description.name, "--seed", "\(session.seed)"]
    for setting in settings(session.parameters, of: description.parameters)
    where !usual.contains(setting) { words += ["--set", setting] }
    words += ["--steps", "\(session.stepCount)", "--input", files.inputs]
    var lines = ["# " + ([toolName] + words.map(shellWord)).joined(separator: " ")]
    lines += session.inputs.map { InputScript.line($0, kinds: description.inputs) }
    try writeFile(lines.joined(separator: "\n") + "\n", to: files.inputs)
  }

  func write(_ report: Shrinker.Report, seconds: Double) throws {
    let small = report.smallest
    if case .difference = report.symptom {
      // The builds may differ before step 0, and can be recorded all the same.
    } else if report.sighting.step < 0 {
      throw CommandFailure(
        .crashed,
        "\(path): \(tested.name) \(words(report.symptom)), before step 0, with any inputs",
        advice: [toolName, "selftest", shellWord(description.name)].joined(separator: " "))
    }
    try saveInputs(small)
    var written = ["recording": files.recording, "inputs": files.inputs]
    var digest: StateDigest?
    // A build that ends has no state after its last step; one to compare with has, unless it ends too.
    let isWhole =
      report.symptom == .condition || reference != nil && firstTrial?.referenceEnds != true
    do {
      digest = try small.record(
        description.name, on: reference ?? tested,
        stepCount: isWhole ? small.stepCount : recordedSteps(report), to: files.recording,
        replaces: command.force)
    } catch {
      throw LaplaceCommands.failure(error, path: files.recording)
    }
    if let typeName {
      try writeFile(
        test(report, typeName, reference == nil || !isWhole ? nil : digest), to: files.test)
      written["test"] = files.test
    }
    let result = ShrinkCommand.Result(
      recording: path, agent: tested.name, symptom: words(report.symptom),
      before: .init(inputs: report.original.inputs.count, steps: report.original.stepCount),
      after: .init(inputs: small.inputs.count, steps: small.stepCount),
      step: report.sighting.step, tries: report.tryCount, seconds: seconds,
      complete: report.isComplete, files: written,
      inputs: small.inputs.map { InputScript.line($0, kinds: description.inputs) })
    if command.format.format == .json {
      console.show(json(result))
    } else {
      tell(report, result)
    }
    console.say("  next: \(advice(report.symptom))")
  }

  /// The steps before the end of the program. A hang is known to be after the first input.
  private func recordedSteps(_ report: Shrinker.Report) -> Int64 {
    report.symptom == .hang ? report.smallest.inputs.first?.step ?? 0 : report.sighting.step
  }

  private func tell(_ report: Shrinker.Report, _ result: ShrinkCommand.Result) {
    let small = report.smallest
    console.result("\(path): \(tested.name) \(result.symptom), at step \(report.originalStep)")
    console.result(
      "\(files.recording): \(small.inputs.count) of \(count(result.before.inputs, "input")), "
        + "\(small.stepCount) of \(count(Int(result.before.steps), "step")), in "
        + "\(count(result.tries, "try", "tries")) and \(formatted(result.seconds, "%.1f")) s"
        + (result.complete ? "" : "; the search was ended before it had tried everything"))
    let set = settings(small.parameters, of: description.parameters)
    let before = settings(report.original.parameters, of: description.parameters)
    let changed = set.filter { !before.contains($0) }
    if !changed.isEmpty { console.result("  with \(changed.joined(separator: " "))") }
    for input in small.inputs.prefix(20) {
      console.result("  step \(input.step)  \(describe(input.input, description.inputs))")
    }
    if small.inputs.count > 20 { console.result("  and \(small.inputs.count - 20) more") }
    for line in differences(report) { console.result("  " + line) }
    if let words = report.sighting.lastWords { console.result("  last words: \(words)") }
    let others = [files.inputs] + (typeName == nil ? [] : [files.test])
    console.result("  also: " + others.joined(separator: ", "))
    if report.restoresDiffer {
      console.complain(
        "a restored run of \(description.name) goes on differently, which cost time: see "
          + "\(toolName) verify --keyframes")
    }
    if let before = report.originalWords, let words = report.sighting.lastWords,
      before.filter({ !$0.isNumber }) != words.filter({ !$0.isNumber })
    {
      console.complain("the last words of the recording's own session are others: \(before)")
    }
    if typeName == nil {
      console.complain(
        "no test was written: this tool does not have '\(description.name)'; name its "
          + "type with --type")
    }
  }

  private func differences(_ report: Shrinker.Report) -> [String] {
    guard case .difference(let comparison) = report.sighting.symptom else { return [] }
    return ["first differing step \(report.sighting.step)"] + comparison.lines().map { "  " + $0 }
  }

  private func words(_ symptom: Symptom) -> String {
    switch symptom {
    case .difference(let comparison): "differs in \(comparison.summary)"
    case .ending(let words): "ends: \(words)"
    case .hang: "gives no answer in time"
    case .condition: "reaches '\(command.when ?? "")'"
    }
  }

  private func test(_ report: Shrinker.Report, _ type: String, _ digest: StateDigest?) -> String {
    let small = report.smallest
    var comment = [
      "The smallest session found in which \(tested.name) \(words(report.symptom)).",
      "\(small.inputs.count) of \(count(report.original.inputs.count, "input")) of "
        + "\(path.pathName); written by `\(toolName) shrink`.",
    ]
    comment += differences(report)
    return SessionTest(
      simulation: description, typeName: type, session: small,
      defaults: entry?.defaultParameters ?? [], digest: digest, condition: command.when,
      comment: comment,
      title: files.test.pathStem
    ).text
  }

  private func advice(_ symptom: Symptom) -> String {
    var words: [String]
    switch symptom {
    case .condition: words = ["grep", command.when ?? "", files.recording]
    case .difference, .ending, .hang: words = ["verify", files.recording]
    }
    if let agent = command.agent {
      words +=
        ["--agent"] + (symptom == .condition ? [agent.command] : ["\(agent.name)=\(agent.command)"])
    }
    return ([toolName] + words.map(shellWord)).joined(separator: " ")
  }
}
