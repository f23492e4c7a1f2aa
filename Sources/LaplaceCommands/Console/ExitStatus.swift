/// What the tool's exit status means. Documented, tested, never reused.
public enum ExitStatus: Int32, Sendable {
  /// Same, or done.
  case same = 0
  /// Two things that should be equal differ.
  case different = 1
  /// Wrong usage, or trouble: a file that cannot be read or written.
  case trouble = 2
  /// Done, but something was lost, or left out.
  case loss = 3
  /// Refused: incompatible simulations, schemas or versions.
  case refused = 4
  /// The lock file lacks a recording, or has another digest for it; a change waits for a verdict.
  case baseline = 5
  /// The simulation or an agent crashed, hung or broke the protocol.
  case crashed = 6
  /// Could not be tested.
  case untestable = 125
}
