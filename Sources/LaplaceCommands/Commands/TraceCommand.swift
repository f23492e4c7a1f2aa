import ArgumentParser
import Foundation
import Recording
import Replay
import Simulation

struct TraceCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trace",
      abstract: "Follow one field of one row over all steps.",
      discussion: """
        The field is written as a difference names it. `speed` is the length of a row's velocity. \
        What the file stores is read from it; the rest is simulated again.

        EXAMPLES
          \(toolName) trace 'bodies[3].positionY' push.mcap
          \(toolName) trace 'bodies[3].speed' push.mcap --from 60 --to 180 --format csv
          \(toolName) trace 'bodies[3].positionY' push.mcap --format svg -o height.svg
        """)
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case csv
    case json
    case svg
  }

  @Argument(help: "The field, as 'table[row].field'.")
  var field: String

  @Argument(help: "The recording to read.")
  var recording: String

  @Option(help: "The first step.")
  var from: Int64?

  @Option(help: "The last step.")
  var to: Int64?

  @Option(help: "What to write: text (a curve and its ends), csv, json or svg.")
  var format: Format = .text

  @Option(name: [.short, .long], help: "The file to write; default: standard output.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The program that runs the simulation; default: this one.", valueName: "command"))
  var agent: AgentCommand?

  @OptionGroup var timeLimit: AgentTimeout

  struct Result: Encodable {
    var recording: String
    var field: String
    var steps: [Int64]
    var values: [Double]
  }

  func run() throws {
    let file = try openSteps(recording)
    let reader = try reader(file)
    let inspection = try Inspection(
      recording, file, [reader], from: from, to: to, agent: agent,
      timeLimit)
    var curve = FieldCurve(
      field: field, stepSeconds: file.header.description.stepDuration.seconds)
    var csv = format == .csv ? "step,seconds,value\n" : ""
    try inspection.visitStates { step, view in
      guard let row = reader.rows(in: view).first, let number = reader.number(row, in: view) else {
        return true
      }
      curve.steps.append(step)
      curve.values.append(number)
      if format == .csv {
        let text = reader.text(row, in: view) ?? ""
        csv += "\(step),\(Double(step) * curve.stepSeconds),\(text)\n"
      }
      return true
    }
    guard !curve.steps.isEmpty else {
      throw CommandFailure(
        .trouble, "\(recording): '\(field)' is in none of these steps",
        advice: "\(toolName) replay \(shellWord(recording)) --at \(inspection.steps.lowerBound) "
          + "--print state")
    }
    try write(curve, csv)
  }

  private func reader(_ file: StepReader) throws -> PathReader {
    guard let path = FieldPath(field) else {
      throw CommandFailure(.trouble, "'\(field)' is no field: write 'table[row].field'")
    }
    if path.isMany {
      throw CommandFailure(
        .trouble, "'\(field)' means many rows: trace follows one",
        advice: "\(toolName) grep '\(field) > 0' \(shellWord(recording))")
    }
    do {
      return try PathReader(path, in: file.header.description.state)
    } catch {
      throw error.failure(recording)
    }
  }

  private func write(_ curve: FieldCurve, _ csv: String) throws {
    let text: String
    switch format {
    case .text: text = curve.lines.joined(separator: "\n") + "\n"
    case .csv: text = csv
    case .svg: text = curve.svg(title: "\(field) in \(recording)")
    case .json:
      text =
        compactJSON(
          Result(recording: recording, field: field, steps: curve.steps, values: curve.values))
        + "\n"
    }
    guard let output else { return ToolContext.current.console.result(String(text.dropLast())) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .withoutOverwriting)
    } catch {
      throw CommandFailure(.trouble, "\(output): cannot be written: \(plain(error))")
    }
    ToolContext.current.console.result("\(output): \(count(curve.steps.count, "step"))")
  }
}
