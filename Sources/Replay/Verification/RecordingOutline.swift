/// What is to be known of a recording to cut its verification into units: no state, no digest.
package struct RecordingOutline: Equatable, Sendable {
  /// How many steps it has.
  package var stepCount: Int64
  /// Step counts at which a full state is stored, rising.
  package var keyframeSteps: [Int64]
  /// Where a run begins that cannot be started: a piece of a damaged recording; `nil` for others.
  package var firstKeyframe: Int64?
  /// How much work a run is, in no unit.
  package var cost: Int64

  package init(
    stepCount: Int64, keyframeSteps: [Int64], firstKeyframe: Int64? = nil, cost: Int64
  ) {
    self.stepCount = stepCount
    self.keyframeSteps = keyframeSteps
    self.firstKeyframe = firstKeyframe
    self.cost = cost
  }
}
