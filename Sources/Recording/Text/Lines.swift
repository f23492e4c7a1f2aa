extension StringProtocol {
  /// The lines of a text, which end in LF or in CRLF, without their ends; after the last end follows
  /// a line that may be empty.
  package var lines: [String] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
