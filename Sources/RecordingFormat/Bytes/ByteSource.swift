/// The bytes of a recording, of which only those asked for are read, and what its chunks may be
/// compressed with.
package struct ByteSource: Sendable {
  /// The size of all of it, in bytes.
  package let size: UInt64
  let compressions: [Compression]
  private let place: Place

  private enum Place: Sendable {
    case memory([UInt8])
    case file(allMax: UInt64, Fill)
  }

  /// Fills a buffer with the bytes from an offset on.
  package typealias Fill =
    @Sendable (UnsafeMutableRawBufferPointer, _ offset: UInt64) throws(RecordingError) -> Void

  /// Bytes in memory.
  package init(_ bytes: [UInt8], _ compressions: [Compression]) {
    (size, self.compressions, place) = (UInt64(bytes.count), compressions, .memory(bytes))
  }

  /// - Parameters:
  ///   - size: of all of it, in bytes.
  ///   - allMax: the largest size that may be read as a whole, in bytes.
  package init(
    size: UInt64, allMax: UInt64, _ compressions: [Compression], fill: @escaping Fill
  ) {
    (self.size, self.compressions, place) = (size, compressions, .file(allMax: allMax, fill))
  }

  /// The bytes, if they are in memory.
  var memory: [UInt8]? {
    if case .memory(let bytes) = place { return bytes }
    return nil
  }

  /// What one call reads at most, in bytes.
  static let readMax: UInt64 = 3 << 27

  /// Some of the bytes, in a buffer at `range`.
  package func read(
    _ offset: UInt64, _ count: UInt64
  ) throws(RecordingError) -> (bytes: [UInt8], range: Range<Int>) {
    try check(offset, count)
    switch place {
    case .memory(let bytes): return (bytes, Int(offset)..<Int(offset + count))
    case .file(_, let fill):
      return (try ByteSource.bytes(offset, Int(count), fill), 0..<Int(count))
    }
  }

  private static func bytes(
    _ offset: UInt64, _ count: Int, _ fill: Fill
  ) throws(RecordingError) -> [UInt8] {
    var failure: RecordingError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(RecordingError) {
        try fill(UnsafeMutableRawBufferPointer(buffer), offset)
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads to the beginning of `buffer`, which grows if it has to.
  func read(
    _ offset: UInt64, _ count: UInt64, into buffer: inout [UInt8]
  ) throws(RecordingError) {
    try check(offset, count)
    if buffer.count < Int(count) { buffer = [UInt8](repeating: 0, count: Int(count)) }
    var failure: RecordingError?
    buffer.withUnsafeMutableBytes { target in
      let target = UnsafeMutableRawBufferPointer(rebasing: target[..<Int(count)])
      switch place {
      case .memory(let bytes): target.copyBytes(from: bytes[Int(offset)..<Int(offset + count)])
      case .file(_, let fill):
        do throws(RecordingError) { try fill(target, offset) } catch { failure = error }
      }
    }
    if let failure { throw failure }
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
  package func all() throws(RecordingError) -> [UInt8] {
    switch place {
    case .memory(let bytes): return bytes
    case .file(let allMax, let fill):
      guard size <= allMax else {
        throw RecordingError(.tooLarge(what: "a file", size: size, limit: allMax))
      }
      return try ByteSource.bytes(0, Int(size), fill)
    }
  }
}
