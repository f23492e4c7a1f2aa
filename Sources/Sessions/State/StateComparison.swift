import Simulation

/// The differences of two states of one schema.
public struct StateComparison: Equatable, Codable, Sendable {
  /// The first differences, in schema order, children after their parent's fields, at most as many
  /// as were asked for.
  public var differences: [StateDifference] = []
  /// How many there are in all.
  public var count = 0
  /// The fields in which there are differences, in any row: `bodies.position.x`; a table where whole
  /// rows differ. Each once, in the order of ``differences``, all of them.
  public var fields: [String] = []

  /// Makes the comparison of states of which nothing is known.
  package init() {}

  /// Compares every group that both images hold. Rows are matched by key where a table has one, and
  /// children within their parent's row.
  ///
  /// - Complexity: O(bytes) where rows are equal.
  public init(expected: StateView, actual: StateView, limit: Int = 16) {
    let structure = StateStructure(expected.schema)
    var comparer = StateComparer(
      expected: StateRows(expected, structure), actual: StateRows(actual, structure), limit: limit)
    comparer.compare()
    (differences, count) = (comparer.found, comparer.count)
    if count == 0 { comparer.compareRowCounts() }
    if comparer.count > 0 { (differences, count) = (comparer.found, comparer.count) }
    if count == 0 { (differences, count) = (comparer.moved, comparer.movedCount) }
    fields = comparer.fields
    if fields.isEmpty, let moved = differences.first { fields = [moved.table] }
  }

  /// Whether any of the listed differences lies in a column that is stored every step.
  package var hasEveryStepDifference: Bool { differences.contains(where: \.isEveryStep) }
}

/// Walks two states side by side.
private struct StateComparer {
  let expected: StateRows
  let actual: StateRows
  let limit: Int
  var found: [StateDifference] = []
  var count = 0
  /// The fields that differ in any row, each once.
  var fields: [String] = []
  var knownFields: Set<String> = []
  /// Rows that are known by a key and stand in another order, which a digest sees.
  var moved: [StateDifference] = []
  var movedCount = 0

  private typealias Place = StateStructure.Place
  private var structure: StateStructure { expected.structure }

  mutating func compare() {
    for table in structure.tables.indices where !isNested(table) && !isCountOnly(table) {
      let ranges = (
        0..<expected.view.rowCount(table: table), 0..<actual.view.rowCount(table: table)
      )
      if isText(table) {
        compareText(table, ranges.0, ranges.1, parent: nil)
      } else {
        compareRows(table, ranges.0, ranges.1)
      }
    }
  }

  /// Tables of which the images hold no columns, only how many rows there are: rows that went with
  /// their parents look as if the last ones were gone.
  mutating func compareRowCounts() {
    for table in structure.tables.indices where isCountOnly(table) {
      let counts = (expected.view.rowCount(table: table), actual.view.rowCount(table: table))
      if counts.0 != counts.1 {
        add(difference(table, [], nil, .rowCount(expected: counts.0, actual: counts.1), other: nil))
      }
    }
  }

  private func isCountOnly(_ table: Int) -> Bool {
    let described = structure.tables[table]
    guard described.parent != nil || described.isText else { return false }
    return described.columns.allSatisfy { column in
      !expected.view.holds(table: table, group: column.place.group)
        || !actual.view.holds(table: table, group: column.place.group)
    }
  }

  private func isNested(_ table: Int) -> Bool {
    expected.isNested(table) && actual.isNested(table)
  }

  private func isText(_ table: Int) -> Bool { expected.isText(table) && actual.isText(table) }

  // MARK: Rows

  private mutating func compareRows(_ table: Int, _ left: Range<Int>, _ right: Range<Int>) {
    let described = structure.tables[table]
    if described.isKeyed, let pairs = pairsByKey(table, left, right) {
      for (row, other) in pairs { compare(table, row, other) }
      return
    }
    let shared = min(left.count, right.count)
    for offset in 0..<shared {
      compare(table, left.lowerBound + offset, right.lowerBound + offset)
    }
    for offset in shared..<left.count { addRow(table, left.lowerBound + offset, .rowMissing) }
    for offset in shared..<right.count { addRow(table, right.lowerBound + offset, .rowSurplus) }
  }

  /// Rows of the same key; `nil` when an image lacks the keys. Tells of rows that have no partner.
  private mutating func pairsByKey(
    _ table: Int, _ left: Range<Int>, _ right: Range<Int>
  ) -> [(Int, Int)]? {
    // Rows that are no longer in use may share a key: they are matched in their order.
    var rows: [[StateKey]: [Int]] = [:]
    for row in right.reversed() {
      guard let key = actual.key(table: table, row: row) else { return nil }
      rows[key, default: []].append(row)
    }
    var pairs: [(Int, Int)] = []
    var missing: [Int] = []
    for row in left {
      guard let key = expected.key(table: table, row: row) else { return nil }
      if let other = rows[key]?.popLast() {
        pairs.append((row, other))
      } else {
        missing.append(row)
      }
    }
    for row in missing { addRow(table, row, .rowMissing) }
    for row in rows.values.joined().sorted() { addRow(table, row, .rowSurplus) }
    for (row, other) in pairs where row - left.lowerBound != other - right.lowerBound {
      movedCount += 1
      if moved.count < limit {
        moved.append(
          difference(
            table, expected.path(table: table, row: row), nil, .rowMoved(to: other), other: other))
      }
    }
    return pairs
  }

  private mutating func compare(_ table: Int, _ row: Int, _ other: Int) {
    let described = structure.tables[table]
    var differing: Set<Int> = []
    for group in expected.view.schema.tables[table].groups.indices {
      guard let left = expected.view.rowBytes(table: table, group: group, row: row),
        let right = actual.view.rowBytes(table: table, group: group, row: other)
      else { continue }
      if !left.elementsEqual(right) { differing.insert(group) }
    }
    if !differing.isEmpty {
      for (number, column) in described.columns.enumerated()
      where isWorthALook(column, differing) {
        compare(number, table, row, other)
      }
    }
    for child in described.children where isNested(child) {
      let ranges = (expected.children(child, of: row), actual.children(child, of: other))
      if isText(child) {
        compareText(child, ranges.0, ranges.1, parent: (table, row, other))
      } else {
        compareRows(child, ranges.0, ranges.1)
      }
    }
  }

  /// A column of a group that differs, or one whose conditions such a group holds.
  private func isWorthALook(_ column: StateStructure.Column, _ groups: Set<Int>) -> Bool {
    groups.contains(column.place.group)
      || (column.outer + column.own).contains { groups.contains($0.place.group) }
  }

  private mutating func compare(
    _ number: Int, _ table: Int, _ row: Int, _ other: Int
  ) {
    let column = structure.tables[table].columns[number]
    guard let a = expected.value(table, column.place, row),
      let b = actual.value(table, column.place, other)
    else { return }
    // A value that only one side has differs as a whole.
    if isThere(table, column.outer, row, other).differs { return }
    let own = isThere(table, column.own, row, other)
    var values = StateDifference.Values.field(expected: a, actual: b)
    if case .count(let child) = column.form, isNested(child) { return }
    if own.differs {
      if column.form == .presence { return }
      values = .content(
        expected: own.left ? expected.content(table, number, row) : .none,
        actual: own.right ? actual.content(table, number, other) : .none)
    } else if a == b {
      return
    } else if column.form == .presence || column.form == .cases {
      if column.form == .presence && isValueTold(column, table, row, other) { return }
      values = .content(
        expected: expected.content(table, number, row),
        actual: actual.content(table, number, other))
    }
    var difference = difference(
      table, expected.path(table: table, row: row), column.name, values, other: other)
    // Rows of different kinds have no name in common but the column's own.
    let shown = expected.shownName(column, table, row)
    difference.shownField =
      shown == actual.shownName(column, table, other) ? shown : column.name
    difference.isEveryStep = column.cadence == .everyStep
    add(difference)
  }

  /// True if the comparison lists the value of an optional, so that it can skip the mark.
  private func isValueTold(
    _ mark: StateStructure.Column, _ table: Int, _ row: Int, _ other: Int
  ) -> Bool {
    guard let value = value(of: mark, in: structure.tables[table].columns),
      expected.value(table, value.place, row) != nil,
      actual.value(table, value.place, other) != nil
    else { return false }
    if case .count(let child) = value.form, !isNested(child) || !isText(child) { return false }
    return isThere(table, value.own, row, other).differs
  }

  /// The column without a name that an optional, or an optional of optionals, has as its value.
  private func value(
    of mark: StateStructure.Column, in columns: [StateStructure.Column]
  ) -> StateStructure.Column? {
    let part = mark.parts.lazy.map { columns[$0] }.first { $0.label.isEmpty }
    return part?.form == .presence ? part.flatMap { value(of: $0, in: columns) } : part
  }

  /// Tests the conditions on both sides.
  private func isThere(
    _ table: Int, _ conditions: [StateStructure.Condition], _ row: Int, _ other: Int
  ) -> (left: Bool, right: Bool, differs: Bool) {
    let left = expected.meets(conditions, table, row)
    let right = actual.meets(conditions, table, other)
    return (left, right, left != right)
  }

  private mutating func compareText(
    _ table: Int, _ left: Range<Int>, _ right: Range<Int>,
    parent: (table: Int, row: Int, other: Int)?
  ) {
    guard let a = expected.text(table, left), let b = actual.text(table, right) else { return }
    let described = structure.tables[table]
    var own = (left: true, right: true, differs: false)
    if let parent, let counter = structure.counter(of: table) {
      if isThere(parent.table, counter.outer, parent.row, parent.other).differs { return }
      own = isThere(parent.table, counter.own, parent.row, parent.other)
    }
    if a == b && !own.differs { return }
    var difference = difference(
      table, parent.map { expected.path(table: $0.table, row: $0.row) } ?? [], nil,
      .content(expected: own.left ? .text(a) : .none, actual: own.right ? .text(b) : .none),
      other: parent?.other)
    if let parent {
      difference.table = structure.tables[parent.table].name
      (difference.field, difference.shownField) = (described.shownName, described.shownName)
    }
    difference.isEveryStep = described.columns[0].cadence == .everyStep
    add(difference)
  }

  // MARK: Telling

  private mutating func addRow(_ table: Int, _ row: Int, _ values: StateDifference.Values) {
    count += 1
    noteField(structure.tables[table].name)
    guard found.count < limit else { return }
    let side = values == .rowSurplus ? actual : expected
    found.append(difference(table, side.path(table: table, row: row), nil, values, other: nil))
  }

  private mutating func add(_ difference: StateDifference) {
    count += 1
    let field = difference.field.isEmpty ? "" : "." + difference.field
    noteField(difference.table + field)
    if found.count < limit { found.append(difference) }
  }

  private mutating func noteField(_ field: String) {
    if knownFields.insert(field).inserted { fields.append(field) }
  }

  private func difference(
    _ table: Int, _ rows: [StateRowName], _ field: String?, _ values: StateDifference.Values,
    other: Int?
  ) -> StateDifference {
    let described = structure.tables[table]
    return StateDifference(
      table: described.name, rows: rows, actualRow: other,
      field: field ?? "", shownField: field ?? "", values: values, isEveryStep: true)
  }
}
