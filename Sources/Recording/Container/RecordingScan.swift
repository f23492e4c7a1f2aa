import AgentProtocol
import Simulation

/// Walks a file's records from the first to the last; every byte must be right, or each fault is
/// noted and the walk goes on.
struct RecordingScan {
  /// The largest contents a chunk may claim, in bytes: what reading allocates at most at once.
  static let chunkSizeMax = 3 << 26

  let bytes: [UInt8]
  private(set) var preamble = Preamble.Parts()
  private(set) var chunks: [ChunkPlace] = []
  private(set) var statistics: [String: String] = [:]
  /// The channels by their numbers.
  private(set) var channels: [UInt16: MCAP.Channel] = [:]
  /// Whether the data and the summary have a checksum.
  private(set) var isFullyChecked = true
  /// Whether this project's writer made the file, which leaves out no checksum.
  private var isOwn = true
  /// Why the recording ended early.
  private(set) var endNote: String?

  /// What was found so far by a walk that goes on; `nil` in one that stops at the first fault.
  private(set) var faults: [RecordingError]?
  /// Where whole chunks begin, found without following lengths.
  private lazy var wholeChunks = RecordSearch.chunks(in: bytes).map(\.offset)

  /// Walks over all that can be walked over, noting each fault. What follows on a record that cannot
  /// be followed is passed over up to the next whole chunk.
  ///
  /// - Throws: ``RecordingError`` for what is no recording at all.
  init(noting bytes: [UInt8]) throws(RecordingError) {
    self.bytes = bytes
    faults = []
    try begin()
  }

  init(_ bytes: [UInt8]) throws(RecordingError) {
    self.bytes = bytes
    try begin()
  }

  private mutating func begin() throws(RecordingError) {
    guard !bytes.isEmpty else { throw RecordingError(.emptyFile) }
    if FlightLog.begins(bytes) { throw RecordingError(.flightRing) }
    guard bytes.starts(with: MCAP.magic) else { throw RecordingError(.notARecording) }
    var reader = ByteReader(bytes)
    _ = reader.readRange(MCAP.magic.count)
    try scan(&reader)
  }

  private struct Record {
    var opcode: UInt8
    var offset: Int
    var contents: Range<Int>
  }

  private mutating func next(_ reader: inout ByteReader) throws(RecordingError) -> Record {
    let offset = reader.position
    guard let opcode = reader.readUInt8(), let length = reader.readUInt64(),
      length <= UInt64(reader.remaining), let contents = reader.readRange(Int(length))
    else { throw RecordingError(.truncated, offset: UInt64(offset)) }
    return Record(opcode: opcode, offset: offset, contents: contents)
  }

  /// Notes a fault, or ends the walk with it.
  private mutating func note(_ fault: RecordingError) throws(RecordingError) {
    guard faults != nil else { throw fault }
    faults?.append(fault)
  }

  private mutating func scan(_ reader: inout ByteReader) throws(RecordingError) {
    var isFirst = true
    while true {
      let start = reader.position
      do throws(RecordingError) {
        let record = try next(&reader)
        if isFirst && MCAP.Opcode(rawValue: record.opcode) != .header {
          throw damaged("the header is missing", record)
        }
        isFirst = false
        if record.opcode == MCAP.Opcode.dataEnd.rawValue {
          do throws(RecordingError) {
            try checkDataEnd(record)
          } catch {
            try note(error)
          }
          do throws(RecordingError) {
            try checkSummary(&reader)
          } catch {
            try note(error)
          }
          return
        }
        try take(record)
      } catch {
        try note(error)
        isFirst = false
        guard goOn(&reader, after: start) else { return }
      }
    }
  }

  private mutating func take(_ record: Record) throws(RecordingError) {
    switch MCAP.Opcode(rawValue: record.opcode) {
    case .header: try readHeader(record)
    case .metadata: try readMetadata(record)
    case .attachment: try readAttachment(record)
    case .chunk: try readChunk(record)
    case .schema, .messageIndex: return
    case .channel: try readChannel(record)
    default: throw damaged("a record of unknown kind \(record.opcode)", record)
    }
  }

  /// Moves on behind a record with a fault: to the next record where one follows, else to the next
  /// whole chunk; `false` where there is none.
  private mutating func goOn(_ reader: inout ByteReader, after start: Int) -> Bool {
    var ahead = reader
    if reader.position > start, let record = try? next(&ahead),
      MCAP.Opcode(rawValue: record.opcode) != nil
    {
      return true
    }
    guard let chunk = wholeChunks.first(where: { $0 > start }) else { return false }
    reader = ByteReader(bytes, chunk..<bytes.count)
    return true
  }

  private func damaged(_ what: String, _ record: Record) -> RecordingError {
    RecordingError(.damaged(what), offset: UInt64(record.offset))
  }

  private mutating func readHeader(_ record: Record) throws(RecordingError) {
    var reader = ByteReader(bytes, record.contents)
    guard let profile = reader.readText(), let library = reader.readText(), reader.isAtEnd else {
      throw damaged("the header cannot be read", record)
    }
    isOwn = library.hasPrefix(MCAP.profile)
    guard profile == MCAP.profile else { throw RecordingError(.profileUnknown(profile)) }
  }

  private mutating func readChannel(_ record: Record) throws(RecordingError) {
    guard let (id, channel) = MCAP.Channel.parse(ByteReader(bytes, record.contents)) else {
      throw damaged("a channel cannot be read", record)
    }
    channels[id] = channel
  }

  private mutating func readMetadata(_ record: Record) throws(RecordingError) {
    var reader = ByteReader(bytes, record.contents)
    guard let name = reader.readText(), let size = reader.readUInt32(),
      reader.remaining == Int(size)
    else { throw damaged("metadata cannot be read", record) }
    var pairs: [(String, String)] = []
    while !reader.isAtEnd {
      guard let key = reader.readText(), let value = reader.readText() else {
        throw damaged("metadata cannot be read", record)
      }
      pairs.append((key, value))
    }
    switch name {
    case "recording": preamble.recording = Dictionary(pairs) { first, _ in first }
    case "build": preamble.build = pairs.map { BuildFact(name: $0.0, value: $0.1) }
    case "ended": endNote = Dictionary(pairs) { first, _ in first }["reason"]
    case "statistics": statistics = Dictionary(pairs) { first, _ in first }
    default: return
    }
  }

  private mutating func readAttachment(_ record: Record) throws(RecordingError) {
    var reader = ByteReader(bytes, record.contents)
    guard record.contents.count >= 4, Payload.isWhole(bytes, record.contents),
      reader.readRange(16) != nil, let name = reader.readText(), reader.readText() != nil,
      let size = reader.readUInt64(), size <= UInt64(reader.remaining),
      let data = reader.readBytes(Int(size)), reader.remaining == 4
    else { throw damaged("an attachment's checksum is wrong", record) }
    preamble.take(name, data)
  }

  private mutating func readChunk(_ record: Record) throws(RecordingError) {
    chunks.append(try ChunkPlace(ByteReader(bytes, record.contents), offset: record.offset))
  }

  private mutating func checkDataEnd(_ record: Record) throws(RecordingError) {
    var reader = ByteReader(bytes, record.contents)
    guard record.contents.count == 4, let stored = reader.readUInt32(),
      stored == 0 && !isOwn || stored == CRC32.of(bytes[0..<record.offset])
    else { throw damaged("the checksum of the data is wrong", record) }
    isFullyChecked = stored != 0
  }

  private func checkSummary(_ reader: inout ByteReader) throws(RecordingError) {
    // Footer record: opcode, length, two offsets, CRC; then the magic.
    let start = reader.position
    let footer = bytes.count - MCAP.magic.count - 29
    guard footer >= start else { throw RecordingError(.truncated, offset: UInt64(start)) }
    guard bytes[(bytes.count - MCAP.magic.count)...].elementsEqual(MCAP.magic) else {
      throw RecordingError(.truncated, offset: UInt64(bytes.count - MCAP.magic.count))
    }
    var end = ByteReader(bytes, footer..<bytes.count)
    guard end.readUInt8() == MCAP.Opcode.footer.rawValue, end.readUInt64() == 20,
      end.readUInt64() == UInt64(start), end.readUInt64() != nil, let stored = end.readUInt32(),
      stored == 0 && !isOwn || stored == CRC32.of(bytes[start..<footer + 25])
    else {
      throw RecordingError(.damaged("the checksum of the summary is wrong"), offset: UInt64(start))
    }
    // Who reads by the summary finds what is read here, or nothing.
    let indexes = chunkIndexes(start..<footer)
    guard
      !isOwn || faults?.isEmpty == false || indexes?.isEmpty == true
        || indexes == chunks.map(chunkIndex)
    else {
      throw RecordingError(
        .damaged("the summary names other chunks than the file holds"), offset: UInt64(start))
    }
  }

  /// What the summary says of chunks; `nil` where it cannot be read.
  private func chunkIndexes(_ summary: Range<Int>) -> [ChunkIndex]? {
    var reader = ByteReader(bytes, summary)
    var indexes: [ChunkIndex] = []
    while !reader.isAtEnd {
      guard let opcode = reader.readUInt8(), let length = reader.readUInt64(),
        length <= UInt64(reader.remaining), let contents = reader.readRange(Int(length))
      else { return nil }
      guard opcode == MCAP.Opcode.chunkIndex.rawValue else { continue }
      var fields = ByteReader(bytes, contents)
      guard let index = ChunkIndex(&fields) else { return nil }
      indexes.append(index)
    }
    return indexes
  }

  /// What a summary has to say of a chunk.
  private func chunkIndex(_ chunk: ChunkPlace) -> ChunkIndex {
    // Behind opcode and length.
    var times = ByteReader(bytes, chunk.offset + 9..<chunk.range.upperBound)
    return ChunkIndex(
      startTime: times.readUInt64() ?? 0, endTime: times.readUInt64() ?? 0,
      offset: UInt64(chunk.offset), length: UInt64(chunk.range.upperBound - chunk.offset))
  }
}
