/// Which bodies belong together: a forest, in which each body names its parent.
struct Islands: ~Copyable {
  /// By body slot.
  private var parents = Store<Int32>()
  /// One number for each island, by slot of its root, while islands are searched.
  private var values = Store<Float>()
  /// By body slot: 1 where something keeps the body awake, in roots where something keeps the island.
  private var kept = Store<UInt8>()
  /// Slots of the bodies that have been slow for long enough to sleep, ascending.
  private(set) var ready = Store<Int32>()

  /// Every body is an island of its own.
  mutating func separateAll(bodyCount: Int) {
    parents.setCount(bodyCount)
    let parents = parents.base
    var i = 0
    while i < bodyCount {
      parents[i] = Int32(truncatingIfNeeded: i)
      i &+= 1
    }
  }

  /// Lists the dynamic bodies that have been slow for `delay`, makes each an island of its own, and
  /// leaves the others undefined.
  mutating func separateReady(
    _ awake: borrowing Store<Int32>, _ flags: UnsafePointer<UInt32>,
    _ timers: UnsafePointer<Float>, delay: Float, bodyCount: Int
  ) {
    assert(awake.count <= bodyCount, "each body is listed once")
    parents.setCount(bodyCount)
    kept.setCount(bodyCount)
    ready.removeAll()
    ready.reserve(awake.count)
    var i = 0
    while i < awake.count {
      let slot = awake.base[i]
      i &+= 1
      if timers[Int(slot)] < delay || flags[Int(slot)] & BodyFlag.dynamic == 0 { continue }
      parents.base[Int(slot)] = slot
      kept.base[Int(slot)] = 0
      ready.append(slot)
    }
  }

  /// Room for a value of each island, by the slot of its root.
  mutating func valuesOfRoots(bodyCount: Int) -> UnsafeMutablePointer<Float> {
    assert(bodyCount == parents.count, "every body has a parent")
    values.setCount(bodyCount)
    return values.base
  }

  /// The body's island may not sleep.
  @inline(__always)
  func keepAwake(_ body: Int) {
    assert(body < kept.count, "the body is known")
    kept.base[body] = 1
  }

  /// Tells roots what their bodies know.
  func passOnKeptAwake() {
    var i = 0
    while i < ready.count {
      let slot = Int(ready.base[i])
      i &+= 1
      if kept.base[slot] != 0 { kept.base[root(slot)] = 1 }
    }
  }

  func isKeptAwake(_ body: Int) -> Bool { kept.base[root(body)] != 0 }

  @inline(__always)
  func root(_ body: Int) -> Int {
    assert(body >= 0 && body < parents.count, "the body has a parent")
    let parents = parents.base
    var i = body
    while Int(parents[i]) != i {
      parents[i] = parents[Int(parents[i])]
      i = Int(parents[i])
    }
    return i
  }

  /// The lower slot becomes the root.
  @inline(__always)
  func unite(_ a: Int, _ b: Int) {
    assert(a != b, "contacts and joints connect two bodies")
    let ra = root(a)
    let rb = root(b)
    if ra < rb {
      parents.base[rb] = Int32(truncatingIfNeeded: ra)
    } else {
      parents.base[ra] = Int32(truncatingIfNeeded: rb)
    }
  }
}
