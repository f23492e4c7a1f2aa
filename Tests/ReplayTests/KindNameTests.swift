import AgentProtocol
import Sessions
import Simulation
import Testing

/// A column whose name depends on the kind of its row.
@Suite struct KindNameTests {
  private let bitNames = [
    CaseName(word: 0x101, name: "revolute"), CaseName(word: 1, name: "distance"),
    CaseName(word: 2, name: "motor"),
  ]

  private func schema(named: Bool) -> StateSchema {
    let names = KindNames(
      column: "flags", shift: 8,
      names: [CaseName(word: 1, name: "motorImpulse"), CaseName(word: 2, name: "angularImpulse")])
    let fields = [
      StateSchema.Field(
        label: "flags", type: .uint32, offset: 0, bitNames: named ? bitNames : []),
      StateSchema.Field(
        label: "impulse2", type: .uint32, offset: 4, kindNames: named ? names : nil),
    ]
    return StateSchema(tables: [
      StateSchema.Table(
        name: "joints",
        groups: [StateSchema.Group(cadence: .keyFrame, rowSize: 8, fields: fields)])
    ])
  }

  /// One joint of a kind, with bits below the kind that say something else.
  private func view(kind: UInt8, impulse: UInt8, named: Bool = true) throws -> StateView {
    let image = StateImage(rowCounts: [1], bytes: [7, kind, 0, 0, impulse, 0, 0, 0])
    return try #require(
      StateView(schema: schema(named: named), selection: .everything, image: image))
  }

  @Test(arguments: [
    (UInt8(1), UInt8(1), true, ["joints[0].motorImpulse"]),
    (2, 2, true, ["joints[0].angularImpulse"]),
    // A kind without a name of its own; and a recording that tells no names.
    (3, 3, true, ["joints[0].impulse2"]), (1, 1, false, ["joints[0].impulse2"]),
    // Rows of different kinds share the column's own name only.
    (1, 2, true, ["joints[0].flags", "joints[0].impulse2"]),
  ])
  func differencesUseTheKindsName(
    kind: UInt8, other: UInt8, named: Bool, places: [String]
  ) throws {
    let comparison = StateComparison(
      expected: try view(kind: kind, impulse: 5, named: named),
      actual: try view(kind: other, impulse: 6, named: named))
    #expect(comparison.differences.map(\.place) == places)
  }

  @Test(
    "flags are shown by the names of their bits, a number by its digits",
    arguments: [
      (0, "[]"), (1, "[distance]"), (0x103, "[revolute, motor]"), (2, "[motor]"),
      (0x100, "[256]"), (0x8000_0007, "[distance, motor, 2147483652]"),
    ] as [(UInt64, String)])
  func flagsAreShownByName(word: UInt64, text: String) {
    let named = schema(named: true).tables[0].groups[0].fields[0]
    #expect(named.name(of: word) == text)
    // Bits above the type's are none of the field's.
    #expect(named.name(of: word | 1 << 40) == text)
    #expect(schema(named: false).tables[0].groups[0].fields[0].name(of: word) == nil)
  }

  @Test func listingsUseTheKindsName() throws {
    let rows = StateRows(try view(kind: 1, impulse: 5))
    #expect(rows.shownFields(table: 0, row: 0).map(\.name) == ["flags", "motorImpulse"])
    #expect(rows.name(table: 0, group: 0, field: 1, row: 0) == "motorImpulse")
  }

  @Test("descriptions that differ in names alone are the same, and names survive the wire")
  func namesAreForPeople() throws {
    func description(named: Bool) -> SimulationDescription {
      SimulationDescription(
        name: "joints", stepDuration: StepDuration(1, 60), parameters: [], inputs: [], events: [],
        state: schema(named: named), motionModel: nil)
    }
    #expect(description(named: true) == description(named: false))
    var writer = WireWriter()
    writer.append(description(named: true))
    var reader = WireReader(writer.bytes)
    let fields = try reader.description().state.tables[0].groups[0].fields
    #expect(fields[1].kindNames == schema(named: true).tables[0].groups[0].fields[1].kindNames)
    #expect(fields.map(\.bitNames) == [bitNames, []])
    try reader.end()
    // Whatever is cut off or changed is refused, or read as something else, but never traps.
    for index in writer.bytes.indices {
      var bytes = writer.bytes
      bytes[index] ^= 0xFF
      for hostile in [bytes, Array(writer.bytes[..<index])] {
        var reader = WireReader(hostile)
        _ = try? reader.description()
      }
    }
  }
}
