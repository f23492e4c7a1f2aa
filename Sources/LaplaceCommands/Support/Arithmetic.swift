import AgentProtocol
import Simulation

/// Refuses where this thread's digests could not be compared with those of others.
///
/// - Throws: status 4 with one line: what was found, what to do.
func requireSoundArithmetic() throws {
  let probe = FloatingPointProbe()
  if !probe.isConforming { throw arithmeticFailure(probe.summary) }
}

/// The refusal for what a probe found.
func arithmeticFailure(_ found: String) -> CommandFailure {
  CommandFailure(
    .refused, "this process does not compute by the rules of IEEE 754: \(found)",
    advice:
      "link without -ffast-math, load no library that sets flush-to-zero or another rounding, "
      + "build for a processor with SSE2; `\(toolName) doctor` shows the probe line by line")
}
