/// Width and height, in points.
@frozen
public struct Size: Hashable, Sendable {
  /// Extent along x, in points.
  public var width: Double
  /// Extent along y, in points.
  public var height: Double

  /// Makes a size, in points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No width and no height.
  @inlinable
  public static var zero: Size { Size(width: 0, height: 0) }
}

/// Distances from the sides of a rectangle; positive values shrink it.
@frozen
public struct EdgeInsets2D: Hashable, Sendable {
  /// Distance from the upper side, in points.
  public var top: Double
  /// Distance from the left side, in points.
  public var left: Double
  /// Distance from the lower side, in points.
  public var bottom: Double
  /// Distance from the right side, in points.
  public var right: Double

  /// Makes insets, in points; negative ones enlarge a rectangle.
  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Insets that change nothing.
  @inlinable
  public static var zero: EdgeInsets2D { EdgeInsets2D(top: 0, left: 0, bottom: 0, right: 0) }
}

/// An upright rectangle, in points; its origin is the upper left corner.
@frozen
public struct Rect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point
  /// Width and height.
  public var size: Size

  /// Makes a rectangle; negative sides are kept, and ``isValid`` then fails.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle of its upper left corner and its sides, in points.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle without extent at the origin.
  @inlinable
  public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// The left side.
  @inlinable public var minX: Double { origin.x }
  /// The upper side.
  @inlinable public var minY: Double { origin.y }
  /// The right side.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The lower side.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// Half-way between the left and the right side.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// Half-way between the upper and the lower side.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// Extent along x, in points.
  @inlinable public var width: Double { size.width }
  /// Extent along y, in points.
  @inlinable public var height: Double { size.height }

  /// The point in the middle.
  @inlinable
  public var center: Point { Point(x: midX, y: midY) }

  /// This rectangle moved inwards by the insets.
  public func inset(by insets: EdgeInsets2D) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
  }

  /// Whether the point lies inside or on an edge.
  public func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY
  }

  /// Whether both share a point, edges included.
  public func intersects(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// All four numbers are finite and neither side is negative.
  public var isValid: Bool {
    origin.isFinite && size.width.isFinite && size.height.isFinite
      && size.width >= 0 && size.height >= 0
  }
}
