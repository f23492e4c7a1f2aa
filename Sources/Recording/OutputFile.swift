import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that appears under its name only when it is complete.
///
/// It grows as `NAME.partial` beside the target, locked while it is written. What an interrupted
/// writer left there is moved aside, never overwritten: it may be the only copy of a session.
final class OutputFile {
  private let path: String
  private let partialPath: String
  private var descriptor: Int32
  /// Bytes written so far.
  private(set) var size: UInt64 = 0

  init(path: String) throws(RecordingError) {
    self.path = path
    partialPath = path + ".partial"
    // A folder, or a file that may not be replaced, is found now and not after an hour's session.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw OutputFile.error(EISDIR, "write to")
    }
    var opened = open(partialPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if opened < 0, errno == EEXIST {
      try OutputFile.moveAside(partialPath)
      opened = open(partialPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard opened >= 0 else { throw OutputFile.error(errno, "create") }
    descriptor = opened
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit { abandon() }

  func write(_ bytes: [UInt8]) throws(RecordingError) {
    guard descriptor >= 0 else { throw RecordingError(.closed) }
    var done = 0
    while done < bytes.count {
      let start = done
      let put = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer.baseAddress! + start, bytes.count - start)
      }
      if put < 0 {
        if errno == EINTR { continue }
        throw OutputFile.error(errno, "write to")
      }
      done += put
    }
    size += UInt64(bytes.count)
  }

  /// Makes the file durable, then gives it its name in one step.
  func finish() throws(RecordingError) {
    guard descriptor >= 0 else { throw RecordingError(.closed) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw OutputFile.error(errno, "flush") }
    guard rename(partialPath, path) == 0 else { throw OutputFile.error(errno, "rename") }
    close(descriptor)
    descriptor = -1
  }

  /// Removes what was written; the target stays as it was.
  func abandon() {
    guard descriptor >= 0 else { return }
    unlink(partialPath)
    close(descriptor)
    descriptor = -1
  }

  private static func moveAside(_ partial: String) throws(RecordingError) {
    let old = open(partial, O_RDWR | O_CLOEXEC)
    guard old >= 0 else { throw error(errno, "open") }
    defer { close(old) }
    guard flock(old, LOCK_EX | LOCK_NB) == 0 else { throw RecordingError(.beingWritten) }
    for number in 1..<10_000 {
      let aside = "\(partial)-\(number)"
      // `link` refuses an existing name, where `rename` would replace it.
      if link(partial, aside) == 0 {
        unlink(partial)
        return
      }
      if errno != EEXIST { throw error(errno, "rename") }
    }
    throw RecordingError(.beingWritten)
  }

  static func error(_ code: Int32, _ operation: String) -> RecordingError {
    switch code {
    case ENOSPC, EDQUOT: RecordingError(.diskFull)
    case EACCES, EPERM, EROFS: RecordingError(.permissionDenied)
    case ENOENT, ENOTDIR: RecordingError(.notFound)
    default: RecordingError(.system(operation: operation, code: code))
    }
  }
}

/// `write` of the C library: the method of the same name hides it inside the class.
private func systemWrite(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int
) -> Int {
  #if canImport(Glibc)
    Glibc.write(descriptor, buffer, count)
  #elseif canImport(Musl)
    Musl.write(descriptor, buffer, count)
  #else
    Darwin.write(descriptor, buffer, count)
  #endif
}

/// The operating system's words for an error code.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
