/// Writes lanes: lists of whole numbers that change little from one to the next.
///
/// A lane is its length in bytes and then, for each number, how far it is from a line through the two
/// numbers before it (zeros before the first). Each distance is a variable-length integer, signs folded
/// into the lowest bit. After a distance of zero follows how many more zeros there are, so that a body at
/// rest costs next to nothing. `track.js` reads it.
package struct LaneWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends a lane.
  ///
  /// - Parameter values: within ±2⁵⁰, so that a browser's numbers hold every distance.
  package mutating func append(_ values: [Int64]) {
    var lane: [UInt8] = []
    var (before, step, zeros) = (Int64(0), Int64(0), UInt64(0))
    for value in values {
      let distance = value - before - step
      (before, step) = (value, value - before)
      if distance == 0 {
        if zeros == 0 { lane.append(0) }
        zeros += 1
        continue
      }
      if zeros > 0 { LaneWriter.put(zeros - 1, into: &lane) }
      zeros = 0
      LaneWriter.put(UInt64(bitPattern: distance << 1 ^ distance >> 63), into: &lane)
    }
    if zeros > 0 { LaneWriter.put(zeros - 1, into: &lane) }
    LaneWriter.put(UInt64(lane.count), into: &bytes)
    bytes += lane
  }

  /// Seven bits a byte, the lowest first; all bytes but the last have their highest bit set.
  private static func put(_ value: UInt64, into bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
