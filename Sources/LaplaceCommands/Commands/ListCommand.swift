import ArgumentParser
import Recording
import Sessions
import Simulation

struct ListCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the simulations, or describe one: parameters, inputs, state.")

  static let documents = Documents("The simulations, or one of them.", [Item].self, Detail.self)

  @Argument(help: "A simulation to describe.", completion: .simulation)
  var simulation: String?

  @Flag(help: "Print the scripted inputs that ship with the simulation.")
  var gestures = false

  @OptionGroup var output: FormatOption

  struct Item: VersionedDocument {
    var version = documentVersion
    var name: String
    var summary: String
    var steps: Int64
    var gestures: Int
  }

  func run() throws {
    let context = ToolContext.current
    if let simulation { return try describe(try context.entry(named: simulation), context.console) }
    if output.format == .json {
      context.console.show(json(context.catalogue.map(item)))
      return
    }
    let width = context.catalogue.map(\.name.count).max() ?? 0
    for entry in context.catalogue {
      let name = entry.name.padding(to: width)
      context.console.result("\(name)  \(entry.summary)")
    }
  }

  private func item(_ entry: CatalogueEntry) -> Item {
    Item(
      name: entry.name, summary: entry.summary, steps: entry.defaultStepCount,
      gestures: entry.gestures.split(separator: "\n").count)
  }

  private func describe(_ entry: CatalogueEntry, _ console: any Console) throws {
    if gestures {
      if !entry.gestures.isEmpty { console.show(entry.gestures.trimmedEnd) }
      return
    }
    let run = try entry.start(parameters: entry.defaultParameters, seed: 1)
    let description = run.description
    if output.format == .json { return console.show(json(Detail(entry, description))) }
    let duration = description.stepDuration
    console.result("\(entry.name): \(entry.summary)")
    console.result(
      "  step        \(duration.numerator)/\(duration.denominator) s, "
        + "\(entry.defaultStepCount) steps by default")
    var words = WordCursor(entry.defaultParameters)
    for parameter in FieldSchema.leaves(description.parameters) {
      let shape = FieldShape(parameter)
      console.result(
        "  parameter   \(parameter.name) (\(shape.title)), default \(shape.text(&words))")
    }
    for kind in description.inputs { console.result("  input       \(line(kind))") }
    for kind in description.events { console.result("  event       \(line(kind))") }
    for table in StateStructure(description.state).tables
    where !table.isText || table.parent == nil {
      let fields = ListCommand.fields(of: table)
      console.result(
        "  state       \(table.name)" + (fields.isEmpty ? "" : ": ")
          + fields.joined(separator: ", "))
    }
    let events = entry.gestures.split(separator: "\n").count
    console.result(
      "  gestures    \(events) scripted events (\(toolName) list \(entry.name) --gestures)")
  }

  private func line(_ kind: KindSchema) -> String {
    let fields = FieldShape.titles(FieldShape.members(kind.fields))
    return kind.name + (fields.isEmpty ? "" : ": " + fields)
  }

  /// The names of the fields of a row, without the parts of optionals and of cases; none for a row
  /// that is a single value.
  private static func fields(of table: StateStructure.Table) -> [String] {
    let names = table.columns.filter { !$0.isOwned }.map(\.name)
    return names == [""] ? [] : names.map { $0.isEmpty ? "value" : $0 }
  }

  struct Detail: VersionedDocument {
    struct Kind: Codable {
      var name: String
      var fields: [String]
      /// What each field holds, as people read it.
      var types: [String]?

      init(_ kind: KindSchema) {
        name = kind.name
        let leaves = FieldSchema.leaves(kind.fields)
        fields = leaves.map(\.name)
        types = leaves.map { FieldShape($0).title }
      }

      init(name: String, fields: [String]) {
        self.name = name
        self.fields = fields
      }
    }
    var version = documentVersion
    var name: String
    var summary: String
    var steps: Int64
    var parameters: [String]
    /// What each parameter holds, as people read it.
    var parameterTypes: [String]
    var inputs: [Kind]
    var events: [Kind]
    var state: [Kind]

    init(_ entry: CatalogueEntry, _ description: SimulationDescription) {
      name = entry.name
      summary = entry.summary
      steps = entry.defaultStepCount
      let leaves = FieldSchema.leaves(description.parameters)
      parameters = leaves.map(\.name)
      parameterTypes = leaves.map { FieldShape($0).title }
      inputs = description.inputs.map(Kind.init)
      events = description.events.map(Kind.init)
      state = StateStructure(description.state).tables.map {
        Kind(name: $0.name, fields: ListCommand.fields(of: $0))
      }
    }
  }
}

extension String {
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  var trimmedEnd: String {
    var text = self
    while let last = text.last, last.isNewline { text.removeLast() }
    return text
  }
}
