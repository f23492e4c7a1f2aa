// Reads what lies inside the kernel: release builds of the tests see none of it.
#if DEBUG
  import DeterministicMath
  import Simulation
  import Testing

  @testable import RigidBodies

  /// Columns of joints are called by what they are in each kind; the columns themselves stay.
  @Suite struct JointNameTests {
    /// The names that the kinds have for a column of table `joints`.
    private func names(_ column: String) throws -> [JointKind: String] {
      let world = try World(WorldDefinition())
      var visitor = SchemaVisitor()
      world.visitState(&visitor)
      let table = try #require(visitor.schema.tables.first { $0.name == "joints" })
      let field = try #require(table.groups.flatMap(\.fields).first { $0.name == column })
      var names: [JointKind: String] = [:]
      guard let kindNames = field.kindNames else { return names }
      #expect(table.groups.flatMap(\.fields).contains { $0.name == kindNames.column })
      for kind in JointKind.allCases {
        let flags = kind.rawValue << JointFlag.kindShift | JointFlag.used
        names[kind] = kindNames.name(of: UInt64(flags))
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
      #expect(try names("angularHertz") == [.weld: "angularHertz"])
      #expect(try names("anchorAX").isEmpty)
    }

    @Test("a kind's rows fit the unions, and leave what they do not use as it was")
    func overlaysFit() throws {
      func check<Kind: JointType>(_ kind: Kind.Type) {
        #expect(MemoryLayout<Kind.Settings>.size <= MemoryLayout<JointSettings>.size)
        #expect(MemoryLayout<Kind.Impulses>.size <= MemoryLayout<JointImpulse>.size)
        // What no kind sets keeps the union's own value, which a restore asks for.
        var settings = JointSettings()
        settings[as: Kind.Settings.self] = Kind.Settings()
        let blank = JointSettings()
        #expect(settings.axis == blank.axis && settings.reference == blank.reference)
      }
      check(DistanceJoint.self)
      check(RevoluteJoint.self)
      check(WeldJoint.self)
      check(PrismaticJoint.self)
      check(WheelJoint.self)
      check(TargetJoint.self)
    }
  }
#endif
