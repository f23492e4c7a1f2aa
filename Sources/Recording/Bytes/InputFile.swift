import SystemC

extension ByteSource {
  /// Opens the file at `path`.
  ///
  /// - Throws: `RecordingError`.
  init(path: String) throws(RecordingError) {
    let file = try InputFile(path: path)
    // Beyond the process's limit, asking for so much would end it.
    self.init(size: file.size, allMax: addressSpaceLimit / 2, Compression.allCases) {
      buffer, offset throws(RecordingError) in
      let code = file.fill(buffer, offset)
      guard code == 0 else { throw RecordingError(system: code, "read") }
    }
  }

  /// A recording in memory.
  static func memory(_ bytes: [UInt8]) -> ByteSource { ByteSource(bytes, Compression.allCases) }
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
