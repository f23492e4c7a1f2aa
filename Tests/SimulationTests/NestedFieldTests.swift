import AgentProtocol
import Simulation
import TestSupport
import Testing

/// Descriptions of nested fields, and names of cases: over the wire and in schemas.
@Suite struct NestedFieldTests {
  let described = SimulationRun<Errands>(parameters: .init(), seed: 1).description

  private func read(_ description: SimulationDescription) throws -> SimulationDescription {
    let reply = try AgentReply(encoded: AgentReply.described(description, parameters: []).encoded)
    guard case .described(let again, _) = reply else {
      Issue.record("another reply")
      return description
    }
    return again
  }

  /// Everything that a description says of fields, names of cases included.
  private func lines(_ fields: [FieldSchema], _ indent: String = "") -> [String] {
    fields.flatMap { field -> [String] in
      let cases = field.cases.map { " \($0.word)=\($0.name)" }.joined()
      return ["\(indent)\(field.name) \(field.type)\(cases)"]
        + lines(field.fields, indent + "  ")
        + field.kinds.flatMap { [indent + "  case \($0.name)"] + lines($0.fields, indent + "    ") }
    }
  }

  @Test("a description of every type reads back, names of cases included")
  func wire() throws {
    let description = described
    let again = try read(description)
    #expect(again == description)
    #expect(lines(again.parameters) == lines(description.parameters))
    for (a, b) in zip(again.inputs + again.events, description.inputs + description.events) {
      #expect(lines(a.fields) == lines(b.fields))
    }
    for (a, b) in zip(again.state.tables, description.state.tables) {
      #expect(a.groups.flatMap(\.fields).map(\.cases) == b.groups.flatMap(\.fields).map(\.cases))
    }
  }

  @Test("fields are described with what is in them")
  func schema() throws {
    let load = try #require(described.inputs.first { $0.name == "carry" })
    let text = lines(load.fields)
    for line in [
      "load structure", "  weather uint8 1=sun 2=rain 9=storm", "  craft uint32 0=smith 1=baker",
      "  mood int32 18446744073709551613=glum 3=merry", "  point structure", "    x float32",
      "  text text", "  bytes list", "  gold keyed", "  names keyed", "  oath optional",
      "  order cases", "    case sing", "      verses list", "     uint32", "    key structure",
      "      x int32",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test("cut or changed descriptions are read or refused, never a trap")
  func hostileBytes() {
    let bytes = AgentReply.described(described, parameters: []).encoded
    for size in stride(from: 0, to: bytes.count, by: 11) {
      #expect(throws: AgentError.self) { try AgentReply(encoded: Array(bytes.prefix(size))) }
    }
    for index in stride(from: 0, to: bytes.count, by: 4) {
      var changed = bytes
      changed[index] ^= [0x01, 0x80, 0xFF][index / 4 % 3]
      _ = try? AgentReply(encoded: changed)
    }
  }

  private func description(_ field: FieldSchema) -> SimulationDescription {
    SimulationDescription(
      name: "d", stepDuration: StepDuration(1, 60), parameters: [field], inputs: [], events: [],
      state: StateSchema(), motionModel: nil)
  }

  @Test("fields within fields are read to the depth that a description of one's own has")
  func depth() throws {
    func nested(_ depth: Int) -> SimulationDescription {
      var field = FieldSchema(name: "x", type: .bool)
      for level in 0..<depth {
        switch level % 3 {
        case 0: field = FieldSchema(name: "", type: .list, fields: [field])
        case 1: field = FieldSchema(name: "", type: .optional, fields: [field])
        default:
          field = FieldSchema(
            name: "", type: .cases, kinds: [KindSchema(name: "k", fields: [field])])
        }
      }
      return description(field)
    }
    #expect(try read(nested(32)) == nested(32))
    for depth in [33, 64, 500] {
      #expect(throws: AgentError.garbled, "\(depth)") { try read(nested(depth)) }
    }
  }

  @Test("what could not be read again is refused")
  func refused() {
    let one = [CaseName(word: 1, name: "one")]
    for field in [
      FieldSchema(name: "x", type: .list), FieldSchema(name: "x", type: .keyed),
      FieldSchema(name: "x", type: .cases), FieldSchema(name: "x", type: .float32, cases: one),
      FieldSchema(name: "x", type: .text, cases: one),
    ] {
      #expect(throws: AgentError.garbled, "\(field)") { try read(description(field)) }
    }
  }

  @Test("names are for people: they are neither compared nor digested")
  func namesDoNotCount() {
    var description = described
    description.parameters[1].cases = []
    description.state.tables[0].groups[0].fields[0].cases = [CaseName(word: 0, name: "zero")]
    #expect(description == described)
  }

  @Test("a number of the state is called by the name of its case")
  func caseNames() throws {
    func field(_ table: String, _ name: String) throws -> StateSchema.Field {
      let table = try #require(
        described.state.tables.first { $0.name == table })
      return try #require(table.groups.flatMap(\.fields).first { $0.name == name })
    }
    let order = try field("order", "")
    #expect(order.cases.map(\.name) == ["idle", "move", "sing"])
    #expect(order.name(of: 1) == "move")
    #expect(order.name(of: 3) == nil)
    let weather = try field("weather", "")
    #expect(weather.name(of: 9) == "storm" && weather.name(of: 0) == nil)
    #expect(try field("crafts", "").name(of: 1) == "baker")
    #expect(try field("day", "").name(of: 1) == nil)
    // A negative number, as a record's word and as a column's bits.
    let mood = StateSchema.Field(
      label: "", type: .int32, offset: 0,
      cases: [CaseName(word: UInt64(bitPattern: -3), name: "glum")])
    #expect(mood.name(of: UInt64(bitPattern: -3)) == "glum")
    #expect(mood.name(of: UInt64(UInt32(bitPattern: -3))) == "glum")
  }
}
