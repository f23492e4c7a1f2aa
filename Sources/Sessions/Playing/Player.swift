import AgentProtocol
import DeterministicMath
import Recording
import Simulation

/// Replays a recording in this process: to any step, forwards and backwards.
public final class Player {
  /// What is replayed.
  public let recording: Recording
  /// The run that follows the recording.
  public let run: any RunningSimulation
  /// The run, if an agent runs the steps.
  private let agentRun: AgentRun?
  /// The agent that runs the steps; `nil` if this process runs them.
  public var agent: (any Agent)? { agentRun?.agent }
  /// The first step whose digest was not the recorded one, of the steps taken so far.
  public private(set) var firstDivergence: Int64?

  /// - Throws: `AgentError.schemaDiffers(_:)` when this build's simulation is another one;
  ///   `SimulationError` when the recorded parameters do not fit.
  public convenience init(_ recording: Recording, entry: CatalogueEntry) throws {
    let header = recording.header
    try self.init(
      recording, run: try entry.start(parameters: header.parameters, seed: header.seed))
  }

  /// Replays on an agent: another build, or a simulation in another language.
  ///
  /// - Throws: `AgentError`.
  public convenience init(_ recording: Recording, agent: any Agent) throws {
    let header = recording.header
    let run = try AgentRun(
      agent, simulation: header.description.name, parameters: header.parameters, seed: header.seed)
    try self.init(recording, run: run, agentRun: run)
  }

  private init(
    _ recording: Recording, run: any RunningSimulation, agentRun: AgentRun? = nil
  ) throws {
    self.recording = recording
    (self.run, self.agentRun) = (run, agentRun)
    if let difference = schemaDifference(recording.header.description, run.description) {
      throw AgentError.schemaDiffers(difference)
    }
    if recording.header.firstStep > 0 {
      guard recording.keyframeSteps.first == 0 else { throw recording.beginsWithoutState }
      try run.restore(try recording.keyframe(atOrBefore: 0).image, stepCount: 0)
    } else if run.digest() != (try recording.digest(after: -1)) {
      firstDivergence = -1
    }
  }

  /// Takes the next recorded step; compares its digest.
  ///
  /// - Returns: whether the digest is the recorded one.
  /// - Precondition: the recording has another step.
  @discardableResult
  public func step() throws -> Bool {
    let step = run.stepCount
    precondition(step < recording.stepCount, "the recording ends here")
    try run.step(try recording.inputs(at: step))
    let isSame = run.digest() == (try recording.digest(after: step))
    if !isSame { firstDivergence = min(firstDivergence ?? step, step) }
    return isSame
  }

  /// Lets an agent take the coming steps in one request; a run of this process needs no such help.
  ///
  /// - Parameter count: how many steps; their states are not read in between.
  public func prepare(_ count: Int64) throws {
    guard run.wantsSteps else { return }
    let end = min(run.stepCount + count, recording.stepCount)
    try run.prepare((run.stepCount..<end).map { try recording.inputs(at: $0) })
  }

  /// Goes to the state after `stepCount` steps: from the nearest key frame, or from the start where
  /// the agent cannot restore.
  public func seek(to stepCount: Int64) throws {
    precondition((0...recording.stepCount).contains(stepCount), "the recording has that step")
    if let agentRun, !agentRun.restores {
      if stepCount < run.stepCount { try agentRun.restart() }
    } else if stepCount != run.stepCount {
      // Walking forwards needs no key frame between here and there.
      let nearest = recording.keyframeStep(atOrBefore: stepCount)
      if stepCount < run.stepCount || nearest ?? .max > run.stepCount {
        let keyframe = try recording.keyframe(atOrBefore: stepCount)
        try run.restore(keyframe.image, stepCount: keyframe.stepCount)
      }
    }
    while run.stepCount < stepCount {
      try prepare(min(512, stepCount - run.stepCount))
      try step()
    }
  }

  private lazy var structure = StateStructure(run.description.state)

  /// The rows of ``state()``.
  package func rows() throws -> StateRows { StateRows(try state(), structure) }

  /// The whole state after the last step.
  ///
  /// - Throws: `AgentError` when an agent fails, or gives a state that its description does not fit.
  public func state() throws -> StateView { try run.stateView() }
}

extension Recording {
  /// Why nothing can be run from the beginning of a piece of a damaged recording.
  package var beginsWithoutState: RecordingError {
    RecordingError(
      .unfit(
        "begins at step \(header.firstStep) of its run without a key frame: its states can be read, "
          + "but not run"))
  }
}

extension RunningSimulation {
  /// The whole state after the last step.
  package func stateView() throws -> StateView {
    var image = StateImage()
    try save(.everything, into: &image)
    let schema = description.state
    guard let view = StateView(schema: schema, selection: .everything, image: image) else {
      throw AgentError.schemaDiffers("its state does not fit")
    }
    return view
  }
}
