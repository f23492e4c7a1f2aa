import Recording

/// What no recording needs to reach: lines `PATTERN | reason`, where `*` stands for anything.
///
/// A function's pattern is compared with `FILE FUNCTION`; a branch's, which holds the mark `>>`, with
/// `FILE FUNCTION: STATEMENT`.
struct CoverageExceptions {
  private struct Rule {
    var pattern: String
    var parts: [[UInt8]]
    var reason: String
    var isUsed = false
  }

  let path: String?
  private var rules: [Rule] = []

  init() { path = nil }

  /// - Throws: `CommandFailure` for a file that cannot be read, or a line that is no rule.
  init(path: String) throws {
    self.path = path
    let text: String
    do { text = try Files.text(path) } catch {
      throw CommandFailure(.trouble, "\(path): cannot be read: \(plain(error))")
    }
    for (number, line) in text.lines.enumerated() {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      // Code may hold the bar, a reason may not.
      guard let bar = line.ranges(of: " | ").last, bar.upperBound < line.endIndex
      else {
        throw CommandFailure(
          .trouble, "\(path), line \(number + 1): is not of the form 'PATTERN | reason'")
      }
      let pattern = String(line[..<bar.lowerBound])
      rules.append(
        Rule(
          pattern: pattern,
          parts: pattern.split(separator: "*", omittingEmptySubsequences: false).map {
            Array($0.utf8)
          },
          reason: String(line[bar.upperBound...])))
    }
  }

  /// Why something need not be reached; `nil` where no rule says so. The first one that does counts
  /// as needed.
  mutating func reason(_ text: String, isBranch: Bool) -> String? {
    let bytes = Array(text.utf8)
    for index in rules.indices
    where rules[index].pattern.contains(CoverageStatements.mark) == isBranch
      && Self.matches(rules[index].parts, bytes)
    {
      rules[index].isUsed = true
      return rules[index].reason
    }
    return nil
  }

  /// Patterns that excepted nothing.
  var needless: [String] { rules.filter { !$0.isUsed }.map(\.pattern) }

  /// - Parameter parts: what stands between the stars.
  static func matches(_ parts: [[UInt8]], _ text: [UInt8]) -> Bool {
    guard let first = parts.first, let last = parts.last else { return false }
    if parts.count == 1 { return first == text }
    guard text.count >= first.count + last.count, text.starts(with: first),
      text.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = text[first.count..<text.count - last.count]
    for part in parts[1..<parts.count - 1] {
      guard let place = place(of: part, in: rest) else { return false }
      rest = rest[(place + part.count)...]
    }
    return true
  }

  private static func place(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard part.count <= text.count else { return nil }
    return (text.startIndex...text.endIndex - part.count).first {
      text[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
