import DeterministicMath

/// A direction with a length: an offset in points, a velocity, a force.
@frozen
public struct Vector: Hashable, Sendable {
  /// Component to the right.
  public var dx: Double
  /// Component down.
  public var dy: Double

  /// Makes a vector of its components.
  @inlinable
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// A vector of the given length; angle 0 points right, π/2 down.
  ///
  /// - Parameters:
  ///   - angle: radians, clockwise on screen.
  ///   - magnitude: the length.
  public init(angle: Double, magnitude: Double) {
    let turned = Elementary.sincos(angle)
    dx = magnitude * turned.cosine
    dy = magnitude * turned.sine
  }

  /// The vector of length 0.
  @inlinable
  public static var zero: Vector { Vector(dx: 0, dy: 0) }

  /// Adds component by component.
  @inlinable
  public static func + (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
  }

  /// Subtracts component by component.
  @inlinable
  public static func - (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx - b.dx, dy: a.dy - b.dy)
  }

  /// Scales both components by `s`.
  @inlinable
  public static func * (s: Double, v: Vector) -> Vector { Vector(dx: s * v.dx, dy: s * v.dy) }

  /// The vector `s` times as long.
  @inlinable
  public static func * (v: Vector, s: Double) -> Vector { s * v }

  /// The vector, shorter by a factor of `s`.
  @inlinable
  public static func / (v: Vector, s: Double) -> Vector { Vector(dx: v.dx / s, dy: v.dy / s) }

  /// Adds `b`.
  @inlinable
  public static func += (a: inout Vector, b: Vector) { a = a + b }

  /// Takes `b` away.
  @inlinable
  public static func -= (a: inout Vector, b: Vector) { a = a - b }

  /// Makes the vector `s` times as long.
  @inlinable
  public static func *= (v: inout Vector, s: Double) { v = s * v }

  /// Makes the vector shorter by a factor of `s`.
  @inlinable
  public static func /= (v: inout Vector, s: Double) { v = v / s }

  /// The vector of equal length in the opposite direction.
  @inlinable
  public static prefix func - (v: Vector) -> Vector { Vector(dx: -v.dx, dy: -v.dy) }

  /// The Euclidean length; infinite where its square overflows.
  public var length: Double { squareRoot(dx * dx + dy * dy) }

  /// Radians in (−π, π], clockwise on screen from +x; 0 for the zero vector.
  public var angle: Double { dx == 0 && dy == 0 ? 0 : Elementary.atan2(dy, dx) }

  /// The third component of `self × other`.
  @inlinable
  public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// `self · other`.
  @inlinable
  public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// Whether neither component is infinite or NaN.
  @inlinable
  public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// Within ±10⁶ each way.
  package var isUsable: Bool { dx >= -1e6 && dx <= 1e6 && dy >= -1e6 && dy <= 1e6 }
}
