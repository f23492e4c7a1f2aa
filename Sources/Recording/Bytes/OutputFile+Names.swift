import SystemC

// Which names a file may take, and how it gets one that nobody else has.

/// Refuses the name of a folder, of a link, of one of the `inputs`, and, unless it `replaces`, of any
/// file.
package func checkOutputFile(
  _ path: String, replaces: Bool, inputs: [String]
) throws(RecordingError) {
  try OutputFile.checkTarget(
    path, replaces: replaces, inputs: inputs.compactMap { FileIdentity(path: $0) })
}

extension OutputFile {
  /// Refuses a name that a new file may not take.
  ///
  /// - Parameters:
  ///   - path: the name.
  ///   - replaces: whether a regular file may be replaced; one that is read-only never is.
  ///   - inputs: files that may not be replaced in any case.
  static func checkTarget(
    _ path: String, replaces: Bool, inputs: [FileIdentity] = []
  ) throws(RecordingError) {
    guard !path.isEmpty else { throw RecordingError(.unfit("a recording needs a name")) }
    var status = stat()
    guard lstat(path.fileName, &status) == 0 else {
      if errno == ENOENT { return }
      throw RecordingError(system: errno, "write")
    }
    if isDevice(path) { return }
    if let own = FileIdentity(path: path), inputs.contains(own) { throw RecordingError(.isInput) }
    if Files.descriptor(path) != nil { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard replaces else { throw RecordingError(.exists) }
      // Also for a superuser, for whom the system would allow it.
      guard status.st_mode & 0o222 != 0, access(path.fileName, W_OK) == 0 else {
        throw RecordingError(
          .unfit("is read-only and was left as it is. Make it writable, or choose another name"))
      }
    case S_IFDIR: throw RecordingError(system: EISDIR, "write")
    default: throw RecordingError(.notARegularFile)
    }
  }

  /// True for a character device, a pipe or a socket, which are written as they are.
  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    guard stat(path.fileName, &status) == 0 else { return false }
    return [S_IFCHR, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// True for a device, a pipe or an open file of this process: nothing is replaced by writing to it.
  static func isStream(_ path: String) -> Bool {
    isDevice(path) || Files.descriptor(path) != nil
  }

  /// How large the process lets a file become. Beyond it a write would end the process (SIGXFSZ).
  static var fileSizeLimit: UInt64 {
    var limit = rlimit()
    #if canImport(Glibc)
      let status = getrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit)
    #else
      let status = getrlimit(RLIMIT_FSIZE, &limit)
    #endif
    return status == 0 ? UInt64(limit.rlim_cur) : .max
  }

  /// A file without a name, of `size` bytes or as many as a small disk has, on the disk of `path`;
  /// −1 where there is no room for it. What it takes is free again when it is closed, however the process ends.
  static func ballast(beside path: String, size: UInt64) -> Int32 {
    #if os(Linux)
      let name = "\(path).\(getpid())-" + String(UInt64.random(in: 0 ... .max), radix: 36)
      let descriptor = open(name.fileName, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return -1 }
      unlink(name.fileName)
      for part in [1, 4, 16] as [UInt64] {
        if posix_fallocate(descriptor, 0, off_t(size / part)) == 0 { return descriptor }
        _ = ftruncate(descriptor, 0)
      }
      close(descriptor)
    #endif
    return -1
  }

  /// Makes a locked file of the name `partial`, which nobody else can have then.
  ///
  /// It is made under a name of its own and locked before it gets the other one: at no time is
  /// there an unlocked `partial` that another recorder could take for the leavings of a dead one.
  ///
  /// - Parameter input: a file that is never moved aside.
  static func create(
    _ partial: String, input: FileIdentity?, permissions: mode_t = 0o644
  ) throws(RecordingError) -> (descriptor: Int32, path: String) {
    let number = UInt64.random(in: 0 ... .max)
    let own = "\(partial).\(getpid())-" + String(number, radix: 36)
    let descriptor = open(own.fileName, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw RecordingError(system: errno, "create") }
    do throws(RecordingError) {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw RecordingError(system: errno, "lock")
      }
      return (descriptor, try name(own, partial, input))
    } catch {
      unlink(own.fileName)
      close(descriptor)
      throw error
    }
  }

  /// Renames `own` to `partial`; returns the name that it has then.
  private static func name(
    _ own: String, _ partial: String, _ input: FileIdentity?
  ) throws(RecordingError) -> String {
    var name = partial
    for number in 1..<10_000 {
      // `link` refuses an existing name, where `rename` would replace it.
      if link(own.fileName, name.fileName) == 0 {
        unlink(own.fileName)
        return name
      }
      switch errno {
      case EEXIST where input != nil && FileIdentity(path: name) == input:
        name = "\(partial)-\(number)"
      case EEXIST where name != partial: name = "\(partial)-\(number)"
      case EEXIST: try moveAside(partial)
      // A file system without hard links: the file keeps the name that nobody else has.
      case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK: return own
      default: throw RecordingError(system: errno, "create")
      }
    }
    throw RecordingError(.beingWritten)
  }

  /// Gives a dead recorder's file another name; does nothing when it is gone by now.
  private static func moveAside(_ partial: String) throws(RecordingError) {
    let old = open(partial.fileName, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard old >= 0 else {
      if errno == ENOENT { return }
      throw errno == ELOOP || errno == ENXIO || errno == EISDIR
        ? RecordingError(.notARegularFile) : RecordingError(system: errno, "open")
    }
    defer { close(old) }
    var status = stat()
    guard fstat(old, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw RecordingError(.notARegularFile)
    }
    guard flock(old, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? RecordingError(.beingWritten) : RecordingError(system: errno, "lock")
    }
    // Another recorder may have moved it aside while this one waited, and have made its own.
    guard FileIdentity(name: partial) == FileIdentity(descriptor: old) else { return }
    for number in 1..<10_000 {
      let aside = "\(partial)-\(number)"
      if link(partial.fileName, aside.fileName) == 0 {
        unlink(partial.fileName)
        return
      }
      if errno != EEXIST { throw RecordingError(system: errno, "rename") }
    }
    throw RecordingError(.beingWritten)
  }
}
