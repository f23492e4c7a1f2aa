/// The name of a table or a column: bytes that outlive every visit.
///
/// A plain value, so that a visit counts no references. It is made from a string literal, or by a
/// ``RowLayout``, which keeps the bytes.
public struct FieldName: ExpressibleByStringLiteral, BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline let count: Int

  /// - Parameter start: bytes of UTF-8 that outlive the name.
  @inlinable @inline(__always)
  package init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  public init(stringLiteral name: StaticString) { self.init(name) }

  /// - Precondition: `name` is a string literal.
  @inlinable @inline(__always)
  public init(_ name: StaticString) {
    precondition(name.hasPointerRepresentation, "a name is written as a string literal")
    self.init(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }

  /// A word that tells names apart, all but surely.
  ///
  /// - Complexity: O(length).
  var fingerprint: UInt64 {
    var word: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<count { word = (word ^ UInt64(start[index])) &* 0x100_0000_01B3 }
    return word
  }

  /// The name as text.
  ///
  /// - Complexity: O(length).
  public var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// A static string as text, without the parts of the library that Embedded Swift lacks.
func text(_ string: StaticString) -> String {
  string.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
}

/// `value` in decimal digits: Embedded Swift has no interpolation of numbers in every build.
package func decimal(_ value: Int) -> String {
  var count = 1
  var rest = value / 10
  while rest > 0 {
    count += 1
    rest /= 10
  }
  // Drawings name thousands of bodies so in each step: without arrays on the way.
  return String(unsafeUninitializedCapacity: count) { digits in
    rest = value
    for index in stride(from: count - 1, through: 0, by: -1) {
      digits.initializeElement(at: index, to: 48 + UInt8(rest % 10))
      rest /= 10
    }
    return count
  }
}
