/// What a handle stands for.
extension World {
  @inline(__always)
  func slot(of id: BodyID) -> Int? { bodyTable.slot(of: id) }

  @inline(__always)
  func slot(of id: ShapeID) -> Int? { shapeTable.slot(of: id) }

  func slot(of id: JointID) -> Int? { jointTable.slot(of: id) }
}
