import Recording
import Simulation

/// The poses in a recording's view track, rounded, read without running anything: what a viewer shows
/// where the recording holds no states and its simulation is not at hand.
///
/// They are a state of their own, with the columns whose roles are keys, positions and rotations.
public struct StoredPoses {
  /// The recording that is read.
  public let recording: Recording
  /// The columns of the poses.
  public let schema: StateSchema
  /// The steps of which there may be poses, ascending: first that before step 0, −1. The recorder may
  /// have left some of them out.
  public let steps: [Int64]
  private let structure: StateStructure

  /// `nil` where the recording has no view track.
  public init?(_ recording: Recording) {
    guard recording.header.tracks.samplesEvery != nil else { return nil }
    self.recording = recording
    schema = recording.poseSchema
    steps = [-1] + recording.viewSteps
    structure = StateStructure(schema)
  }

  /// The poses of the last sample at or before a step, or of a key frame there.
  ///
  /// - Throws: `RecordingError`.
  public func rows(atOrBefore step: Int64) throws(RecordingError) -> StateRows? {
    if let rows = try rows(after: step) { return rows }
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle] <= step { low = middle + 1 } else { high = middle }
    }
    while low > 0 {
      if let rows = try rows(after: steps[low - 1]) { return rows }
      low -= 1
    }
    return nil
  }

  /// The poses after a step; `nil` where there are none.
  ///
  /// - Throws: `RecordingError`.
  public func rows(after step: Int64) throws(RecordingError) -> StateRows? {
    var image = step == -1 ? nil : try recording.poses(after: step)
    // A key frame has poses of a step between two samples, too.
    if image == nil, recording.keyframeStep(atOrBefore: step + 1) == step + 1 {
      let keyframe = try recording.keyframe(atOrBefore: step + 1).image
      image = recording.poses(ofKeyframe: keyframe)
    }
    guard let image else { return nil }
    return StateView(schema: schema, selection: .everyStep, image: image).map {
      StateRows($0, structure)
    }
  }
}
