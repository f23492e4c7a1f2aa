/// A number that there is a column for.
public protocol StateScalar: BitwiseCopyable, AdditiveArithmetic, StateValue {
  /// How the number's bits are read.
  static var scalarType: ScalarType { get }
  /// A word in whose order the values stand.
  var orderedWord: UInt64 { get }
  /// The value in 64 bits: whole numbers as such, others as their bit pattern.
  var word: UInt64 { get }
  /// The value of a ``word``; `nil` where it has none.
  init?(word: UInt64)
}

extension StateScalar {
  /// Neither infinite nor NaN.
  @inlinable var isFiniteNumber: Bool { self - self == .zero }
}

extension StateScalar where Self: FixedWidthInteger & UnsignedInteger {
  @inlinable public var orderedWord: UInt64 { UInt64(truncatingIfNeeded: self) }
  @inlinable public var word: UInt64 { UInt64(truncatingIfNeeded: self) }
  @inlinable public init?(word: UInt64) { self.init(exactly: word) }
}

extension StateScalar where Self: FixedWidthInteger & SignedInteger {
  @inlinable public var orderedWord: UInt64 { UInt64(truncatingIfNeeded: self) ^ (1 << 63) }
  @inlinable public var word: UInt64 { UInt64(truncatingIfNeeded: self) }
  @inlinable public init?(word: UInt64) { self.init(exactly: Int64(bitPattern: word)) }
}

extension UInt8: StateScalar { public static var scalarType: ScalarType { .uint8 } }
extension UInt32: StateScalar { public static var scalarType: ScalarType { .uint32 } }
extension Int32: StateScalar { public static var scalarType: ScalarType { .int32 } }
extension UInt64: StateScalar { public static var scalarType: ScalarType { .uint64 } }
extension Int64: StateScalar { public static var scalarType: ScalarType { .int64 } }

extension Float: StateScalar {
  public static var scalarType: ScalarType { .float32 }
  @inlinable public var orderedWord: UInt64 { Double(self).orderedWord }
  @inlinable public var word: UInt64 { UInt64(bitPattern) }
  @inlinable public init?(word: UInt64) {
    guard word >> 32 == 0 else { return nil }
    self.init(bitPattern: UInt32(truncatingIfNeeded: word))
  }
}

extension Double: StateScalar {
  public static var scalarType: ScalarType { .float64 }
  @inlinable public var orderedWord: UInt64 {
    let top: UInt64 = 1 << 63
    return bitPattern & top == 0 ? bitPattern | top : ~bitPattern
  }
  @inlinable public var word: UInt64 { bitPattern }
  @inlinable public init?(word: UInt64) { self.init(bitPattern: word) }
}

/// A whole number of the standard library.
public protocol StateInteger: StateValue, FixedWidthInteger {}
