import DeterministicMath
import Simulation

// What differs between kinds of shapes, in one place: a new kind is a case of `ShapeKind`, a line
// in each switch here, and a case of `ShapeGeometry` when people give it in a form of its own.

extension ShapeKind {
  /// How a shape meets others.
  enum Collider {
    /// Corners, normals and a rounding radius say all: one corner is a circle.
    case convex
    /// With the neighbours as ghosts.
    case edge
  }

  @inline(__always) var collider: Collider {
    switch self {
    case .circle, .capsule, .polygon, .segment: .convex
    case .edge: .edge
    }
  }

  /// How many corners a sound outline has.
  var cornerCounts: ClosedRange<Int> {
    switch self {
    case .circle: 1...1
    case .capsule, .segment, .edge: 2...2
    case .polygon: 3...ShapeGeometry.maximumVertexCount
    }
  }

  /// How a picture shows it.
  ///
  /// - Parameter points: the corners, in the plane.
  func drawing(_ points: [DrawingPoint], radius: Double) -> DrawingOutline {
    switch self {
    case .circle: .circle(center: points[0], radius: radius)
    case .capsule: .capsule(points[0], points[1], radius: radius)
    case .polygon: .polygon(points, radius: radius)
    case .segment, .edge: .line([points[0], points[1]])
    }
  }

  /// Mass, inertia about the own centre, and centre in the body's frame.
  ///
  /// - Parameter room: for corners.
  func massData(
    _ view: ConvexView, density: Float, room: UnsafeMutablePointer<Vec2>
  ) -> MassData {
    assert(cornerCounts.contains(view.count), "a shape has as many corners as its kind")
    let radius = view.radius
    let pi: Float = 3.141_592_7
    switch self {
    case .segment, .edge: return MassData(mass: 0, inertia: 0, localCenter: .zero)
    case .circle:
      let mass = density * (pi * (radius * radius))
      return MassData(
        mass: mass, inertia: 0.5 * mass * (radius * radius), localCenter: view.vertices[0])
    case .capsule:
      let a = view.vertices[0]
      let b = view.vertices[1]
      let length = (b - a).length
      let discMass = density * (pi * (radius * radius))
      let boxMass = density * (2 * radius * length)
      // Each half disc has its own centre 4r/3π beyond the end of the segment.
      let lever = 4 * radius / (3 * pi)
      let half = 0.5 * length
      let disc =
        discMass * (0.5 * (radius * radius) + half * half + 2 * (half * lever))
      let box = boxMass * (4 * (radius * radius) + length * length) / 12
      return MassData(
        mass: discMass + boxMass, inertia: disc + box, localCenter: 0.5 * (a + b))
    case .polygon:
      return ShapeKind.polygonMass(view, density, room)
    }
  }

  /// Triangles from the first corner; rounding is approximated by moving the corners outward.
  private static func polygonMass(
    _ view: ConvexView, _ density: Float, _ points: UnsafeMutablePointer<Vec2>
  ) -> MassData {
    assert(view.count >= 3, "a polygon has three corners")
    assert(view.count <= ShapeGeometry.maximumVertexCount, "they fit the scratch")
    for i in 0..<view.count {
      let before = view.normals[i == 0 ? view.count - 1 : i - 1]
      let after = view.normals[i]
      let sum = before + after
      let scale = view.radius > 0 ? 2 * view.radius / sum.lengthSquared : 0
      points[i] = view.vertices[i] + (sum.lengthSquared > 0.01 ? scale * sum : .zero)
    }
    let origin = points[0]
    var area: Float = 0
    var center = Vec2.zero
    var second: Float = 0
    for i in 1..<(view.count - 1) {
      let a = points[i] - origin
      let b = points[i + 1] - origin
      let cross = a.cross(b)
      let triangle = 0.5 * cross
      area += triangle
      center += (triangle / 3) * (a + b)
      let xx = a.x * a.x + a.x * b.x + b.x * b.x
      let yy = a.y * a.y + a.y * b.y + b.y * b.y
      second += (cross / 12) * (xx + yy)
    }
    let mass = density * area
    let local = area > 0 ? (1 / area) * center : .zero
    return MassData(
      mass: mass, inertia: density * second - mass * local.lengthSquared,
      localCenter: origin + local)
  }
}
