/// A vector or a point of the plane, in single precision.
///
/// Two plain floats rather than `SIMD2`: two-lane vectors slow collision code by 17–40 %.
@frozen
public struct Vec2: Equatable, Sendable {
  /// Component along x.
  public var x: Float
  /// Component along y.
  public var y: Float

  /// Makes a vector of its components.
  @inlinable @_transparent
  public init(_ x: Float, _ y: Float) {
    self.x = x
    self.y = y
  }

  /// The origin.
  @inlinable @_transparent
  public static var zero: Vec2 { Vec2(0, 0) }
}

extension Vec2 {
  /// Adds component by component.
  @inlinable @_transparent
  public static func + (a: Vec2, b: Vec2) -> Vec2 { Vec2(a.x + b.x, a.y + b.y) }

  /// Subtracts component by component: the vector from `b` to `a`.
  @inlinable @_transparent
  public static func - (a: Vec2, b: Vec2) -> Vec2 { Vec2(a.x - b.x, a.y - b.y) }

  /// The vector of equal length in the opposite direction.
  @inlinable @_transparent
  public static prefix func - (a: Vec2) -> Vec2 { Vec2(-a.x, -a.y) }

  /// Scales both components by `s`.
  @inlinable @_transparent
  public static func * (s: Float, a: Vec2) -> Vec2 { Vec2(s * a.x, s * a.y) }

  /// Adds `b` to `a`, component by component.
  @inlinable @_transparent
  public static func += (a: inout Vec2, b: Vec2) { a = a + b }

  /// Subtracts `b` from `a`, component by component.
  @inlinable @_transparent
  public static func -= (a: inout Vec2, b: Vec2) { a = a - b }

  /// `a · b`.
  @inlinable @_transparent
  public func dot(_ b: Vec2) -> Float { x * b.x + y * b.y }

  /// The third component of `a × b`: positive when `b` lies on the +y side of `a`.
  @inlinable @_transparent
  public func cross(_ b: Vec2) -> Float { x * b.y - y * b.x }

  /// `w × self` for an angular rate `w`: the velocity of the point `self` of a body turning at `w`.
  @inlinable @_transparent
  public func crossed(by w: Float) -> Vec2 { Vec2(-w * y, w * x) }

  /// Turned by +90°, from +x to +y.
  @inlinable @_transparent
  public var leftPerpendicular: Vec2 { Vec2(-y, x) }

  /// Turned by −90°, from +y to +x.
  @inlinable @_transparent
  public var rightPerpendicular: Vec2 { Vec2(y, -x) }

  /// The squared length, without a root; infinite above a length of about 1.8·10¹⁹.
  @inlinable @_transparent
  public var lengthSquared: Float { x * x + y * y }

  /// The length; infinite above about 1.8·10¹⁹, where the square overflows.
  @inlinable @_transparent
  public var length: Float { squareRoot(x * x + y * y) }

  /// The unit vector along `self`, or zero when `self` is shorter than
  /// `Float.leastNormalMagnitude`.
  @inlinable
  public var normalized: Vec2 {
    let l = length
    if l < Float.leastNormalMagnitude { return .zero }
    let k = 1 / l
    return Vec2(k * x, k * y)
  }

  /// Component by component, by comparison, so that signed zeros behave alike on every target.
  @inlinable @_transparent
  public static func min(_ a: Vec2, _ b: Vec2) -> Vec2 {
    Vec2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y)
  }

  /// Component by component, by comparison, so that signed zeros behave alike on every target.
  @inlinable @_transparent
  public static func max(_ a: Vec2, _ b: Vec2) -> Vec2 {
    Vec2(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y)
  }

  /// Whether neither component is infinite or NaN.
  @inlinable @_transparent
  public var isFinite: Bool { x.isFinite && y.isFinite }
}
