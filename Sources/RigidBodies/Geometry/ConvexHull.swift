import DeterministicMath

/// The convex hull of the points, counter-clockwise in the sense of +x to +y, starting with the
/// point of least x (then least y). Collinear and repeated points are dropped.
///
/// - Source: A. M. Andrew's monotone chain, 1979.
/// - Complexity: O(n log n).
public func convexHull(_ points: [Vec2]) -> [Vec2] {
  var sorted = points
  sorted.sortStably { $0.x != $1.x ? $0.x < $1.x : $0.y < $1.y }
  var unique: [Vec2] = []
  for point in sorted where unique.last != point { unique.append(point) }
  if unique.count < 3 { return unique }
  func chain(_ way: [Vec2]) -> [Vec2] {
    var hull: [Vec2] = []
    for point in way {
      while hull.count >= 2 {
        let a = hull[hull.count - 2]
        let b = hull[hull.count - 1]
        let ab = b - a
        let ap = point - a
        // Relative tolerance, so that nearly straight corners go, whatever the unit.
        if ab.cross(ap) > 1e-6 * (ab.length * ap.length) { break }
        hull.removeLast()
      }
      hull.append(point)
    }
    return hull
  }
  var hull = chain(unique)
  var upper = chain(unique.reversed())
  hull.removeLast()
  upper.removeLast()
  hull.append(contentsOf: upper)
  return hull
}

/// The unit normal of the edge that starts at each corner, on the right of its direction.
func outwardNormals(_ corners: [Vec2]) -> [Vec2] {
  assert(corners.count > 1, "one corner has no side")
  var normals: [Vec2] = []
  for i in 0..<corners.count {
    let next = i + 1 < corners.count ? i + 1 : 0
    normals.append((corners[next] - corners[i]).normalized.rightPerpendicular)
  }
  return normals
}

extension ShapeOutline {
  /// An outline of at most eight corners.
  static func make(_ corners: [Vec2], radius: Float) -> ShapeOutline {
    assert(corners.count <= inlineVertexCount, "the corners fit the outline")
    var outline = measure(corners, radius: radius)
    let normals = corners.count > 1 ? outwardNormals(corners) : [Vec2.zero]
    withUnsafeMutableBytes(of: &outline.vertices) { bytes in
      let vertices = bytes.bindMemory(to: Vec2.self)
      for i in 0..<corners.count { vertices[i] = corners[i] }
    }
    withUnsafeMutableBytes(of: &outline.normals) { bytes in
      let target = bytes.bindMemory(to: Vec2.self)
      for i in 0..<corners.count { target[i] = normals[i] }
    }
    return outline
  }

  /// Everything but the corners themselves.
  static func measure(_ corners: [Vec2], radius: Float) -> ShapeOutline {
    assert(!corners.isEmpty, "a shape has a corner")
    assert(radius >= 0, "radii are not negative")
    var outline = ShapeOutline()
    outline.count = Int32(corners.count)
    outline.radius = radius
    var centroid = Vec2.zero
    if corners.count > 2 {
      let origin = corners[0]
      var area: Float = 0
      for i in 1..<(corners.count - 1) {
        let a = corners[i] - origin
        let b = corners[i + 1] - origin
        let cross = a.cross(b)
        area += cross
        centroid += (cross / 3) * (a + b)
      }
      centroid = area > 0 ? origin + (1 / area) * centroid : origin
    } else {
      for corner in corners { centroid += corner }
      centroid = (1 / Float(corners.count)) * centroid
    }
    outline.centroidX = centroid.x
    outline.centroidY = centroid.y
    var extent: Float = 0
    for corner in corners { extent = larger(extent, (corner - centroid).length) }
    outline.extent = extent + radius
    var inner = corners.count > 2 ? Float.greatestFiniteMagnitude : 0
    if corners.count > 2 {
      let normals = outwardNormals(corners)
      for i in 0..<corners.count {
        inner = smaller(inner, normals[i].dot(corners[i] - centroid))
      }
    }
    outline.inner = inner + radius
    return outline
  }
}
