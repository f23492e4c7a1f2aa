/// Reads what `LaneWriter` wrote, written from its description and not from its code.
struct LaneReader {
  private var lanes: [ArraySlice<UInt8>] = []
  private var at = 0
  private var left = 0

  init(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      var (length, scale) = (0, 1)
      while true {
        let byte = Int(bytes[index])
        index += 1
        length += (byte & 0x7F) * scale
        scale *= 128
        if byte < 0x80 { break }
      }
      lanes.append(bytes[index..<index + length])
      index += length
    }
  }

  var count: Int { lanes.count }

  mutating func lane(_ number: Int, _ count: Int) -> [Int64] {
    let bits = lanes[number].flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    var cursor = 0
    func take() -> UInt64 {
      defer { cursor += 1 }
      return cursor < bits.count ? UInt64(bits[cursor]) : 0
    }
    func take(_ count: Int) -> UInt64 { (0..<count).reduce(0) { value, _ in value << 1 | take() } }
    func gamma() -> UInt64 {
      var more = 0
      while more < 63, take() == 0 { more += 1 }
      return 1 << UInt64(more) | take(more)
    }
    func signed(_ coded: UInt64) -> Int64 { Int64(coded >> 1) ^ -Int64(coded & 1) }
    if count == 0 { return [] }
    let isLine = take() == 1
    var values = [signed(gamma() - 1)]
    var (sum, seen): (UInt64, UInt64) = (4, 1)
    while values.count < count {
      var shift = 0
      while seen << UInt64(shift) < sum { shift += 1 }
      var quotient: UInt64 = 0
      while quotient < 24, take() == 1 { quotient += 1 }
      let coded = quotient == 24 ? gamma() - 1 : quotient << UInt64(shift) | take(shift)
      sum += coded
      seen += 1
      if seen == 32 { (sum, seen) = (sum / 2, 16) }
      for _ in 0..<(coded == 0 ? gamma() : 1) where values.count < count {
        let last = values[values.count - 1]
        let step = isLine && values.count >= 2 ? last - values[values.count - 2] : 0
        values.append(last + step + signed(coded))
      }
    }
    return values
  }
}
