import Pictures
import Recording
import Sessions
import Simulation

/// The source of the drawings: a replayed recording, or a simulation of the catalogue.
struct RenderSource {
  /// For titles and file names.
  let name: String
  let summary: String
  let seed: UInt64
  /// Steps that can be drawn; of a simulation, as many as are wanted.
  let stepCount: Int64
  let stepDuration: StepDuration
  private let path: String
  private let player: Player?
  /// `nil` for a recording of a simulation that this tool cannot run.
  private let run: (any RunningSimulation)?
  private let stored: StoredStates?
  /// The view track, where it is what is drawn.
  private let poses: StoredPoses?
  private let state: StateSchema
  private let script: [ScriptedInput]

  /// - Parameters:
  ///   - path: as typed, for messages.
  ///   - agent: a program that runs the recorded simulation, when that is not for this one to do.
  init(recording path: String, agent: AgentCommand?, _ limit: AgentTimeout) throws {
    let file = try open(path)
    let header = file.header
    self.path = path
    let entry = ToolContext.current.catalogue.first { $0.name == header.description.name }
    player =
      try agent.map { try $0.player(of: file, in: path, limit) }
      ?? entry.map { entry in try attempt(path) { try Player(file, entry: entry) } }
    run = player?.run
    stored = StoredStates(file)
    poses = player == nil ? StoredPoses(file) : nil
    if poses != nil { sayPosesAreRounded(path, header) }
    state = poses?.schema ?? header.description.state
    name = header.description.name
    summary = entry?.summary ?? ""
    seed = header.seed
    stepCount = file.stepCount
    stepDuration = header.description.stepDuration
    script = []
  }

  init(simulation: String, _ options: RunOptions) throws {
    let entry = try ToolContext.current.entry(named: simulation)
    let recorded = try options.recordedRun()
    let seed = options.seed(recorded)
    let description = try entry.start(parameters: entry.defaultParameters, seed: seed).description
    let parameters = try options.parameters(entry.defaultParameters, of: description, recorded)
    path = entry.name
    let run = try attempt(entry.name) { try entry.start(parameters: parameters, seed: seed) }
    self.run = run
    (player, stored, poses) = (nil, nil, nil)
    state = run.description.state
    name = entry.name
    summary = entry.summary
    self.seed = seed
    stepCount = Int64.max
    stepDuration = run.description.stepDuration
    script = try options.script(
      gestures: entry.gestures, of: run.description, isListed: true, recorded)
  }

  /// Draws the given steps: as the simulation says, or else from the positions in its state.
  ///
  /// - Parameters:
  ///   - steps: rising; −1 is the state before step 0.
  ///   - isYUp: whether the y axis points up where only positions are drawn.
  func frames(
    _ steps: [Int64], _ request: DrawingRequest, isYUp: Bool
  ) throws -> [PictureSheet.Frame] {
    let bar = ProgressBar(title: "drawing", total: (steps.last ?? 0) + 1)
    var drawings: [StepDrawing] = []
    var roles: RolePicture?
    var next = 0
    for step in steps {
      if let run {
        try go(run, to: step + 1, &next, bar)
        let drawing = try attempt(path, agent: player?.agent) {
          roles == nil ? try run.drawing(request) : nil
        }
        // A simulation that drew one step is not drawn from its positions at another step.
        if drawing != nil || !drawings.isEmpty {
          drawings.append(drawing ?? StepDrawing())
          continue
        }
      }
      if roles == nil { roles = try rolePicture(isYUp) }
      roles?.add(try rows(after: step))
    }
    bar.finish()
    return zip(steps, roles?.drawings ?? drawings).map { step, drawing in
      PictureSheet.Frame(
        step: step, seconds: Double(step + 1) * stepDuration.seconds, drawing: drawing)
    }
  }

  /// The layers that a drawing of the run has beside its background; none of a run without one.
  func layerNames() throws -> [String] {
    let layers = try attempt(path, agent: player?.agent) {
      try run?.drawing(DrawingRequest())?.layers ?? []
    }
    return layers.filter { $0.role != .background && !$0.name.isEmpty }.map(\.name)
  }

  private func rolePicture(_ isYUp: Bool) throws -> RolePicture {
    guard let picture = RolePicture(state, isYUp: isYUp) else {
      throw CommandFailure(
        .trouble,
        "\(path): '\(name)' does not say what it looks like, and no table of its state has positions",
        advice: run == nil
          ? "name a program that runs it, and can draw it, with --agent"
          : "give it a drawing(_:), or its columns the roles of a position, see the article on pictures"
      )
    }
    ToolContext.current.console.say(
      "\(toolName): \(path): '\(name)' does not say what it looks like: drawn from its positions")
    return picture
  }

  /// The state after a step: of the run, or as the recording holds it.
  private func rows(after step: Int64) throws -> StateRows {
    if let run {
      return try attempt(path, agent: player?.agent) { StateRows(try run.stateView()) }
    } else if let poses {
      // What a sample shows stands until the next one.
      if let rows = try attempt(path, { try poses.rows(atOrBefore: step) }) { return rows }
    } else if let stored, let rows = try attempt(path, { try stored.rows(after: step) }) {
      return rows
    }
    throw CommandFailure(
      .trouble, "\(path): does not hold the state after step \(step): it is recorded without them",
      advice: "name a program that runs '\(name)' with --agent")
  }

  private func go(
    _ run: any RunningSimulation, to stepCount: Int64, _ next: inout Int, _ bar: ProgressBar
  ) throws {
    try attempt(path, agent: player?.agent) {
      if let player {
        try player.seek(to: stepCount)
        if let bad = player.firstDivergence {
          throw CommandFailure(
            .different, "\(path): replays differently from step \(bad) on",
            advice: "\(toolName) verify \(shellWord(path))")
        }
        return
      }
      while run.stepCount < stepCount {
        var inputs: [RecordWords] = []
        while next < script.count, script[next].step <= run.stepCount {
          inputs.append(script[next].input)
          next += 1
        }
        try run.step(inputs)
        if run.stepCount & 63 == 0 { bar.update(run.stepCount) }
      }
    }
  }
}
