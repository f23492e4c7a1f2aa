import Foundation
import LaplaceSigning
import Recording

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
    if error.reason == .exists {
      throw SignFailure(message: "\(path): is there already, and is left as it is")
    }
    throw SignFailure(message: "\(path): \(error)")
  } catch {
    throw SignFailure(message: "\(path): cannot be read: \(reason(error))")
  }
}

/// The operating system's words for what went wrong.
private func reason(_ error: any Error) -> String {
  let outer = error as NSError
  let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
  return inner.domain == NSPOSIXErrorDomain
    ? String(cString: strerror(Int32(inner.code))) : inner.localizedDescription
}

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
  let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  defer { try? file.close() }
  var bytes: [UInt8] = []
  while let more = try file.read(upToCount: limit), !more.isEmpty {
    bytes += more
    guard bytes.count <= limit else {
      throw SignFailure(
        message: "\(path): is neither a key nor a signature: it has more than \(limit) bytes")
    }
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
      try file.finish()
    } catch {
      file.abandon()
      throw error
    }
  }
}
