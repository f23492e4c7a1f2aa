import DeterministicMath

/// A convex outline in some frame: corners counter-clockwise (in the sense of +x to +y), outward
/// normals of the edges that start at each corner, and a rounding radius.
struct ConvexView {
  var vertices: UnsafePointer<Vec2>
  var normals: UnsafePointer<Vec2>
  var count: Int
  var radius: Float
  var centroid: Vec2
}
