import DeterministicMath

/// Four neighbouring floats of eight rows each, as four columns.
///
/// - Parameters:
///   - first: the first of the four floats in row 0; no alignment is asked for.
///   - stride: bytes from one row to the next.
@inline(__always)
private func columns(
  _ first: UnsafeRawPointer, _ slots: UnsafePointer<Int32>, stride: Int
) -> (Lanes, Lanes, Lanes, Lanes) {
  @inline(__always)
  func row(_ lane: Int) -> SIMD4<Float> {
    first.loadUnaligned(fromByteOffset: Int(slots[lane]) &* stride, as: SIMD4<Float>.self)
  }
  return Lanes.columns(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
}

extension LaneColumns {
  /// Fills a ``QuadColumn`` with the outlines of eight shapes, as they are in their bodies' frames.
  @inline(__always)
  func takeQuads(_ outlines: UnsafePointer<ShapeOutline>, _ slots: UnsafePointer<Int32>) {
    let rows = UnsafeMutablePointer(mutating: outlines)
    let stride = MemoryLayout<ShapeOutline>.stride
    // Radius, extent, inner, count: see `ShapeOutline`.
    let measures = RigidBodies.columns(
      address(of: &rows.pointee.radius), slots, stride: stride)
    self[QuadColumn.radius] = measures.0
    let bits = unsafeBitCast(measures.3.simd, to: SIMD8<UInt32>.self)
    let shifted = bits &+ SIMD8<UInt32>(repeating: Float(8_388_608).bitPattern)
    let cornerCount =
      Lanes(unsafeBitCast(shifted, to: SIMD8<Float>.self)) - Lanes(all: 8_388_608)
    self[QuadColumn.cornerCount] = cornerCount
    take(&rows.pointee.vertices, slots, QuadColumn.x, QuadColumn.y)
    take(&rows.pointee.normals, slots, QuadColumn.normalX, QuadColumn.normalY)
    if Lanes.isAny(Lanes(all: 3.5), above: cornerCount) {
      closeTriangles(QuadColumn.x, cornerCount)
      closeTriangles(QuadColumn.y, cornerCount)
      closeTriangles(QuadColumn.normalX, cornerCount)
      closeTriangles(QuadColumn.normalY, cornerCount)
    }
  }

  /// Four vectors of each row.
  @inline(__always)
  private func take(
    _ vectors: inout Vec2x8, _ slots: UnsafePointer<Int32>, _ x: Int, _ y: Int
  ) {
    let stride = MemoryLayout<ShapeOutline>.stride
    let first = RigidBodies.columns(address(of: &vectors.v0), slots, stride: stride)
    self[x] = first.0
    self[y] = first.1
    self[x &+ 1] = first.2
    self[y &+ 1] = first.3
    let second = RigidBodies.columns(address(of: &vectors.v2), slots, stride: stride)
    self[x &+ 2] = second.0
    self[y &+ 2] = second.1
    self[x &+ 3] = second.2
    self[y &+ 3] = second.3
  }

  @_transparent
  private func closeTriangles(_ column: Int, _ cornerCount: Lanes) {
    self[column &+ 3] = Lanes.select(
      Lanes(all: 3.5), isAbove: cornerCount, self[column], self[column &+ 3])
  }

  /// Brings a ``QuadColumn`` into another frame, in which its own has this position and rotation.
  @inline(__always)
  func moveQuads(_ x: Lanes, _ y: Lanes, _ cosine: Lanes, _ sine: Lanes) {
    var i = 0
    while i < 4 {
      let vx = self[QuadColumn.x &+ i]
      let vy = self[QuadColumn.y &+ i]
      self[QuadColumn.x &+ i] = (cosine * vx - sine * vy) + x
      self[QuadColumn.y &+ i] = (sine * vx + cosine * vy) + y
      let nx = self[QuadColumn.normalX &+ i]
      let ny = self[QuadColumn.normalY &+ i]
      self[QuadColumn.normalX &+ i] = cosine * nx - sine * ny
      self[QuadColumn.normalY &+ i] = sine * nx + cosine * ny
      i &+= 1
    }
  }
}
