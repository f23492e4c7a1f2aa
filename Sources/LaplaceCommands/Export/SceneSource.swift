import Recording
import Sessions
import Simulation

/// Drawings of a recording's steps, one after the other: as its simulation draws them, or from the
/// positions that the file stores.
final class SceneSource {
  private let path: String
  private let reader: Recording
  private let player: Player?
  private let table: PlacedTable?
  /// The view track, where it is what is drawn.
  private let poses: StoredPoses?
  private let isYUp: Bool
  /// Of rows without a drawing; a small part of the plane that the first step covers.
  private var radius: Double?

  init(
    _ path: String, _ reader: Recording, agent: AgentCommand?, _ limit: AgentTimeout, isYUp: Bool
  ) throws {
    (self.path, self.reader, self.isYUp) = (path, reader, isYUp)
    let name = reader.header.description.name
    let entry = ToolContext.current.catalogue.first { $0.name == name }
    var player: Player?
    if agent != nil || entry != nil {
      if let agent {
        player = try agent.player(of: reader, in: path, limit)
      } else if let entry {
        player = try attempt(path) { try Player(reader, entry: entry) }
      }
    }
    let draws = try attempt(path, agent: player?.agent) {
      try player?.run.drawing(DrawingRequest()) != nil
    }
    self.player = draws ? player : nil
    let holdsPoses = !draws && reader.header.tracks.samplesEvery != nil
    poses = holdsPoses ? StoredPoses(reader) : nil
    table = PlacedTable.all(in: poses?.schema ?? reader.header.description.state).first
    if draws { return }
    guard table != nil else {
      throw CommandFailure(
        .trouble,
        "\(path): '\(name)' does not say what it looks like, and no table of its state has positions",
        advice: "name a program that draws it with --agent")
    }
    if poses != nil {
      sayPosesAreRounded(path, reader.header)
      return
    }
    guard reader.header.tracks.state else {
      throw CommandFailure(
        .trouble, "\(path): does not hold the state of every step: it is recorded without them",
        advice: "name a program that draws '\(name)' with --agent")
    }
    ToolContext.current.console.complain(
      "\(path): '\(name)' does not say what it looks like: drawn from its positions")
  }

  /// What the state after a step looks like; steps ascend. `nil` between the samples of a view track.
  func drawing(after step: Int64) throws -> StepDrawing? {
    guard let player else { return try placedDrawing(step) }
    return try attempt(path, agent: player.agent) {
      // A seek looks for a key frame, which the next step does not need.
      if player.run.stepCount == step { try player.step() } else { try player.seek(to: step + 1) }
      if let bad = player.firstDivergence { throw RecordedRunDiffers(step: bad) }
      return try player.run.drawing(DrawingRequest()) ?? StepDrawing()
    }
  }

  private func placedDrawing(_ step: Int64) throws -> StepDrawing? {
    if let poses {
      guard let table, let rows = try attempt(path, { try poses.rows(after: step) }) else {
        return nil
      }
      return drawing(of: table.rows(in: rows), table)
    }
    let schema = reader.header.description.state
    guard let table, let image = try attempt(path, { try reader.state(after: step) }),
      let view = StateView(schema: schema, selection: .everyStep, image: image)
    else { return StepDrawing(isYUp: isYUp) }
    return drawing(of: table.rows(in: StateRows(view)), table)
  }

  private func drawing(of rows: [PlacedRow], _ table: PlacedTable) -> StepDrawing {
    if radius == nil, !rows.isEmpty {
      let (xs, ys) = (rows.map(\.x), rows.map(\.y))
      let size = max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
      radius = size > 0 && size.isFinite ? 0.022 * size : 0.05
    }
    return SceneMessages.drawing(rows, name: table.name, radius: radius ?? 0.05, isYUp: isYUp)
  }
}
