import ArgumentParser
import Foundation
import Recording
import Replay
import Simulation

struct ViewCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "view",
      abstract: "Draw the trajectories of a recording as an SVG picture.",
      discussion: """
        EXAMPLES
          \(toolName) view orbit.mcap -o orbit.svg
          \(toolName) view tumbler.mcap -o tumbler.svg --y-up --to 300
        """)
  }

  @Argument(help: "The recording.")
  var recording: String

  @Option(name: [.short, .long], help: "The picture to write.")
  var output: String

  @Option(help: "The table to draw; default: the first that has positions.")
  var table: String?

  @Option(help: "First step.")
  var from: Int64 = 0

  @Option(help: "Last step; default: the last one.")
  var to: Int64?

  @Flag(help: "The y axis points up (default: down, as on a screen).")
  var yUp = false

  func run() throws {
    let context = ToolContext.current
    let file = try open(recording)
    let name = file.header.description.name
    let entry = try context.entry(recorded: name, in: recording)
    do {
      let player = try Player(file, entry: entry)
      let columns = try positionColumns(player.run.description.state)
      let last = to ?? file.stepCount
      guard from >= 0, from <= last, last <= file.stepCount else {
        throw CommandFailure(
          .trouble, "\(recording): has steps 0 to \(file.stepCount), not \(from) to \(last)")
      }
      var paths: [[TrajectoryPicture.Point]] = []
      try player.seek(to: from)
      for step in from...last {
        if step > from { try player.step() }
        guard let view = player.state() else { continue }
        let rows = view.rowCount(table: columns.table)
        while paths.count < rows { paths.append([]) }
        for row in 0..<rows {
          guard
            let x = view.value(
              table: columns.table, group: columns.x.group, field: columns.x.field, row: row),
            let y = view.value(
              table: columns.table, group: columns.y.group, field: columns.y.field, row: row)
          else { continue }
          paths[row].append(
            TrajectoryPicture.Point(x: x.number, y: yUp ? -y.number : y.number))
        }
      }
      let picture = TrajectoryPicture(
        title: "\(name), seed \(file.header.seed), steps \(from) to \(last)", paths: paths)
      do {
        try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
      } catch {
        throw CommandFailure(.trouble, "\(output): cannot be written: \(plain(error))")
      }
      context.console.result(
        "\(output): \(count(picture.drawn.count, "trajectory", "trajectories"))")
    } catch {
      throw failure(error, path: recording)
    }
  }

  private struct Column {
    var group: Int
    var field: Int
  }

  private func positionColumns(
    _ schema: StateSchema
  ) throws -> (table: Int, x: Column, y: Column) {
    for (index, candidate) in schema.tables.enumerated()
    where table == nil || candidate.name == table {
      var x: Column?
      var y: Column?
      for (groupIndex, group) in candidate.groups.enumerated() {
        for (fieldIndex, field) in group.fields.enumerated() {
          if field.role == .positionX { x = Column(group: groupIndex, field: fieldIndex) }
          if field.role == .positionY { y = Column(group: groupIndex, field: fieldIndex) }
        }
      }
      if let x, let y { return (index, x, y) }
    }
    throw CommandFailure(
      .trouble, "\(recording): has no table" + (table.map { " '\($0)'" } ?? "") + " with positions")
  }
}

/// `1 trajectory`, `2 trajectories`.
func count(_ number: Int, _ one: String, _ many: String) -> String {
  "\(number) \(number == 1 ? one : many)"
}
