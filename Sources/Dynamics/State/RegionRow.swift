import Simulation

/// A row of the table `regions`: an operation of the program of a field's region, in order.
struct RegionRow: TableRow {
  var behavior: Int64 = 0
  /// Place in the field's program, from 0.
  var index: Int64 = 0
  /// The raw value of a `Region.Operation`.
  var operation: UInt64 = 0
  var a = 0.0
  var b = 0.0

  static var title: FieldName { "regions" }
  static let layout = RowLayout(RegionRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.field("index", &index, role: .key)
    visitor.field("operation", &operation)
    visitor.field("a", &a)
    visitor.field("b", &b)
  }

  var node: Region.Node {
    Region.Node(
      operation: Region.Operation(rawValue: UInt8(truncatingIfNeeded: operation)) ?? .empty, a: a,
      b: b)
  }
}

extension DynamicAnimator {
  func gatherRegion(of behavior: DynamicBehavior, _ ordinal: Int, into rows: inout [RegionRow]) {
    guard let field = behavior as? FieldBehavior else { return }
    for (index, node) in field.regionStore.nodes.enumerated() {
      rows.append(
        RegionRow(
          behavior: Int64(ordinal), index: Int64(index),
          operation: UInt64(node.operation.rawValue), a: node.a, b: node.b))
    }
  }

  func scatterRegions() {
    var first = 0
    while first < rows.regions.count {
      let ordinal = rows.regions[first].behavior
      var nodes: [Region.Node] = []
      while first < rows.regions.count, rows.regions[first].behavior == ordinal {
        nodes.append(rows.regions[first].node)
        first += 1
      }
      if let field = knownBehavior(ordinal) as? FieldBehavior, let region = Region(program: nodes) {
        field.regionStore = region
      }
    }
  }
}
