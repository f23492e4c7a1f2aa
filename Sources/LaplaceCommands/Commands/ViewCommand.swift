import AgentProtocol
import ArgumentParser
import Pictures
import Recording
import Sessions
import Simulation

struct ViewCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "view",
      abstract: "Make a page that shows a recording, or a picture of its trajectories.",
      discussion: """
        A page (.html) holds all it needs and opens in any browser, offline: scrub it, step back over \
        the moment, look at any row. A page of two recordings opens at their first difference. A \
        picture (.svg) shows the trajectories.

        With an engine (Tools/engine makes one), a page replays its recording in the browser, proves \
        it bit-exact, and lets it go on differently where a pointer touches it.

        EXAMPLES
          \(toolName) view orbit.mcap -o orbit.html
          \(toolName) view orbit.mcap -o orbit.html --engine laplace-engine.wasm.gz
          \(toolName) view before.mcap after.mcap -o difference.html
          \(toolName) view orbit.mcap -o orbit.svg
          \(toolName) view tumbler.mcap -o tumbler.svg --y-up --to 300
          \(toolName) view robot.mcap -o robot.svg

        A trajectory joins the positions of one row: the columns whose roles are positions. A \
        recording of a simulation that this tool does not have is drawn from the states in the file, or \
        from its view track (`record --tracks log+view`).
        """)
  }

  @Argument(help: "The recording to show.", completion: .recording)
  var recording: String

  @Argument(
    help: "A second recording, which a page compares with the first.", completion: .recording)
  var second: String?

  @Option(
    name: [.short, .long], help: "The page (.html) or the picture (SVG) to write.",
    completion: .file(extensions: ["html", "svg"]))
  var output: String

  @Flag(help: "Replace an existing file.")
  var force = false

  @Option(help: "The table to draw; default: the first that has positions.")
  var table: String?

  @Option(help: "The first step to draw; default: 0.")
  var from: Int64?

  @Option(help: "The last step to draw; default: the recording's last.")
  var to: Int64?

  @Flag(help: "Point the y axis up; default: down, as on a screen.")
  var yUp = false

  @OptionGroup var program: AgentOption

  @OptionGroup var engine: EngineOption

  private var isPage: Bool {
    let name = output.lowercased()
    return name.hasSuffix(".html") || name.hasSuffix(".htm")
  }

  func validate() throws {
    if isPage, table != nil || from != nil || to != nil {
      throw ValidationError("--table, --from and --to are for a picture, not for a page")
    }
    if !isPage, engine.path != nil {
      throw ValidationError("--engine is for a page, not for a picture")
    }
    if !isPage, second != nil {
      throw ValidationError("two recordings make a page: name it with -o difference.html")
    }
  }

  func run() throws {
    if isPage {
      let page = PageBuild(
        first: recording, second: second, agent: program.agent, limit: program.limit, isYUp: yUp,
        engine: engine.path)
      return try page.write(to: output, force: force)
    }
    let picture = Output(
      path: output, kind: .picture, force: force, inputs: [recording] + (program.agent?.words ?? [])
    )
    try picture.check()
    try draw(picture)
  }

  private func draw(_ output: Output) throws {
    let context = ToolContext.current
    let from = from ?? 0
    let file = try open(recording)
    let header = file.header
    let source = try PageSource(
      recording, file, agent: program.agent, program.limit, isStored: false)
    let placed = try placedTable(source.schema)
    let last = to ?? file.stepCount
    guard from >= 0, from <= last, last <= file.stepCount else {
      throw CommandFailure(
        .trouble, "\(recording): has steps 0 to \(file.stepCount), not \(from) to \(last)")
    }
    var picture = TrajectoryPicture(
      title: "\(header.description.name), seed \(header.seed), steps \(from) to \(last)", paths: [])
    var indices: [String: Int] = [:]
    // One step in so many is drawn: a picture of all of them would be too large to look at.
    var stride: Int64 = 1
    var pointCount = 0
    for count in from...last where (count - from) % stride == 0 || count == last {
      guard let rows = try rows(source, after: count - 1) else { continue }
      for row in placed.rows(in: rows) {
        // Known by its key, a row keeps its path when others come and go before it.
        let name = row.hasKey ? row.rows.label : "\(row.row)"
        let index = indices[name] ?? picture.paths.count
        if index == picture.paths.count {
          indices[name] = index
          picture.paths.append([])
          picture.labels.append(
            row.hasKey ? (row.rows.count == 1 ? row.number : row.rows.label) : "")
        }
        picture.paths[index].append(
          TrajectoryPicture.Point(x: row.x, y: yUp ? -row.y : row.y, step: count))
        pointCount += 1
      }
      while pointCount > ViewCommand.pointMax, stride <= last - from {
        stride *= 2
        picture.thin { ($0 - from) % stride == 0 || $0 == last }
        pointCount = picture.paths.reduce(0) { $0 + $1.count }
      }
    }
    try output.write(picture.svg)
    reportWritten(
      output.path,
      count(picture.drawn.count, "trajectory", "trajectories")
        + (stride > 1 ? ", thinned to one step in \(stride)" : ""))
    if stride > 1 {
      context.console.complain(
        "\(output.path): every step would make it too large; --from and --to draw fewer of them in full"
      )
    }
  }

  /// Points of a picture, before it is thinned: some 3 MB of text.
  private static let pointMax = 200_000

  /// - Returns: `nil` between the samples of a view track.
  private func rows(_ source: PageSource, after step: Int64) throws -> StateRows? {
    let rows = try source.rows(after: step)
    if rows != nil || source.hasGaps { return rows }
    throw CommandFailure(
      .trouble, "\(recording): does not hold the state of every step: it is recorded without them",
      advice: "name a program that runs '\(source.recording.header.description.name)' with --agent")
  }

  private func placedTable(_ schema: StateSchema) throws -> PlacedTable {
    let placed = PlacedTable.all(in: schema)
    if let found = placed.first(where: { table == nil || $0.name == table }) { return found }
    if let table, schema.tables.contains(where: { $0.name == table }), !placed.isEmpty {
      throw CommandFailure(
        .trouble, "\(recording): no columns of '\(table)' have the roles of a position",
        advice: "the tables that have: " + placed.map(\.name).joined(separator: ", "))
    }
    let near = table.flatMap { nearest(to: $0, in: placed.map(\.name)) }
    if let table, !placed.isEmpty {
      throw CommandFailure(
        .trouble,
        "\(recording): no table '\(table)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
        advice: "the tables with positions are: " + placed.map(\.name).joined(separator: ", "))
    }
    throw CommandFailure(
      .trouble, "\(recording): has no positions: no column of its state has the role of one",
      advice: "give two columns of a table the roles position x and y, and record it anew")
  }
}
