import AgentProtocol
import Pages
import Recording
import Sessions
import Simulation

/// The steps of a recording for a page: as its simulation replays and draws them, or as they are
/// stored.
final class PageSource: RecordedSteps {
  let path: String
  let recording: Recording
  let summary: String
  private let player: Player?
  private let stored: StoredStates
  /// The view track, where the recording has no states and nothing at hand runs its simulation.
  private let poses: StoredPoses?

  /// - Parameter isStored: nothing is replayed.
  init(
    _ path: String, _ recording: Recording, agent: AgentCommand?, _ limit: AgentTimeout,
    isStored: Bool
  ) throws {
    (self.path, self.recording) = (path, recording)
    stored = StoredStates(recording)
    let name = recording.header.description.name
    let entry = ToolContext.current.catalogue.first { $0.name == name }
    summary = entry?.summary ?? ""
    if isStored {
      player = nil
    } else if let agent {
      player = try agent.player(of: recording, in: path, limit)
    } else {
      player = try entry.map { entry in try attempt(path) { try Player(recording, entry: entry) } }
    }
    poses = player == nil ? StoredPoses(recording) : nil
    if poses != nil { sayPosesAreRounded(path, recording.header) }
  }

  var replays: Bool { player != nil }

  var schema: StateSchema { poses?.schema ?? recording.header.description.state }

  /// The steps whose states can be had: all, those of the view track, or those with key frames.
  var steps: [Int64] {
    if let poses { return poses.steps }
    if replays || recording.header.tracks.state { return Array(-1..<recording.stepCount) }
    return recording.keyframeSteps.map { $0 - 1 }
  }

  /// True if steps between those of ``steps`` have no state by intent: a view track holds samples.
  var hasGaps: Bool { poses != nil }

  /// - Parameter step: rising from call to call.
  /// - Returns: `nil` if the recorder left the state out.
  func rows(after step: Int64) throws -> StateRows? {
    if let poses { return try attempt(path) { try poses.rows(after: step) } }
    guard let player else { return try attempt(path) { try stored.rows(after: step) } }
    return try attempt(path, agent: player.agent) {
      try player.seek(to: step + 1)
      return try player.rows()
    }
  }

  func state(after step: Int64) throws -> (rows: StateRows, drawing: StepDrawing?)? {
    guard let rows = try rows(after: step), firstDivergence == nil else { return nil }
    guard let player else { return (rows, nil) }
    return try attempt(path, agent: player.agent) {
      (rows, try player.run.drawing(DrawingRequest()))
    }
  }

  var firstDivergence: Int64? { player?.firstDivergence }
}
