import Recording
import SystemC

/// A file that a verb writes. Every output option of every verb is checked by it, before anything
/// runs and again when the file gets its name.
///
/// An input of the same run is never replaced. Another file is replaced with `--force`, or if it is
/// a report that an earlier run wrote. Devices and pipes are written as they are.
struct Output {
  let path: String
  var kind = OutputKind.data
  /// True if `--force` was given.
  var force = false
  /// Names of the inputs; names without a file are ignored.
  var inputs: [String] = []

  private var replaces: Bool { force || kind.isWritten(at: path) }

  /// - Throws: `CommandFailure` for a name that the file may not have.
  func check() throws {
    guard !path.isEmpty else {
      throw CommandFailure(.trouble, "the output's name is empty", advice: "name a file with -o")
    }
    do {
      try checkOutputFile(path, replaces: replaces, inputs: inputs)
    } catch {
      throw refusal(error.reason)
    }
  }

  private func refusal(_ reason: RecordingError.Reason) -> CommandFailure {
    switch reason {
    case .exists:
      CommandFailure(
        .trouble, "\(path): exists already and was left as it is",
        advice: "add --force to replace it, or name another file")
    case .system(_, EISDIR, _):
      CommandFailure(.trouble, "\(path): is a folder", advice: "name a file in it")
    default: CommandFailure(.trouble, "\(path): \(reason)")
    }
  }

  func write(_ bytes: [UInt8], advice: String? = nil) throws {
    try check()
    try writeFile(bytes, to: path, replaces: replaces, advice: advice)
  }

  func write(_ text: String, advice: String? = nil) throws {
    try write(Array(text.utf8), advice: advice)
  }
}

/// Refuses a name that a new recording may not have, before anything runs.
///
/// - Parameters:
///   - replaces: whether the person asked to replace a file.
///   - inputs: names that the run reads.
///   - example: a file's name, for the advice.
func checkRecordingOutput(
  _ path: String, replaces: Bool, inputs: [String], example: String
) throws {
  guard path != "-" else {
    throw CommandFailure(
      .trouble, "a recording is a file and cannot go to standard output",
      advice: "name a file with -o \(shellWord(example)); one called '-' is -o ./-")
  }
  try Output(path: path, force: replaces, inputs: inputs).check()
}

/// Reports a written file: on standard error if the file is standard output itself.
func reportWritten(_ path: String, _ text: String) {
  let console = ToolContext.current.console
  let line = "\(path): \(text)"
  if Files.isStandardOutput(path) { console.say(line) } else { console.result(line) }
}
