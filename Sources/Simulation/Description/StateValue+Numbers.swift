// Numbers. Those that there is no column for are stored as the next wider one.

extension StateScalar {
  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    visitor.scalar(&self, in: .any)
  }
}

extension StateScalar {
  @inlinable public static var blank: Self { .zero }
}

extension UInt8: StateInteger {}
extension UInt32: StateInteger {}
extension Int32: StateInteger {}
extension UInt64: StateInteger {}
extension Int64: StateInteger {}

/// A whole number that is stored as a wider one.
public protocol WidenedInteger: StateInteger {
  /// The integer that is stored: it holds every value of `Self`.
  associatedtype Wide: StateScalar & FixedWidthInteger
}

extension WidenedInteger {
  @inlinable public static var blank: Self { 0 }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    var wide = Wide(truncatingIfNeeded: self)
    visitor.scalar(&wide, in: .width(Double(Self.min), Double(Self.max)))
    guard visitor.restores && !visitor.isAbsent else { return }
    if let value = Self(exactly: wide) { self = value } else { visitor.refuse() }
  }
}

extension Int8: WidenedInteger { public typealias Wide = Int32 }
extension Int16: WidenedInteger { public typealias Wide = Int32 }
extension UInt16: WidenedInteger { public typealias Wide = UInt32 }

/// A whole number of the processor's width: always stored with 64 bits, so that the bits of a state
/// are the same everywhere.
public protocol WordInteger: WidenedInteger {}

extension WordInteger {
  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    #if _pointerBitWidth(_64)
      // Where it lies, like any other number.
      withUnsafeMutableBytes(of: &self) { bytes in
        bytes.withMemoryRebound(to: Wide.self) { visitor.scalar(&$0[0], in: .any) }
      }
    #else
      var wide = Wide(truncatingIfNeeded: self)
      visitor.scalar(&wide, in: .any)
      guard visitor.restores && !visitor.isAbsent else { return }
      if let value = Self(exactly: wide) { self = value } else { visitor.refuse() }
    #endif
  }
}

extension Int: WordInteger { public typealias Wide = Int64 }
extension UInt: WordInteger { public typealias Wide = UInt64 }

extension Bool: StateValue {
  public static var blank: Bool { false }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) { visitor.flag(&self) }
}
