import AgentProtocol
import Simulation

// Records that are read whole.

extension MCAP {
  /// The first bytes of a flight recorder's ring, which is another kind of file.
  package static let ringMagic: [UInt8] = Array("LAPLFLT1".utf8)

  /// Checks what a file begins with.
  ///
  /// - Throws: ``RecordingError`` for what is not a recording.
  static func checkMagic(_ source: ByteSource) throws(RecordingError) {
    guard source.size > 0 else { throw RecordingError(.emptyFile) }
    let (bytes, range) = try source.read(0, min(source.size, UInt64(magic.count)))
    if bytes[range].starts(with: ringMagic) { throw RecordingError(.flightRing) }
    guard bytes[range].elementsEqual(magic) else { throw RecordingError(.notARecording) }
  }

  /// The record that ends the summary.
  struct Footer {
    /// The place of the record.
    var start: UInt64
    /// Where the summary begins; 0: there is none.
    var summaryStart: UInt64
    /// Of the summary and of this record; 0: there is no checksum.
    var sum: UInt32

    /// Bytes of the record and of the magic after it.
    private static let size: UInt64 = 37

    /// The end of what the checksum covers.
    var summedEnd: UInt64 { start + 25 }

    /// Reads it from the end of a file.
    init(_ source: ByteSource) throws(RecordingError) {
      let size = source.size
      guard size >= 8 + Footer.size else { throw RecordingError(.truncated, offset: size) }
      start = size - Footer.size
      let (bytes, range) = try source.read(start, Footer.size)
      guard bytes[range].suffix(8).elementsEqual(magic) else {
        throw RecordingError(.truncated, offset: size - 8)
      }
      var reader = ByteReader(bytes, range)
      guard reader.readUInt8() == Opcode.footer.rawValue, reader.readUInt64() == 20,
        let summaryStart = reader.readUInt64(), reader.readUInt64() != nil,
        let sum = reader.readUInt32()
      else { throw RecordingError(.damaged("the footer cannot be read"), offset: start) }
      (self.summaryStart, self.sum) = (summaryStart, sum)
    }
  }

  /// Reads metadata; `nil` when that cannot be done.
  static func metadata(_ record: ByteReader) -> (name: String, pairs: [(String, String)])? {
    var reader = record
    guard let name = reader.readText(), let size = reader.readUInt32(),
      let range = reader.readRange(Int(size))
    else { return nil }
    reader = ByteReader(record.bytes, range)
    var pairs: [(String, String)] = []
    while !reader.isAtEnd {
      guard let key = reader.readText(), let value = reader.readText() else { return nil }
      pairs.append((key, value))
    }
    return (name, pairs)
  }

  /// An attachment, of which only the head was read.
  struct Attachment {
    var name: String
    var mediaType: String
    /// The place of its data.
    var data: Range<UInt64>
    /// The place of all that its checksum covers.
    var summed: Range<UInt64>
    /// 0: there is no checksum.
    var sum: UInt32?

    /// True for what this project's writer puts into a recording.
    var isOwn: Bool {
      [Preamble.jsonName, Preamble.binaryName, HeaderCopy.name].contains(name)
    }
  }
}

extension RecordWalk {
  /// Reads the head of an attachment, and its checksum; `nil` when that cannot be done.
  mutating func attachment(_ record: Record) throws(RecordingError) -> MCAP.Attachment? {
    let contents = record.contents
    // Times, two texts and a length.
    let head = contents.lowerBound..<min(contents.upperBound, contents.lowerBound + 1 << 16)
    var reader = try reader(head)
    let start = reader.position
    guard reader.readRange(16) != nil, let name = reader.readText(),
      let mediaType = reader.readText(), let size = reader.readUInt64()
    else { return nil }
    let dataStart = contents.lowerBound + UInt64(reader.position - start)
    guard size <= contents.upperBound - dataStart,
      contents.upperBound - dataStart - size >= 4
    else { return nil }
    let data = dataStart..<dataStart + size
    var end = try self.reader(data.upperBound..<data.upperBound + 4)
    return MCAP.Attachment(
      name: name, mediaType: mediaType, data: data,
      summed: contents.lowerBound..<data.upperBound, sum: end.readUInt32())
  }

  /// Some of the bytes.
  mutating func bytes(_ range: Range<UInt64>) throws(RecordingError) -> [UInt8] {
    let reader = try reader(range)
    return Array(reader.bytes[reader.position..<reader.end])
  }
}

extension Preamble.Parts {
  /// Takes the metadata that describe a recording; `false` for others.
  mutating func take(metadata name: String, _ pairs: [(String, String)]) -> Bool {
    switch name {
    case "recording": recording = Dictionary(firstOf: pairs)
    case "build": build = pairs.map { BuildFact(name: $0.0, value: $0.1) }
    default: return false
    }
    return true
  }

  /// Gathers what describes a recording, wherever it is in the data; other records stay unread.
  init(in source: ByteSource) {
    self.init(source.compressions)
    var walk = RecordWalk(source, windowSize: 1 << 12)
    walk.move(to: UInt64(MCAP.magic.count))
    do throws(RecordingError) {
      while let record = try walk.next(), record.kind != .dataEnd {
        switch record.kind {
        case .metadata:
          guard let (name, pairs) = MCAP.metadata(try walk.reader(record.contents)) else { break }
          _ = take(metadata: name, pairs)
        case .attachment:
          guard let found = try walk.attachment(record), found.isOwn else { break }
          take(found.name, try walk.bytes(found.data))
        default: break
        }
      }
    } catch {
      // What was found until here is all that there is.
    }
  }
}
