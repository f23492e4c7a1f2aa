import Recording
import Sessions
import Simulation

/// How values differ where two runs part, as far as their bits alone tell.
public enum BitMechanism: Equatable, Sendable {
  /// Zeros differ by their sign alone.
  case signOfZero
  /// Numbers too small for a full significand on one side are zero on the other.
  case flushedSubnormal
  /// No number differs by more than this part of the largest one of its field: what a rounding, or
  /// a few in a row, come to.
  case rounding(part: Double)
  /// A table has the same rows on both sides, in another order.
  case otherOrder(table: String)
  /// There are more or fewer rows of a table.
  case rows(table: String)
  /// A whole number differs by so much, and nothing else does.
  case count(field: String, by: Int64)
  /// Numbers differ by more than rounding gives.
  case values

  /// The name of the mechanism, without particulars.
  public var name: String {
    switch self {
    case .signOfZero: "sign of zero"
    case .flushedSubnormal: "flushed subnormal"
    case .rounding: "rounding"
    case .otherOrder: "order"
    case .rows: "rows"
    case .count: "count"
    case .values: "values"
    }
  }

  /// What is seen, and what that may come of, in one line.
  public var text: String { "\(name): \(explanation)" }

  private var explanation: String {
    switch self {
    case .signOfZero: "zeros differ by their sign alone"
    case .flushedSubnormal: "numbers near zero became zero"
    case .rounding(let part):
      "no number differs by more than \(shown(part)) of the largest of its field; a fused "
        + "multiply-add, another order of terms or another function of the C library give the like"
    case .otherOrder(let table):
      "\(table) has the same rows in another order; a walk over a dictionary or a race give the like"
    case .rows(let table): "\(table) has rows that the other side does not have"
    case .count(let field, let difference):
      "\(field) is \(difference.magnitude) \(difference > 0 ? "more" : "less"), and nothing else "
        + "differs"
    case .values: "they differ by more than rounding gives"
    }
  }

  private func shown(_ part: Double) -> String { formatted(part, "%.1g") }
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
    for table in reordered { add(.otherOrder(table: table)) }
    var scales = FieldScales(expected)
    var (part, hasValues): (Double?, Bool) = (nil, false)
    var numbers: [(field: String, by: Int64)] = []
    // In another order, rows that are known by their place are compared with other rows.
    for difference in comparison.differences where !reordered.contains(difference.table) {
      switch difference.values {
      case .rowMissing, .rowSurplus, .rowCount: add(.rows(table: difference.table))
      case .rowMoved: add(.otherOrder(table: difference.table))
      case .content: hasValues = true
      case .field(let left, let right) where left.isWhole || right.isWhole:
        numbers.append((difference.place, Int64(bitPattern: right.bits &- left.bits)))
      case .field(let left, let right):
        if left.number == 0 && right.number == 0 {
          add(.signOfZero)
        } else if left.isFlushed(to: right) || right.isFlushed(to: left) {
          add(.flushedSubnormal)
        } else if let distance = left.distance(to: right),
          let scale = scales.largest(difference.table, difference.field), scale > 0,
          distance <= scale * left.roundingPart
        {
          part = max(part ?? 0, distance / scale)
        } else {
          hasValues = true
        }
      }
    }
    // Beside larger differences, small ones tell nothing.
    if let part, !hasValues { add(.rounding(part: part)) }
    if let number = numbers.first, comparison.count == 1 {
      add(.count(field: number.field, by: number.by))
    } else if hasValues || !numbers.isEmpty {
      add(.values)
    }
    return found
  }

  /// Tables of which both sides have the same rows, known by their keys where they have some, but
  /// in another order.
  private static func reorderedTables(_ expected: StateView, _ actual: StateView) -> [String] {
    var found: [String] = []
    for (index, table) in expected.schema.tables.enumerated() {
      let count = expected.rowCount(table: index)
      guard count > 1, count == actual.rowCount(table: index) else { continue }
      let isKeyed = table.groups.contains { $0.fields.contains { $0.role == .key } }
      let rows = [expected, actual].map { view in
        (0..<count).map { isKeyed ? view.key(index, $0) : view.row(index, $0) }
      }
      if rows[0] != rows[1], rows[0].sorted(by: isLess) == rows[1].sorted(by: isLess) {
        found.append(table.name)
      }
    }
    return found
  }

  private static func isLess(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.lexicographicallyPrecedes(b) }
}

/// The largest numbers of fields, each looked for once.
private struct FieldScales {
  let view: StateView
  private var known: [String: Double?] = [:]

  init(_ view: StateView) { self.view = view }

  /// The largest magnitude of a field in any row; `nil` where there is no such field.
  mutating func largest(_ table: String, _ field: String) -> Double? {
    let name = table + "." + field
    if let largest = known[name] { return largest }
    let largest = look(table, field)
    known[name] = .some(largest)
    return largest
  }

  private func look(_ name: String, _ fieldName: String) -> Double? {
    guard let table = view.schema.tables.firstIndex(where: { $0.name == name }) else { return nil }
    for (group, columns) in view.schema.tables[table].groups.enumerated() {
      guard let field = columns.fields.firstIndex(where: { $0.name == fieldName }) else { continue }
      var largest = 0.0
      for row in 0..<view.rowCount(table: table) {
        let value = view.value(table: table, group: group, field: field, row: row)
        if let number = value?.number.magnitude, number.isFinite { largest = max(largest, number) }
      }
      return largest
    }
    return nil
  }
}

extension StateView {
  /// The bits of the fields that name a row.
  fileprivate func key(_ table: Int, _ row: Int) -> [UInt8] {
    var key: [UInt8] = []
    for (group, columns) in schema.tables[table].groups.enumerated() {
      for (field, column) in columns.fields.enumerated() where column.role == .key {
        let bits = value(table: table, group: group, field: field, row: row)?.bits ?? 0
        for byte in 0..<8 { key.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * byte))) }
      }
    }
    return key
  }

  /// All bytes of a row.
  fileprivate func row(_ table: Int, _ row: Int) -> [UInt8] {
    schema.tables[table].groups.indices.flatMap { group in
      Array(rowBytes(table: table, group: group, row: row) ?? [])
    }
  }
}

extension ScalarValue {
  fileprivate var isWhole: Bool { type != .float32 && type != .float64 }

  /// The part of the largest number of a field by which a few roundings can change one: the lower
  /// half of the significand is theirs.
  fileprivate var roundingPart: Double { type == .float32 ? 0x1p-12 : 0x1p-26 }

  /// Whether it is too small for a full significand, and `other` is zero.
  fileprivate func isFlushed(to other: ScalarValue) -> Bool { isSubnormal && other.number == 0 }

  private var isSubnormal: Bool {
    switch type {
    case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: bits)).isSubnormal
    case .float64: Double(bitPattern: bits).isSubnormal
    default: false
    }
  }
}
