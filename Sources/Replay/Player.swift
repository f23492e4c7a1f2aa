import DeterministicMath
import Recording
import Simulation

/// Replays a recording in this process: to any step, forwards and backwards.
public final class Player {
  public let recording: Recording
  public let run: any RunningSimulation
  /// The first step whose digest was not the recorded one, of the steps taken so far.
  public private(set) var firstDivergence: Int64?

  /// - Throws: ``AgentError/schemaDiffers(_:)`` when this build's simulation is another one;
  ///   ``SimulationError`` when the recorded parameters do not fit.
  public init(_ recording: Recording, entry: CatalogueEntry) throws {
    self.recording = recording
    run = try entry.start(
      parameters: recording.header.parameters, seed: recording.header.seed)
    if let difference = schemaDifference(recording.header.description, run.description) {
      throw AgentError.schemaDiffers(difference)
    }
    if run.digest() != recording.digest(after: -1) { firstDivergence = -1 }
  }

  /// Takes the next recorded step; compares its digest.
  ///
  /// - Returns: whether the digest is the recorded one.
  /// - Precondition: the recording has another step.
  @discardableResult
  public func step() throws -> Bool {
    let step = run.stepCount
    precondition(step < recording.stepCount, "the recording ends here")
    try run.step(recording.inputs(at: step))
    let isSame = run.digest() == recording.digest(after: step)
    if !isSame { firstDivergence = min(firstDivergence ?? step, step) }
    return isSame
  }

  /// Goes to the state after `stepCount` steps, from the nearest key frame.
  public func seek(to stepCount: Int64) throws {
    precondition((0...recording.stepCount).contains(stepCount), "the recording has that step")
    if stepCount != run.stepCount {
      let keyframe = try recording.keyframe(atOrBefore: stepCount)
      if stepCount < run.stepCount || keyframe.stepCount > run.stepCount {
        try run.restore(keyframe.image, stepCount: keyframe.stepCount)
      }
    }
    while run.stepCount < stepCount { try step() }
  }

  /// The whole state as it stands.
  public func state() -> StateView? {
    var image = StateImage()
    run.save(.everything, into: &image)
    return StateView(schema: run.description.state, selection: .everything, image: image)
  }
}
