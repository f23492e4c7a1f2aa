import AgentProtocol
import DeterministicMath
import Simulation

/// A whole chunk of a damaged file, whose record may lie.
struct FoundChunk {
  /// The place of its record.
  var offset: UInt64
  var place: ChunkPlace
}

/// Finds records wherever they lie in a damaged file, and believes only those whose checksum agrees.
///
/// Lengths and kinds of records have no checksum of their own, so nothing here follows them: a
/// record is looked for by the text that stands in it.
enum RecordSearch {
  /// What decompressing may take in all, in bytes: a file of lies costs no more than a large one.
  private static func effortMax(_ fileSize: Int) -> Int {
    let (product, overflow) = fileSize.multipliedReportingOverflow(by: 64)
    return overflow ? .max : product + (1 << 30)
  }

  /// The chunks whose contents are whole, in the order of their places.
  static func chunks(in bytes: [UInt8], _ compressions: [Compression]) -> [FoundChunk] {
    var places: [FoundChunk] = []
    var effort = effortMax(bytes.count)
    // A name without letters would be found in every run of zeros.
    for compression in compressions where compression != .none {
      let decompressor = compression.makeDecompressor()
      var name = ByteWriter()
      name.append(compression.name)
      // Kind, length, two times, size, CRC stand before the name.
      let head = 1 + 8 + 8 + 8 + 8 + 4
      forEach(name.bytes, in: bytes, from: head) { found in
        let offset = found - head
        var reader = ByteReader(bytes, offset..<bytes.count)
        guard reader.readUInt8() != nil, let length = reader.readUInt64(),
          reader.readRange(16) != nil, let size = reader.readUInt64(),
          let crc = reader.readUInt32(), reader.readRange(name.count) != nil,
          let compressedSize = reader.readUInt64(), size <= UInt64(ChunkPlace.sizeMax)
        else { return nil }
        // Either length may be what was damaged.
        let others = UInt64(head - 9 + name.count + 8)
        for count in Set([compressedSize, length &- others])
        where count <= UInt64(reader.remaining) && effort > 0 {
          let range = reader.position..<reader.position + Int(count)
          guard Int(size) <= compression.sizeMax(range.count) else { continue }
          effort -= Int(size) + range.count
          guard let contents = decompressor.contents(bytes, range, Int(size)),
            CRC32.of(contents) == crc
          else { continue }
          places.append(
            FoundChunk(
              offset: UInt64(offset),
              place: ChunkPlace(
                range: range, compression: compression, uncompressedSize: Int(size), crc: crc)))
          return range.upperBound
        }
        return nil
      }
    }
    return places.sorted { $0.offset < $1.offset }
  }

  /// What is left of the part before the first chunk; `nil` when its checksums disagree.
  static func preamble(
    in bytes: [UInt8], _ compressions: [Compression]
  ) -> Preamble.Parts? {
    var parts = Preamble.Parts(compressions)
    let build = metadata("build", in: bytes)
    for recording in metadata("recording", in: bytes) where parts.recording == nil {
      for facts in build + [[]] where parts.recording == nil {
        parts.recording = Dictionary(firstOf: recording)
        parts.build = facts.map { BuildFact(name: $0.0, value: $0.1) }
        if !parts.isProven && !parts.isOfUnknownVersion { parts.recording = nil }
      }
    }
    guard parts.recording != nil else { return nil }
    for name in [Preamble.binaryName, Preamble.jsonName, Preamble.rawBinaryName] {
      if let data = attachments(name, in: bytes).first { parts.take(name, data) }
    }
    return parts
  }

  /// What the second copy of the header says.
  static func headerCopy(
    in bytes: [UInt8], _ compressions: [Compression]
  ) -> Preamble.Parts? {
    for data in attachments(HeaderCopy.name, in: bytes) {
      if let parts = HeaderCopy.parts(data, compressions) { return parts }
    }
    return nil
  }

  /// The header, from whichever copy is whole; `nil` when none is.
  static func header(
    in bytes: [UInt8], _ compressions: [Compression]
  ) throws(RecordingError) -> (RecordingHeader, StateDigest)? {
    var first: RecordingError?
    for copy in [headerCopy(in: bytes, compressions), preamble(in: bytes, compressions)] {
      guard var copy else { continue }
      copy.deriveJSON()
      do throws(RecordingError) {
        return try copy.header()
      } catch {
        first = first ?? error
      }
    }
    switch first?.reason {
    case .versionUnreadable?, .featureUnknown?: throw first ?? RecordingError(.nothingToRecover)
    default: return nil
    }
  }

  /// The metadata called `name` that can be read.
  static func metadata(_ name: String, in bytes: [UInt8]) -> [[(String, String)]] {
    var found: [[(String, String)]] = []
    var pattern = ByteWriter()
    pattern.append(name)
    // Kind and length stand before the name.
    forEach(pattern.bytes, in: bytes, from: 9) { place in
      var reader = ByteReader(bytes, place..<bytes.count)
      guard let (_, pairs) = MCAP.metadata(reader), reader.readRange(pattern.count) != nil,
        let size = reader.readUInt32()
      else { return nil }
      found.append(pairs)
      return reader.position + Int(size)
    }
    return found
  }

  /// The attachments called `name` whose checksum agrees.
  static func attachments(_ name: String, in bytes: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var pattern = ByteWriter()
    pattern.append(name)
    // Kind, length and two times stand before the name.
    forEach(pattern.bytes, in: bytes, from: 25) { place in
      var reader = ByteReader(bytes, place..<bytes.count)
      guard reader.readRange(pattern.count) != nil, reader.readText() != nil,
        let size = reader.readUInt64(), size <= UInt64(reader.remaining),
        let data = reader.readRange(Int(size)), reader.readRange(4) != nil,
        Payload.isWhole(bytes, place - 16..<data.upperBound + 4)
      else { return nil }
      found.append(Array(bytes[data]))
      return data.upperBound
    }
    return found
  }

  /// Calls `body` with each place of `pattern` from `start` on; it returns where to search next, or
  /// `nil` for right behind.
  private static func forEach(
    _ pattern: [UInt8], in bytes: [UInt8], from start: Int, _ body: (Int) -> Int?
  ) {
    guard let last = pattern.last, pattern.count <= bytes.count else { return }
    let count = pattern.count
    var place = start
    bytes.withUnsafeBufferPointer { buffer in
      while place + count <= buffer.count {
        // The last letter is rarer than the zeros of the length.
        guard buffer[place + count - 1] == last,
          (0..<count).allSatisfy({ buffer[place + $0] == pattern[$0] })
        else {
          place += 1
          continue
        }
        place = max(body(place) ?? 0, place + 1)
      }
    }
  }
}
