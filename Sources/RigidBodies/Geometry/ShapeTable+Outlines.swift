import DeterministicMath

/// Where the outlines of shapes are.
extension ShapeTable {
  @inline(__always)
  var outlineRows: OutlineRows {
    OutlineRows(outlines: outlines.base, sideVertices: sideVertices.base)
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
  ///
  /// - Parameters:
  ///   - first: the link to the body's first shape.
  ///   - transform: where the body's origin is.
  func boundingBox(from first: UInt32, _ transform: Transform) -> BoundingBox {
    if first == 0 { return BoundingBox(lower: transform.position, upper: transform.position) }
    var box = tightBox(Int(first - 1), transform)
    var link = records[Int(first - 1)].next
    while link != 0 {
      let shape = Int(link - 1)
      box = box.union(tightBox(shape, transform))
      link = records[shape].next
    }
    return box
  }
}
