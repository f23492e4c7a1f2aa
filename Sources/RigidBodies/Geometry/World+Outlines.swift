import DeterministicMath

/// Where the outlines of shapes are.
extension World {
  @inline(__always)
  var outlineRows: OutlineRows {
    OutlineRows(outlines: shapeTable.outlines.base, sideVertices: shapeTable.sideVertices.base)
  }

  /// The outline of a shape in its body's frame.
  @inline(__always)
  func convexView(_ shape: Int) -> ConvexView { outlineRows.convexView(shape) }

  /// The smallest box around a shape, its body's origin being at `transform`.
  @inline(__always)
  func tightBox(_ shape: Int, _ transform: Transform) -> BoundingBox {
    outlineRows.tightBox(shape, transform)
  }

  /// The smallest box around all shapes of a body; a point where there are none.
  func boundingBox(ofBody slot: Int) -> BoundingBox {
    let transform = originTransform(slot)
    var link = bodyTable.records[slot].link
    if link == 0 { return BoundingBox(lower: transform.position, upper: transform.position) }
    var box = tightBox(Int(link - 1), transform)
    while link != 0 {
      let shape = Int(link - 1)
      box = box.union(tightBox(shape, transform))
      link = shapeTable.records[shape].next
    }
    return box
  }
}
