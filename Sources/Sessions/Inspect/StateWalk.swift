import Recording
import Simulation

/// The states of a recording, one after the other: as they are stored, or simulated again where the
/// file does not hold what is asked for.
package struct StateWalk {
  package enum Source: Equatable, Sendable {
    /// The every-step states of the file.
    case everyStep
    /// The key frames of the file alone.
    case keyframes
    /// A run that follows the recording.
    case run
  }

  package let source: Source
  private let recording: Recording
  private let player: (() throws -> Player)?

  /// - Parameters:
  ///   - fields: what is to be read.
  ///   - player: runs the recording; `nil` where no program at hand has the simulation.
  package init(
    _ recording: Recording, reading fields: [PathReader], player: (() throws -> Player)?
  ) {
    self.recording = recording
    self.player = player
    let isStored = recording.header.tracks.state && fields.allSatisfy(\.isEveryStep)
    let isWhole = recording.leftOutCount == 0
    source = isStored && (isWhole || player == nil) ? .everyStep : player == nil ? .keyframes : .run
  }

  /// Calls `body` with each step that there is in `steps` and the state after it, until `body`
  /// returns `false`.
  ///
  /// - Throws: `RecordingError`, `AgentError`, or ``RecordedRunDiffers`` when a run diverges.
  /// - Complexity: each block is decoded once, or each step simulated once.
  package func visit(
    in steps: ClosedRange<Int64>, _ body: (Int64, StateView) throws -> Bool
  ) throws {
    let schema = recording.header.description.state
    switch source {
    case .everyStep:
      for step in steps {
        // The recorder may have left it out.
        guard let image = try recording.state(after: step) else { continue }
        guard let view = StateView(schema: schema, selection: .everyStep, image: image) else {
          return
        }
        if try !body(step, view) { return }
      }
    case .keyframes:
      for count in recording.keyframeSteps where steps.contains(count - 1) {
        let image = try recording.keyframe(atOrBefore: count).image
        guard let view = StateView(schema: schema, selection: .everything, image: image) else {
          return
        }
        if try !body(count - 1, view) { return }
      }
    case .run:
      guard let player = try player?() else { return }
      try player.seek(to: steps.lowerBound)
      for step in steps {
        guard try player.step() else { throw RecordedRunDiffers(step: step) }
        if try !body(step, try player.state()) { return }
      }
    }
  }
}
