/// Reads gzip (RFC 1952, RFC 1951), bit by bit, for the tests of what writes it.
struct Inflate {
  enum Problem: Error { case header, early, block, code, distance, size, checksum }

  static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count >= 18, bytes.starts(with: [0x1F, 0x8B, 8, 0]) else { throw Problem.header }
    var inflate = Inflate(bytes: Array(bytes[10..<bytes.count - 8]))
    try inflate.readBlocks()
    let word = { (at: Int) in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }
    guard word(bytes.count - 4) == UInt32(inflate.output.count) else { throw Problem.size }
    guard word(bytes.count - 8) == checksum(inflate.output) else { throw Problem.checksum }
    return inflate.output
  }

  private let bytes: [UInt8]
  private var bit = 0
  private var output: [UInt8] = []

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }

  private mutating func bits(_ count: Int) throws -> Int {
    var value = 0
    for place in 0..<count {
      guard bit / 8 < bytes.count else { throw Problem.early }
      value |= Int(bytes[bit / 8] >> UInt8(bit % 8) & 1) << place
      bit += 1
    }
    return value
  }

  private mutating func readBlocks() throws {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      guard try bits(2) == 2 else { throw Problem.block }
      let (symbolCount, distanceCount) = (try bits(5) + 257, try bits(5) + 1)
      var lengths = [Int](repeating: 0, count: 19)
      let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
      for place in 0..<(try bits(4) + 4) { lengths[order[place]] = try bits(3) }
      let all = try readLengths(symbolCount + distanceCount, Code(lengths))
      try readBlock(Code(Array(all[..<symbolCount])), Code(Array(all[symbolCount...])))
    }
  }

  private mutating func readLengths(_ count: Int, _ code: Code) throws -> [Int] {
    var lengths: [Int] = []
    while lengths.count < count {
      switch try symbol(code) {
      case 16:
        guard let last = lengths.last else { throw Problem.code }
        lengths += Array(repeating: last, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == count else { throw Problem.code }
    return lengths
  }

  private mutating func readBlock(_ symbols: Code, _ distances: Code) throws {
    while true {
      let symbol = try symbol(symbols)
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        let extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
        let base =
          switch symbol {
          case 285: 258
          case ..<265: symbol - 254
          default: 3 + (4 + (symbol - 265) % 4) << extra
          }
        let length = base + (try bits(extra))
        let place = try self.symbol(distances)
        let more = place < 4 ? 0 : place / 2 - 1
        let distance = (place < 4 ? place + 1 : 1 + (2 + place % 2) << more) + (try bits(more))
        guard distance <= output.count else { throw Problem.distance }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  /// How many codes of each length there are, and their symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in 1...15 {
        for symbol in lengths.indices where lengths[symbol] == length {
          counts[length] += 1
          symbols.append(symbol)
        }
      }
    }
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Problem.code
  }
}
