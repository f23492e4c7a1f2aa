import AgentProtocol
import Recording
import Sessions
import Simulation

/// Runs `body`; what goes wrong becomes a line that names the file, and quotes the agent's last
/// words.
func attempt<R>(_ path: String, agent: (any Agent)? = nil, _ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch {
    throw failure(error, path: path, agent: agent)
  }
}

/// Opens and checks a recording; trouble becomes a line that names the file.
func open(_ path: String) throws -> Recording {
  try attempt(path) { try Recording(path: try readable(path)) }
}

/// Opens a recording of which steps are read as they are asked for, each checked by its own checksums.
func openSteps(_ path: String) throws -> Recording {
  try attempt(path) { try Recording(unchecked: try readable(path)) }
}

/// Ends a verb whose copy of a recording lacks what other programs have put into it.
///
/// - Throws: `CommandFailure` of status 3 that names what is left out; nothing for a file without such
///   things.
func reportForeignParts(of file: Recording, lackingIn copy: String) throws {
  let parts = file.layout.listed
  guard !parts.isEmpty else { return }
  throw CommandFailure(
    .loss,
    "\(copy): leaves out what other programs have put into the recording: "
      + TerminalText.line(parts.joined(separator: "; ")))
}

/// Any error as a line that names the file it happened to.
///
/// - Parameter agent: whose last words are quoted when it died or broke the protocol.
func failure(_ error: any Error, path: String, agent: (any Agent)? = nil) -> CommandFailure {
  switch error {
  case let failure as CommandFailure: return failure
  case let error as AgentError:
    if case .schemaDiffers(let what) = error {
      return CommandFailure(
        .refused, "\(path): this build describes the simulation differently: \(what)",
        advice: "replay it with the version that recorded it, or record it anew")
    }
    if case .refused = error { return CommandFailure(.refused, "\(path): the agent \(error)") }
    if case .notStarted = error { return CommandFailure(.trouble, "\(path): the agent \(error)") }
    let words = agent?.lastWords.map { "; its last words: \($0)" } ?? ""
    var failure = CommandFailure(.crashed, "\(path): the agent \(error)\(words)")
    if let lines = agent?.lastLines, lines.count > 1 { failure.quoted = lines }
    return failure
  case let error as RecordingError:
    if case .arithmeticUnsound(let found) = error.reason { return arithmeticFailure(found) }
    let message = "\(path): \(firstSentence("\(error)"))"
    return CommandFailure(.trouble, message, advice: rescue(error, path))
  case let error as RecordedRunDiffers:
    return CommandFailure(
      .different, "\(path): replays differently from step \(error.step) on",
      advice: "\(toolName) verify \(shellWord(path))")
  case let error as SimulationError: return CommandFailure(.refused, "\(path): \(error)")
  default: return CommandFailure(.trouble, "\(path): \(error)")
  }
}

/// The command that keeps what is whole of a damaged file.
private func rescue(_ error: RecordingError, _ path: String) -> String? {
  switch error.reason {
  case .truncated, .damaged, .flightRing: "\(toolName) recover \(shellWord(path)) -o KEPT.mcap"
  default: nil
  }
}

/// Without the advice to recover, which the tool gives as a command.
func firstSentence(_ text: String) -> String {
  text.firstRange(of: ". Run").map { String(text[..<$0.lowerBound]) } ?? text
}

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
