import Recording

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

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
    case .system(_, EISDIR):
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

/// Writes a text under the first free name of `NAME.jsonl`, `NAME-2.jsonl` and so on.
///
/// A file that holds the same text counts as free.
///
/// - Returns: the name.
func writeFreely(_ text: String, to path: String, advice: String) throws -> String {
  try makeFolder(path.pathFolder, advice: advice)
  var (name, number) = (path, 1)
  while Files.exists(name) {
    if !Files.isStream(name), (try? Files.text(name)) == text { return name }
    number += 1
    name = "\(path.pathFolder)/\(path.pathStem)-\(number).jsonl"
  }
  try writeFile(text, to: name, replaces: false, advice: advice)
  return name
}

/// Reports a written file: on standard error if the file is standard output itself.
func reportWritten(_ path: String, _ text: String) {
  let console = ToolContext.current.console
  let line = "\(path): \(text)"
  if Files.isStandardOutput(path) { console.say(line) } else { console.result(line) }
}

/// Writes a file, all of it or none.
func writeFile(_ text: String, to path: String, replaces: Bool = true, advice: String? = nil) throws
{
  try writeFile(Array(text.utf8), to: path, replaces: replaces, advice: advice)
}

func writeFile(
  _ bytes: [UInt8], to path: String, replaces: Bool = true, advice: String? = nil
) throws {
  do {
    try Files.write(bytes, to: path, replaces: replaces)
  } catch {
    throw CommandFailure(
      .trouble, "\(path): cannot be written: \(plain(error))", advice: advice)
  }
}

/// Makes a folder and those above it, unless they exist.
func makeFolder(_ path: String, permissions: UInt32 = 0o777, advice: String? = nil) throws {
  do {
    try Files.makeFolder(path, permissions: permissions)
  } catch {
    throw CommandFailure(.trouble, "\(path): cannot be made: \(plain(error))", advice: advice)
  }
}

/// A new folder for temporary files, which only this user may read.
func makeTemporaryFolder(_ word: String) throws -> String {
  let folder = Files.temporaryName(word)
  try makeFolder(folder, permissions: 0o700)
  return folder
}
