import Foundation
import LaplaceCommands
import Pictures
import TestSupport
import Testing

/// A page as text, with what its scripts read.
struct PageText {
  /// The page's units of UTF-16, without the byte order mark.
  let all: [UInt16]
  /// What the page consists of: its own elements, without bytes in them; then style, elements and scripts
  /// that it packs.
  let html: String
  let content: [String: Any]
  let fileSize: Int
  private let packed: [String]

  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try #require(data.starts(with: [0xFF, 0xFE]) && data.count % 2 == 0, "no page of UTF-16")
    fileSize = data.count
    all = stride(from: 2, to: data.count, by: 2).map {
      UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8
    }
    var shell = all
    for (_, range) in PageText.elements(in: all).reversed() { shell.removeSubrange(range) }
    let unpacked = try Inflate.gzip(PageText.bytes(in: "id=\"packed\"", of: all))
    packed = String(decoding: unpacked, as: UTF8.self).components(separatedBy: "\0")
    html = ([String(decoding: shell, as: UTF16.self)] + packed).joined(separator: "\n")
    let opening = "<script type=\"application/json\" id=\"data\">"
    let elements = try #require(packed.dropFirst().first)
    let start = try #require(elements.range(of: opening))
    let end = try #require(
      elements.range(of: "</script>", range: start.upperBound..<elements.endIndex))
    content = try #require(
      try JSONSerialization.jsonObject(
        with: Data(elements[start.upperBound..<end.lowerBound].utf8)) as? [String: Any])
  }

  var recordings: [[String: Any]] { content["recordings"] as? [[String: Any]] ?? [] }

  func count(of text: String) -> Int { html.components(separatedBy: text).count - 1 }

  /// The bytes in the script element with an attribute, as the page's own script reads them.
  func bytes(in attribute: String) throws -> [UInt8] { try PageText.bytes(in: attribute, of: all) }

  // MARK: Other pages made of it

  /// The page with another text in the place of one that it packs.
  func replacing(_ text: String, with other: String) throws -> Data {
    let before = packed.joined(separator: "\0")
    let after = before.replacingOccurrences(of: text, with: other)
    try #require(before != after)
    return try withBytes(Gzip.encode(Array(after.utf8)), in: "id=\"packed\"")
  }

  /// The page with an engine that no browser can run.
  func withEngine(_ broken: BrokenEngine) throws -> Data {
    let engine = "id=\"engine\""
    switch broken {
    case .nonsense: return try withBytes(Array(repeating: 0x55, count: 1000), in: engine)
    case .short: return try withBytes(Array(bytes(in: engine).dropLast(1000)), in: engine)
    case .flipped:
      var bytes = try bytes(in: engine)
      bytes[bytes.count / 2] ^= 1
      return try withBytes(bytes, in: engine)
    case .damaged:
      var units = all
      let range = try #require(PageText.bytesRange(engine, in: units))
      units[range.lowerBound + range.count / 2] = 0x20
      return PageText.data(units)
    }
  }

  private func withBytes(_ bytes: [UInt8], in attribute: String) throws -> Data {
    var units = all
    let range = try #require(PageText.bytesRange(attribute, in: units))
    units.replaceSubrange(range, with: WideText.encode(bytes))
    return PageText.data(units)
  }

  private static func data(_ units: [UInt16]) -> Data {
    Data([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }

  // MARK: Bytes as text

  /// The elements that hold bytes: their tags, and where the bytes stand. No byte stands as `<`.
  private static func elements(in units: [UInt16]) -> [(tag: String, range: Range<Int>)] {
    let opening = Array("<script type=\"text/plain\"".utf16)
    var (elements, at): ([(String, Range<Int>)], Int) = ([], 0)
    func find(_ character: Unicode.Scalar) -> Int {
      let unit = UInt16(character.value)
      units.withUnsafeBufferPointer { units in
        while at < units.count, units[at] != unit { at += 1 }
      }
      return at
    }
    while find("<") < units.count {
      let start = at
      at += 1
      guard units[start...].starts(with: opening) else { continue }
      let tag = String(decoding: units[start..<find(">")], as: UTF16.self)
      at += 1
      let first = at
      elements.append((tag, first..<find("<")))
    }
    return elements
  }

  private static func bytesRange(_ attribute: String, in units: [UInt16]) -> Range<Int>? {
    elements(in: units).first { $0.tag.contains(attribute) }?.range
  }

  private static func bytes(in attribute: String, of units: [UInt16]) throws -> [UInt8] {
    let range = try #require(bytesRange(attribute, in: units))
    return try #require(wideBytes(Array(units[range])))
  }

  private static let reserved = [0x00, 0x0D, 0x3C] + Array(0xD800..<0xE000)

  /// Reads what `WideText` wrote, by the rules of its documentation; `nil` where they are broken.
  static func wideBytes(_ text: [UInt16]) -> [UInt8]? {
    var (bytes, at): ([UInt8], Int) = ([], 0)
    while at < text.count {
      if text[at] & 0xF800 == 0xD800 {
        guard at + 1 < text.count, text[at] < 0xDC00, text[at + 1] & 0xFC00 == 0xDC00 else {
          return nil
        }
        let value = Int(text[at] & 0x3FF) * 1024 + Int(text[at + 1] & 0x3FF)
        guard value / 256 < reserved.count else { return nil }
        bytes += [
          UInt8(reserved[value / 256] >> 8), UInt8(reserved[value / 256] & 0xFF),
          UInt8(value % 256),
        ]
        at += 2
      } else {
        if [0x00, 0x0D, 0x3C].contains(text[at]) { return nil }
        bytes += [UInt8(text[at] >> 8), UInt8(text[at] & 0xFF)]
        at += 1
      }
    }
    guard bytes.count >= 8 else { return nil }
    let word = { (at: Int) in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }
    let end = 8 + Int(word(0))
    guard end <= bytes.count, bytes.count - end <= 2, bytes[end...].allSatisfy({ $0 == 0 }) else {
      return nil
    }
    var sum: UInt32 = 2_166_136_261
    for byte in bytes[8..<end] { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
    return sum == word(4) ? Array(bytes[8..<end]) : nil
  }
}

/// Ways in which a page's engine can be one that no browser runs.
enum BrokenEngine: CaseIterable {
  case nonsense, short, flipped, damaged
}
