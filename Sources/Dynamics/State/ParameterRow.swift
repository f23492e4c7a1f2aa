import Simulation

/// A row of the table `parameters`: one of a behaviour's numbers.
struct ParameterRow: TableRow {
  var behavior: Int64 = 0
  var index: Int64 = 0
  var value = 0.0

  static var title: FieldName { "parameters" }
  static let layout = RowLayout(ParameterRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.field("index", &index, role: .key)
    visitor.field("value", &value)
  }
}

extension DynamicAnimator {
  func gatherParameters(
    of behavior: DynamicBehavior, _ ordinal: Int, into rows: inout [ParameterRow]
  ) {
    for (index, value) in behavior.parameters.enumerated() {
      rows.append(ParameterRow(behavior: Int64(ordinal), index: Int64(index), value: value))
    }
  }

  func scatterParameters() {
    for row in rows.parameters {
      guard let behavior = knownBehavior(row.behavior), row.value.isFinite else { continue }
      let index = DynamicAnimator.index(row.index, below: behavior.parameters.count)
      if index >= 0 { behavior.parameters[index] = row.value }
    }
  }
}
