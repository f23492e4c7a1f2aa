import DeterministicMath

/// An axis-aligned box.
@frozen
public struct BoundingBox: Equatable, BitwiseCopyable, Sendable {
  /// The corner of the least coordinates.
  public var lower: Vec2
  /// The corner of the greatest coordinates.
  public var upper: Vec2

  /// Makes a box of its corners; each coordinate of `lower` must be at most that of `upper`.
  @inlinable @inline(__always)
  public init(lower: Vec2, upper: Vec2) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether the boxes share a point; touching counts.
  @inlinable @inline(__always)
  public func overlaps(_ b: BoundingBox) -> Bool {
    lower.x <= b.upper.x && b.lower.x <= upper.x && lower.y <= b.upper.y && b.lower.y <= upper.y
  }

  /// Whether `b` lies within this box, edges included.
  @inlinable @inline(__always)
  public func contains(_ b: BoundingBox) -> Bool {
    lower.x <= b.lower.x && lower.y <= b.lower.y && b.upper.x <= upper.x && b.upper.y <= upper.y
  }

  /// The smallest box around both.
  @inlinable @inline(__always)
  public func union(_ b: BoundingBox) -> BoundingBox {
    BoundingBox(lower: Vec2.min(lower, b.lower), upper: Vec2.max(upper, b.upper))
  }

  /// Grown by `margin` on every side.
  @inlinable @inline(__always)
  public func grown(by margin: Float) -> BoundingBox {
    BoundingBox(
      lower: Vec2(lower.x - margin, lower.y - margin),
      upper: Vec2(upper.x + margin, upper.y + margin))
  }

  @inline(__always)
  var perimeter: Float { 2 * ((upper.x - lower.x) + (upper.y - lower.y)) }
}
