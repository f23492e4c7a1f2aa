import SystemC

/// Files and folders by their paths, as the C library offers them.
///
/// Foundation offers the same, and brings 40 MB of Unicode tables into each program that is linked
/// statically.
package enum Files {
  /// True if a file or a folder has this name.
  package static func exists(_ path: String) -> Bool { access(path.fileName, F_OK) == 0 }

  /// True for a pipe, a device, or an open file such as `-`, standard input: it can be read once.
  package static func isStream(_ path: String) -> Bool {
    path == "-" || descriptor(path) != nil
      || status(path).map { ![S_IFREG, S_IFDIR].contains($0.st_mode & S_IFMT) } ?? false
  }

  /// True if what is written to the file mixes with what goes to standard output.
  package static func isStandardOutput(_ path: String) -> Bool {
    FileIdentity(path: path).map { $0 == FileIdentity(descriptor: 1) } ?? false
  }

  package static func isFolder(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// True if this process may start the file.
  package static func isProgram(_ path: String) -> Bool { access(path.fileName, X_OK) == 0 }

  /// The size of a file in bytes; `nil` without a file.
  package static func size(_ path: String) -> Int64? { status(path).map { Int64($0.st_size) } }

  /// The size of a file and when it was last changed: another file of the same name has others.
  package static func stamp(_ path: String) -> String? {
    status(path).map { status in
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return "\(status.st_size) \(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)"
    }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path.fileName, &status) == 0 ? status : nil
  }

  /// The path without links and detours; `nil` if nothing has this name.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path.fileName, nil) else { return nil }
    defer { free(resolved) }
    return String(fileName: resolved)
  }

  package static var currentFolder: String { realPath(".") ?? "." }

  /// The file of this program; `nil` after it was replaced or removed.
  package static var program: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      let path = String(unsafeUninitializedCapacity: Int(size)) { text in
        text.withMemoryRebound(to: CChar.self) {
          _NSGetExecutablePath($0.baseAddress!, &size) == 0 ? strlen($0.baseAddress!) : 0
        }
      }
      return realPath(path)
    #else
      return realPath("/proc/self/exe")
    #endif
  }
}

// MARK: Reading

extension Files {
  /// The largest size of what ``read(_:)`` reads, in bytes: a device may have no end.
  private static let readLimit = 1 << 30

  /// All bytes of a file, a pipe or a device; `-` is standard input.
  ///
  /// - Throws: `RecordingError` if it cannot be read, or has more than 1 GB.
  package static func read(_ path: String) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readPieces(path) { piece in
      bytes += piece
      return bytes.count <= readLimit
    }
    if bytes.count > readLimit {
      throw RecordingError(
        .tooLarge(what: "a file", size: UInt64(bytes.count), limit: UInt64(readLimit)))
    }
    return bytes
  }

  /// Hands the bytes over in pieces, to the end or until `body` returns false.
  package static func readPieces(
    _ path: String, size: Int = 1 << 20, _ body: ([UInt8]) -> Bool
  ) throws(RecordingError) {
    let file = open(stream: path == "-" ? "/dev/stdin" : path, O_RDONLY)
    guard file >= 0 else { throw readError(errno) }
    defer { close(file) }
    while true {
      var got = 0
      let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        got = systemRead(file, buffer.baseAddress!, size)
        count = max(0, got)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw readError(errno) }
      guard got > 0, body(piece) else { return }
    }
  }

  /// The number of the open file that a name such as `/dev/stdout` means; `nil` for other names.
  static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return folder.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  /// Opens a file; a name such as `/dev/stdout` gives a duplicate of the open file.
  ///
  /// Opening it by its name would start at its beginning again, and fails for a socket.
  static func open(stream path: String, _ flags: Int32) -> Int32 {
    if let number = descriptor(path) { return fcntl(number, F_DUPFD_CLOEXEC, 3) }
    return systemOpen(path, flags | O_CLOEXEC)
  }

  private static func readError(_ code: Int32) -> RecordingError {
    RecordingError(
      code == ENOENT ? .notFound : .system(operation: "read", code: code, words: errorText(code)))
  }

  /// A file as text, without the mark that some editors put before it.
  package static func text(_ path: String) throws(RecordingError) -> String {
    guard let text = String(validating: try read(path).afterMark, as: UTF8.self) else {
      throw RecordingError(.unfit("not text in UTF-8"))
    }
    return text
  }

  /// The names in a folder, in no order; none if the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let entries = opendir(folder.fileName) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(fileName: $0.baseAddress!.assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The paths of everything below a folder, without following links, in no order.
  package static func paths(below folder: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      return [name] + (isFolderItself(path) ? paths(below: path).map { "\(name)/\($0)" } : [])
    }
  }

  /// True for a folder, but not for a link to one.
  private static func isFolderItself(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.fileName, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

// MARK: Writing

extension Files {
  /// Writes a file that appears under its name when it is complete.
  ///
  /// - Parameter replaces: whether a regular file of that name gives way.
  package static func write(
    _ bytes: [UInt8], to path: String, replaces: Bool = true
  ) throws(RecordingError) {
    let isStream = OutputFile.isStream(path)
    let permissions = status(path).map { UInt32($0.st_mode & 0o777) }
    // A link names the file that is meant.
    let file = try OutputFile(
      path: isStream ? path : realPath(path) ?? path, replaces: replaces,
      permissions: permissions ?? 0o666)
    do {
      try file.write(bytes)
    } catch {
      file.abandon()
      throw error
    }
    try file.finishOrRemove()
  }

  /// Writes all bytes of a text; returns the number of the error that prevented it, or 0.
  package static func put(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let put = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress!, $0.count) }
      if put >= 0 {
        rest = rest.dropFirst(put)
      } else if errno == EAGAIN {
        usleep(1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Makes a folder and those above it, unless they exist.
  package static func makeFolder(
    _ path: String, permissions: UInt32 = 0o777
  ) throws(RecordingError) {
    let above = path.pathFolder
    if path.isEmpty || isFolder(path) { return }
    if !above.isEmpty, above != path { try makeFolder(above) }
    guard mkdir(path.fileName, mode_t(permissions)) == 0 || errno == EEXIST && isFolder(path) else {
      throw RecordingError(system: errno, "make the folder")
    }
  }

  /// Removes a file, or a folder with everything in it, if there is one.
  package static func remove(_ path: String) {
    if isFolderItself(path) {
      for name in names(in: path) { remove("\(path)/\(name)") }
    }
    _ = systemRemove(path.fileName)
  }

  /// The folder for what can be made again.
  package static var cacheFolder: String {
    #if os(macOS)
      return environment("HOME").map { "\($0)/Library/Caches" } ?? "/tmp"
    #else
      if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
      return environment("HOME").map { "\($0)/.cache" } ?? "/tmp"
    #endif
  }

  /// A name that nothing has, in the folder for temporary files.
  package static func temporaryName(_ word: String) -> String {
    let folder = environment("TMPDIR") ?? "/tmp"
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    return "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/laplace-\(word)-\(number)"
  }
}

/// A variable of the process's environment.
package func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// True if the environment says that a machine runs this for a repository.
package var isUnderCI: Bool { environment("CI").map { $0 != "" && $0 != "false" } ?? false }

// Functions of the C library that methods of the same name hide.

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ size: Int) -> Int {
  read(file, buffer, size)
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path.fileName, flags) }

private func systemRemove(_ path: UnsafePointer<CChar>) -> Int32 { remove(path) }
