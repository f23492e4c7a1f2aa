import Simulation

/// A row of the table `parameters`: one of a behaviour's numbers.
package struct ParameterRow: TableRow {
  var behavior: Int64 = 0
  var index: Int64 = 0
  var value = 0.0

  package init() {}

  package static var title: FieldName { "parameters" }
  package static let layout = RowLayout(ParameterRow.self)
  package static let group = layout.groups[0]

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.field("index", &index, role: .key)
    visitor.field("value", &value)
  }

  init(behavior: Int, index: Int, value: Double) {
    self.behavior = Int64(behavior)
    self.index = Int64(index)
    self.value = value
  }
}

extension DynamicAnimator {
  func gatherParameters(
    of behavior: DynamicBehavior, _ ordinal: Int, into rows: inout [ParameterRow]
  ) {
    for (index, value) in behavior.parameters.enumerated() {
      rows.append(ParameterRow(behavior: ordinal, index: index, value: value))
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
