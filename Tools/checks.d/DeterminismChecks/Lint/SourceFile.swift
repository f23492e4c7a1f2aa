import Foundation

/// A source file as the rules see it.
struct SourceFile {
  var path: String
  var tokens: [Token]
  var exemptLines: Set<Int>
  /// For each token, the conditions of the `#if` blocks around it, `!` in front in an `#else`.
  var conditions: [[String]]

  init(path: String, source: String) {
    self.path = path
    let lexer = Lexer(source)
    exemptLines = lexer.exemptLines
    tokens = []
    conditions = []
    var open: [String] = []
    var index = 0
    let all = lexer.tokens
    while index < all.count {
      let token = all[index]
      switch token.text {
      case "#if", "#elseif":
        var condition = ""
        index += 1
        while index < all.count, all[index].line == token.line {
          condition += all[index].text
          index += 1
        }
        if token.text == "#elseif" { _ = open.popLast() }
        open.append(condition)
        continue
      case "#else":
        if let condition = open.popLast() {
          open.append(condition.hasPrefix("!") ? String(condition.dropFirst()) : "!" + condition)
        }
      case "#endif": _ = open.popLast()
      default:
        tokens.append(token)
        conditions.append(open)
      }
      index += 1
    }
  }

  /// The token's text, empty beyond the ends.
  func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  /// Whether the token is a word and not a sign.
  func isName(_ index: Int) -> Bool {
    text(index).unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } ?? false
  }

  /// Whether the token stands where `condition` holds.
  func holds(_ condition: String, at index: Int) -> Bool {
    conditions[index].contains(condition)
  }
}

/// One line that breaks a rule.
package struct LintFinding: Equatable, Sendable, CustomStringConvertible {
  package var path: String
  package var line: Int
  /// What was found, as it is written.
  package var what: String
  /// What to write in its place.
  package var instead: String

  package var description: String { "\(path):\(line): \(what) is banned here; \(instead)" }
}
