import AgentProtocol
import CLaplace
import DeterministicMath
import Simulation

/// A simulation that a caller describes while the program runs.
final class ForeignSimulation {
  let description: SimulationDescription
  let version: String
  let build: [BuildFact]
  let tables: [ForeignTable]
  let inputs: [ForeignInputKind]

  init(_ pointer: UnsafePointer<laplace_simulation>?) throws {
    guard let given = pointer?.pointee else { throw Refusal("the simulation is NULL") }
    guard given.api_version == LAPLACE_API_VERSION else {
      throw Refusal(
        "the program was compiled for version \(given.api_version) of laplace.h, and this library "
          + "has version \(LAPLACE_API_VERSION)")
    }
    let name = try text(given.name, "the name of the simulation")
    guard !name.isEmpty else { throw Refusal("the name of the simulation is empty") }
    guard given.step_numerator > 0, given.step_denominator > 0,
      given.step_numerator <= 1_000_000, given.step_denominator <= 1_000_000
    else {
      throw Refusal(
        "a step of \(given.step_numerator)/\(given.step_denominator) s; both numbers may be 1 to "
          + "1000000")
    }
    guard given.table_count > 0, given.table_count <= 4096 else {
      throw Refusal("\(given.table_count) tables; there may be 1 to 4096")
    }
    guard given.tables != nil else { throw Refusal("the tables are NULL") }
    guard given.input_count <= 4096 else {
      throw Refusal("\(given.input_count) kinds of input; there may be 4096")
    }
    guard given.input_count == 0 || given.inputs != nil else {
      throw Refusal("the kinds of input are NULL")
    }
    var tables: [ForeignTable] = []
    for index in 0..<Int(given.table_count) {
      let table = try ForeignTable(given.tables[index])
      guard !table.parts.isEmpty else { throw Refusal("table '\(table.name)' has no fields") }
      guard !tables.contains(where: { $0.name == table.name }) else {
        throw Refusal("two tables are called '\(table.name)'")
      }
      tables.append(table)
    }
    var inputs: [ForeignInputKind] = []
    for index in 0..<Int(given.input_count) {
      let kind = try ForeignInputKind(given.inputs[index])
      guard !inputs.contains(where: { $0.schema.name == kind.schema.name }) else {
        throw Refusal("two kinds of input are called '\(kind.schema.name)'")
      }
      inputs.append(kind)
    }
    (self.tables, self.inputs) = (tables, inputs)
    version = given.version == nil ? "0" : try text(given.version, "the version")
    let compiler = given.build == nil ? "unknown" : try text(given.build, "the build")
    build = ForeignSimulation.facts(compiler)
    var schema = SchemaVisitor()
    for table in tables {
      var count = 0
      schema.table(table.fieldName, rowCount: &count)
      for part in table.parts { schema.columns(part.group, base: nil, changes: nil) }
    }
    description = SimulationDescription(
      name: name, stepDuration: StepDuration(given.step_numerator, given.step_denominator),
      parameters: [], inputs: inputs.map(\.schema), events: [], state: schema.schema,
      motionModel: nil)
  }

  /// What this program says of itself; its compiler is the caller's, not that of this library.
  private static func facts(_ compiler: String) -> [BuildFact] {
    let own = ["processor", "pointerWidth", "operatingSystem", floatingPointFactName]
    return buildFacts().filter { own.contains($0.name) } + [
      BuildFact(name: "language", value: "any, through laplace.h \(LAPLACE_API_VERSION)"),
      BuildFact(name: "compiler", value: compiler),
    ]
  }

  /// Words of the inputs that a caller gave a step.
  func words(
    _ given: UnsafePointer<laplace_input>?, _ count: UInt32
  ) throws -> [RecordWords] {
    guard count > 0 else { return [] }
    guard let given else { throw Refusal("\(count) inputs, but they are NULL") }
    guard count <= 1 << 20 else { throw Refusal("\(count) inputs; there may be 1048576") }
    return try (0..<Int(count)).map { index in
      let input = given[index]
      guard Int(input.kind) < inputs.count else {
        throw Refusal("no kind of input \(input.kind); there are \(inputs.count)")
      }
      let kind = inputs[Int(input.kind)]
      guard let value = input.value else {
        if kind.schema.fields.isEmpty { return RecordWords(kind: Int(input.kind), words: []) }
        throw Refusal("input '\(kind.schema.name)' is NULL")
      }
      return RecordWords(kind: Int(input.kind), words: try kind.words(value))
    }
  }
}
