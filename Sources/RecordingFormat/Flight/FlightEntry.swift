import Simulation

/// What lies in a flight ring: entries, one behind the other, each with a checksum.
///
/// An entry is found by its mark and believed when its checksum agrees, so that no pointer into the
/// ring has to be right when the process dies. Numbers are little-endian.
package enum FlightEntry {
  /// Bytes before the payload: mark, sequence number, step, size of the payload, kind, checksum of
  /// all that follows the mark, and room.
  package static let headSize = 40
  package static let mark: UInt64 = 0x5448_4749_4C46_504C
  package static let alignment = 8

  package enum Kind: UInt32 {
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
  package static func size(_ payload: Int) -> Int {
    (headSize + payload + alignment - 1) / alignment * alignment
  }

  package static func size(_ image: StateImage) -> Int {
    8 + 4 * image.rowCounts.count + image.bytes.count
  }

  package static func size(_ inputs: [RecordWords]) -> Int {
    inputs.reduce(4) { $0 + 8 + 8 * $1.words.count }
  }
}

/// What begins a ring's file.
package enum FlightHead {
  /// Magic, size of the header, steps to keep, checksum of both.
  package static let size = 8 + 8 + 8 + 4
  /// Where entries begin.
  package static func areaStart(_ headerSize: Int) -> Int { (size + headerSize + 63) / 64 * 64 }
}
