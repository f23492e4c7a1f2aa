import DeterministicMath

/// Velocities of eight rows after three steps, the last of which is coded: see
/// ``RowPredictor/Velocities``.
struct Velocities {
  /// Before the step before.
  var earlier: Lanes
  var old: Lanes
  var new: Lanes
  var isFree: WordLanes
  var isUnchanged: WordLanes

  @inline(__always) private var change: Lanes { new - old }

  @inline(__always)
  func mean(_ lag: Lanes) -> Lanes { new - lag * change }

  @inline(__always)
  func meanChange(_ lag: Lanes) -> Lanes { change - lag * (change - (old - earlier)) }
}
