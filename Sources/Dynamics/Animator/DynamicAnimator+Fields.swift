import DeterministicMath

extension DynamicAnimator {
  /// Adds what a field does to each of its members, four at a time.
  func apply(_ field: FieldLanes, to members: [Member]) {
    var refusedCount = 0
    motion.withUnsafeMutableBufferPointer { motion in
      guard let motion = motion.baseAddress else { return }
      members.withUnsafeBufferPointer { members in
        var next = 0
        while let items = FieldItems(motion, members, &next) {
          refusedCount += items.add(
            field.effects(on: items.subjects, used: items.lanes), substepDuration)
        }
      }
    }
    for _ in 0..<refusedCount { note(Diagnostic(.fieldForceNotFinite)) }
  }
}

/// Up to four items on which forces act. Fewer fill the last lanes, and the first of them also
/// those before, whose results are not used.
private struct FieldItems {
  private let motion: UnsafeMutablePointer<Motion>
  private var a = 0
  private var b = 0
  private var c = 0
  private var d = 0
  /// One bit for each lane that is used.
  private(set) var lanes: UInt32

  /// The next ones from `next` on; `nil` when there are none.
  @inline(__always)
  init?(
    _ motion: UnsafeMutablePointer<Motion>, _ members: UnsafeBufferPointer<Member>,
    _ next: inout Int
  ) {
    self.motion = motion
    var found: UInt32 = 0
    while found < 4 && next < members.count {
      let slot = Int(members[next].slot)
      next &+= 1
      if slot < 0 || !motion[slot].isActive { continue }
      a = found == 0 ? slot : b
      b = found == 0 ? slot : c
      c = found == 0 ? slot : d
      d = slot
      found &+= 1
    }
    if found == 0 { return nil }
    lanes = (15 &<< (4 &- found)) & 15
  }

  @inline(__always)
  private func gathered(_ value: (Motion) -> Double) -> DoubleLanes {
    DoubleLanes(value(motion[a]), value(motion[b]), value(motion[c]), value(motion[d]))
  }

  @inline(__always)
  var subjects: FieldSubjects {
    FieldSubjects(
      x: gathered { Double($0.transform.position.x) },
      y: gathered { Double($0.transform.position.y) },
      velocityX: gathered { Double($0.velocity.x) },
      velocityY: gathered { Double($0.velocity.y) }, mass: gathered { $0.mass },
      charge: gathered { $0.charge })
  }

  /// - Returns: for how many items the effect was refused because it is not finite.
  @inline(__always)
  func add(_ effects: FieldEffects, _ h: Double) -> Int {
    let acting = effects.lanes
    let most = DoubleLanes(all: .greatestFiniteMagnitude)
    var good = acting
    switch effects.kind {
    case .force:
      good &= DoubleLanes.mask(effects.x.magnitude, atMost: most)
      good &= DoubleLanes.mask(effects.y.magnitude, atMost: most)
      let k = DoubleLanes(all: 100) / gathered { $0.mass }
      let x = (k * effects.x).simd
      let y = (k * effects.y).simd
      scatter(good) { motion, lane in
        motion.ax += x[lane]
        motion.ay += y[lane]
      }
    case .drag:
      let one = DoubleLanes(all: 1)
      let step = DoubleLanes(all: h) * effects.x
      let slower = one / (one + step)
      let zero = DoubleLanes(all: 0)
      let factor = DoubleLanes.select(zero, isAbove: effects.x, one - step, slower).simd
      scatter(good) { motion, lane in motion.drag *= factor[lane] }
    case .turn:
      good &= DoubleLanes.mask(effects.x.magnitude, atMost: most)
      let angle = (DoubleLanes(all: h) * effects.x).simd
      scatter(good) { motion, lane in motion.turn += angle[lane] }
    case .velocity:
      let x = effects.x.simd
      let y = effects.y.simd
      scatter(good) { motion, lane in motion.override = Vector(dx: x[lane], dy: y[lane]) }
    }
    return (acting & ~good).nonzeroBitCount
  }

  @inline(__always)
  private func scatter(_ lanes: UInt32, _ change: (inout Motion, Int) -> Void) {
    if lanes & 1 != 0 { change(&motion[a], 0) }
    if lanes & 2 != 0 { change(&motion[b], 1) }
    if lanes & 4 != 0 { change(&motion[c], 2) }
    if lanes & 8 != 0 { change(&motion[d], 3) }
  }
}

extension DynamicAnimator {
  /// The animator's seed plus the number of fields that joined before.
  func nextFieldSeed() -> UInt64 {
    defer { clock.nextFieldOrdinal &+= 1 }
    return seed &+ clock.nextFieldOrdinal
  }
}
