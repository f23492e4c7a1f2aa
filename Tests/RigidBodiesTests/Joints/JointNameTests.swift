import RigidBodies
import Simulation
import Testing

/// Columns of joints are called by what they are in each kind; the columns themselves stay.
@Suite struct JointNameTests {
  /// The names that the kinds have for a column of table `joints`.
  private func names(_ column: String) throws -> [JointKind: String] {
    let world = World(WorldDefinition())
    var visitor = SchemaVisitor()
    world.visitState(&visitor)
    let table = try #require(visitor.schema.tables.first { $0.name == "joints" })
    let field = try #require(table.groups.flatMap(\.fields).first { $0.name == column })
    var names: [JointKind: String] = [:]
    guard let kindNames = field.kindNames else { return names }
    #expect(table.groups.flatMap(\.fields).contains { $0.name == kindNames.column })
    for kind in JointKind.allCases {
      // The bits below the kind say something else.
      names[kind] = kindNames.name(of: UInt64(kind.rawValue) << UInt64(kindNames.shift) | 1)
    }
    return names
  }

  @Test func columnsHaveNamesByKind() throws {
    #expect(
      try names("impulse2") == [
        .distance: "upperLimitImpulse", .revolute: "motorImpulse", .weld: "angularImpulse",
        .prismatic: "motorImpulse", .wheel: "motorImpulse",
      ])
    #expect(
      try names("motorMaximum") == [
        .revolute: "maximumMotorTorque", .prismatic: "maximumMotorForce",
        .wheel: "maximumMotorTorque", .target: "maximumForce",
      ])
    #expect(try names("anchorAX").isEmpty)
  }

  @Test("a kind that uses the column's own name falls back to it")
  func ownNamesAreLeftOut() throws {
    #expect(try names("angularHertz").isEmpty)
    #expect(try names("axisX").isEmpty)
  }

  @Test("every kind is the name of a joint in use", arguments: JointKind.allCases)
  func flagsNameTheKind(kind: JointKind) throws {
    let world = World(WorldDefinition())
    var visitor = SchemaVisitor()
    world.visitState(&visitor)
    let table = try #require(visitor.schema.tables.first { $0.name == "joints" })
    let flags = try #require(table.groups.flatMap(\.fields).first { $0.name == "flags" })
    let used = UInt64(kind.rawValue) << 8 | 1
    #expect(flags.name(of: used) == "[\(kind)]")
    #expect(flags.name(of: used | 4) == "[\(kind), motor]")
    #expect(flags.name(of: 0) == "[]")
  }

  @Test("a kind's rows fit the unions, and leave what they do not use as it was")
  func overlaysFit() {
    for kind in JointKind.allCases { #expect(kind.rowsFitUnions, "\(kind)") }
  }
}
