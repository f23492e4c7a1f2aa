import Recording

/// What comparing a run with a recording, or two recordings, came to.
///
/// What throws its failures, as ``Verifier`` and ``RecordingComparison`` do, answers ``same`` or
/// ``different(_:)`` alone; a ``VerificationReport`` has all cases.
public enum Verdict<Difference: Equatable & Sendable>: Equatable, Sendable {
  /// Every digest agrees.
  case same
  /// A digest differs; what and where is told as far as the caller asked for it.
  case different(Difference)
  /// The agent could not be run to the end.
  case failed(AgentFailure)
  /// The recording could not be read while it ran.
  case unreadable(RecordingError)
  /// The build does not have the recording's simulation.
  case absent
}
