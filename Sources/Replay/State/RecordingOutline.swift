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

  /// The estimated work of a run: a step costs as much as the state that it moves is large.
  ///
  /// The size of a state is known of every recording, whether states of single steps are stored or
  /// not. Over 81 golden recordings on an emulated processor, time divided by this estimate spreads
  /// by a factor of ten between the 5 % and the 95 % point; divided by the rows that are stored of
  /// the steps, by a factor of ninety.
  package static func cost(stepCount: Int64, stateSize: Int) -> Int64 {
    let cost = Double(stepCount) * (1 + Double(stateSize) / 64)
    return cost < Double(costMax) ? Int64(cost) : costMax
  }

  /// More than any run takes.
  package static let costMax: Int64 = 1 << 40
}
