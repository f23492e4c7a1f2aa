import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

struct WhyCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "why",
      abstract: "Find which differing field of the step before makes a field differ.",
      discussion: """
        Takes the states of two runs before a step, puts differing fields of the second run into the \
        first one, takes the step, and looks whether the field becomes what it is in the second run, \
        or comes nearer to that than to what it was. Shown is a smallest set of fields that suffices.

        With two recordings, the second run is the second recording. With one, both runs have its \
        inputs, and the second is that of --agent; --against names the first.

        EXAMPLES
          \(toolName) why a.mcap b.mcap 120 'bodies[3].positionY'
          \(toolName) why a.mcap b.mcap 120 'bodies[3].positionY' --back 10
          \(toolName) why a.mcap 120 'bodies[3].positionY' --agent bad=../broken/\(toolName)
        """)
  }

  static let documents = Documents("From a field to its cause.", Result.self)

  @Argument(
    help: "One or two recordings, the step, and the field as 'table[row].field'.",
    completion: .recording)
  var words: [String]

  @Option(help: "How many steps to go back: each explains the fields that the one before found.")
  var back = 1

  @Option(
    help: ArgumentHelp(
      "The program that runs the simulation: the second run, where there is one recording; "
        + "default: this one.", valueName: "command"))
  var agent: AgentCommand?

  @Option(
    help: ArgumentHelp(
      "The program that counts as right, where there is one recording; the one that recorded the "
        + "second, where there are two; default: this one.", valueName: "command"))
  var against: AgentCommand?

  @OptionGroup var timeLimit: AgentTimeout

  @OptionGroup var output: FormatOption

  func validate() throws {
    guard words.count == 3 || words.count == 4 else {
      throw ValidationError("needs one or two recordings, a step and a field")
    }
    guard let step = Int64(words[words.count - 2]), step >= 0 else {
      throw ValidationError("'\(words[words.count - 2])' is no step: write RECORDING STEP FIELD")
    }
    if back < 1 { throw ValidationError("--back needs a number from 1 up") }
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var field: String
    var step: Int64
    var first: String
    var second: String
    var levels: [CauseSearch.Level]
  }

  func run() throws {
    try requireSoundArithmetic()
    let step = Int64(words[words.count - 2]) ?? 0
    let field = words[words.count - 1]
    let sides = try WhySides(self, isPair: words.count == 4, step: step)
    let reader = try reader(field, sides.description.state)
    let (one, other) = (try sides.base.state(step + 1), try sides.donor.state(step + 1))
    guard let row = reader.rows(in: one).first, let otherRow = reader.rows(in: other).first else {
      throw CommandFailure(.trouble, "'\(field)' is not in both runs after step \(step)")
    }
    guard let before = reader.scalar(row, in: one), let after = reader.scalar(otherRow, in: other)
    else { throw CommandFailure(.trouble, "'\(field)' is not one stored value: name a field") }
    let console = ToolContext.current.console
    guard before != after else {
      throw CommandFailure(
        .different, "'\(field)' is the same in both runs after step \(step): \(before.shown)",
        advice: "\(toolName) " + sides.advice)
    }
    let levels = try attempt(words[0]) {
      try CauseSearch(base: sides.base, donor: sides.donor, start: sides.start).levels(
        step: step,
        symptom: { view in
          guard let row = reader.rows(in: view).first else { return false }
          return reader.scalar(row, in: view)?.isNearer(to: after, than: before) ?? false
        }, depth: back)
    }
    if output.format == .json {
      console.show(
        json(
          Result(
            field: field, step: step, first: before.shown, second: after.shown,
            levels: levels)))
      return
    }
    let distance = before.ulpDistance(to: after).map { ", \($0) ULP" } ?? ""
    console.result(
      "\(field) after step \(step): \(before.shown) -> \(after.shown)\(distance)")
    for line in levels.flatMap(\.lines) { console.result("  " + line) }
  }

  private func reader(_ field: String, _ schema: StateSchema) throws -> PathReader {
    guard let path = FieldPath(field), !path.isMany else {
      throw CommandFailure(.trouble, "'\(field)' is no single field: write 'table[row].field'")
    }
    do {
      return try PathReader(path, in: schema)
    } catch {
      throw error.failure("'\(field)'")
    }
  }
}

/// The two runs that `why` compares, and one that takes steps between them.
private struct WhySides {
  let description: SimulationDescription
  let base: CauseSearch.Side
  let donor: CauseSearch.Side
  let start: () throws -> any RunningSimulation
  /// What shows where the two differ.
  let advice: String

  init(_ command: WhyCommand, isPair: Bool, step: Int64) throws {
    let paths = Array(command.words[..<(isPair ? 2 : 1)])
    let files = try paths.map { try open($0) }
    for (path, file) in zip(paths, files) where step >= file.stepCount {
      throw CommandFailure(
        .trouble, "\(path): has steps 0 to \(file.stepCount - 1), not \(step)")
    }
    description = files[0].header.description
    if isPair, let difference = schemaDifference(description, files[1].header.description) {
      throw CommandFailure(.refused, "\(paths[1]): is another simulation: \(difference)")
    }
    if isPair {
      advice = "diff " + paths.map(shellWord).joined(separator: " ")
      let other = command.against ?? command.agent
      base = try Self.side(files[0], paths[0], command.agent, command.timeLimit)
      donor = try Self.side(files[1], paths[1], other, command.timeLimit)
      start = { try Self.start(files[0], paths[0], command.agent, command.timeLimit) }
    } else {
      guard let agent = command.agent else {
        throw CommandFailure(
          .trouble, "\(paths[0]): there is only this build, and nothing to compare it with",
          advice: "name a second recording, or another build with --agent")
      }
      advice =
        "bisect \(shellWord(paths[0])) --agent \(shellWord("\(agent.name)=\(agent.command)"))"
      base = try Self.live(files[0], paths[0], command.against, command.timeLimit)
      donor = try Self.live(files[0], paths[0], agent, command.timeLimit)
      start = { try Self.start(files[0], paths[0], command.against, command.timeLimit) }
    }
  }

  private static func entry(_ file: Recording, _ path: String) throws -> CatalogueEntry {
    try ToolContext.current.entry(recorded: file.header.description.name, in: path)
  }

  /// A fresh run of what a recording records.
  private static func start(
    _ file: Recording, _ path: String, _ agent: AgentCommand?, _ limit: AgentTimeout
  ) throws -> any RunningSimulation {
    let header = file.header
    let run = try attempt(path) { () -> any RunningSimulation in
      guard let agent else {
        return try entry(file, path).start(parameters: header.parameters, seed: header.seed)
      }
      return try AgentRun(
        try agent.start(limit), simulation: header.description.name,
        parameters: header.parameters, seed: header.seed)
    }
    if let difference = schemaDifference(header.description, run.description) {
      throw failure(AgentError.schemaDiffers(difference), path: path)
    }
    return run
  }

  /// The run that a recording holds.
  private static func side(
    _ file: Recording, _ path: String, _ agent: AgentCommand?, _ limit: AgentTimeout
  ) throws -> CauseSearch.Side {
    let player: Player
    if let agent {
      player = try agent.player(of: file, in: path, limit)
    } else {
      let entry = try entry(file, path)
      player = try attempt(path) { try Player(file, entry: entry) }
    }
    return CauseSearch.Side(
      state: { stepCount in
        try attempt(path) { try player.seek(to: stepCount) }
        if let step = player.firstDivergence {
          throw CommandFailure(
            .different,
            "\(path): was recorded by another build: it goes another way here from "
              + "step \(step) on", advice: "name the build that recorded it with --against")
        }
        return try attempt(path, agent: player.agent) { try player.state() }
      }, inputs: { try file.inputs(at: $0) })
  }

  /// The run that a build makes of a recording's inputs, whatever the recording says.
  private static func live(
    _ file: Recording, _ path: String, _ agent: AgentCommand?, _ limit: AgentTimeout
  ) throws -> CauseSearch.Side {
    try requireWholeRun(file, path)
    var run = try start(file, path, agent, limit)
    return CauseSearch.Side(
      state: { stepCount in
        // No restore: what a build loses by one is no part of its run.
        if stepCount < run.stepCount { run = try start(file, path, agent, limit) }
        return try attempt(path) {
          while run.stepCount < stepCount {
            if run.wantsSteps {
              let end = min(run.stepCount + 512, stepCount)
              try run.prepare((run.stepCount..<end).map { try file.inputs(at: $0) })
            }
            try run.step(try file.inputs(at: run.stepCount))
          }
          return try run.stateView()
        }
      }, inputs: { try file.inputs(at: $0) })
  }
}

extension CauseSearch.Level {
  /// For people: one line, and one for each further field.
  fileprivate var lines: [String] {
    let after = step == 0 ? "before step 0" : "after step \(step - 1)"
    let of =
      isCut
      ? "at most, of \(count(candidateCount, "value")) that differ"
      : "of \(count(candidateCount, "value")) that \(candidateCount == 1 ? "differs" : "differ")"
    let shown = (comparison?.differences ?? []).map(\.description)
    let total = comparison?.count ?? 0
    func because(_ tail: String) -> [String] {
      let first = shown.first ?? "a row that moved"
      let more = total - shown.count
      return ["because \(after): \(first)  (\(total) \(of))" + tail]
        + shown.dropFirst().map { "  and " + $0 } + (more > 0 ? ["  and \(more) more"] : [])
    }
    switch cause {
    case .fields: return because("")
    case .fieldsAndInputs: return because(", together with the inputs of step \(step)")
    case .inputs: return ["because the inputs of step \(step) differ"]
    case .equalBefore:
      return ["because step \(step) itself differs: \(after), the states and inputs are equal"]
    case .step:
      return [
        "because step \(step) itself differs: with the second run's whole state \(after), the first "
          + "still goes its own way"
      ]
    case .inexactRestore:
      return [
        "not told: a run restored \(after) goes another way than it did; see selftest"
      ]
    }
  }
}
