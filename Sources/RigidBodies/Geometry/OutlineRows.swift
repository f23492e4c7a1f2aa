import DeterministicMath

/// Where the outlines of shapes are; valid until a shape comes.
struct OutlineRows {
  var outlines: UnsafePointer<ShapeOutline>
  var sideVertices: UnsafePointer<Vec2>

  /// The outline of a shape in its body's frame.
  @inline(__always)
  func convexView(_ shape: Int) -> ConvexView {
    assert(shape >= 0, "slots count from zero")
    assert(
      Int(outlines[shape].count) <= ShapeGeometry.maximumVertexCount,
      "no outline has more corners")
    let outline = outlines + shape
    let count = Int(outline.pointee.count)
    if _slowPath(outline.pointee.sideOffset >= 0) {
      let base = sideVertices + Int(outline.pointee.sideOffset)
      return ConvexView(
        vertices: base, normals: base + count, count: count, radius: outline.pointee.radius,
        centroid: outline.pointee.centroid)
    }
    let vertices = UnsafeRawPointer(outline).assumingMemoryBound(to: Vec2.self)
    return ConvexView(
      vertices: vertices, normals: vertices + ShapeOutline.inlineVertexCount, count: count,
      radius: outline.pointee.radius, centroid: outline.pointee.centroid)
  }

  /// The smallest box around a shape, its body's origin being at `transform`.
  @inline(__always)
  func tightBox(_ shape: Int, _ transform: Transform) -> BoundingBox {
    assert(shape >= 0, "slots count from zero")
    let view = convexView(shape)
    assert(view.count >= 1, "an outline has a corner")
    let first = transform.apply(view.vertices[0])
    var lower = first
    var upper = first
    var i = 1
    while i < view.count {
      let v = transform.apply(view.vertices[i])
      lower = Vec2.min(lower, v)
      upper = Vec2.max(upper, v)
      i &+= 1
    }
    return BoundingBox(lower: lower, upper: upper).grown(by: view.radius)
  }
}
