// File names as text, with a lossless form for names that are not UTF-8.

extension String {
  /// The private-use scalar from which the scalars of invalid bytes are counted.
  private static let firstRaw: UInt32 = 0x10FF00

  /// The text for a name as the system has it.
  ///
  /// Each invalid byte becomes a scalar from U+10FF80 to U+10FFFF. A genuine scalar of this range is
  /// treated as invalid bytes, so that no two names have the same text.
  package init(fileName bytes: some Collection<UInt8>) {
    var text = UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let whole = String(validating: rest.prefix(size), as: UTF8.self)
      if let scalar = whole?.unicodeScalars.first, scalar.rawByte == nil {
        text.append(scalar)
        rest = rest.dropFirst(size)
      } else {
        text.append(Unicode.Scalar(String.firstRaw + UInt32(first)) ?? "?")
        rest = rest.dropFirst()
      }
    }
    self.init(text)
  }

  /// The text for a name as the C library gives it.
  package init(fileName name: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var place = name
    while place.pointee != 0 {
      bytes.append(UInt8(bitPattern: place.pointee))
      place += 1
    }
    self.init(fileName: bytes)
  }

  /// The bytes of the name that ``init(fileName:)`` made the text of.
  package var fileNameBytes: [UInt8] {
    unicodeScalars.flatMap { scalar in scalar.rawByte.map { [$0] } ?? Array(String(scalar).utf8) }
  }

  /// The name for the C library, ended by a zero.
  package var fileName: [CChar] { fileNameBytes.map { CChar(bitPattern: $0) } + [0] }
}

extension Unicode.Scalar {
  /// The byte of a file name that the scalar is for; `nil` for text.
  package var rawByte: UInt8? {
    0x10FF80...0x10FFFF ~= value ? UInt8(truncatingIfNeeded: value) : nil
  }
}
