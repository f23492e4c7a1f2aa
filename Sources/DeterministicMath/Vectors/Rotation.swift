/// A rotation of the plane, kept as cosine and sine so that a step needs no trigonometry.
///
/// Positive angles turn +x towards +y (clockwise on a screen whose y axis points down).
@frozen
public struct Rotation: Equatable, Sendable {
  /// Cosine of the angle.
  public var cosine: Float
  /// Sine of the angle.
  public var sine: Float

  /// Makes a rotation of components that lie on the unit circle; ``normalized`` puts others there.
  @inlinable @_transparent
  public init(cosine: Float, sine: Float) {
    self.cosine = cosine
    self.sine = sine
  }

  /// The rotation by 0.
  @inlinable @_transparent
  public static var identity: Rotation { Rotation(cosine: 1, sine: 0) }

  /// `self` after `other`: the rotation by the sum of both angles.
  @inlinable @_transparent
  public static func * (a: Rotation, b: Rotation) -> Rotation {
    Rotation(
      cosine: a.cosine * b.cosine - a.sine * b.sine,
      sine: a.sine * b.cosine + a.cosine * b.sine)
  }

  /// The rotation by the opposite angle.
  @inlinable @_transparent
  public var inverse: Rotation { Rotation(cosine: cosine, sine: -sine) }

  /// `v` turned by this rotation.
  @inlinable @_transparent
  public func rotate(_ v: Vec2) -> Vec2 {
    Vec2(cosine * v.x - sine * v.y, sine * v.x + cosine * v.y)
  }

  /// `v` turned back by this rotation.
  @inlinable @_transparent
  public func inverseRotate(_ v: Vec2) -> Vec2 {
    Vec2(cosine * v.x + sine * v.y, cosine * v.y - sine * v.x)
  }

  /// This rotation after turning by the small angle `delta` (radians), brought back to unit length.
  ///
  /// First order in `delta`, then normalised: exact to O(delta³), without trigonometry.
  @inlinable @_transparent
  public func integrated(by delta: Float) -> Rotation {
    let c = cosine - delta * sine
    let s = sine + delta * cosine
    let k = 1 / squareRoot(c * c + s * s)
    return Rotation(cosine: c * k, sine: s * k)
  }

  /// Brought back to unit length; the identity when both components are zero.
  @inlinable
  public var normalized: Rotation {
    let m = squareRoot(cosine * cosine + sine * sine)
    if m > 0 {
      let k = 1 / m
      return Rotation(cosine: cosine * k, sine: sine * k)
    }
    return .identity
  }
}
