import DeterministicMath

/// How far bodies have come in the last step, by slot.
struct Travels: ~Copyable {
  /// How far the centre moved, and in which direction.
  private(set) var shifts = Store<Vec2>()
  /// No point of the body went farther than this from where ``shifts`` alone would have taken it.
  private(set) var margins = Store<Float>()
  /// Bodies that were put somewhere, fell asleep or stopped since contacts were last looked for:
  /// what they travelled counts once.
  private var rested = Store<UInt32>()

  /// No gap between two bodies closed by more than this in the last step: bodies that fly or are
  /// carried along side by side keep theirs, however fast they are.
  @inline(__always)
  func approach(_ a: Int, _ b: Int) -> Float {
    assert(a < margins.count && b < margins.count, "it is known how far both moved")
    let shift = shifts.base[b] - shifts.base[a]
    return (magnitude(shift.x) + magnitude(shift.y)) + (margins.base[a] + margins.base[b])
  }

  /// Makes room for all bodies; new ones have not moved.
  mutating func reserve(bodyCount: Int) {
    shifts.setCount(bodyCount, filling: .zero)
    margins.setCount(bodyCount, filling: 0)
  }

  /// The body is at rest after this: what it travelled counts once more.
  mutating func noteRested(_ slot: Int) { rested.append(UInt32(truncatingIfNeeded: slot)) }

  /// Contacts have been searched: resting bodies count as not travelling from now on.
  mutating func forgetRested() {
    var i = 0
    while i < rested.count {
      shifts.base[Int(rested.base[i])] = .zero
      margins.base[Int(rested.base[i])] = 0
      i &+= 1
    }
    rested.removeAll()
  }
}
