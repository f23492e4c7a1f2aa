import Recording

/// Why a simulation is not deterministic, or could not be tested: what a test reports.
public struct DeterminismFailure: Error, Sendable, CustomStringConvertible {
  /// Line by line, what `verify` and `selftest` print.
  public var lines: [String]

  /// All lines, as a test shows them.
  public var description: String {
    lines.map { TerminalText.line($0) }.joined(separator: "\n")
  }
}
