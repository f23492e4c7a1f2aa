import Foundation

/// The whole file at `path`.
func readFile(_ path: String) throws(RecordingError) -> [UInt8] {
  var status = stat()
  guard stat(path, &status) == 0 else { throw OutputFile.error(errno, "read") }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw RecordingError(.unfit("is not a file: a recording is one file"))
  }
  guard let file = fopen(path, "rb") else { throw OutputFile.error(errno, "read") }
  defer { fclose(file) }
  let size = Int(status.st_size)
  let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = size == 0 ? 0 : fread(buffer.baseAddress, 1, size, file)
  }
  guard bytes.count == size else { throw OutputFile.error(EIO, "read") }
  return bytes
}
