import Simulation

/// What decides whether two shapes may touch at all; valid until a body, a shape or a joint comes.
struct PairFilter {
  var shapes: UnsafePointer<ShapeRecord>
  var flags: UnsafePointer<UInt32>
  var neighbours: JointNeighbours

  /// Whether two shapes may touch at all: a function of filters, body types and joints.
  func shouldCollide(_ a: Int, _ b: Int) -> Bool {
    assert(shapes.isUsed(a), "the slot names a shape")
    assert(shapes.isUsed(b), "the slot names a shape")
    assert(a != b, "a pair has two shapes")
    let first = shapes + a
    let second = shapes + b
    let bodyA = Int(first.pointee.body)
    let bodyB = Int(second.pointee.body)
    if bodyA == bodyB { return false }
    if (flags[bodyA] | flags[bodyB]) & BodyFlag.dynamic == 0 { return false }
    if first.pointee.group != 0 && first.pointee.group == second.pointee.group {
      if first.pointee.group < 0 { return false }
    } else if first.pointee.categories & second.pointee.mask == 0
      || second.pointee.categories & first.pointee.mask == 0
    {
      return false
    }
    if first.pointee.kind.isThin && second.pointee.kind.isThin { return false }
    return !neighbours.areJoined(bodyA, bodyB)
  }
}

extension World {
  @inline(__always)
  var pairFilter: PairFilter {
    PairFilter(
      shapes: shapeTable.records.base, flags: bodyTable.flags.base,
      neighbours: jointTable.neighbours)
  }
}
