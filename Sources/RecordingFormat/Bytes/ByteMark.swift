extension [UInt8] {
  /// The bytes of a text without the byte order mark that some editors put before it.
  package var afterMark: ArraySlice<UInt8> {
    dropFirst(starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }
}
