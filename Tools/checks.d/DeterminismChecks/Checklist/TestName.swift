import Foundation

/// The display name of a test or a suite, and the ids that it carries.
package struct TestName: Equatable, Sendable {
  package var path: String
  package var line: Int
  package var name: String
  package var ids: [String]

  package init(path: String, line: Int, name: String, ids: [String]) {
    self.path = path
    self.line = line
    self.name = name
    self.ids = ids
  }

  /// `UD-` and a word in capitals, or `F`; then a dash and two digits.
  package static func isID(_ text: String) -> Bool {
    guard let found = text.firstMatch(of: TestName.pattern) else { return false }
    return found.range == text.startIndex..<text.endIndex
  }

  private nonisolated(unsafe) static let pattern = /(?:UD-[A-Z]+|F)-[0-9]{2}(?![0-9])/

  /// The ids in a name, each once, in order. `UD-F-18` and the like are no ids.
  static func ids(in name: String) -> [String] {
    var ids: [String] = []
    for match in name.matches(of: pattern) {
      let before = name[..<match.range.lowerBound].last
      if let before, before.isLetter || before.isNumber || before == "-" { continue }
      let id = String(match.output)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The named tests and suites of a source file. Comments are passed over.
  package static func all(in source: String, path: String) -> [TestName] {
    var found: [TestName] = []
    let attribute = /@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/
    for match in source.matches(of: attribute) {
      let start = match.range.lowerBound
      let lineStart = source[..<start].lastIndex(of: "\n").map(source.index(after:))
      let before = source[(lineStart ?? source.startIndex)..<start]
      if before.contains("//") { continue }
      let name = String(match.output.1)
      found.append(
        TestName(
          path: path, line: source[..<start].count { $0 == "\n" } + 1, name: name,
          ids: ids(in: name)))
    }
    return found
  }

  /// The named tests of every Swift file below `folder`, by path.
  ///
  /// - Throws: when the folder or a file cannot be read.
  package static func all(folder: String) throws -> [TestName] {
    var found: [TestName] = []
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.sorted()
    for name in names {
      let path = folder + "/" + name
      found += all(in: try String(contentsOfFile: path, encoding: .utf8), path: path)
    }
    return found
  }
}
