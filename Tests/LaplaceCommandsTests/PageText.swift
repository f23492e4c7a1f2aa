import Foundation
import Testing

/// A page as text, with what its scripts read.
struct PageText {
  /// The page without the bytes that stand in it as base64.
  let html: String
  let content: [String: Any]
  let fileSize: Int
  private let all: String

  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    fileSize = data.count
    all = try #require(String(data: data, encoding: .utf8))
    let json = try PageText.range(of: "id=\"data\"", in: all)
    content = try #require(
      try JSONSerialization.jsonObject(with: Data(all[json].utf8)) as? [String: Any])
    html = all.components(separatedBy: "</script>").map { part in
      guard let tag = part.range(of: "<script type=\"text/plain\""),
        let end = part.range(of: ">", range: tag.upperBound..<part.endIndex)
      else { return part }
      return String(part[..<end.upperBound])
    }.joined(separator: "</script>")
  }

  var recordings: [[String: Any]] { content["recordings"] as? [[String: Any]] ?? [] }

  func count(of text: String) -> Int { html.components(separatedBy: text).count - 1 }

  /// The bytes in the script element with an attribute, as the page's own script reads them.
  func bytes(in attribute: String) throws -> [UInt8] {
    let text = all[try PageText.range(of: attribute, in: all)]
    return [UInt8](try #require(Data(base64Encoded: String(text))))
  }

  /// The contents of the script element with an attribute.
  private static func range(of attribute: String, in text: String) throws -> Range<String.Index> {
    let start = try #require(text.range(of: attribute + ">"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    return start.upperBound..<end.lowerBound
  }

  // MARK: Other pages made of it

  /// The page with another text in the place of one.
  func replacing(_ text: String, with other: String) throws -> Data {
    let after = all.replacingOccurrences(of: text, with: other)
    try #require(all != after)
    return Data(after.utf8)
  }

  /// The page with an engine that no browser can run.
  func withEngine(_ broken: BrokenEngine) throws -> Data {
    let range = try PageText.range(of: "id=\"engine\"", in: all)
    var bytes = try bytes(in: "id=\"engine\"")
    switch broken {
    case .nonsense: bytes = Array(repeating: 0x55, count: 1000)
    case .short: bytes.removeLast(1000)
    case .flipped: bytes[bytes.count / 2] ^= 1
    }
    return Data(
      all.replacingCharacters(in: range, with: Data(bytes).base64EncodedString()).utf8)
  }
}

/// Ways in which a page's engine can be one that no browser runs.
enum BrokenEngine: CaseIterable {
  case nonsense, short, flipped
}
