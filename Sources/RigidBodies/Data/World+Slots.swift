import DeterministicMath

/// The slots that handles name, and the properties of a body by its slot.
extension World {
  @inline(__always)
  func slot(of id: BodyID) -> Int? {
    let index = id.index
    guard index < bodyTable.records.count,
      bodyTable.records.base[index].generation == id.generation,
      bodyTable.flags.base[index] & BodyFlag.used != 0
    else { return nil }
    return index
  }

  @inline(__always)
  func slot(of id: ShapeID) -> Int? {
    let index = id.index
    guard index < shapeTable.records.count,
      shapeTable.records.base[index].generation == id.generation,
      shapeTable.records.base[index].flags & ShapeFlag.used != 0
    else { return nil }
    return index
  }

  func slot(of id: JointID) -> Int? {
    let index = id.index
    guard index < jointTable.records.count, jointTable.records[index].generation == id.generation,
      jointTable.records[index].flags & JointFlag.used != 0
    else { return nil }
    return index
  }

  @inline(__always)
  func bodyID(_ slot: Int) -> BodyID {
    assert(isUsedBody(slot), "the slot names a body")
    return BodyID(
      slot: UInt32(truncatingIfNeeded: slot), generation: bodyTable.records[slot].generation)
  }

  @inline(__always)
  func isDynamic(_ slot: Int) -> Bool { bodyTable.flags[slot] & BodyFlag.dynamic != 0 }

  @inline(__always)
  func isStatic(_ slot: Int) -> Bool { bodyTable.flags[slot] & BodyFlag.typeMask == 0 }

  @inline(__always)
  func originTransform(_ slot: Int) -> Transform {
    assert(isUsedBody(slot), "the slot names a body")
    return Transform(bodyTable.poses.base[slot], center: bodyTable.masses.base[slot].center)
  }
}

extension Transform {
  /// Where a body's origin is.
  ///
  /// - Parameter center: of mass, in the body's frame.
  @inline(__always)
  init(_ pose: BodyPose, center: Vec2) {
    let rotation = pose.rotation
    self.init(position: pose.center - rotation.rotate(center), rotation: rotation)
  }
}
