import Foundation

/// Whether two files hold the same run, by their bytes and without reading either into memory.
package enum EqualRecordings {
  /// How many steps both files hold; `nil` where they may differ, or cannot be compared like this:
  /// then reading them says more.
  ///
  /// Only what the machine adds may differ: facts of the build. Everything else must be the same
  /// bytes, chunk by chunk, as the index at the end of the files finds them. What is equal is not
  /// checked for damage.
  ///
  /// - Complexity: O(bytes) at the speed of comparing memory; memory for a chunk of each.
  package static func stepCount(_ a: String, _ b: String) -> Int64? {
    guard let left = IndexedFile(a), let right = IndexedFile(b),
      left.chunks.map(\.length) == right.chunks.map(\.length),
      left.preamble == right.preamble, left.statistics == right.statistics
    else { return nil }
    var buffers = ([UInt8](), [UInt8]())
    for (one, other) in zip(left.chunks, right.chunks) {
      // The checksum of the contents first: it lies in the first bytes of a chunk.
      guard let head = left.read(one.offset, min(one.length, 64), &buffers.0),
        let otherHead = right.read(other.offset, min(other.length, 64), &buffers.1),
        head == otherHead, let whole = left.read(one.offset, one.length, &buffers.0),
        let otherWhole = right.read(other.offset, other.length, &buffers.1), whole == otherWhole
      else { return nil }
    }
    return left.statistics["steps"].flatMap { Int64($0) }
  }
}

/// A finished recording whose parts are found through its summary.
private final class IndexedFile {
  struct Chunk {
    var offset: Int
    var length: Int
  }

  private let file: Int32
  private let size: Int
  private(set) var chunks: [Chunk] = []
  /// What says which run it is: records before the first chunk, without the facts of the build.
  private(set) var preamble: [[UInt8]] = []
  private(set) var statistics: [String: String] = [:]
  /// What the parts beside the chunks may take together.
  private static let sideSizeMax = 1 << 26

  /// `nil` for what is no finished recording.
  init?(_ path: String) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      size = 0
      return nil
    }
    size = Int(status.st_size)
    guard readSummary(), readPreamble() else { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  /// Bytes of the file, in `buffer`, which is made larger where it has to be.
  func read(_ offset: Int, _ count: Int, _ buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else { return nil }
    if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
    let isWhole = buffer.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < count {
        let got = pread(file, bytes.baseAddress! + done, count - done, off_t(offset + done))
        if got <= 0 { return false }
        done += got
      }
      return true
    }
    return isWhole ? buffer[..<count] : nil
  }

  private func bytes(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard count <= Self.sideSizeMax else { return nil }
    var buffer: [UInt8] = []
    return read(offset, count, &buffer).map { Array($0) }
  }

  /// The footer is 29 bytes: opcode, length, two offsets, a checksum; then the magic.
  private func readSummary() -> Bool {
    let tail = 29 + MCAP.magic.count
    guard let end = bytes(size - tail, tail), end.suffix(MCAP.magic.count) == MCAP.magic[...] else {
      return false
    }
    var footer = ByteReader(end)
    guard footer.readUInt8() == MCAP.Opcode.footer.rawValue, footer.readUInt64() == 20,
      let start = footer.readUInt64(), footer.readUInt64() != nil, let sum = footer.readUInt32(),
      start > 0, start <= UInt64(size - tail),
      let summary = bytes(Int(start), size - tail - Int(start)),
      sum == CRC32.of((summary + end.prefix(25))[...])
    else { return false }
    return records(summary) { opcode, reader in
      switch opcode {
      case .chunkIndex:
        guard reader.readRange(16) != nil, let offset = reader.readUInt64(),
          let length = reader.readUInt64(), offset < UInt64(size), length <= UInt64(size)
        else { return false }
        chunks.append(Chunk(offset: Int(offset), length: Int(length)))
      case .metadataIndex:
        guard let offset = reader.readUInt64(), let length = reader.readUInt64(),
          let name = reader.readText(), offset < UInt64(size), length <= UInt64(size)
        else { return false }
        if name == "statistics" { return readStatistics(Int(offset), Int(length)) }
      default: break
      }
      return true
    }
  }

  private func readStatistics(_ offset: Int, _ length: Int) -> Bool {
    guard let bytes = bytes(offset, length) else { return false }
    return records(bytes) { opcode, reader in
      guard opcode == .metadata, reader.readText() != nil, reader.readUInt32() != nil else {
        return false
      }
      while !reader.isAtEnd {
        guard let key = reader.readText(), let value = reader.readText() else { return false }
        statistics[key] = value
      }
      return true
    }
  }

  private func readPreamble() -> Bool {
    let start = MCAP.magic.count
    guard let first = chunks.map(\.offset).min(), first >= start,
      let bytes = bytes(start, first - start)
    else { return false }
    return records(bytes) { opcode, reader in
      var copy = reader
      if opcode == .metadata, copy.readText() == "build" { return true }
      guard let contents = reader.readBytes(reader.remaining) else { return false }
      preamble.append([opcode.rawValue] + contents)
      return true
    }
  }

  /// Calls `body` for each record; `false` where one is cut off or `body` says so.
  private func records(
    _ bytes: [UInt8], _ body: (MCAP.Opcode, inout ByteReader) -> Bool
  ) -> Bool {
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      guard let raw = reader.readUInt8(), let length = reader.readUInt64(),
        length <= UInt64(reader.remaining), let range = reader.readRange(Int(length)),
        let opcode = MCAP.Opcode(rawValue: raw)
      else { return false }
      var contents = ByteReader(bytes, range)
      if !body(opcode, &contents) { return false }
    }
    return true
  }
}
