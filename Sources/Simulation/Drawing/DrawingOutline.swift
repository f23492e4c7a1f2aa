/// A place or a vector of a ``StepDrawing``, in the simulation's length unit.
@frozen
public struct DrawingPoint: Equatable, Sendable {
  public var x: Double
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
  public var x: Double
  public var y: Double
  public var width: Double
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
  case circle(center: DrawingPoint, radius: Double)
  /// A line with round ends: everything within `radius` of it.
  case capsule(DrawingPoint, DrawingPoint, radius: Double)
  /// Closed; `radius` is added around the corners.
  case polygon([DrawingPoint], radius: Double)
  /// Open, without an inside.
  case line([DrawingPoint])
}
