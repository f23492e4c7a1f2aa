import DeterministicMath

/// How far bodies have come in the last step.
extension World {
  /// No gap between two bodies closed by more than this in the last step: bodies that fly or are
  /// carried along side by side keep theirs, however fast they are.
  @inline(__always)
  func approach(_ a: Int, _ b: Int) -> Float {
    let shift = shifts.base[b] - shifts.base[a]
    return (magnitude(shift.x) + magnitude(shift.y)) + (travels.base[a] + travels.base[b])
  }

  func setTravelCount() {
    shifts.setCount(bodies.count, filling: .zero)
    travels.setCount(bodies.count, filling: 0)
  }
}
