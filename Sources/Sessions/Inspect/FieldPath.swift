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
  /// All up to the last bracket, without what is between brackets: `units[].path[]`.
  let rows: String
  /// The contents of the brackets.
  let selectors: [Selector]
  /// The part after the last bracket, or all of it.
  let field: String

  /// - Returns: `nil` when brackets or names are missing.
  package init?(_ text: String) {
    var rows = ""
    var selectors: [Selector] = []
    var rest = text[...]
    var name = rest.prefix { $0 != "[" }
    while name.endIndex < text.endIndex {
      // After a bracket comes the next one, or a dot and a name.
      guard selectors.isEmpty ? !name.isEmpty : name.isEmpty || name.first == "." && name != "."
      else { return nil }
      rest = text[name.endIndex...]
      guard let inside = FieldPath.brackets(&rest), !inside.isEmpty else { return nil }
      selectors.append(Selector(inside))
      rows += name + "[]"
      name = rest.prefix { $0 != "[" }
    }
    if !selectors.isEmpty && !name.isEmpty {
      guard name.first == "." else { return nil }
      name = name.dropFirst()
      if name.isEmpty { return nil }
    }
    if selectors.isEmpty && name.isEmpty || name.first == "." || name.last == "." { return nil }
    (self.text, self.rows, self.selectors, field) = (text, rows, selectors, String(name))
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
  package var isMany: Bool { selectors.contains(.all) }

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
