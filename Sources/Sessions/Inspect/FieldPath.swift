import Simulation

/// A field of a state as people write it: `bodies[3].positionY`, `bodies[*].speed`, `clock`,
/// `units[7].path[2].x`, `gold["iron"]`.
///
/// Between brackets stands what a difference writes there: the key of a row where its table has one,
/// else its index. `*` stands for every row, `row 3` for the fourth row whatever its key is.
package struct FieldPath: Equatable, Sendable {
  /// Which rows of one table are meant.
  package enum Selector: Equatable, Sendable {
    case all
    /// The row with this index.
    case row(Int)
    /// The row with this label: its key, or its index.
    case label(String)

    fileprivate init(_ text: String) {
      if text == "*" {
        self = .all
      } else if text.hasPrefix("row "), let index = Int(text.dropFirst(4)) {
        self = .row(index)
      } else {
        self = .label(text)
      }
    }
  }

  /// As it was written.
  package let text: String
  /// Names and, for rows, what stands between their brackets.
  package let parts: [(name: String, selector: Selector?)]

  /// - Returns: `nil` when brackets or names are missing.
  package init?(_ text: String) {
    var parts: [(name: String, selector: Selector?)] = []
    var rest = text[...]
    while !rest.isEmpty {
      let name = rest.prefix { $0 != "." && $0 != "[" }
      rest = rest.dropFirst(name.count)
      var selector: Selector?
      if rest.first == "[" {
        guard let inside = FieldPath.brackets(&rest), !inside.isEmpty else { return nil }
        selector = Selector(inside)
      }
      guard !name.isEmpty else { return nil }
      parts.append((String(name), selector))
      if rest.first == "." {
        rest = rest.dropFirst()
        if rest.isEmpty { return nil }
      } else if !rest.isEmpty {
        return nil
      }
    }
    guard !parts.isEmpty else { return nil }
    (self.text, self.parts) = (text, parts)
  }

  /// What stands between the brackets at the start of `rest`; a bracket in quotes ends nothing.
  private static func brackets(_ rest: inout Substring) -> String? {
    var (inside, isQuoted, isEscaped) = ("", false, false)
    for (offset, character) in rest.dropFirst().enumerated() {
      if character == "]" && !isQuoted {
        rest = rest.dropFirst(offset + 2)
        return inside
      }
      if character == "\"" && !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      inside.append(character)
    }
    return nil
  }

  /// Whether it means more than one row.
  package var isMany: Bool { parts.contains { $0.selector == .all } }

  package static func == (a: FieldPath, b: FieldPath) -> Bool { a.text == b.text }
}

/// Why a path names nothing in a recording, for a person.
package struct FieldPathProblem: Error, Equatable, CustomStringConvertible {
  package var description: String
  /// Names that there are where another one was written.
  package var known: [String]

  package init(description: String, known: [String]) {
    (self.description, self.known) = (description, known)
  }
}
