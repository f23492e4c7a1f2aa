/// Which numbers a field may hold. A restored state with another number is refused.
///
/// NaN is refused in every field, whatever its range.
public struct FieldRange: Equatable, BitwiseCopyable, Sendable {
  @usableFromInline var lower: Double
  @usableFromInline var upper: Double
  /// Bits that may be set, of whole numbers.
  @usableFromInline var mask: UInt64
  /// True for the values of an integer type that is stored as a wider one.
  @usableFromInline var isWidth = false

  // Computed, all of them: a stored one is looked up for every field of every row.

  @inlinable @inline(__always)
  init(lower: Double = -.infinity, upper: Double = .infinity, mask: UInt64 = .max) {
    self.lower = lower
    self.upper = upper
    self.mask = mask
  }

  /// Every number, infinity included.
  @inlinable public static var any: FieldRange { FieldRange() }
  /// Every number but infinity.
  @inlinable public static var finite: FieldRange {
    FieldRange(lower: -.greatestFiniteMagnitude, upper: .greatestFiniteMagnitude)
  }
  /// Zero or more, infinity included.
  @inlinable public static var notNegative: FieldRange { FieldRange(lower: 0) }
  /// Zero or more, but not infinity.
  @inlinable public static var finiteNotNegative: FieldRange {
    FieldRange(lower: 0, upper: .greatestFiniteMagnitude)
  }

  /// At least `lower`.
  @inlinable
  public static func atLeast(_ lower: Double) -> FieldRange { FieldRange(lower: lower) }
  /// At most `upper`.
  @inlinable
  public static func atMost(_ upper: Double) -> FieldRange { FieldRange(upper: upper) }
  /// At least `lower` and at most `upper`. Whole numbers beyond 2⁵³ are compared as the nearest
  /// `Double`.
  @inlinable
  public static func between(_ lower: Double, _ upper: Double) -> FieldRange {
    FieldRange(lower: lower, upper: upper)
  }
  /// A whole number of which only the bits of `mask` may be set.
  @inlinable
  public static func bits(_ mask: UInt64) -> FieldRange { FieldRange(mask: mask) }

  /// The values of an integer type that is stored as a wider one.
  @inlinable @inline(__always)
  static func width(_ lower: Double, _ upper: Double) -> FieldRange {
    var range = FieldRange(lower: lower, upper: upper)
    range.isWidth = true
    return range
  }

  /// The range of a number whose field has the range `outer`.
  ///
  /// The range of a field narrows the width of its type. An index or a flag keeps its own range.
  func within(_ outer: FieldRange) -> FieldRange {
    if self == .any { return outer }
    if !isWidth { return self }
    return FieldRange(
      lower: max(lower, outer.lower), upper: min(upper, outer.upper), mask: outer.mask)
  }

  /// The smallest range that contains this one and 0, which an absent value is stored as.
  var withZero: FieldRange { FieldRange(lower: min(lower, 0), upper: max(upper, 0), mask: mask) }

  /// Whether the bits alone decide.
  var isAnyNumber: Bool { lower == -.infinity && upper == .infinity }

  /// Whether the number of type `type` at `place` lies in the range and is not NaN.
  func contains(_ place: UnsafeRawPointer, _ type: ScalarType) -> Bool {
    switch type {
    case .uint8: return contains(whole: UInt64(place.load(as: UInt8.self)))
    case .uint32: return contains(whole: UInt64(place.loadUnaligned(as: UInt32.self)))
    case .uint64: return contains(whole: place.loadUnaligned(as: UInt64.self))
    case .int32: return contains(whole: Int64(place.loadUnaligned(as: Int32.self)))
    case .int64: return contains(whole: place.loadUnaligned(as: Int64.self))
    case .float32: return contains(Double(place.loadUnaligned(as: Float.self)))
    case .float64: return contains(place.loadUnaligned(as: Double.self))
    }
  }

  package func contains(_ value: Double) -> Bool { value >= lower && value <= upper }

  private func contains(whole value: UInt64) -> Bool {
    value & ~mask == 0 && contains(Double(value))
  }

  private func contains(whole value: Int64) -> Bool {
    UInt64(bitPattern: value) & ~mask == 0 && contains(Double(value))
  }
}
