import Foundation
import Recording

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
  do {
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
  } catch {
    throw CommandFailure(.trouble, "\(path): cannot be written: \(plain(error))")
  }
}

/// A new folder for temporary files, which nobody else may read.
func makeTemporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("laplace-\(UUID().uuidString.prefix(8))", isDirectory: true)
  do {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  } catch {
    throw CommandFailure(.trouble, "\(folder.path): cannot be made: \(plain(error))")
  }
  return folder
}
