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
    try self.init(
      recording,
      run: try AgentRun(
        agent, simulation: header.description.name, parameters: header.parameters,
        seed: header.seed))
  }

  private init(_ recording: Recording, run: any RunningSimulation) throws {
    self.recording = recording
    self.run = run
    if let difference = schemaDifference(recording.header.description, run.description) {
      throw AgentError.schemaDiffers(difference)
    }
    if recording.header.firstStep > 0 {
      guard recording.keyframeSteps.first == 0 else { throw recording.beginsWithoutState }
      try run.restore(try recording.keyframe(atOrBefore: 0).image, stepCount: 0)
      try run.checkAgent()
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
    do {
      try run.step(try recording.inputs(at: step))
    } catch {
      try run.checkAgent()
      throw error
    }
    let isSame = run.digest() == (try recording.digest(after: step))
    if !isSame { firstDivergence = min(firstDivergence ?? step, step) }
    return isSame
  }

  /// Lets an agent take the coming steps in one request; a run of this process needs no such help.
  ///
  /// - Parameter count: how many steps; their states are not read in between.
  public func prepare(_ count: Int64) throws {
    guard let agentRun = run as? AgentRun, agentRun.isAheadEmpty else { return }
    let end = min(run.stepCount + count, recording.stepCount)
    try agentRun.prepare((run.stepCount..<end).map { try recording.inputs(at: $0) })
  }

  /// Goes to the state after `stepCount` steps: from the nearest key frame, or from the start where
  /// the agent cannot restore.
  public func seek(to stepCount: Int64) throws {
    precondition((0...recording.stepCount).contains(stepCount), "the recording has that step")
    if let agentRun = run as? AgentRun, !agentRun.hello.restores {
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
  package func rows() -> StateRows? { state().map { StateRows($0, structure) } }

  /// The whole state as it stands.
  public func state() -> StateView? {
    var image = StateImage()
    run.save(.everything, into: &image)
    return StateView(schema: run.description.state, selection: .everything, image: image)
  }
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
