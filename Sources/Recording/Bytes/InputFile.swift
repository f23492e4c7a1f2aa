#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The whole file at `path`.
func readFile(_ path: String) throws(RecordingError) -> [UInt8] {
  var status = stat()
  guard stat(path.fileName, &status) == 0 else { throw OutputFile.error(errno, "read") }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw RecordingError(.unfit("is not a file: a recording is one file"))
  }
  guard let file = fopen(path.fileName, "rb") else { throw OutputFile.error(errno, "read") }
  defer { fclose(file) }
  let size = Int(status.st_size)
  // The file is held as a whole: beyond the process's limit, asking for so much would end it.
  let limit = addressSpaceLimit / 2
  guard UInt64(size) <= limit else {
    throw RecordingError(.tooLarge(what: "a file", size: UInt64(size), limit: limit))
  }
  let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = size == 0 ? 0 : fread(buffer.baseAddress, 1, size, file)
  }
  guard bytes.count == size else { throw OutputFile.error(EIO, "read") }
  return bytes
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
