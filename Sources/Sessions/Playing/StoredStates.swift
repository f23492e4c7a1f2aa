import Recording
import Simulation

/// The states that a recording holds, read without running anything: those of simulations that this
/// program does not have as well.
public struct StoredStates {
  /// The recording that is read.
  public let recording: Recording
  private let structure: StateStructure

  /// Reads the states of a recording.
  public init(_ recording: Recording) {
    self.recording = recording
    structure = StateStructure(recording.header.description.state)
  }

  /// The state after a step as far as it is stored: whole at key frames, else the every-step
  /// columns; `nil` for other steps of a recording without them. −1 is the state before step 0.
  ///
  /// - Throws: `RecordingError`.
  public func view(after step: Int64) throws(RecordingError) -> StateView? {
    guard let stored = try recording.storedState(after: step) else { return nil }
    return StateView(
      schema: recording.header.description.state, selection: stored.selection,
      image: stored.image)
  }

  /// The rows of ``view(after:)``.
  ///
  /// - Throws: `RecordingError`.
  public func rows(after step: Int64) throws(RecordingError) -> StateRows? {
    try view(after: step).map { StateRows($0, structure) }
  }
}
