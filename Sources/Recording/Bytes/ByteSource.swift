import SystemC

/// The bytes of a file, of which only those asked for are read, or bytes in memory.
enum ByteSource: Sendable {
  case file(InputFile)
  case memory([UInt8])

  /// Opens the file at `path`.
  ///
  /// - Throws: ``RecordingError``.
  init(path: String) throws(RecordingError) { self = .file(try InputFile(path: path)) }

  /// The size of all of it, in bytes.
  var size: UInt64 {
    switch self {
    case .file(let file): file.size
    case .memory(let bytes): UInt64(bytes.count)
    }
  }

  /// What one call reads at most, in bytes.
  static let readMax: UInt64 = 3 << 27

  /// Some of the bytes, in a buffer at `range`.
  func read(
    _ offset: UInt64, _ count: UInt64
  ) throws(RecordingError) -> (bytes: [UInt8], range: Range<Int>) {
    try check(offset, count)
    switch self {
    case .memory(let bytes): return (bytes, Int(offset)..<Int(offset + count))
    case .file(let file):
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
        code = file.fill(UnsafeMutableRawBufferPointer(buffer), offset)
        filled = code == 0 ? Int(count) : 0
      }
      guard code == 0 else { throw RecordingError(system: code, "read") }
      return (bytes, 0..<Int(count))
    }
  }

  /// Reads to the beginning of `buffer`, which grows if it has to.
  func read(
    _ offset: UInt64, _ count: UInt64, into buffer: inout [UInt8]
  ) throws(RecordingError) {
    try check(offset, count)
    if buffer.count < Int(count) { buffer = [UInt8](repeating: 0, count: Int(count)) }
    let code = buffer.withUnsafeMutableBytes { target -> Int32 in
      let target = UnsafeMutableRawBufferPointer(rebasing: target[..<Int(count)])
      switch self {
      case .file(let file): return file.fill(target, offset)
      case .memory(let bytes):
        target.copyBytes(from: bytes[Int(offset)..<Int(offset + count)])
        return 0
      }
    }
    guard code == 0 else { throw RecordingError(system: code, "read") }
  }

  private func check(_ offset: UInt64, _ count: UInt64) throws(RecordingError) {
    guard offset <= size, count <= size - offset else {
      throw RecordingError(.truncated, offset: offset)
    }
    guard count <= ByteSource.readMax else {
      throw RecordingError(.tooLarge(what: "a record", size: count, limit: ByteSource.readMax))
    }
  }

  /// All of the bytes.
  func all() throws(RecordingError) -> [UInt8] {
    switch self {
    case .memory(let bytes): return bytes
    case .file(let file):
      // Beyond the process's limit, asking for so much would end it.
      let limit = addressSpaceLimit / 2
      guard file.size <= limit else {
        throw RecordingError(.tooLarge(what: "a file", size: file.size, limit: limit))
      }
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Int(file.size)) { buffer, filled in
        code = file.fill(UnsafeMutableRawBufferPointer(buffer), 0)
        filled = code == 0 ? buffer.count : 0
      }
      guard code == 0 else { throw RecordingError(system: code, "read") }
      return bytes
    }
  }
}

/// An open file.
final class InputFile: Sendable {
  private let descriptor: Int32
  let size: UInt64

  init(path: String) throws(RecordingError) {
    // A pipe without a writer would be waited for.
    let opened = open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw RecordingError(system: errno, "read") }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw RecordingError(.unfit("is not a file: a recording is one file"))
    }
    (descriptor, size) = (opened, UInt64(status.st_size))
  }

  deinit { close(descriptor) }

  /// Fills `buffer` with the bytes from `offset` on.
  ///
  /// - Returns: the number of the system's error; 0 for success.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, _ offset: UInt64) -> Int32 {
    var filled = 0
    while filled < buffer.count, let start = buffer.baseAddress {
      let got = pread(
        descriptor, start + filled, buffer.count - filled, off_t(offset) + off_t(filled))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return got < 0 ? errno : EIO }
      filled += got
    }
    return 0
  }
}

/// How much memory the process may address, in bytes.
private var addressSpaceLimit: UInt64 {
  var limit = rlimit()
  #if canImport(Glibc)
    let status = getrlimit(Int32(RLIMIT_AS.rawValue), &limit)
  #else
    let status = getrlimit(RLIMIT_AS, &limit)
  #endif
  return status == 0 ? UInt64(limit.rlim_cur) : .max
}
