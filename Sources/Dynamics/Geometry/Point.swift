/// A place in reference space, in points: x to the right, y down.
@frozen
public struct Point: Hashable, Sendable {
  /// Points to the right of the origin.
  public var x: Double
  /// Points below the origin.
  public var y: Double

  /// Makes a point of its coordinates.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  @inlinable
  public static var zero: Point { Point(x: 0, y: 0) }

  /// The point moved by `v`.
  @inlinable
  public static func + (p: Point, v: Vector) -> Point { Point(x: p.x + v.dx, y: p.y + v.dy) }

  /// The point moved by the opposite of `v`.
  @inlinable
  public static func - (p: Point, v: Vector) -> Point { Point(x: p.x - v.dx, y: p.y - v.dy) }

  /// Moves the point by `v`.
  @inlinable
  public static func += (p: inout Point, v: Vector) { p = p + v }

  /// Moves the point by the opposite of `v`.
  @inlinable
  public static func -= (p: inout Point, v: Vector) { p = p - v }

  /// The way from `b` to `a`.
  @inlinable
  public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }

  /// The point in the middle between this one and `other`.
  @inlinable
  public func midpoint(to other: Point) -> Point {
    Point(x: x / 2 + other.x / 2, y: y / 2 + other.y / 2)
  }

  /// Whether neither coordinate is infinite or NaN.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Within ±10⁶ points: where things may be put.
  package var isUsable: Bool { x >= -1e6 && x <= 1e6 && y >= -1e6 && y <= 1e6 }

  /// Distance to `other`, in points.
  public func distance(to other: Point) -> Double { (self - other).length }
}
