import Simulation

/// The rows of a state as people name them: by key where their table has one, children within their
/// parent's row.
public struct StateRows: Sendable {
  /// The state whose rows these are.
  public let view: StateView
  let structure: StateStructure
  /// Where the children of each parent row begin, and the end; `nil` for tables that stand alone,
  /// be it because the image lacks the counts or because they do not add up.
  private let starts: [[Int]?]
  /// The row of the parent of each row.
  private let parents: [[Int32]]

  /// Finds keys, parents and children.
  ///
  /// - Complexity: O(rows).
  public init(_ view: StateView) { self.init(view, StateStructure(view.schema)) }

  package init(_ view: StateView, _ structure: StateStructure) {
    self.view = view
    self.structure = structure
    var starts: [[Int]?] = []
    var parents: [[Int32]] = []
    for (index, table) in structure.tables.enumerated() {
      let found = StateRows.starts(of: index, table, structure, view)
      starts.append(found)
      var owners: [Int32] = []
      for (row, start) in (found ?? []).dropLast().enumerated() {
        let count = (found?[row + 1] ?? start) - start
        owners += repeatElement(Int32(truncatingIfNeeded: row), count: count)
      }
      parents.append(owners)
    }
    self.starts = starts
    self.parents = parents
  }

  private static func starts(
    of index: Int, _ table: StateStructure.Table, _ structure: StateStructure, _ view: StateView
  ) -> [Int]? {
    guard let parent = table.parent, let number = table.counter else { return nil }
    let place = structure.tables[parent].columns[number].place
    let rowCount = view.rowCount(table: index)
    var starts = [0]
    var sum = 0
    for row in 0..<view.rowCount(table: parent) {
      guard
        let count = view.value(table: parent, group: place.group, field: place.field, row: row)
      else { return nil }
      sum += Int(truncatingIfNeeded: count.bits)
      guard sum <= rowCount else { return nil }
      starts.append(sum)
    }
    return sum == rowCount ? starts : nil
  }

  // MARK: Tables

  /// Whether the table's rows belong to rows of another table, as far as this image tells.
  func isNested(_ table: Int) -> Bool { starts.indices.contains(table) && starts[table] != nil }

  /// The rows of a child table that belong to a row of its parent.
  func children(_ child: Int, of row: Int) -> Range<Int> {
    guard let starts = starts[child], row + 1 < starts.count else { return 0..<0 }
    return starts[row]..<starts[row + 1]
  }

  /// Whether the table is a string that stands alone, or belongs to rows that are known.
  func isText(_ table: Int) -> Bool {
    // A file may count a table that it does not have.
    guard structure.tables.indices.contains(table) else { return false }
    let described = structure.tables[table]
    return described.isText && (described.parent == nil || isNested(table))
  }

  // MARK: Values

  func value(_ table: Int, _ place: StateStructure.Place, _ row: Int) -> ScalarValue? {
    view.value(table: table, group: place.group, field: place.field, row: row)
  }

  /// The text of these rows of a table; `nil` when it is not in the image.
  func text(_ table: Int, _ rows: Range<Int>) -> StateText? {
    guard let column = structure.tables[table].columns.first,
      view.holds(table: table, group: column.place.group)
    else { return nil }
    return StateText(
      bytes: rows.compactMap { value(table, column.place, $0).map { UInt8($0.bits & 0xFF) } })
  }

  /// True if a row meets all conditions whose columns the image holds.
  func meets(_ conditions: [StateStructure.Condition], _ table: Int, _ row: Int) -> Bool {
    conditions.allSatisfy { condition in
      guard let mark = value(table, condition.place, row) else { return true }
      return mark.bits == condition.word
    }
  }

  /// What names the row; empty for tables without a key, `nil` when the image does not hold it.
  public func key(table: Int, row: Int) -> [StateKey]? {
    var key: [StateKey] = []
    for part in structure.tables[table].key {
      switch part {
      case .column(let place):
        guard let value = value(table, place, row) else { return nil }
        key.append(.number(value))
      case .text(let child):
        guard isNested(child), let text = text(child, children(child, of: row)) else { return nil }
        key.append(.text(text))
      }
    }
    return key
  }

  // MARK: Names

  /// What people call a column in a row: the name that the row's kind has for it, where it has one.
  func shownName(_ column: StateStructure.Column, _ table: Int, _ row: Int) -> String {
    kindName(column, table, row) ?? column.name
  }

  func kindName(
    _ column: StateStructure.Column, _ table: Int, _ row: Int
  ) -> String? {
    guard let (place, names) = column.kindNames, let kind = value(table, place, row) else {
      return nil
    }
    return names.name(of: kind.bits)
  }

  /// What people call a field in a row, by its place in the schema.
  public func name(table: Int, group: Int, field: Int, row: Int) -> String {
    let place = StateStructure.Place(group: group, field: field)
    let column = structure.tables[table].columns.first { $0.place == place }
    return column.flatMap { kindName($0, table, row) }
      ?? view.schema.tables[table].groups[group].fields[field].name
  }

  /// The row and those that it belongs to, outermost first.
  public func path(table: Int, row: Int) -> [StateRowName] {
    var names: [StateRowName] = []
    var place = (table: table, row: row)
    while true {
      let described = structure.tables[place.table]
      let isNested = isNested(place.table)
      let parent = isNested ? Int(parents[place.table][place.row]) : 0
      names.append(
        StateRowName(
          table: described.name, name: isNested ? described.shownName : described.name,
          row: place.row,
          index: isNested ? place.row - children(place.table, of: parent).lowerBound : place.row,
          key: described.isSingleValue ? [] : key(table: place.table, row: place.row),
          isSingleValue: described.isSingleValue))
      guard isNested, let next = described.parent else { return names.reversed() }
      place = (next, parent)
    }
  }
}

/// One row among those that lead to a place in a state.
public struct StateRowName: Equatable, Codable, Sendable {
  /// The table, as the schema calls it: `units.path`.
  public var table: String
  /// The table, or the list in its parent's row: `path`; empty for the values of a dictionary.
  public var name: String
  /// Its index in the table.
  public var row: Int
  /// Its index in its parent's list; the same as ``row`` for a table that stands alone.
  public var index: Int
  /// What names it; empty for rows without a key, `nil` where the state at hand does not hold it.
  public var key: [StateKey]?
  /// The table is a single value: its only row goes without a number.
  public var isSingleValue = false

  /// `units[7]`, `gold["iron"]`, `path[2]`; `units[row 1]` where the key is not at hand.
  public var label: String { isSingleValue ? name : name + "[" + number + "]" }

  /// What stands between the brackets: the key where the table has one, else the index.
  public var number: String {
    guard let key else { return "row \(index)" }
    return key.isEmpty ? "\(index)" : key.map { "\($0)" }.joined(separator: ",")
  }
}

extension [StateRowName] {
  /// `units[7].path[2]`.
  public var label: String {
    reduce("") { text, row in
      text + (text.isEmpty || row.name.isEmpty ? "" : ".") + row.label
    }
  }
}
