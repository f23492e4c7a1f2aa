/// A JSON value to be written; numbers are their text.
indirect enum JSONValue {
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order of the text.
  case object([Member])

  struct Member {
    var key: String
    var value: JSONValue
  }

  /// One line of UTF-8, without spaces.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let value): bytes.append(quoted: value)
    case .array(let values):
      bytes.append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(",") }
        value.write(to: &bytes)
      }
      bytes.append("]")
    case .object(let members):
      bytes.append("{")
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(",") }
        bytes.append(quoted: member.key)
        bytes.append(":")
        member.value.write(to: &bytes)
      }
      bytes.append("}")
    }
  }
}

/// A text as a string of JSON, with its quotes.
package func jsonString(_ text: String) -> String { JSONValue.string(text).text }
