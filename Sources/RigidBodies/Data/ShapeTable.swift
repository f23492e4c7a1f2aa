import DeterministicMath

/// Shapes, by slot.
struct ShapeTable: ~Copyable {
  var records = Store<ShapeRecord>()
  var outlines = Store<ShapeOutline>()
  /// Corners and normals of shapes that have more than eight.
  var sideVertices = Store<Vec2>()
  /// First free slot, plus one.
  var firstFree: UInt32 = 0
}
