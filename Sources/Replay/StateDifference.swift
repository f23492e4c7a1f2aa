import Simulation

/// One place where two states differ.
public struct StateDifference: Equatable, Sendable {
  public enum Values: Equatable, Sendable {
    /// The field has other bits.
    case field(expected: ScalarValue, actual: ScalarValue)
    /// The row is only in the expected state.
    case rowMissing
    /// The row is only in the actual state.
    case rowSurplus
    /// The row is the same, but elsewhere in its table: told only where nothing else differs.
    case rowMoved(to: Int)
  }

  public var table: String
  /// The row's index in the expected state (in the actual state for a surplus row).
  public var row: Int
  /// The row's key fields; empty for rows that are known by their index.
  public var key: [UInt64]
  /// The field's name; empty for whole rows and for single values.
  public var field: String
  public var values: Values

  /// Where it is: `bodies[3].position.x`, `contacts[2,5].normalImpulse`, `clock`.
  public var place: String {
    let index = key.isEmpty ? "\(row)" : key.map { "\($0)" }.joined(separator: ",")
    let isSingle: Bool
    if case .field = values { isSingle = field.isEmpty } else { isSingle = false }
    return isSingle ? table : table + "[" + index + "]" + (field.isEmpty ? "" : "." + field)
  }
}

extension StateDifference: CustomStringConvertible {
  public var description: String {
    switch values {
    case .rowMissing: return "\(place)  is missing"
    case .rowSurplus: return "\(place)  is only in the second"
    case .rowMoved(let other): return "\(place)  is row \(row)  ->  row \(other)"
    case .field(let expected, let actual):
      var line = "\(place)  \(expected.hexadecimal) (\(expected.decimal))"
      line += "  ->  \(actual.hexadecimal) (\(actual.decimal))"
      if let distance = expected.ulpDistance(to: actual) { line += "  \(distance) ULP" }
      return line
    }
  }
}

/// The differences of two states of one schema.
public struct StateComparison: Equatable, Sendable {
  /// The first differences, in schema order, at most as many as were asked for.
  public var differences: [StateDifference] = []
  /// How many there are in all.
  public var count = 0

  /// Compares every group that both images hold. Rows are matched by key where a table has one.
  ///
  /// - Complexity: O(bytes) where rows are equal.
  public init(expected: StateView, actual: StateView, limit: Int = 16) {
    for table in expected.schema.tables.indices {
      compare(table: table, expected, actual, limit: limit)
    }
    if count > 0 { return }
    for table in expected.schema.tables.indices {
      compareOrder(table: table, expected, actual, limit: limit)
    }
  }

  /// Whether any of the listed differences lies in a column that is stored every step.
  func hasEveryStepDifference(_ schema: StateSchema) -> Bool {
    differences.contains { difference in
      guard case .field = difference.values else { return true }
      return schema.tables.contains { table in
        table.name == difference.table
          && table.groups.contains { group in
            group.cadence == .everyStep
              && group.fields.contains { $0.name == difference.field }
          }
      }
    }
  }

  private mutating func compare(
    table: Int, _ expected: StateView, _ actual: StateView, limit: Int
  ) {
    let counts = (expected.rowCount(table: table), actual.rowCount(table: table))
    let isKeyed = counts.0 > 0 && counts.1 > 0 && !expected.key(table: table, row: 0).isEmpty
    let name = expected.schema.tables[table].name
    func add(_ row: Int, _ key: [UInt64], _ field: String, _ values: StateDifference.Values) {
      count += 1
      if differences.count < limit {
        differences.append(
          StateDifference(table: name, row: row, key: key, field: field, values: values))
      }
    }
    var pairs: [(Int, Int)] = []
    if isKeyed {
      // Free rows have one key, and are matched in their order.
      var rows: [[UInt64]: [Int]] = [:]
      for row in (0..<counts.1).reversed() {
        rows[actual.key(table: table, row: row), default: []].append(row)
      }
      for row in 0..<counts.0 {
        let key = expected.key(table: table, row: row)
        if let other = rows[key]?.popLast() {
          pairs.append((row, other))
        } else {
          add(row, key, "", .rowMissing)
        }
      }
      for row in rows.values.joined().sorted() {
        add(row, actual.key(table: table, row: row), "", .rowSurplus)
      }
    } else {
      pairs = (0..<min(counts.0, counts.1)).map { ($0, $0) }
      for row in min(counts.0, counts.1)..<max(counts.0, counts.1) {
        add(row, [], "", counts.0 > counts.1 ? .rowMissing : .rowSurplus)
      }
    }
    for (row, other) in pairs {
      for (groupIndex, group) in expected.schema.tables[table].groups.enumerated() {
        guard let left = expected.rowBytes(table: table, group: groupIndex, row: row),
          let right = actual.rowBytes(table: table, group: groupIndex, row: other),
          !left.elementsEqual(right)
        else { continue }
        for (fieldIndex, field) in group.fields.enumerated() {
          guard
            let a = expected.value(table: table, group: groupIndex, field: fieldIndex, row: row),
            let b = actual.value(table: table, group: groupIndex, field: fieldIndex, row: other),
            a != b
          else { continue }
          let key = isKeyed ? expected.key(table: table, row: row) : []
          add(row, key, field.name, .field(expected: a, actual: b))
        }
      }
    }
  }

  /// Where rows that are known by a key are the same but stand in another order, which a digest sees.
  private mutating func compareOrder(
    table: Int, _ expected: StateView, _ actual: StateView, limit: Int
  ) {
    let rowCount = min(expected.rowCount(table: table), actual.rowCount(table: table))
    var places: [[UInt64]: Int] = [:]
    for row in 0..<rowCount { places[actual.key(table: table, row: row)] = row }
    for row in 0..<rowCount {
      let key = expected.key(table: table, row: row)
      if key.isEmpty || key == actual.key(table: table, row: row) { continue }
      guard let other = places[key] else { continue }
      count += 1
      if differences.count < limit {
        differences.append(
          StateDifference(
            table: expected.schema.tables[table].name, row: row, key: key, field: "",
            values: .rowMoved(to: other)))
      }
    }
  }
}
