import ArgumentParser
import Pictures
import Recording
import Sessions
import Simulation

struct ExportCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write a recording's inputs or states in a form that other programs read.",
      discussion: """
        Fields are written as in `trace`, with [*] for every row as in `grep`; without --field, all that \
        is stored every step of the first table with positions. Steps are written one by one: memory \
        does not depend on the recording's length.

        --foxglove writes an MCAP file of its own with the topics /scene (foxglove.SceneUpdate) and \
        /inputs: open it in Foxglove and add a 3D panel with the display frame 'world'.

        EXAMPLES
          \(toolName) export push.mcap --inputs -o gestures.jsonl
          \(toolName) export push.mcap --csv --field 'bodies[*].positionX' --field 'bodies[*].speed'
          \(toolName) export push.mcap --jsonl --range 60..180
          \(toolName) export push.mcap --foxglove -o scene.mcap
        """)
  }

  enum Form: String, EnumerableFlag {
    case csv
    case jsonl
    case inputs
    case foxglove

    static func help(for form: Form) -> ArgumentHelp? {
      switch form {
      case .csv: "Write a table of fields: a line for each step, or for each row of each step."
      case .jsonl: "Write the same as JSON lines."
      case .inputs: "Write the inputs as JSON lines, as 'record --input' reads them."
      case .foxglove: "Write an MCAP file that Foxglove's 3D panel shows."
      }
    }
  }

  @Argument(help: "The recording to read.", completion: .recording)
  var recording: String

  @Flag(exclusivity: .exclusive)
  var form: Form

  @Option(help: ArgumentHelp("A field to write; repeat for more.", valueName: "path"))
  var field: [String] = []

  @Option(
    help: ArgumentHelp("The steps to write, both included; default: all.", valueName: "first..last")
  )
  var range: StepRange?

  @Option(
    name: [.short, .long], help: "The file to write; default: standard output.", completion: .file()
  )
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(help: "Point the y axis up in a scene that does not say so; default: down, as on a screen.")
  var yUp = false

  @OptionGroup var program: AgentOption

  func validate() throws {
    if !field.isEmpty && form != .csv && form != .jsonl {
      throw ValidationError("--field is for --csv and --jsonl")
    }
    if form == .foxglove && (output ?? "-") == "-" {
      throw ValidationError("--foxglove writes a file: name it with -o scene.mcap")
    }
  }

  /// The file; `nil` for standard output.
  private var file: Output? {
    guard let output, output != "-" else { return nil }
    return Output(path: output, force: force, inputs: [recording] + (program.agent?.words ?? []))
  }

  func run() throws {
    try file?.check()
    let reader = try openSteps(recording)
    let steps: ClosedRange<Int64>?
    // A recording without a step has nothing to write, which is no mistake.
    steps =
      reader.stepCount == 0 && range == nil
      ? nil : try (range ?? .all).steps(of: reader.stepCount, in: recording)
    switch form {
    case .csv: try writeTable(.csv, reader, steps)
    case .jsonl: try writeTable(.jsonLines, reader, steps)
    case .inputs: try writeInputs(reader, steps)
    case .foxglove: try writeScene(reader, steps)
    }
  }

  /// Writes lines; what fails leaves no file.
  private func writeLines(_ what: String, _ body: (LineSink) throws -> Int) throws {
    let sink = try LineSink(file)
    do {
      let lines = try body(sink)
      try sink.finish()
      if let file { reportWritten(file.path, count(lines, what)) }
    } catch {
      sink.abandon()
      throw error
    }
  }

  // MARK: Inputs

  private func writeInputs(_ reader: Recording, _ steps: ClosedRange<Int64>?) throws {
    let header = reader.header
    try writeLines("input") { sink in
      guard let steps else { return 0 }
      var lines = 0
      for step in steps {
        for input in try attempt(recording, { try reader.inputs(at: step) }) {
          try sink.write(
            InputScript.line(
              ScriptedInput(step: step, input: input), kinds: header.description.inputs))
          lines += 1
        }
        if sink.isClosed { break }
      }
      return lines
    }
    if header.firstStep > 0 {
      ToolContext.current.console.complain(
        "\(recording): begins at step \(header.firstStep) of its run: these inputs alone do not give "
          + "its states again")
    }
  }

  // MARK: Tables

  private func writeTable(
    _ form: ExportTable.Form, _ reader: Recording, _ steps: ClosedRange<Int64>?
  ) throws {
    let schema = reader.header.description.state
    let fields = try (field.isEmpty ? ExportTable.usualFields(schema) : field).map { text in
      guard let path = FieldPath(text) else {
        throw CommandFailure(
          .trouble, "\(recording): '\(text)' is no field: write 'table[row].field'")
      }
      do throws(FieldPathProblem) {
        return try PathReader(path, in: schema)
      } catch {
        throw error.failure(recording)
      }
    }
    guard !fields.isEmpty else {
      throw CommandFailure(
        .trouble, "\(recording): nothing of its state is stored every step",
        advice: "name what to write with --field")
    }
    if let many = fields.first(where: \.path.isMany),
      let other = fields.first(where: { $0.path.isMany && $0.table != many.table })
    {
      throw CommandFailure(
        .trouble,
        "[*] stands for one row: '\(many.path.text)' and '\(other.path.text)' are of different tables",
        advice: "export them one after the other")
    }
    let table = ExportTable(
      form, fields, stepSeconds: reader.header.description.stepDuration.seconds)
    let inspection = try steps.map { steps in
      try Inspection(
        recording, reader, fields, from: steps.lowerBound, to: steps.upperBound,
        agent: program.agent,
        program.limit)
    }
    try writeLines("line") { sink in
      var lines = 0
      if let head = table.head { try sink.write(head) }
      try inspection?.visitStates { step, view in
        for line in table.lines(step, view) {
          try sink.write(line)
          lines += 1
        }
        return !sink.isClosed
      }
      return lines
    }
  }

  // MARK: A scene

  private func writeScene(_ reader: Recording, _ steps: ClosedRange<Int64>?) throws {
    guard let output else { return }
    let description = reader.header.description
    let source = try SceneSource(recording, reader, agent: program.agent, program.limit, isYUp: yUp)
    let inputs = InputJSON(description.inputs)
    let file = try attempt(output) {
      try MessageFile(
        path: output, replaces: force, input: FileIdentity(path: recording),
        topics: [
          .init("/scene", schemaName: "foxglove.SceneUpdate", jsonSchema: SceneMessages.schema),
          .init("/inputs", schemaName: "laplace.Input", jsonSchema: inputs.schemaText),
        ])
    }
    let messages = SceneMessages(isYUp: yUp)
    let bar = ProgressBar(title: "exporting", total: steps.map { Int64($0.count) } ?? 0)
    var written = 0
    do {
      // `0..<0` has no step.
      for step in steps.map({ $0.lowerBound..<$0.upperBound + 1 }) ?? 0..<0 {
        let time = description.stepDuration.nanoseconds(atStep: step)
        for input in try attempt(recording, { try reader.inputs(at: step) }) {
          let line = InputScript.line(
            ScriptedInput(step: step, input: input), kinds: description.inputs)
          try attempt(output) { try file.append(topic: 1, time: time, json: line) }
        }
        bar.update(step - (steps?.lowerBound ?? 0) + 1)
        guard let drawing = try source.drawing(after: step) else { continue }
        try attempt(output) {
          try file.append(topic: 0, time: time, json: messages.update(drawing, nanoseconds: time))
        }
        written += 1
      }
      bar.finish()
      try attempt(output) { try file.finish() }
    } catch {
      bar.finish()
      file.abandon()
      throw error
    }
    reportWritten(output, count(written, "step"))
  }
}
