import Recording

/// The result of comparing a run with a recording.
///
/// ``Verifier`` throws its failures and answers only ``same`` or ``different(_:)``; a
/// ``VerificationReport`` has all cases.
public enum Verdict<Difference: Equatable & Sendable>: Equatable, Sendable {
  /// Every digest agrees.
  case same
  /// A digest differs; the value names what and where.
  case different(Difference)
  /// The agent could not be run to the end.
  case failed(AgentFailure)
  /// The recording could not be read while it ran.
  case unreadable(RecordingError)
  /// The build does not have the recording's simulation.
  case absent
}
