/// Which bodies shapes belong to, and what can be pushed.
struct ShapeBodies {
  var shapes: UnsafePointer<ShapeRecord>
  var flags: UnsafePointer<UInt32>

  @inline(__always)
  func ends(of row: ContactRow) -> (a: Int, b: Int) {
    (Int(shapes[Int(row.shapeA)].body), Int(shapes[Int(row.shapeB)].body))
  }

  /// Whether one of a contact's bodies is awake.
  @inline(__always)
  func isAnyAwake(_ row: ContactRow) -> Bool {
    let (a, b) = ends(of: row)
    return (flags[a] | flags[b]) & BodyFlag.awake != 0
  }

  /// Whether one of a pair's bodies is awake.
  @inline(__always)
  func isAnyAwake(pair key: UInt64) -> Bool {
    let bodyA = Int(shapes[Int(key &>> 32)].body)
    let bodyB = Int(shapes[Int(key & 0xFFFF_FFFF)].body)
    return (flags[bodyA] | flags[bodyB]) & BodyFlag.awake != 0
  }
}

extension World {
  /// Which bodies shapes belong to; valid until one comes.
  @inline(__always)
  var shapeBodies: ShapeBodies {
    ShapeBodies(shapes: shapeTable.records.base, flags: bodyTable.flags.base)
  }
}
