import Recording

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Refuses a name that a new recording may not have, before anything runs.
///
/// - Parameters:
///   - path: the name.
///   - replaces: whether an existing recording was asked to give way.
///   - input: a file that the command reads.
///   - example: a file's name, for the advice.
func checkRecordingOutput(
  _ path: String, replaces: Bool, input: String? = nil, example: String
) throws {
  guard !path.isEmpty else {
    throw CommandFailure(
      .trouble, "the output's name is empty", advice: "name a file with -o \(shellWord(example))")
  }
  guard path != "-" else {
    throw CommandFailure(
      .trouble, "a recording is a file and cannot go to standard output",
      advice: "name a file with -o \(shellWord(example)); one called '-' is -o ./-")
  }
  do {
    try checkOutputFile(path, replaces: replaces, input: input)
  } catch {
    let message = "\(path): \(error.reason)"
    switch error.reason {
    case .exists:
      throw CommandFailure(
        .trouble, "\(path): exists already and was left as it is",
        advice: "add --force to replace it, or name another file with -o")
    case .system(_, EISDIR):
      throw CommandFailure(
        .trouble, "\(path): is a folder",
        advice: "name a file with -o \(shellWord(path + "/" + example))")
    default: throw CommandFailure(.trouble, message)
    }
  }
}

/// Refuses a name that a picture may not have: a recording that it is made of, or what is no file.
func checkPicture(_ path: String, input: String?) throws {
  do {
    try checkOutputFile(path, replaces: true, input: input)
  } catch {
    throw CommandFailure(.trouble, "\(path): \(error.reason)")
  }
}

/// Writes a picture of a recording; replaces a regular file, but neither the recording nor anything
/// else.
func writePicture(_ text: String, to path: String, input: String?) throws {
  try writePicture(Array(text.utf8), to: path, input: input)
}

func writePicture(_ bytes: [UInt8], to path: String, input: String?) throws {
  try checkPicture(path, input: input)
  try writeFile(bytes, to: path)
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
