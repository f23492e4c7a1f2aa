import SystemC

/// A number in a format of `printf`, such as `%.2f`.
package func formatted(_ value: Double, _ format: String) -> String {
  withVaList([value]) { values in
    // The longest number has 309 digits before the point.
    String(unsafeUninitializedCapacity: 400) { text in
      text.withMemoryRebound(to: CChar.self) {
        Int(vsnprintf($0.baseAddress, $0.count, format, values))
      }
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension String {
  /// The text with `new` in place of each `old`, compared byte by byte.
  package func replacing(_ old: String, by new: String) -> String {
    let (text, old, new) = (Array(utf8), Array(old.utf8), Array(new.utf8))
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == old[0], text[index...].starts(with: old) {
        result += new
        index += old.count
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
