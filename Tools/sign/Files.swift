import LaplaceSigning
import Recording

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// An end that is not success: one line for a person, and a status.
struct SignFailure: Error {
  var message: String
  var status: Int32 = 2
}

/// Runs `body`; what goes wrong becomes a line that names the file.
func attempt<R>(_ path: String, _ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch let failure as SignFailure {
    throw failure
  } catch SigningError.withoutTrait {
    throw SignFailure(message: "\(SigningError.withoutTrait)")
  } catch let error as SigningError {
    if case .chainBreaks = error { throw SignFailure(message: "\(path): \(error)", status: 1) }
    throw SignFailure(message: "\(path): \(error)")
  } catch let error as RecordingError {
    switch error.reason {
    case .exists: throw SignFailure(message: "\(path): is there already, and is left as it is")
    case .beingWritten: throw SignFailure(message: "\(path): another process is writing it")
    default: throw SignFailure(message: "\(path): \(error)")
    }
  } catch {
    throw SignFailure(message: "\(path): \(error)")
  }
}

/// Refuses to replace what is no signature: a key, or another recording.
func checkSignatureFile(_ path: String, replaces: Bool, recording: String) throws {
  try attempt(path) { try checkOutputFile(path, replaces: true, inputs: [recording]) }
  guard let size = Files.size(path) else { return }
  if size != SigningKey.signatureSize {
    throw SignFailure(message: "\(path): is no signature, and is left as it is: name another file")
  }
  if !replaces {
    throw SignFailure(
      message: "\(path): is there already, and is left as it is; --force replaces it")
  }
}

/// Refuses names under which a key would not be found again.
func checkKeyName(_ name: String) throws {
  let last = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
  if last.isEmpty {
    throw SignFailure(message: "\(name): names no file: new-key NAME makes NAME.pem")
  }
  if last.hasSuffix(".pub") {
    throw SignFailure(
      message: "\(name): .pub.pem is the end of public keys' names: name it otherwise")
  }
  // What is not UTF-8 has become something else on its way here.
  if name.unicodeScalars.contains("\u{FFFD}") {
    throw SignFailure(message: "\(name): is not UTF-8: name it otherwise")
  }
}

/// Prints results.
func report(_ text: String, end: String = "\n") throws {
  let failure = Files.put(text + end, to: 1)
  if failure != 0 {
    let reason = String(cString: strerror(failure))
    throw SignFailure(message: "standard output: cannot be written: \(reason)")
  }
}

/// A name as a terminal may see it.
func shown(_ path: String) -> String { TerminalText.line(path) }

/// What is signed of a recording, every byte of which is checked.
func statement(of recording: String) throws -> ChainStatement {
  try attempt(recording) { try ChainStatement(recordingAt: recording) }
}

/// "600 steps".
func steps(_ statement: ChainStatement) -> String {
  statement.stepCount == 1 ? "1 step" : "\(statement.stepCount) steps"
}

/// The bytes of a key or a signature, also from a pipe.
func contents(of path: String) throws -> [UInt8] {
  let limit = 1 << 16
  var bytes: [UInt8] = []
  try Files.readPieces(path, size: limit) { piece in
    bytes += piece
    return bytes.count <= limit
  }
  guard bytes.count <= limit else {
    throw SignFailure(
      message: "\(path): is neither a key nor a signature: it has more than \(limit) bytes")
  }
  return bytes
}

/// The text of a key.
func text(of path: String) throws -> String {
  guard let text = String(validating: try contents(of: path), as: UTF8.self) else {
    throw SigningError.keyUnfit("is no key: a PEM file is text")
  }
  return text
}

func write(_ text: String, to path: String, permissions: UInt32 = 0o644) throws {
  try write(Array(text.utf8), to: path, permissions: permissions)
}

/// Makes a file, all of it or none; what is there stays unless it `replaces`.
func write(
  _ bytes: [UInt8], to path: String, replaces: Bool = false, input: String? = nil,
  permissions: UInt32 = 0o644
) throws {
  try attempt(path) {
    let file = try OutputFile(
      path: path, replaces: replaces, input: input.flatMap { FileIdentity(path: $0) },
      permissions: permissions)
    do {
      try file.write(bytes)
    } catch {
      file.abandon()
      throw error
    }
    try file.finishOrRemove()
  }
}
