import DeterministicMath

/// An affine map of the plane: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
@frozen
public struct AffineTransform2D: Hashable, Sendable {
  /// Factor of `x` in `x'`.
  public var a: Double
  /// Factor of `x` in `y'`.
  public var b: Double
  /// Factor of `y` in `x'`.
  public var c: Double
  /// Factor of `y` in `y'`.
  public var d: Double
  /// Translation along x, in points.
  public var tx: Double
  /// Translation along y, in points.
  public var ty: Double

  /// Makes a map of its coefficients; see the type for the order.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that leaves every point where it is.
  @inlinable
  public static var identity: AffineTransform2D {
    AffineTransform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  }

  /// A rotation about the origin, clockwise on screen for positive angles (radians).
  public init(rotation angle: Double) {
    let turned = Elementary.sincos(angle)
    self.init(cosine: turned.cosine, sine: turned.sine)
  }

  /// A rotation given by its cosine and sine.
  public init(cosine: Double, sine: Double) {
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Makes a map that scales about the origin.
  public init(scaleX: Double, y: Double) {
    self.init(a: scaleX, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Makes a map that moves by an offset, in points.
  public init(translationX: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: translationX, ty: y)
  }

  /// `self` first, then `next`.
  public func concatenating(_ next: AffineTransform2D) -> AffineTransform2D {
    AffineTransform2D(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The image of a point.
  public func apply(to p: Point) -> Point {
    Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
  }

  /// The angle by which +x is turned, in radians: `atan2(b, a)`.
  public var rotation: Double { Vector(dx: a, dy: b).angle }

  /// Cosine and sine of ``rotation``, without trigonometry; the identity when `a` and `b` vanish.
  package var rotationCosineAndSine: (cosine: Double, sine: Double) {
    let length = squareRoot(a * a + b * b)
    guard length > 0, length.isFinite else { return (1, 0) }
    return (a / length, b / length)
  }

  /// Whether turning it can overflow nothing.
  package var isUsable: Bool {
    for number in [a, b, c, d, tx, ty] where !(number >= -1e6 && number <= 1e6) { return false }
    return true
  }

  /// Whether no coefficient is infinite or NaN.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
