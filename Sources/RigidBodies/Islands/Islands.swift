/// Which bodies belong together: a forest, in which each body names its parent.
struct Islands: ~Copyable {
  /// By body slot.
  private var parents = Store<Int32>()
  /// One number for each island, by slot of its root, while islands are searched.
  private var values = Store<Float>()

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

  /// Makes each of the given bodies an island of its own, and leaves the others undefined.
  mutating func separate(_ listed: borrowing Store<Int32>, bodyCount: Int) {
    assert(listed.count <= bodyCount, "each body is listed once")
    parents.setCount(bodyCount)
    var i = 0
    while i < listed.count {
      parents.base[Int(listed.base[i])] = listed.base[i]
      i &+= 1
    }
  }

  /// Room for a value of each island, by the slot of its root.
  mutating func valuesOfRoots(bodyCount: Int) -> UnsafeMutablePointer<Float> {
    assert(bodyCount == parents.count, "every body has a parent")
    values.setCount(bodyCount)
    return values.base
  }

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
