#if !canImport(CoreGraphics)
  // Like UIKit, this module brings Foundation along. Its own names stand before Foundation's of the
  // same spelling, in files that do not import Foundation themselves.
  @_exported import Foundation

  import Dynamics

  /// CoreGraphics's name of `Double`.
  public typealias CGFloat = Double
  /// CoreGraphics's name of `Point`.
  public typealias CGPoint = Point
  /// CoreGraphics's name of `Vector`.
  public typealias CGVector = Vector
  /// CoreGraphics's name of `Size`.
  public typealias CGSize = Size
  /// CoreGraphics's name of `Rect`.
  public typealias CGRect = Rect
  /// CoreGraphics's name of `AffineTransform2D`.
  public typealias CGAffineTransform = AffineTransform2D

  extension Point {
    /// A point with whole coordinates.
    public init(x: Int, y: Int) { self.init(x: Double(x), y: Double(y)) }

    /// The point where `transform` puts this one.
    public func applying(_ transform: CGAffineTransform) -> CGPoint { transform.apply(to: self) }
  }

  extension Vector {
    /// A vector with whole components.
    public init(dx: Int, dy: Int) { self.init(dx: Double(dx), dy: Double(dy)) }
  }

  extension Size {
    /// A size of whole points.
    public init(width: Int, height: Int) {
      self.init(width: Double(width), height: Double(height))
    }
  }

  extension Rect {
    /// A rectangle at whole points.
    public init(x: Int, y: Int, width: Int, height: Int) {
      self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    /// This rectangle, moved inwards by `dx` on the left and right, by `dy` above and below.
    public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
      inset(by: UIEdgeInsets(top: dy, left: dx, bottom: dy, right: dx))
    }

    /// This rectangle elsewhere.
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
      CGRect(origin: origin + CGVector(dx: dx, dy: dy), size: size)
    }
  }

  extension AffineTransform2D {
    /// A rotation about the origin, in radians, clockwise on screen.
    public init(rotationAngle angle: CGFloat) { self.init(rotation: angle) }

    /// This map after a rotation.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
      CGAffineTransform(rotation: angle).concatenating(self)
    }

    /// This map after a change of size.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
      CGAffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// This map after a move.
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
      CGAffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// The map back; this one when there is none.
    public func inverted() -> CGAffineTransform {
      let determinant = a * d - b * c
      guard determinant != 0, determinant.isFinite else { return self }
      let (p, q, r, s) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
      return CGAffineTransform(
        a: p, b: q, c: r, d: s, tx: -(p * tx + r * ty), ty: -(q * tx + s * ty))
    }

    /// Nothing moves.
    public var isIdentity: Bool { self == .identity }
  }
#endif
