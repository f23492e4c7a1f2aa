import DeterministicMath
import Recording
import Simulation

/// Takes the lost steps of a damaged recording again.
///
/// The inputs of lost steps are lost with them, so they are taken without any; that they had none is
/// proven when the first step behind the gap gives its recorded digest.
public struct GapRebuilder {
  private let rescue: Rescue
  private let start: () throws -> any RunningSimulation
  /// What the states of a gap may take, in bytes.
  private static let sizeMax = 1 << 28

  /// - Parameters:
  ///   - rescue: whose gaps are rebuilt.
  ///   - start: a fresh run of the recorded simulation, with its parameters and seed.
  public init(_ rescue: Rescue, start: @escaping () throws -> any RunningSimulation) {
    self.rescue = rescue
    self.start = start
  }

  /// The steps between two pieces, or before the first; `nil` when they cannot be proven.
  public func gap(
    between before: Rescue.Piece?, and after: Rescue.Piece
  ) -> Rescue.RebuiltGap? {
    guard after.recording.stepCount > 0, let run = try? run(to: before) else { return nil }
    var gap = Rescue.RebuiltGap(initial: StateImage(), steps: [])
    let count = after.steps.lowerBound - (before?.steps.upperBound ?? 0)
    var size = 0
    do {
      try run.save(.everything, into: &gap.initial)
      for _ in 0..<count {
        try run.step([])
        var state = StateImage()
        try run.save(.everyStep, into: &state)
        size += state.bytes.count
        guard size <= GapRebuilder.sizeMax else { return nil }
        gap.steps.append((run.digest(), state))
      }
      try run.step(try after.recording.inputs(at: 0))
      return run.digest() == (try after.recording.digest(after: 0)) ? gap : nil
    } catch {
      return nil
    }
  }

  /// A run at the end of a piece, or at the start.
  private func run(to piece: Rescue.Piece?) throws -> (any RunningSimulation)? {
    let run = try start()
    guard schemaDifference(rescue.recording.header.description, run.description) == nil else {
      return nil
    }
    guard let recording = piece?.recording else { return run }
    if recording.header.firstStep > 0 || recording.keyframeSteps.count > 1 {
      guard recording.keyframeSteps.first != nil else { return nil }
      let keyframe = try recording.keyframe(atOrBefore: recording.stepCount)
      try run.restore(keyframe.image, stepCount: keyframe.stepCount)
    }
    while run.stepCount < recording.stepCount {
      let step = run.stepCount
      try run.step(try recording.inputs(at: step))
      guard run.digest() == (try recording.digest(after: step)) else { return nil }
    }
    return run
  }
}
