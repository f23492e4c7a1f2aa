/// The parts of the MCAP container format that recordings use.
///
/// - Source: the MCAP specification, version 0 (mcap.dev/spec).
package enum MCAP {
  static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
  static let profile = "laplace"

  enum Opcode: UInt8 {
    case header = 0x01
    case footer = 0x02
    case schema = 0x03
    case channel = 0x04
    case message = 0x05
    case chunk = 0x06
    case messageIndex = 0x07
    case chunkIndex = 0x08
    case attachment = 0x09
    case attachmentIndex = 0x0A
    case statistics = 0x0B
    case metadata = 0x0C
    case metadataIndex = 0x0D
    case summaryOffset = 0x0E
    case dataEnd = 0x0F
  }

  /// Our channels: the id of a channel is its raw value, and so is its schema's.
  enum Channel: UInt16, CaseIterable {
    case inputs = 1
    case digests = 2
    case keyframes = 3
    case state = 4
    case markers = 5
    case view = 6
    case chain = 7

    /// Those that a file with such tracks has.
    static func all(_ tracks: RecordingTracks) -> [Channel] {
      allCases.filter { channel in
        switch channel {
        case .view: tracks.samplesEvery != nil
        case .chain: tracks.chain
        default: true
        }
      }
    }

    var topic: String {
      switch self {
      case .inputs: "/inputs"
      case .digests: "/digests"
      case .keyframes: "/keyframes"
      case .state: "/state"
      case .markers: "/markers"
      case .view: "/view"
      case .chain: "/chain"
      }
    }

    var schemaName: String {
      switch self {
      case .inputs: "laplace.Input"
      case .digests: "laplace.Digests"
      case .keyframes: "laplace.Keyframe"
      case .state: "laplace.StateBlock"
      case .markers: "laplace.Marker"
      case .view: "laplace.ViewBlock"
      case .chain: "laplace.Chain"
      }
    }

    var isJSON: Bool { self == .inputs || self == .markers }
    var schemaEncoding: String { isJSON ? "jsonschema" : "laplace1" }
    var messageEncoding: String { isJSON ? "json" : "laplace1" }
  }

  /// A record: opcode, 64-bit length, contents.
  static func record(_ opcode: Opcode, _ contents: [UInt8]) -> [UInt8] {
    record(opcode.rawValue, contents)
  }

  static func record(_ opcode: UInt8, _ contents: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(opcode)
    writer.append(UInt64(contents.count))
    writer.append(contents)
    return writer.bytes
  }

  static func header(profile: String = profile, library: String) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(profile)
    writer.append(library)
    return record(.header, writer.bytes)
  }

  package static func schema(
    _ id: UInt16, name: String, encoding: String, data: [UInt8]
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(id)
    writer.append(name)
    writer.append(encoding)
    writer.append(UInt32(data.count))
    writer.append(data)
    return record(.schema, writer.bytes)
  }

  /// A channel whose schema has the same number.
  package static func channel(_ id: UInt16, topic: String, encoding: String) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(id)
    writer.append(id)
    writer.append(topic)
    writer.append(encoding)
    writer.append(UInt32(0))
    return record(.channel, writer.bytes)
  }

  static func metadata(_ name: String, _ pairs: [(String, String)]) -> [UInt8] {
    var map = ByteWriter()
    for (key, value) in pairs {
      map.append(key)
      map.append(value)
    }
    var writer = ByteWriter()
    writer.append(name)
    writer.append(UInt32(map.count))
    writer.append(map.bytes)
    return record(.metadata, writer.bytes)
  }

  static func attachment(
    _ name: String, mediaType: String, _ data: [UInt8]
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(UInt64(0))
    writer.append(UInt64(0))
    writer.append(name)
    writer.append(mediaType)
    writer.append(UInt64(data.count))
    writer.append(data)
    writer.append(CRC32.of(writer.bytes))
    return record(.attachment, writer.bytes)
  }

  /// Appends all of a message record but its data: `dataCount` bytes, which the caller appends.
  static func appendMessageHead(
    _ channel: UInt16, sequence: UInt32, time: UInt64, dataCount: Int, to writer: inout ByteWriter
  ) {
    writer.append(Opcode.message.rawValue)
    writer.append(UInt64(22 + dataCount))
    writer.append(channel)
    writer.append(sequence)
    writer.append(time)
    writer.append(time)
  }
}

/// Where a chunk lies and what it holds: an entry of the summary.
struct ChunkEntry: Equatable {
  var startTime: UInt64
  var endTime: UInt64
  var offset: UInt64
  var length: UInt64
  /// Channel and file offset of each message index record behind the chunk.
  var messageIndexes: [(channel: UInt16, offset: UInt64)]
  var messageIndexLength: UInt64
  /// Its name.
  var compression: String
  var compressedSize: UInt64
  var uncompressedSize: UInt64

  static func == (a: ChunkEntry, b: ChunkEntry) -> Bool { a.record == b.record }

  /// This entry, of a chunk that lies `distance` bytes further on.
  func moved(by distance: UInt64) -> ChunkEntry {
    var copy = self
    copy.offset += distance
    for index in copy.messageIndexes.indices { copy.messageIndexes[index].offset += distance }
    return copy
  }

  var record: [UInt8] {
    var writer = ByteWriter()
    writer.append(startTime)
    writer.append(endTime)
    writer.append(offset)
    writer.append(length)
    writer.append(UInt32(messageIndexes.count * 10))
    for index in messageIndexes {
      writer.append(index.channel)
      writer.append(index.offset)
    }
    writer.append(messageIndexLength)
    writer.append(compression)
    writer.append(compressedSize)
    writer.append(uncompressedSize)
    return MCAP.record(.chunkIndex, writer.bytes)
  }
}
