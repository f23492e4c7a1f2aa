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
  /// The disk counts as full beyond this many bytes.
  private let sizeMax: UInt64
  /// Why nothing more can be written: the first error, since what follows it would leave a hole in
  /// the file, or that the file was finished or given up.
  private(set) var failure: RecordingError?

  init(path: String, sizeMax: UInt64 = .max) throws(RecordingError) {
    self.path = path
    self.sizeMax = sizeMax
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

  /// Leaves the partial file, as a killed process does: it holds every whole block so far.
  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends `bytes`.
  ///
  /// - Throws: ``RecordingError``; from then on every call throws it again, so that a file with a
  ///   hole can never take the name of a whole one.
  func write(_ bytes: [UInt8]) throws(RecordingError) {
    if let failure { throw failure }
    guard descriptor >= 0 else { throw RecordingError(.closed) }
    let room = sizeMax - min(size, sizeMax)
    let isFull = UInt64(bytes.count) > room
    do throws(RecordingError) {
      try writeAll(isFull ? Array(bytes.prefix(Int(room))) : bytes)
      if isFull { throw RecordingError(.diskFull) }
    } catch {
      failure = error
      throw error
    }
    size += UInt64(bytes.count)
  }

  private func writeAll(_ bytes: [UInt8]) throws(RecordingError) {
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
  }

  /// Makes the file durable, then gives it its name in one step.
  ///
  /// - Parameter replaces: whether a file that was there before gives way. Otherwise it stays, and
  ///   this one keeps the name that it grew under.
  /// - Returns: where the file is.
  @discardableResult
  func finish(replaces: Bool = true) throws(RecordingError) -> String {
    if let failure { throw failure }
    guard descriptor >= 0 else { throw RecordingError(.closed) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw OutputFile.error(errno, "flush") }
    var isNamed = true
    if replaces {
      guard rename(partialPath, path) == 0 else { throw OutputFile.error(errno, "rename") }
    } else {
      // `link` refuses an existing name, where `rename` would replace it.
      isNamed = link(partialPath, path) == 0
      if isNamed { unlink(partialPath) }
    }
    close(descriptor)
    descriptor = -1
    failure = RecordingError(.closed)
    flushFolder()
    return isNamed ? path : partialPath
  }

  /// Makes the new name durable too, where the file system can.
  private func flushFolder() {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let opened = open(folder, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return }
    _ = fsync(opened)
    close(opened)
  }

  /// Removes what was written; the target stays as it was.
  func abandon() {
    guard descriptor >= 0 else { return }
    unlink(partialPath)
    close(descriptor)
    descriptor = -1
    failure = RecordingError(.closed)
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
