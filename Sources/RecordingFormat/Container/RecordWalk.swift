/// Goes over MCAP records, one after the other: those of a file, of its summary, of a chunk.
///
/// Each record begins with its kind and its length, so that records of unknown kinds are passed over,
/// and so are fields that a later version appended to a known one.
struct RecordWalk {
  /// A record; its contents stay unread.
  struct Record {
    var opcode: UInt8
    /// The place of its first byte.
    var offset: UInt64
    /// Bytes after its kind and length.
    var length: UInt64

    /// Bytes of a kind and a length.
    static let headSize: UInt64 = 9

    var kind: MCAP.Opcode? { MCAP.Opcode(rawValue: opcode) }
    /// True for kinds that other programs and later versions define; readers skip them.
    var isPrivate: Bool { opcode != 0 && kind == nil }
    var contents: Range<UInt64> { offset + Record.headSize..<end }
    var end: UInt64 { offset + Record.headSize + length }
  }

  private let source: ByteSource
  /// The place of the next record.
  private(set) var position: UInt64
  private let end: UInt64
  private var window: [UInt8] = []
  /// What is in the window.
  private var held: Range<UInt64> = 0..<0
  private let windowSize: UInt64

  /// - Parameters:
  ///   - range: which bytes; `nil` for all.
  ///   - windowSize: what is read at once at least.
  init(_ source: ByteSource, _ range: Range<UInt64>? = nil, windowSize: UInt64 = 1 << 18) {
    self.source = source
    self.windowSize = windowSize
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? source.size
    if let bytes = source.memory { (window, held) = (bytes, 0..<UInt64(bytes.count)) }
  }

  /// Goes over records in memory.
  init(_ bytes: [UInt8]) { self.init(ByteSource(bytes, [])) }

  /// Goes on at another place.
  mutating func move(to place: UInt64) { position = place }

  /// The next record; `nil` at the end.
  ///
  /// - Throws: ``RecordingError`` when the rest is shorter than the record claims to be.
  mutating func next() throws(RecordingError) -> Record? {
    guard position < end else { return nil }
    let left = end - position
    guard left >= Record.headSize else { throw RecordingError(.truncated, offset: position) }
    var head = try reader(position..<position + Record.headSize)
    guard let opcode = head.readUInt8(), let length = head.readUInt64(),
      length <= left - Record.headSize
    else { throw RecordingError(.truncated, offset: position) }
    let record = Record(opcode: opcode, offset: position, length: length)
    position = record.end
    return record
  }

  /// Reads a part of the bytes.
  mutating func reader(_ range: Range<UInt64>) throws(RecordingError) -> ByteReader {
    if range.lowerBound < held.lowerBound || range.upperBound > held.upperBound {
      let count = max(UInt64(range.count), min(windowSize, source.size - range.lowerBound))
      try source.read(range.lowerBound, count, into: &window)
      held = range.lowerBound..<range.lowerBound + count
    }
    let start = Int(range.lowerBound - held.lowerBound)
    return ByteReader(window, start..<start + range.count)
  }

  /// Adds a part of the bytes to a checksum, however long it is.
  mutating func sum(_ range: Range<UInt64>, into crc: inout CRC32) throws(RecordingError) {
    var start = range.lowerBound
    while start < range.upperBound {
      // As much as is there, else a piece.
      let isHeld = held.contains(start)
      let pieceEnd = min(range.upperBound, isHeld ? held.upperBound : start + windowSize)
      let piece = try reader(start..<pieceEnd)
      crc.update(piece.bytes[piece.position..<piece.end])
      start = pieceEnd
    }
  }
}
