/// What the tool's exit status means. Documented, tested, never reused.
public enum ExitStatus: Int32, Sendable {
  /// Same, or done.
  case same = 0
  /// Two things that should be equal differ.
  case different = 1
  /// Wrong usage, or trouble: a file that cannot be read or written.
  case trouble = 2
  /// Done, but something was lost.
  case loss = 3
  /// Refused: incompatible simulations, schemas or versions.
  case refused = 4
  /// A baseline is missing or a change is pending.
  case baseline = 5
  /// The simulation or an agent crashed, hung or spoke nonsense.
  case crashed = 6
  /// Could not be tested.
  case untestable = 125
}
