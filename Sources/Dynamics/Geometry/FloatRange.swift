/// Least and greatest value of a range that may be open: points or radians.
public struct FloatRange: Hashable, Sendable {
  /// The least value; −∞ leaves the range open below.
  public var minimum: Double
  /// The greatest value; +∞ leaves the range open above.
  public var maximum: Double

  /// Makes a range; `minimum` is meant to be at most `maximum`.
  public init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// From 0 to 0: nothing but 0.
  public static var zero: FloatRange { FloatRange(minimum: 0, maximum: 0) }

  /// All numbers.
  public static var infinite: FloatRange {
    FloatRange(minimum: -.infinity, maximum: .infinity)
  }

  /// Open at both ends.
  public var isInfinite: Bool { minimum == -.infinity && maximum == .infinity }
}
