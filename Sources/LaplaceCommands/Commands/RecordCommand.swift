import AgentProtocol
import ArgumentParser
import DeterministicMath
import Recording
import Replay
import Sessions
import Simulation

struct RecordCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "record",
      abstract: "Run a simulation with scripted inputs and record it.",
      discussion: """
        EXAMPLES
          \(toolName) record orbit -o orbit.mcap
          \(toolName) record push --input gestures.jsonl --seed 2 --set item=1
          \(toolName) record push --input push.mcap -o again.mcap
          \(toolName) record push --last 30s -o end.mcap
          \(toolName) record orbit --flip 'bodies[1].positionX@900' -o faulty.mcap
          \(toolName) record robot --agent "python3 robot.py" --steps 600
        """)
  }

  static let documents = Documents("What was recorded.", Result.self)

  @Argument(help: "The simulation to run (see `list`).", completion: .simulation)
  var simulation: String

  @OptionGroup var options: RunOptions

  @Option(help: "The number of steps; default: the one that `list` shows.")
  var steps: Int64?

  @Option(
    name: [.short, .long], help: "The recording to write; default: NAME-seedN.mcap in this folder.",
    completion: .recording)
  var output: String?

  @Flag(help: "Replace an existing recording.")
  var force = false

  @Flag(help: "Make each key frame durable before going on: a power failure loses little.")
  var sync = false

  @Option(
    help: """
      What to keep: 'state' every step's state; 'log' only inputs, digests and key frames; 'log+view' \
      these and, to look at, rounded poses of every 4th step.
      """)
  var tracks: Tracks = .state

  @Flag(
    help: """
      Keep a hash chain over inputs and digests. Whoever notes its last value can tell with `info \
      --chain` that none was changed since.
      """)
  var chain = false

  @Option(
    help: ArgumentHelp(
      "A program that runs the simulation, in any language; default: this one.",
      valueName: "command"))
  var agent: AgentCommand?

  @Option(
    help: ArgumentHelp(
      "Keep only the last steps: 30s, 2m. They are in OUTPUT.flight until the run ends.",
      valueName: "time"))
  var last: Budget?

  @Option(
    help: ArgumentHelp(
      "The share of a step's time that recording may take: 2%. More leaves states out.",
      valueName: "share"))
  var budget: TimeShare?

  @Option(
    help: ArgumentHelp(
      "Plant a fault: flip the lowest bit of a field after a step, to see how others show it.",
      valueName: "field@step"))
  var flip: String?

  @OptionGroup var limit: AgentTimeout

  @OptionGroup var threads: WorkersOption

  @OptionGroup var results: FormatOption

  enum Tracks: String, ExpressibleByArgument, CaseIterable {
    case state
    case log
    case logAndView = "log+view"

    var tracks: RecordingTracks {
      switch self {
      case .state: .everything
      case .log: .log
      case .logAndView: .logAndView
      }
    }
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var recording: String
    var simulation: String
    var seed: UInt64
    var steps: Int64
    var inputs: Int
    var bytes: Int64
    var lastDigest: String
    var chain: String?
    /// The fault on purpose, and the value before and after.
    var planted: String?
  }

  /// The last digest, and what else the end of a run gives.
  typealias Ending = (digest: String, chain: String?, planted: String?)

  func validate() throws {
    try validateWorkers(threads.workers, hasAgent: agent != nil)
    if budget != nil && last != nil {
      throw ValidationError("--budget is for whole recordings: leave out --last, or --budget")
    }
    if chain && last != nil {
      throw ValidationError("--chain is for whole recordings: leave out --last, or --chain")
    }
    try validateFlip()
    if tracks == .logAndView && last != nil {
      throw ValidationError("--last keeps 'state' or 'log': give one of them to --tracks")
    }
  }

  func run() throws {
    try requireSoundArithmetic()
    // A name that cannot be written to is refused before an agent starts.
    if let output { try checkOutput(output) }
    let recorded = try options.recordedRun()
    let seed = options.seed(recorded)
    let source = try expectingCrash {
      try self.source(ToolContext.current.shared(among: threads.workers), seed)
    }
    let path = output ?? "\(source.name)-seed\(seed).mcap"
    guard let stepCount = steps ?? recorded?.stepCount ?? source.defaultStepCount else {
      throw CommandFailure(
        .trouble, "the length of '\(source.name)' is not known",
        advice: "give the number of steps with --steps")
    }
    guard stepCount >= 0, stepCount <= 1 << 40 else {
      throw CommandFailure(.trouble, "--steps needs a count of 0 or more, not \(stepCount)")
    }
    if output == nil { try checkOutput(path) }
    let parameters = try options.parameters(
      source.defaultParameters, of: source.description, recorded)
    let script = try options.script(
      gestures: source.gestures, of: source.description, isListed: agent == nil, recorded)
    let last = try attempt(path, agent: source.program) {
      try record(
        Job(
          run: try start(source, parameters, seed), program: source.program, script: script,
          stepCount: stepCount, path: path))
    }
    try report(
      source.name, path: path, stepCount, script.filter { $0.step < stepCount }.count, seed,
      last)
    let late = script.filter { $0.step >= stepCount }.count
    if late > 0 {
      ToolContext.current.console.complain(
        "\(late) inputs are later than the last step and were left out")
    }
  }

  /// What is recorded: a simulation of the catalogue, or one that an agent runs.
  private struct Source {
    var name: String
    var description: SimulationDescription
    var defaultParameters: [UInt64]
    var defaultStepCount: Int64?
    var gestures: String
    var program: (any Agent)?
    var start: (_ parameters: [UInt64], _ seed: UInt64) throws -> any RunningSimulation
  }

  /// A run, what it is given, and the file that it goes to.
  struct Job {
    var run: any RunningSimulation
    /// The agent that runs the steps; `nil` if this process runs them.
    var program: (any Agent)?
    var script: [ScriptedInput]
    var stepCount: Int64
    var path: String
  }

  /// A fresh run; what its simulation has against the parameters is no matter of the recording.
  private func start(
    _ source: Source, _ parameters: [UInt64], _ seed: UInt64
  ) throws -> any RunningSimulation {
    do {
      return try expectingCrash { try source.start(parameters, seed) }
    } catch let error as SimulationError {
      throw CommandFailure(
        .refused, "\(source.name): its parameters do not fit: \(error)",
        advice: agent == nil ? "change --set; see \(toolName) list \(source.name)" : nil)
    }
  }

  private func source(_ context: ToolContext, _ seed: UInt64) throws -> Source {
    guard let agent else {
      let entry = try context.entry(named: simulation)
      let run = try entry.start(parameters: entry.defaultParameters, seed: seed)
      return Source(
        name: entry.name, description: run.description,
        defaultParameters: entry.defaultParameters, defaultStepCount: entry.defaultStepCount,
        gestures: entry.gestures, start: { try entry.start(parameters: $0, seed: $1) })
    }
    // The catalogue knows how long its own simulations run and which inputs ship with them.
    let entry = context.catalogue.first { $0.name == simulation }
    let program = try attempt(simulation) { try agent.start(limit) }
    return try attempt(simulation, agent: program) {
      let (description, parameters) = try program.describe(simulation)
      return Source(
        name: simulation, description: description, defaultParameters: parameters,
        defaultStepCount: entry?.defaultStepCount, gestures: entry?.gestures ?? "",
        program: program,
        start: {
          let run = try AgentRun(
            program, simulation: description.name, parameters: $0, seed: $1)
          if run.description.state != description.state {
            throw AgentError.schemaDiffers("its description changed at the start")
          }
          return run
        })
    }
  }

  private func checkOutput(_ path: String) throws {
    try checkRecordingOutput(
      path, replaces: force, inputs: [options.input].compactMap(\.self) + (agent?.words ?? []),
      example: "\(simulation).mcap")
  }

  /// Runs `body`, in which the simulation may crash before there is a recording.
  private func expectingCrash<R>(_ body: () throws -> R) rethrows -> R {
    try OwnCrash.expected(
      of: simulation, isOwn: agent == nil, advice: "\(toolName) selftest \(simulation)", body)
  }

  private func record(_ job: Job) throws -> Ending {
    let kept = job.path + (last == nil ? ".partial" : ".flight")
    return try OwnCrash.expected(
      of: simulation, isOwn: agent == nil,
      advice: "\(toolName) recover \(shellWord(kept)) -o KEPT.mcap"
    ) { try recordSteps(job) }
  }

  private func recordSteps(_ job: Job) throws -> Ending {
    let flip = try bitFlip(job.run, stepCount: job.stepCount)
    var storage = RecordingOptions()
    storage.replacesFile = force
    storage.syncsKeyframes = sync
    storage.budget = budget?.value
    return try Interrupts.whileRecording {
      if let last { return (try recordLast(last, job), nil, nil) }
      var tracks = tracks.tracks
      tracks.chain = chain
      let recorder = try AnySessionRecorder(
        job.run, path: job.path, tracks: tracks, options: storage,
        notes: flip.map { [$0.note] } ?? [])
      return try record(job, with: recorder, flip)
    }
  }

  private func record(
    _ job: Job, with recorder: AnySessionRecorder, _ flip: BitFlip?
  ) throws -> Ending {
    let run = job.run
    for gap in recorder.coverageGaps {
      ToolContext.current.console.complain("\(run.description.name): \(gap)")
    }
    var planted: String?
    do {
      try takeSteps(of: job) { inputs in
        // Within the step, so that its digest and its state are those of the flipped value.
        try recorder.step(inputs) {
          try run.step(inputs)
          if let flip, run.stepCount == flip.step + 1 { planted = try plant(flip, in: run) }
        }
      }
    } catch {
      throw keepSteps(of: recorder, after: error)
    }
    do {
      try recorder.finish()
    } catch {
      throw keepSteps(of: recorder, after: failure(error, path: job.path))
    }
    return (run.digest().description, recorder.chainValue, planted)
  }

  /// Hands the inputs of each step to `body`, which takes it.
  func takeSteps(
    of job: Job, _ body: ([RecordWords]) throws -> Void
  ) throws(CommandFailure) {
    let bar = ProgressBar(title: "recording", total: job.stepCount)
    defer { bar.finish() }
    var inputs = ArraySlice<[RecordWords]>()
    var next = 0
    do {
      for step in 0..<job.stepCount {
        try Interrupts.check(step)
        if inputs.isEmpty {
          inputs = take(&next, of: job.script, from: step, to: min(step + 256, job.stepCount))[...]
          // Without the state of each step, an agent may take them together.
          if tracks == .log { try job.run.prepare(Array(inputs)) }
        }
        do {
          OwnCrash.begin(step: step)
          try body(inputs.removeFirst())
        } catch let error as SimulationError {
          let script = options.input ?? "gestures of \(simulation)"
          throw CommandFailure(
            .refused, "\(script): an input of step \(step): \(error)",
            advice: agent == nil ? "\(toolName) list \(simulation)" : nil)
        }
        if step & 63 == 0 { bar.update(step) }
      }
    } catch {
      // An agent that was ended for the interrupt's sake is no news.
      throw Interrupts.interruption(job.run.stepCount)
        ?? failure(error, path: job.path, agent: job.program)
    }
  }

  /// Keeps the steps before the one that failed, and names their file.
  private func keepSteps(
    of recorder: AnySessionRecorder, after problem: CommandFailure
  ) -> CommandFailure {
    // A refused input is the script's mistake: without it, all is recorded from the start.
    if problem.status == .refused {
      recorder.abandon()
      return problem
    }
    let partial = recorder.partialPath
    if recorder.isComplete {
      return CommandFailure(
        problem.status, "\(problem.message); the recording is whole in \(partial)",
        advice: "mv -n \(shellWord(partial)) OTHER.mcap")
    }
    do {
      guard let kept = try recorder.finishEarly(note: problem.message) else { return problem }
      let steps = count(Int(kept.stepCount), "step")
      ToolContext.current.console.complain(problem)
      return CommandFailure(
        problem.status, "\(kept.path): holds the \(steps) before",
        advice: problem.advice
          ?? "\(toolName) replay \(shellWord(kept.path)) --at \(kept.stepCount - 1)")
    } catch {
      // What was written before is whole.
      return CommandFailure(
        problem.status, "\(problem.message); the blocks before are in \(partial)",
        advice: "\(toolName) recover \(shellWord(partial)) -o KEPT.mcap")
    }
  }

  /// The inputs of each of the steps `from..<to`.
  private func take(
    _ next: inout Int, of script: [ScriptedInput], from: Int64, to: Int64
  ) -> [[RecordWords]] {
    (from..<to).map { step in
      var inputs: [RecordWords] = []
      while next < script.count, script[next].step <= step {
        inputs.append(script[next].input)
        next += 1
      }
      return inputs
    }
  }

  private func report(
    _ name: String, path: String, _ stepCount: Int64, _ inputs: Int, _ seed: UInt64,
    _ last: Ending
  ) throws {
    let console = ToolContext.current.console
    let bytes = Files.size(path) ?? 0
    if results.format == .json {
      console.show(
        json(
          Result(
            recording: path, simulation: name, seed: seed, steps: stepCount,
            inputs: inputs, bytes: bytes, lastDigest: last.digest, chain: last.chain,
            planted: last.planted)))
    } else {
      reportWritten(
        path,
        "\(stepCount) steps of \(name), seed \(seed), \(inputs) inputs, "
          + "\(bytes) bytes, last digest \(last.digest)")
      if let chain = last.chain { console.result("  chain \(chain)") }
      if let planted = last.planted { console.result("  planted \(planted)") }
    }
  }
}
