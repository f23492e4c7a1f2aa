import Recording

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
