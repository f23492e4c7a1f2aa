import DeterministicMath

/// Shapes, by slot.
struct ShapeTable: ~Copyable {
  var records = Store<ShapeRecord>()
  var outlines = Store<ShapeOutline>()
  /// Corners and normals of shapes that have more than eight.
  var sideVertices = Store<Vec2>()
  /// First free slot, plus one.
  var firstFree: UInt32 = 0

  // MARK: Lookup

  @inline(__always)
  func slot(of id: ShapeID) -> Int? {
    let index = id.index
    guard index < records.count, records.base[index].generation == id.generation,
      records.base[index].flags & ShapeFlag.used != 0
    else { return nil }
    return index
  }

  func id(of slot: Int) -> ShapeID {
    ShapeID(slot: UInt32(slot), generation: records[slot].generation)
  }

  // MARK: Slots

  /// Takes the first free slot, or a new one behind all others.
  mutating func takeSlot() -> (slot: Int, isNew: Bool) {
    assert(outlines.count == records.count, "every shape has an outline")
    assert(Int(firstFree) <= records.count, "the first free slot exists")
    if firstFree != 0 {
      let slot = Int(firstFree - 1)
      firstFree = records[slot].next
      return (slot, false)
    }
    setCount(records.count + 1)
    return (records.count - 1, true)
  }

  /// Sets how many slots there are; new ones are blank.
  mutating func setCount(_ count: Int) {
    records.setCount(count, filling: ShapeRecord())
    outlines.setCount(count, filling: ShapeOutline())
  }

  /// Puts a shape into a slot that was taken.
  ///
  /// - Parameter next: the link to the next shape of the body.
  mutating func fill(
    _ slot: Int, _ kind: ShapeKind, _ outline: ShapeOutline, _ definition: ShapeDefinition,
    body: Int, next: UInt32
  ) {
    assert(outline.count >= 1, "a shape has a corner")
    assert(records[slot].flags & ShapeFlag.used == 0, "the slot is free")
    assert(body >= 0, "a shape has a body")
    var flags = ShapeFlag.used | (kind.rawValue << ShapeFlag.kindShift)
    if definition.inheritsMaterial { flags |= ShapeFlag.inheritsMaterial }
    records[slot] = ShapeRecord(
      categories: definition.filter.categories, mask: definition.filter.mask,
      generation: records[slot].generation &+ 1, flags: flags, body: UInt32(body), next: next,
      head: UInt32(slot), tag: definition.tag, group: definition.filter.group,
      density: definition.density, friction: definition.friction,
      restitution: definition.restitution)
    outlines[slot] = outline
  }

  /// Gives a slot back; the next shape gets it. The caller unlinks the shape from its body.
  mutating func release(_ shape: Int) {
    assert(isUsed(shape), "the slot names a shape")
    removeSideVertices(ofShape: shape)
    records[shape] = ShapeRecord(generation: records[shape].generation, next: firstFree)
    outlines[shape] = ShapeOutline()
    firstFree = UInt32(shape + 1)
  }

  // MARK: Corners

  /// Keeps the corners of a shape that has more than eight.
  ///
  /// - Returns: where they lie.
  mutating func appendSideVertices(_ corners: [Vec2], normals: [Vec2]) -> Int32 {
    assert(corners.count == normals.count, "every corner has a side behind it")
    let offset = Int32(sideVertices.count)
    for corner in corners { sideVertices.append(corner) }
    for normal in normals { sideVertices.append(normal) }
    return offset
  }

  /// Gives back what a shape of more than eight corners keeps in the side store: what lies behind moves
  /// up. A free list would leave gaps that later shapes fit badly, and its order would be state; this
  /// way the store's size and order follow from the shapes that exist.
  ///
  /// - Complexity: O(shapes + side vertices), for such a shape alone.
  private mutating func removeSideVertices(ofShape shape: Int) {
    assert(shape < outlines.count, "every shape has an outline")
    let first = outlines[shape].sideOffset
    if first < 0 { return }
    let length = 2 * outlines[shape].count
    sideVertices.remove(from: Int(first), length: Int(length))
    for other in 0..<outlines.count where outlines.base[other].sideOffset > first {
      outlines[other].sideOffset -= length
    }
  }

  // MARK: Slots in use

  @inline(__always)
  func isUsed(_ slot: Int) -> Bool {
    slot >= 0 && slot < records.count && records.base[slot].flags & ShapeFlag.used != 0
  }
}

extension UnsafePointer<ShapeRecord> {
  /// Whether a slot of the rows holds a shape; the rows do not know how many they are.
  @inline(__always)
  func isUsed(_ slot: Int) -> Bool { slot >= 0 && self[slot].flags & ShapeFlag.used != 0 }
}
