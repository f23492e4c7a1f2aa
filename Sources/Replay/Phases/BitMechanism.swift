import Simulation

/// How values differ where two runs part, as far as their bits alone tell.
public enum BitMechanism: Equatable, Sendable {
  /// Zeros differ by their sign alone.
  case signOfZero
  /// Numbers too small for a full significand on one side are zero on the other.
  case flushedSubnormal
  /// Numbers differ by a few units in the last place: so many at most.
  case lastBits(ulps: UInt64)
  /// A table has the same rows on both sides, in another order.
  case otherOrder(table: String)
  /// There are more or fewer rows of a table.
  case rows(table: String)
  /// A whole number differs by so much, and no other value differs.
  case count(field: String, by: Int64)
  /// Numbers differ by more than rounding gives in one operation.
  case values

  /// In words, for the end of `cause: `; says what is there and what that may come of.
  public var text: String {
    switch self {
    case .signOfZero: "sign of zero: zeros differ by their sign alone"
    case .flushedSubnormal: "flushed subnormal: numbers near zero became zero"
    case .lastBits(let ulps):
      "rounding: at most \(ulps) unit\(ulps == 1 ? "" : "s") in the last place, as a fused "
        + "multiply-add, another order of the terms or another function of the C library gives"
    case .otherOrder(let table):
      "order: the rows of \(table) are the same in another order, as a walk over a dictionary or a "
        + "race gives"
    case .rows(let table): "rows: \(table) has rows that the other side does not have"
    case .count(let field, let difference):
      "count: \(field) is \(difference.magnitude) \(difference > 0 ? "more" : "less"), and nothing "
        + "else differs"
    case .values: "values: they differ by more than rounding gives"
    }
  }

  /// The name of the mechanism alone.
  public var name: String { String(text.prefix { $0 != ":" }) }
}

extension BitMechanism {
  /// What is seen in the differences of two states: each mechanism once.
  static func all(
    _ comparison: StateComparison, _ expected: StateView, _ actual: StateView
  ) -> [BitMechanism] {
    var found: [BitMechanism] = []
    func add(_ mechanism: BitMechanism) {
      if !found.contains(mechanism) { found.append(mechanism) }
    }
    let reordered = reorderedTables(expected, actual)
    var (ulps, hasValues): (UInt64?, Bool) = (nil, false)
    var numbers: [(field: String, by: Int64)] = []
    for difference in comparison.differences {
      if reordered.contains(difference.table) {
        add(.otherOrder(table: difference.table))
        continue
      }
      switch difference.values {
      case .rowMissing, .rowSurplus, .rowCount: add(.rows(table: difference.table))
      case .rowMoved: add(.otherOrder(table: difference.table))
      case .content: hasValues = true
      case .field(let left, let right):
        switch kind(left, right) {
        case .lastBits(let distance): ulps = max(ulps ?? 0, distance)
        case .values where left.isWhole && right.isWhole:
          numbers.append((difference.place, Int64(bitPattern: right.bits &- left.bits)))
        case .values: hasValues = true
        case let other: add(other)
        }
      }
    }
    if let ulps { add(.lastBits(ulps: ulps)) }
    if hasValues || numbers.count > 1 || (numbers.count == 1 && comparison.count > 1) {
      add(.values)
    } else if let number = numbers.first {
      add(.count(field: number.field, by: number.by))
    }
    return found
  }

  /// Units in the last place that a few roundings in other places give.
  private static let lastBitsMax: UInt64 = 4

  private static func kind(_ left: ScalarValue, _ right: ScalarValue) -> BitMechanism {
    if left.isWhole || right.isWhole { return .values }
    if left.number == 0 && right.number == 0 { return .signOfZero }
    if (left.isSubnormal && right.number == 0) || (right.isSubnormal && left.number == 0) {
      return .flushedSubnormal
    }
    guard let ulps = left.ulpDistance(to: right), ulps <= lastBitsMax else { return .values }
    return .lastBits(ulps: ulps)
  }

  /// Tables of as many rows on both sides that are the same, in another order.
  private static func reorderedTables(_ expected: StateView, _ actual: StateView) -> Set<String> {
    var found: Set<String> = []
    for (index, table) in expected.schema.tables.enumerated() {
      let count = expected.rowCount(table: index)
      guard count > 1, count == actual.rowCount(table: index) else { continue }
      let rows = (
        (0..<count).map { expected.row(index, $0) }, (0..<count).map { actual.row(index, $0) }
      )
      if rows.0 != rows.1, rows.0.sorted(by: isLess) == rows.1.sorted(by: isLess) {
        found.insert(table.name)
      }
    }
    return found
  }

  private static func isLess(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.lexicographicallyPrecedes(b) }
}

extension StateView {
  /// All bytes of a row.
  fileprivate func row(_ table: Int, _ row: Int) -> [UInt8] {
    schema.tables[table].groups.indices.flatMap { group in
      Array(rowBytes(table: table, group: group, row: row) ?? [])
    }
  }
}

extension ScalarValue {
  fileprivate var isWhole: Bool { type != .float32 && type != .float64 }

  fileprivate var isSubnormal: Bool {
    switch type {
    case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: bits)).isSubnormal
    case .float64: Double(bitPattern: bits).isSubnormal
    default: false
    }
  }
}
