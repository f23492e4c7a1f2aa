/// Writes lanes: runs of whole numbers that change little from one to the next.
///
/// A lane is its length in bytes and then bits, most significant first: the order of the prediction,
/// the first number, and residuals as adaptive Rice codes. After a residual of zero stands how many
/// more follow, so that what rests costs next to nothing. `page.js` reads it.
package struct LaneWriter {
  package private(set) var bytes: [UInt8] = []
  private var lane: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  package init() {}

  /// Quotients from here on are escapes; their values follow in an Elias gamma code.
  package static let escape = 24

  /// Appends a lane.
  ///
  /// - Parameter values: within ±2⁵², which a browser's numbers hold.
  package mutating func append(_ values: [Int64]) {
    lane.removeAll(keepingCapacity: true)
    (pending, pendingCount) = (0, 0)
    if let first = values.first {
      let order = LaneWriter.order(of: values)
      put(UInt64(order - 1), 1)
      putGamma(LaneWriter.zigzag(first) + 1)
      putResiduals(values, order)
    }
    if pendingCount > 0 { put(0, 8 - pendingCount) }
    var length = lane.count
    while length >= 0x80 {
      bytes.append(UInt8(length & 0x7F) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
    bytes += lane
  }

  /// 1: like the number before; 2: on a line through the two before.
  private static func order(of values: [Int64]) -> Int {
    var (one, two) = (0, 0)
    for index in values.indices.dropFirst(2) {
      let step = values[index] - values[index - 1]
      let bend = step - (values[index - 1] - values[index - 2])
      one += 64 - zigzag(step).leadingZeroBitCount
      two += 64 - zigzag(bend).leadingZeroBitCount
    }
    return two < one ? 2 : 1
  }

  private mutating func putResiduals(_ values: [Int64], _ order: Int) {
    var (sum, count): (UInt64, UInt64) = (4, 1)
    var index = 1
    while index < values.count {
      let residual = LaneWriter.residual(values, index, order)
      let coded = LaneWriter.zigzag(residual)
      var shift = 0
      while count << shift < sum { shift += 1 }
      putRice(coded, shift)
      sum += coded
      count += 1
      if count == 32 { (sum, count) = (sum / 2, 16) }
      index += 1
      guard coded == 0 else { continue }
      let start = index
      while index < values.count, LaneWriter.residual(values, index, order) == 0 { index += 1 }
      putGamma(UInt64(index - start) + 1)
    }
  }

  private static func residual(_ values: [Int64], _ index: Int, _ order: Int) -> Int64 {
    let step = values[index] - values[index - 1]
    return order == 1 || index < 2 ? step : step - (values[index - 1] - values[index - 2])
  }

  private static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }

  private mutating func putRice(_ value: UInt64, _ shift: Int) {
    let quotient = value >> UInt64(shift)
    if quotient >= LaneWriter.escape {
      put((1 << LaneWriter.escape) - 1, LaneWriter.escape)
      return putGamma(value + 1)
    }
    put(((1 << quotient) - 1) << 1, Int(quotient) + 1)
    put(value & ((1 << UInt64(shift)) - 1), shift)
  }

  /// A number from 1 on: as many zeros as it has bits after its first, and then its bits.
  private mutating func putGamma(_ value: UInt64) {
    let more = 63 - value.leadingZeroBitCount
    put(0, more)
    put(value >> 32, max(0, more + 1 - 32))
    put(value & 0xFFFF_FFFF, min(32, more + 1))
  }

  private mutating func put(_ bits: UInt64, _ count: Int) {
    guard count > 0 else { return }
    var rest = count
    while rest > 0 {
      let taken = min(rest, 8 - pendingCount)
      pending =
        pending << UInt64(taken) | (bits >> UInt64(rest - taken)) & ((1 << UInt64(taken)) - 1)
      pendingCount += taken
      rest -= taken
      if pendingCount == 8 {
        lane.append(UInt8(pending))
        (pending, pendingCount) = (0, 0)
      }
    }
  }
}
