import Recording
import Sessions
import Simulation

// Comparing the poses of a view track with those of the agent's states, rounded as a recorder rounds
// them.

extension SegmentRunner {
  /// Takes the steps up to `end`, or to the end of the request in which it diverges, and compares the
  /// stored poses with the agent's.
  ///
  /// - Complexity: a state of the agent for each sample, and each block decoded once.
  mutating func runComparingPoses(to end: Int64) throws -> DigestMismatch? {
    for sample in recording.header.viewSamples(after: stepCount, to: end) {
      if let mismatch = try runDigests(to: sample) { return mismatch }
      try comparePoses()
    }
    return try runDigests(to: end)
  }

  private mutating func comparePoses() throws {
    let step = stepCount - 1
    if !poses.steps.contains(step) { poses = try recording.poses(aroundStep: step) }
    // A recorder leaves out what it has no time for.
    guard let stored = poses.samples[step] else { return }
    let schema = recording.header.description.state
    let state = try agent.state(.everyStep)
    guard schema.imageSize(rowCounts: state.rowCounts, .everyStep) == state.bytes.count else {
      throw AgentFailure(
        .broken,
        "sent a state of \(state.bytes.count) bytes that does not fit the schema it describes")
    }
    var rounding = poseRounding ?? PoseRounding(schema)
    poseRounding = nil
    let own = rounding.poses(of: state)
    poseRounding = rounding
    guard let own, own == stored else {
      throw wrong(
        "the pose", before: stepCount, stored, own ?? StateImage(), .everyStep, rounding.schema)
    }
    comparedPoseCount += 1
  }
}
