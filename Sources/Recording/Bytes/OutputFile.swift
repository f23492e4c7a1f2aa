import SystemC

/// A file that appears under its name only when it is complete.
///
/// It grows as `NAME.partial` beside the target, locked from the moment it has that name. What an
/// interrupted writer left there is moved aside, never overwritten: it may be the only copy of a
/// session. Room for the end of the file is kept free, so that a full disk does not keep it from
/// being completed.
///
/// A device, a pipe or `/dev/stdout` is written as the bytes come.
package final class OutputFile: ByteSink {
  private let path: String
  private let replaces: Bool
  private let input: FileIdentity?
  /// True for a device, a pipe or an open file: it has no other name while it grows.
  private let isStream: Bool
  /// Who may read and write it, as `chmod` counts.
  private let permissions: mode_t
  /// The name under which the file grows.
  let partialPath: String
  private var descriptor: Int32
  /// Bytes written so far.
  package private(set) var size: UInt64 = 0
  /// Where ``writeForNow(_:)`` ended: what comes next may be shorter.
  private var provisionalEnd: UInt64 = 0
  /// Whether the folder was flushed since the partial name was made: a file's own `fsync` need not
  /// keep its name.
  private var isNameDurable = false
  /// The disk counts as full beyond this many bytes.
  private let sizeMax: UInt64
  /// Bytes that stay free for ``write(_:usesReserve:)`` after a failure.
  package let reserve: UInt64
  /// A file without a name that keeps that room from others; −1 when there is none.
  private var ballast: Int32 = -1
  /// Why nothing more can be written: the first error, since what follows it would leave a hole in
  /// the file, or that the file was finished or given up.
  package private(set) var failure: RecordingError?

  /// Makes the file under its partial name.
  ///
  /// - Parameters:
  ///   - path: its name when it is complete.
  ///   - replaces: whether a regular file of that name gives way; nothing else ever does.
  ///   - input: the file that is read for this one: it is neither replaced nor moved.
  ///   - permissions: who may read and write it, as `chmod` counts, less what the process forbids.
  ///   - sizeMax: the disk counts as full beyond this many bytes.
  package init(
    path: String, replaces: Bool = true, input: FileIdentity? = nil, permissions: UInt32 = 0o644,
    sizeMax: UInt64 = .max
  ) throws(RecordingError) {
    self.path = path
    self.replaces = replaces
    self.input = input
    self.permissions = mode_t(permissions)
    self.sizeMax = min(sizeMax, OutputFile.fileSizeLimit)
    isStream = OutputFile.isStream(path)
    reserve = min(1 << 20, self.sizeMax / 4)
    // What cannot have the name is found now and not after an hour's session.
    try OutputFile.checkTarget(path, replaces: replaces, inputs: input.map { [$0] } ?? [])
    guard !isStream else {
      (descriptor, partialPath) = (Files.open(stream: path, O_WRONLY), path)
      guard descriptor >= 0 else { throw RecordingError(system: errno, "write") }
      return
    }
    (descriptor, partialPath) = try OutputFile.create(
      path + ".partial", input: input, permissions: self.permissions)
    ballast = OutputFile.ballast(beside: partialPath, size: reserve)
  }

  /// Leaves the partial file, as a killed process does: it holds every whole block so far.
  deinit {
    releaseBallast()
    if descriptor >= 0 { close(descriptor) }
  }

  private func releaseBallast() {
    if ballast >= 0 { close(ballast) }
    ballast = -1
  }

  /// Appends `bytes`, all or none.
  ///
  /// - Parameter usesReserve: whether to use the room that is kept for the end of the file; also
  ///   after an earlier failure, whose bytes are not in the file.
  /// - Throws: `RecordingError`; from then on every call throws it again unless it uses the
  ///   reserve, so that a file with a hole can never take the name of a whole one.
  package func write(_ bytes: [UInt8], usesReserve: Bool = false) throws(RecordingError) {
    if let failure, !usesReserve { throw failure }
    guard descriptor >= 0 else { throw RecordingError(.closed) }
    do throws(RecordingError) {
      let room = sizeMax - min(size, sizeMax)
      let needed = UInt64(bytes.count)
      guard needed + (usesReserve ? 0 : reserve) <= room else { throw RecordingError(.diskFull) }
      if usesReserve { releaseBallast() }
      try writeAll(bytes)
    } catch {
      failure = failure ?? error
      // Part of it may be there: the file ends with its last whole piece.
      if !isStream {
        _ = ftruncate(descriptor, off_t(size))
        _ = lseek(descriptor, off_t(size), SEEK_SET)
      }
      throw error
    }
    size += UInt64(bytes.count)
    if provisionalEnd > size { _ = ftruncate(descriptor, off_t(size)) }
    provisionalEnd = 0
  }

  /// Puts `bytes` after what was written; the next write takes their place.
  ///
  /// A process that is killed before leaves them.
  package func writeForNow(_ bytes: [UInt8]) throws(RecordingError) {
    if isStream { return }
    let start = size
    try write(bytes)
    provisionalEnd = size
    size = start
    guard lseek(descriptor, off_t(size), SEEK_SET) >= 0 else {
      let error = RecordingError(system: errno, "seek in")
      failure = error
      throw error
    }
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
        throw RecordingError(system: errno, "write")
      }
      done += put
    }
  }

  /// Makes what was written so far durable, and the name under which it can be found.
  package func sync() throws(RecordingError) {
    if let failure { throw failure }
    if isStream { return }
    if !isNameDurable {
      flushFolder()
      isNameDurable = true
    }
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      let error = RecordingError(system: errno, "flush")
      failure = error
      throw error
    }
  }

  /// Makes the file durable, then gives it its name in one step.
  ///
  /// When it cannot have the name, it stays complete under ``partialPath``.
  ///
  /// - Parameter replaces: whether a file that was there before gives way, if it may at all.
  ///   Otherwise this one keeps the name that it grew under, which is no error.
  /// - Returns: where the file is.
  @discardableResult
  package func finish(replaces isAsked: Bool = true) throws(RecordingError) -> String {
    if isAsked, let failure { throw failure }
    guard descriptor >= 0 else { throw RecordingError(.closed) }
    guard isStream || fsync(descriptor) == 0 || errno == EINVAL else {
      throw RecordingError(system: errno, "flush")
    }
    defer {
      releaseBallast()
      close(descriptor)
      descriptor = -1
      failure = RecordingError(.closed)
    }
    if isStream { return path }
    // Nobody else renames a locked partial file, but a person may have.
    guard FileIdentity(name: partialPath) == FileIdentity(descriptor: descriptor) else {
      throw RecordingError(.notFound)
    }
    var place = path
    do throws(RecordingError) {
      try takeName(replaces: isAsked && replaces)
    } catch {
      guard !isAsked else { throw error }
      place = partialPath
    }
    flushFolder()
    return place
  }

  /// Like ``finish(replaces:)``, but a file that cannot have its name is removed: it can be made again.
  package func finishOrRemove() throws(RecordingError) {
    let own = FileIdentity(descriptor: descriptor)
    do throws(RecordingError) {
      try finish()
    } catch {
      if !isStream, own != nil, FileIdentity(name: partialPath) == own {
        unlink(partialPath.fileName)
      }
      throw error
    }
  }

  /// Gives the partial file the name of the target.
  private func takeName(replaces: Bool) throws(RecordingError) {
    // `link` refuses an existing name, where `rename` would replace it.
    if link(partialPath.fileName, path.fileName) == 0 {
      unlink(partialPath.fileName)
      return
    }
    switch errno {
    case EEXIST: try checkTarget(replaces)
    case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK:
      // A file system without hard links: an empty file takes the name first, if it is free.
      let made = open(path.fileName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
      if made >= 0 {
        close(made)
      } else {
        guard errno == EEXIST else { throw RecordingError(system: errno, "create") }
        try checkTarget(replaces)
      }
    default: throw RecordingError(system: errno, "rename")
    }
    guard rename(partialPath.fileName, path.fileName) == 0 else {
      throw RecordingError(system: errno, "rename")
    }
  }

  /// Checks the name again, which another file may have by now.
  private func checkTarget(_ replaces: Bool) throws(RecordingError) {
    if OutputFile.isStream(path) { throw RecordingError(.notARegularFile) }
    try OutputFile.checkTarget(path, replaces: replaces, inputs: input.map { [$0] } ?? [])
  }

  /// Makes the file's names durable, where the file system can.
  private func flushFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let opened = open(folder.fileName, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return }
    _ = fsync(opened)
    close(opened)
  }

  /// Removes what was written; the target stays as it was.
  package func abandon() {
    guard descriptor >= 0 else { return }
    releaseBallast()
    if !isStream, FileIdentity(name: partialPath) == FileIdentity(descriptor: descriptor) {
      unlink(partialPath.fileName)
    }
    close(descriptor)
    descriptor = -1
    failure = RecordingError(.closed)
  }
}

/// `write` of the C library: the method of the same name hides it inside the class.
func systemWrite(
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
