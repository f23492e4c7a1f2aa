import DeterministicMath

/// Where the outlines of shapes are.
extension World {
  /// The outline of a shape in its body's frame.
  @inline(__always)
  func convexView(_ shape: Int) -> ConvexView {
    let outline = outlines.base + shape
    let count = Int(outline.pointee.count)
    if _slowPath(outline.pointee.sideOffset >= 0) {
      let base = UnsafePointer(sideVertices.base) + Int(outline.pointee.sideOffset)
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
    let view = convexView(shape)
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

  /// The smallest box around all shapes of a body; a point where there are none.
  func boundingBox(ofBody slot: Int) -> BoundingBox {
    let transform = originTransform(slot)
    var link = bodies[slot].link
    if link == 0 { return BoundingBox(lower: transform.position, upper: transform.position) }
    var box = tightBox(Int(link - 1), transform)
    while link != 0 {
      let shape = Int(link - 1)
      box = box.union(tightBox(shape, transform))
      link = shapes[shape].next
    }
    return box
  }
}
