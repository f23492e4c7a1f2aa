/// Collects shapes by slot, each once, in room for a few: where there are more, what found them must
/// be asked again for the rest.
package struct ObstacleSearch {
  package static let capacity = 16

  /// The lowest slots seen above those of the round before, in ascending order.
  package let found: UnsafeMutablePointer<Int32>
  package private(set) var count = 0
  private var last: Int32 = -1
  /// Another slot was seen than those that have room.
  private var seesMore = true

  package init(_ room: UnsafeMutablePointer<Int32>) { found = room }

  /// Begins a round; the shapes must be seen again.
  ///
  /// - Returns: whether there are any that were not found yet.
  package mutating func begin() -> Bool {
    if !seesMore { return false }
    if count > 0 { last = found[count &- 1] }
    (count, seesMore) = (0, false)
    return true
  }

  /// Takes a shape in, unless it was seen before.
  ///
  /// - Complexity: O(shapes found), mostly O(1).
  @inline(__always)
  package mutating func see(_ shape: Int) {
    assert(shape >= 0 && shape < Int(Int32.max), "a slot")
    let slot = Int32(truncatingIfNeeded: shape)
    if slot > last { insert(slot) }
  }

  @inline(never)
  private mutating func insert(_ slot: Int32) {
    assert(count <= Self.capacity, "no more than there is room for")
    var place = count
    while place > 0 && found[place &- 1] > slot { place &-= 1 }
    if place > 0 && found[place &- 1] == slot { return }
    if count == Self.capacity {
      seesMore = true
      if place == count { return }
      count &-= 1
    }
    var i = count
    while i > place {
      found[i] = found[i &- 1]
      i &-= 1
    }
    found[place] = slot
    count &+= 1
  }
}
