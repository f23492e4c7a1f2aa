#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

// Which names a file may take, and how it gets one that nobody else has.

/// Refuses a name that a new file may not take: of another kind of file, of the `input`, or, unless
/// it `replaces`, of any.
package func checkOutputFile(
  _ path: String, replaces: Bool, input: String?
) throws(RecordingError) {
  try OutputFile.checkTarget(
    path, replaces: replaces, input: input.flatMap { FileIdentity(path: $0) })
}

extension OutputFile {
  /// Refuses a name that a new file may not take.
  ///
  /// - Parameters:
  ///   - path: the name.
  ///   - replaces: whether a regular file may be replaced.
  ///   - input: a file that may not be replaced in any case.
  static func checkTarget(
    _ path: String, replaces: Bool, input: FileIdentity? = nil
  ) throws(RecordingError) {
    guard !path.isEmpty else { throw RecordingError(.unfit("a recording needs a name")) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw error(errno, "write to")
    }
    if let input, FileIdentity(path: path) == input { throw RecordingError(.isInput) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: if !replaces { throw RecordingError(.exists) }
    case S_IFDIR: throw error(EISDIR, "write to")
    default: throw RecordingError(.notARegularFile)
    }
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
      let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return -1 }
      unlink(name)
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
    let descriptor = open(own, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw error(errno, "create") }
    do throws(RecordingError) {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw error(errno, "lock") }
      return (descriptor, try name(own, partial, input))
    } catch {
      unlink(own)
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
      if link(own, name) == 0 {
        unlink(own)
        return name
      }
      switch errno {
      case EEXIST where input != nil && FileIdentity(path: name) == input:
        name = "\(partial)-\(number)"
      case EEXIST where name != partial: name = "\(partial)-\(number)"
      case EEXIST: try moveAside(partial)
      // A file system without hard links: the file keeps the name that nobody else has.
      case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK: return own
      default: throw error(errno, "create")
      }
    }
    throw RecordingError(.beingWritten)
  }

  /// Gives a dead recorder's file another name; does nothing when it is gone by now.
  private static func moveAside(_ partial: String) throws(RecordingError) {
    let old = open(partial, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard old >= 0 else {
      if errno == ENOENT { return }
      throw errno == ELOOP || errno == ENXIO || errno == EISDIR
        ? RecordingError(.notARegularFile) : error(errno, "open")
    }
    defer { close(old) }
    var status = stat()
    guard fstat(old, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw RecordingError(.notARegularFile)
    }
    guard flock(old, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? RecordingError(.beingWritten) : error(errno, "lock")
    }
    // Another recorder may have moved it aside while this one waited, and have made its own.
    guard FileIdentity(name: partial) == FileIdentity(descriptor: old) else { return }
    for number in 1..<10_000 {
      let aside = "\(partial)-\(number)"
      if link(partial, aside) == 0 {
        unlink(partial)
        return
      }
      if errno != EEXIST { throw error(errno, "rename") }
    }
    throw RecordingError(.beingWritten)
  }
}
