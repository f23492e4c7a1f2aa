import RigidBodies
import Simulation
import Testing

/// The rows of the kernel describe all that they store.
@Suite struct KernelRowTests {
  @Test(arguments: KernelRow.all.map(\.name))
  func everyStoredFieldIsDescribed(name: String) throws {
    let row = try #require(KernelRow.all.first { $0.name == name })
    let described = row.layout.groups.reduce(0) { $0 + $1.rowSize }
    #expect(described == row.size - row.derivedSize, "a stored field of \(name) is not described")
    // Handed over where they lie: no field is described out of its order.
    #expect(row.layout.isInPlace, "the fields of \(name) are described in another order")
    var place = 0
    for group in row.layout.groups {
      #expect(group.place == place)
      place += group.rowSize
      #expect(group.fields.last.map { $0.offset + $0.type.size } == group.rowSize)
    }
  }

  @Test func aWorldHandsOverEveryKindOfRow() {
    var definition = WorldDefinition()
    definition.describesGeometry = true
    var visitor = SchemaVisitor()
    World(definition).visitState(&visitor)
    let described = KernelRow.all.reduce(0) { size, row in
      size + row.layout.groups.reduce(0) { $0 + $1.rowSize }
    }
    let visited = visitor.schema.tables.filter { !$0.isSingleValue }
      .reduce(0) { size, table in size + table.groups.reduce(0) { $0 + $1.rowSize } }
    #expect(visited == described)
  }

  /// Code that moves a group of a contact as one vector moves all of it.
  @Test func vectorsOfContactsAreTheirGroups() throws {
    let row = try #require(KernelRow.all.first { $0.name == "ContactRow" })
    #expect(row.layout.groups.map(\.rowSize) == KernelRow.contactVectorSizes)
    #expect(row.layout.groups[1].fields.allSatisfy { $0.type == .float32 })
  }
}
