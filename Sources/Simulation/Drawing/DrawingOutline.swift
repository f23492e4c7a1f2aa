/// A place or a vector of a ``StepDrawing``, in the simulation's length unit.
@frozen
public struct DrawingPoint: Equatable, Sendable {
  /// To the right.
  public var x: Double
  /// Up or down, as ``StepDrawing/isYUp`` says.
  public var y: Double

  /// Makes a point of two coordinates.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle of a ``StepDrawing``.
public struct DrawingFrame: Equatable, Sendable {
  /// The least x.
  public var x: Double
  /// The least y.
  public var y: Double
  /// From the least x to the greatest.
  public var width: Double
  /// From the least y to the greatest.
  public var height: Double

  /// Makes a rectangle of its corner with the least coordinates and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// The edge of a shape, in the plane's own coordinates.
public enum DrawingOutline: Equatable, Sendable {
  /// Closed and round.
  case circle(center: DrawingPoint, radius: Double)
  /// A line with round ends: everything within `radius` of it.
  case capsule(DrawingPoint, DrawingPoint, radius: Double)
  /// Closed; `radius` is added around the corners.
  case polygon([DrawingPoint], radius: Double)
  /// Open, without an inside.
  case line([DrawingPoint])
}
