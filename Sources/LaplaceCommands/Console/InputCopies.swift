import Recording
import WorkerThreads

/// Temporary copies of inputs that can be read only once, such as pipes.
///
/// Unchecked, because everything is touched under `lock` only.
package final class InputCopies: @unchecked Sendable {
  /// The size limit of a copy, in bytes.
  package static let limit: Int64 = 4 << 30

  private let lock = Condition()
  private let limit: Int64
  private var copies: [String: String] = [:]
  private var folder: String?

  package init(limit: Int64 = InputCopies.limit) { self.limit = limit }

  /// The name of the copy, which the first call makes.
  ///
  /// - Throws: `CommandFailure` if the input cannot be read or exceeds the limit.
  package func path(of input: String) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    if let copy = copies[input] { return copy }
    let folder = try self.folder ?? makeTemporaryFolder("input")
    self.folder = folder
    let copy = "\(folder)/\(copies.count)"
    let size = try attempt(input) { try write(input, to: copy) }
    copies[input] = copy
    if isRecording(copy) || FlightLog.isRing(path: copy) {
      ToolContext.current.console.complain(
        "\(input): \(size) bytes copied to a temporary file, at most \(limit >> 30) GB: "
          + "a recording is read in any order")
    }
    return copy
  }

  private func write(_ input: String, to copy: String) throws(RecordingError) -> Int64 {
    let file = try OutputFile(path: copy, permissions: 0o600)
    var (size, failure): (Int64, RecordingError?) = (0, nil)
    try Files.readPieces(input) { piece in
      size += Int64(piece.count)
      do throws(RecordingError) {
        guard size <= limit else {
          throw RecordingError(
            .tooLarge(what: "an input from a pipe", size: UInt64(size), limit: UInt64(limit)))
        }
        try file.write(piece)
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure {
      file.abandon()
      throw failure
    }
    try file.finish()
    return size
  }

  /// Removes the copies.
  package func remove() {
    lock.lock()
    defer { lock.unlock() }
    if let folder { Files.remove(folder) }
    (folder, copies) = (nil, [:])
  }
}

/// A name under which a file can be read in any order: for a pipe, the name of its copy.
func readable(_ path: String) throws -> String {
  Files.isStream(path) ? try ToolContext.current.copies.path(of: path) : path
}

/// Whether a file of inputs is a recording: it begins like one.
func isRecording(_ path: String) -> Bool {
  var start: [UInt8] = []
  guard let path = try? readable(path) else { return false }
  try? Files.readPieces(path, size: 5) { piece in
    start = piece
    return false
  }
  return start.dropFirst().elementsEqual("MCAP".utf8)
}
