import Simulation

/// One place where two states differ.
public struct StateDifference: Equatable, Sendable {
  /// The content of a place that need not hold a number.
  public enum Content: Equatable, Sendable {
    /// An optional without a value.
    case none
    /// A value of several columns, in words: `move(x: 1, y: 2)`.
    case words(String)
    /// A number.
    case scalar(ScalarValue)
    /// A string.
    case text(StateText)
  }

  /// What the two states have there.
  public enum Values: Equatable, Sendable {
    /// The field has other bits.
    case field(expected: ScalarValue, actual: ScalarValue)
    /// A string, or an optional that is empty on one side.
    case content(expected: Content, actual: Content)
    /// The row is only in the expected state.
    case rowMissing
    /// The row is only in the actual state.
    case rowSurplus
    /// A table of which nothing but the number of rows is at hand: told only where nothing else
    /// differs.
    case rowCount(expected: Int, actual: Int)
    /// The row is the same, but elsewhere in its table: told only where nothing else differs.
    case rowMoved(to: Int)
  }

  /// The table's name in the schema.
  public var table: String
  /// The expected state's row (the actual state's for a surplus row) and those that it belongs to,
  /// outermost first; empty for strings that stand alone.
  public var rows: [StateRowName]
  /// The row's index in the actual state, where it is in both.
  public var actualRow: Int?
  /// The field's name; empty for whole rows and for single values.
  public var field: String
  /// The field's name as people see it.
  public var shownField: String
  /// What the two states have there.
  public var values: Values
  /// Whether it lies in what is stored every step; whole rows always do.
  var isEveryStep: Bool

  /// The row's index in its table.
  public var row: Int { rows.last?.row ?? 0 }
  /// What names the row; empty for rows that are known by their index.
  public var key: [StateKey] { rows.last?.key ?? [] }

  /// Where it is: `bodies[3].position.x`, `units[7].path[2].x`, `gold["iron"]`, `clock`.
  public var place: String {
    if rows.isEmpty { return table }
    return rows.label + (shownField.isEmpty || rows.label.isEmpty ? "" : ".") + shownField
  }

  /// The distance of two numbers; `nil` for other values.
  public var distance: Double? {
    if case .field(let expected, let actual) = values { expected.distance(to: actual) } else { nil }
  }

  /// The distance of two numbers, in units in the last place; `nil` for other values.
  public var ulpDistance: UInt64? {
    guard case .field(let expected, let actual) = values else { return nil }
    return expected.ulpDistance(to: actual)
  }
}

extension StateDifference: CustomStringConvertible {
  /// The place and both values, in one line.
  public var description: String {
    switch values {
    case .rowMissing: return "\(place)  is missing"
    case .rowSurplus: return "\(place)  is only in the second state"
    case .rowCount(let expected, let actual):
      return "\(place)  \(expected) row\(expected == 1 ? "" : "s")  ->  "
        + "\(actual) row\(actual == 1 ? "" : "s")"
    case .rowMoved(let other): return "\(place)  is row \(row)  ->  row \(other)"
    case .content(let expected, let actual):
      let sides = StateDifference.sides(expected, actual)
      return "\(place)  \(sides.0)  ->  \(sides.1)"
    case .field(let expected, let actual):
      var line = "\(place)  \(expected.shown)  ->  \(actual.shown)"
      if let distance = expected.distanceText(to: actual) { line += "  \(distance)" }
      return line
    }
  }

  private static func sides(_ a: Content, _ b: Content) -> (String, String) {
    guard case .text(let left) = a, case .text(let right) = b else {
      return (a.description, b.description)
    }
    return StateText.quoted(left, right)
  }
}

extension StateDifference.Content: CustomStringConvertible {
  /// The value as people read it.
  public var description: String {
    switch self {
    case .none: "nil"
    case .words(let words): words
    case .scalar(let value): value.shown
    case .text(let text): text.quoted
    }
  }
}
