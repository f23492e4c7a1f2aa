import Simulation

/// What lies in a flight ring: entries, one behind the other, each with a checksum.
///
/// An entry is found by its mark and believed when its checksum agrees, so that no pointer into the
/// ring has to be right when the process dies. Numbers are little-endian.
enum FlightEntry {
  /// Bytes before the payload: mark, sequence number, step, size of the payload, kind, checksum of
  /// all that follows the mark, and room.
  static let headSize = 40
  static let mark: UInt64 = 0x5448_4749_4C46_504C
  static let alignment = 8

  enum Kind: UInt32 {
    /// The full state before a step, and its digest.
    case keyframe = 1
    /// A step is about to be taken with these inputs.
    case begin = 2
    /// The step was taken: its digest, and the every-step state where that is kept.
    case end = 3
    /// A person's note.
    case marker = 4
    /// The step that has begun was not taken.
    case refused = 5
  }

  /// Bytes that an entry takes.
  static func size(_ payload: Int) -> Int {
    (headSize + payload + alignment - 1) / alignment * alignment
  }

  static func size(_ image: StateImage) -> Int { 8 + 4 * image.rowCounts.count + image.bytes.count }

  static func size(_ inputs: [RecordWords]) -> Int {
    inputs.reduce(4) { $0 + 8 + 8 * $1.words.count }
  }
}

/// What begins a ring's file.
enum FlightHead {
  /// Magic, size of the header, steps to keep, checksum of both.
  static let size = 8 + 8 + 8 + 4
  /// Where entries begin.
  static func areaStart(_ headerSize: Int) -> Int { (size + headerSize + 63) / 64 * 64 }
}

/// Stores little-endian numbers at places that the caller has measured.
struct FlightPen {
  var place: UnsafeMutableRawPointer

  mutating func put<Value: FixedWidthInteger>(_ value: Value) {
    place.storeBytes(of: value.littleEndian, as: Value.self)
    place += MemoryLayout<Value>.size
  }

  mutating func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { place.copyMemory(from: start, byteCount: source.count) }
    }
    place += bytes.count
  }

  mutating func put(_ image: StateImage) {
    put(UInt32(image.rowCounts.count))
    put(UInt32(image.bytes.count))
    for count in image.rowCounts { put(count) }
    put(image.bytes)
  }

  mutating func put(_ inputs: [RecordWords]) {
    put(UInt32(inputs.count))
    for input in inputs {
      put(UInt32(truncatingIfNeeded: input.kind))
      put(UInt32(input.words.count))
      for word in input.words { put(word) }
    }
  }
}
