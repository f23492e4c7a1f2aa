import ArgumentParser
import Pictures
import Recording
import Simulation

struct DuCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "du",
      abstract: "Show where the bytes of a recording go: by track and by column.",
      discussion: """
        `bytes` are those in the file, `raw` those before compression. Tracks, `description` and `index` \
        add up to the file; what is in no column of a track is framing. Columns that take less than \
        half a percent of the file are counted together.

        EXAMPLES
          \(toolName) du push.mcap
          \(toolName) du push.mcap --all
          \(toolName) du push.mcap --json
        """)
  }

  static let documents = Documents("Where a recording's bytes go.", Result.self)

  @Argument(help: "The recording to measure.", completion: .recording)
  var recording: String

  @Flag(help: "List every column, however small. JSON always does.")
  var all = false

  @Flag(help: "Write JSON, as '--format json' does.")
  var json = false

  @OptionGroup var output: FormatOption

  struct Part: Codable {
    var name: String
    var bytes: Int
    var raw: Int
    var percent: Double
    var parts: [Part]?
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var recording: String
    var bytes: Int
    var steps: Int64
    var parts: [Part]
  }

  func run() throws {
    let console = ToolContext.current.console
    let usage = try attempt(recording) { try SpaceUsage(path: try readable(recording)) }
    if json || output.format == .json {
      let parts = usage.parts.map { part($0, of: usage.size) }
      return console.show(
        LaplaceCommands.json(
          Result(
            recording: recording, bytes: usage.size, steps: usage.stepCount, parts: parts)))
    }
    var head = "\(recording): \(usage.size) bytes, \(count(Int(usage.stepCount), "step"))"
    if usage.stepCount > 0 {
      head += ", \(rounded(Double(usage.size) / Double(usage.stepCount), 1)) bytes a step"
    }
    console.result(head)
    console.result("       bytes       %         raw")
    for part in usage.parts {
      console.result(line(part, of: usage.size, indent: ""))
      for inner in listed(part.parts, of: usage.size) {
        console.result(line(inner, of: usage.size, indent: "  "))
      }
    }
  }

  /// Percent of the file that a column takes at least to be listed alone.
  private static let percentListed = 0.5

  /// The columns to list; several small ones are one line.
  private func listed(_ columns: [SpaceUsage.Part], of size: Int) -> [SpaceUsage.Part] {
    let small = all ? [] : columns.filter { percent($0, of: size) < Self.percentListed }
    guard small.count > 1 else { return columns }
    var sum = small[0]
    sum.name = "\(small.count) columns of less than \(rounded(Self.percentListed, 1)) %"
    sum.size = small.reduce(0) { $0 + $1.size }
    sum.rawSize = small.reduce(0) { $0 + $1.rawSize }
    return columns.filter { percent($0, of: size) >= Self.percentListed } + [sum]
  }

  private func part(_ part: SpaceUsage.Part, of size: Int) -> Part {
    Part(
      name: part.name, bytes: part.size, raw: part.rawSize, percent: percent(part, of: size),
      parts: part.parts.isEmpty ? nil : part.parts.map { self.part($0, of: size) })
  }

  private func percent(_ part: SpaceUsage.Part, of size: Int) -> Double {
    (10_000 * Double(part.size) / Double(max(size, 1))).rounded() / 100
  }

  private func line(_ part: SpaceUsage.Part, of size: Int, indent: String) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return right("\(part.size)", 12) + right(rounded(percent(part, of: size), 2), 8)
      + right("\(part.rawSize)", 12) + "  " + indent + part.name
  }
}
