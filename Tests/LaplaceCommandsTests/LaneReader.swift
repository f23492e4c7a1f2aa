import Testing

/// Reads what `LaneWriter` wrote, written from its description and not from its code.
struct LaneReader {
  private var lanes: [[UInt64]] = []

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let length = Int(LaneReader.number(&rest))
      var lane = rest.prefix(length)
      rest = rest.dropFirst(length)
      var numbers: [UInt64] = []
      while !lane.isEmpty { numbers.append(LaneReader.number(&lane)) }
      lanes.append(numbers)
    }
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64 {
    let end = bytes.firstIndex { $0 < 0x80 }!
    defer { bytes = bytes[(end + 1)...] }
    return bytes[...end].reversed().reduce(0) { $0 << 7 | UInt64($1 & 0x7F) }
  }

  var count: Int { lanes.count }

  func lane(_ number: Int, _ count: Int) -> [Int64] {
    var distances: [Int64] = []
    var numbers = lanes[number][...]
    while let coded = numbers.popFirst() {
      let more = coded == 0 ? numbers.popFirst() ?? 0 : 0
      let distance = coded % 2 == 0 ? Int64(coded / 2) : -Int64(coded / 2) - 1
      distances += Array(repeating: distance, count: 1 + Int(more))
    }
    #expect(distances.count == count)
    var values: [Int64] = [0, 0]
    for distance in distances {
      let (last, before) = (values[values.count - 1], values[values.count - 2])
      values.append(last + (last - before) + distance)
    }
    return Array(values.dropFirst(2))
  }
}
