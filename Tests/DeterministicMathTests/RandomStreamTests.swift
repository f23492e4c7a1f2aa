import DeterministicMath
import TestSupport
import Testing

/// That the streams are what they were (golden words) and that they are random enough.
@Suite struct RandomStreamTests {
  struct Golden: Sendable {
    var seed: UInt64
    var stream: StaticString
    var entity: UInt64
    var step: Int64
    var draw: UInt32
    var word: UInt64
  }

  /// Computed by an independent program from the documented construction.
  static let goldens: [Golden] = [
    Golden(seed: 0, stream: "", entity: 0, step: 0, draw: 0, word: 0x7B44_AF42_054B_4F88),
    Golden(seed: 1, stream: "wind", entity: 0, step: 0, draw: 0, word: 0x7AEB_EFF4_D033_33E0),
    Golden(seed: 1, stream: "wind", entity: 0, step: 0, draw: 1, word: 0x7CDD_D5A4_28ED_A121),
    Golden(seed: 1, stream: "wind", entity: 1, step: 0, draw: 0, word: 0x88B7_A679_1C02_2A3F),
    Golden(seed: 1, stream: "wind", entity: 0, step: 1, draw: 0, word: 0x3B9A_472A_5004_21BC),
    Golden(seed: 2, stream: "wind", entity: 0, step: 0, draw: 0, word: 0x89F1_4B0A_D2B1_11BC),
    Golden(seed: 1, stream: "spawn", entity: 0, step: 0, draw: 0, word: 0x1230_A180_60CA_9F3D),
    Golden(seed: 1, stream: "spawn", entity: 0, step: -1, draw: 0, word: 0x395C_CD01_06A5_48B8),
    Golden(
      seed: .max, stream: "spawn", entity: .max, step: .max,
      draw: .max, word: 0x6956_8F1E_E951_534A),
    Golden(seed: 42, stream: "über", entity: 7, step: 18000, draw: 3, word: 0x7A9F_81F9_FB1E_4FF5),
  ]

  @Test("golden words", arguments: goldens)
  func goldenWords(golden: Golden) {
    let stream = RandomStream(seed: golden.seed, stream: golden.stream)
    #expect(
      stream.value(entity: golden.entity, step: golden.step, draw: golden.draw) == golden.word)
  }

  @Test("names become numbers by FNV-1a")
  func streamNames() {
    #expect(RandomStream.identifier(of: "") == 0xCBF2_9CE4_8422_2325)
    #expect(RandomStream.identifier(of: "a") == 0xAF63_DC4C_8601_EC8C)
    #expect(RandomStream.identifier(of: "foobar") == 0x8594_4171_F739_67E8)
    #expect(
      RandomStream(seed: 3, stream: "foobar")
        == RandomStream(seed: 3, stream: RandomStream.identifier(of: "foobar")))
  }

  @Test("golden numbers of one step, drawn in a row")
  func goldenDraws() {
    var draws = RandomStream(seed: 1, stream: "wind").draws(entity: 3, step: 60)
    #expect(draws.unitDouble() == 0.6423013951300105)
    #expect(draws.unitFloat() == 0.9626525640487671)
    #expect(draws.integer(below: 1000) == 578)
    #expect(draws.uniform(in: -2...2) == 1.3709961653543576)
    #expect(abs(draws.gaussian() - 0.5779377076049346) < 1e-15)
    #expect(draws.unitVector() == Vec2(-0.9777705669403076, 0.20967774093151093))
  }

  @Test("drawing in a row and drawing by number agree")
  func drawsAreCounted() {
    let stream = RandomStream(seed: 9, stream: "rain")
    var draws = stream.draws(entity: 4, step: -7)
    for draw in UInt32(0)..<100 {
      #expect(draws.count == draw)
      #expect(draws.word() == stream.value(entity: 4, step: -7, draw: draw))
    }
    var last = stream.draws(step: 0, from: .max)
    _ = last.word()
    #expect(last.count == 0)
  }

  /// Five coordinates of a key as one array of bits.
  private func word(_ key: [UInt64]) -> UInt64 {
    RandomStream(seed: key[0], stream: key[1]).value(
      entity: key[2], step: Int64(bitPattern: key[3]), draw: UInt32(truncatingIfNeeded: key[4]))
  }

  @Test("every bit of a key moves every bit of the word half of the time")
  func avalanche() {
    let trials = Sample.isOptimized ? 4096 : 512
    var random = SplitMix(seed: 21)
    // Small keys, as programs use them, are the hard case.
    let keys = (0..<trials).map { _ in (0..<5).map { _ in random.next() % 1000 } }
    let words = keys.map(word)
    var sum = 0.0
    var worst = 0.0
    var pairs = 0
    for coordinate in 0..<5 {
      for bit in 0..<(coordinate == 4 ? 32 : 64) {
        var flips = [Int](repeating: 0, count: 64)
        for (key, original) in zip(keys, words) {
          var other = key
          other[coordinate] ^= 1 << UInt64(bit)
          var difference = word(other) ^ original
          while difference != 0 {
            flips[difference.trailingZeroBitCount] += 1
            difference &= difference - 1
          }
        }
        for count in flips {
          let deviation = abs(Double(count) / Double(trials) - 0.5)
          sum += deviation
          worst = max(worst, deviation)
          pairs += 1
        }
      }
    }
    let root = Double(trials).squareRoot()
    // Ideal coins give 0.3989/√n on average; 18,432 of them stay within 5.5 standard deviations.
    #expect(abs(sum / Double(pairs) * root - 0.3989) < 0.02, "seed 21")
    #expect(worst * root < 0.5 * 5.5, "seed 21")
  }

  /// Words of neighbouring keys, along one coordinate.
  private func neighbours(_ coordinate: Int, _ count: Int) -> [UInt64] {
    (0..<UInt64(count)).map { index in
      var key: [UInt64] = [1, 2, 3, 4, 5]
      key[coordinate] = index
      return word(key)
    }
  }

  @Test("neighbouring keys fill 256 bins evenly", arguments: 0..<5)
  func equidistribution(coordinate: Int) {
    let words = neighbours(coordinate, 1 << 16)
    for shift in [UInt64(0), 8, 24, 48, 56] {
      var bins = [Double](repeating: 0, count: 256)
      for word in words { bins[Int(word >> shift & 255)] += 1 }
      let chiSquare = bins.reduce(0) { $0 + ($1 - 256) * ($1 - 256) / 256 }
      // 255 degrees of freedom: mean 255, standard deviation 22.6.
      #expect(chiSquare > 255 - 4.5 * 22.6, "coordinate \(coordinate), shift \(shift)")
      #expect(chiSquare < 255 + 4.5 * 22.6, "coordinate \(coordinate), shift \(shift)")
    }
  }

  @Test("neighbouring keys do not correlate", arguments: 0..<5)
  func correlation(coordinate: Int) {
    let units = neighbours(coordinate, 1 << 16).map { RandomWord($0).unitDouble - 0.5 }
    for lag in [1, 2, 3, 64, 256] {
      var sum = 0.0
      for index in lag..<units.count { sum += units[index] * units[index - lag] }
      let coefficient = sum / Double(units.count - lag) * 12
      #expect(
        abs(coefficient) < 4.5 / Double(units.count).squareRoot(),
        "coordinate \(coordinate), lag \(lag)")
    }
  }

  @Test("different draws give different words")
  func drawsDiffer() {
    #expect(Set(neighbours(4, 100_000)).count == 100_000)
  }

  @Test("unit numbers lie in 0 ..< 1 and reach both ends")
  func unitNumbers() {
    #expect(RandomWord(0).unitDouble == 0)
    #expect(RandomWord(.max).unitDouble == (1.0).nextDown)
    #expect(RandomWord(0).unitFloat == 0)
    #expect(RandomWord(.max).unitFloat == Float(1).nextDown)
  }

  @Test("whole numbers are evenly likely", arguments: [1, 2, 3, 6, 10, 97] as [UInt64])
  func wholeNumbers(bound: UInt64) {
    var draws = RandomStream(seed: 5, stream: bound).draws(step: 0)
    var bins = [Double](repeating: 0, count: Int(bound))
    let expected = 1000.0
    for _ in 0..<(1000 * bound) { bins[Int(draws.integer(below: bound))] += 1 }
    let chiSquare = bins.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
    let freedom = Double(bound - 1)
    #expect(chiSquare <= freedom + 4.5 * (2 * freedom).squareRoot() + 8)
  }

  @Test("a bound just above 2⁶³, where taking the remainder would favour small numbers")
  func worstBound() {
    let bound: UInt64 = 3 << 62
    var draws = RandomStream(seed: 6, stream: 0).draws(step: 0)
    var thirds = [0, 0, 0]
    for _ in 0..<30_000 {
      let number = draws.integer(below: bound)
      #expect(number < bound)
      thirds[Int(number >> 62)] += 1
    }
    for count in thirds { #expect(abs(count - 10_000) < 400) }
  }

  @Test("ranges: both ends, single values, the full range")
  func ranges() {
    var draws = RandomStream(seed: 7, stream: 0).draws(step: 0)
    var seen = Set<Int64>()
    for _ in 0..<200 { seen.insert(draws.integer(in: -2...3)) }
    #expect(seen == [-2, -1, 0, 1, 2, 3])
    #expect(draws.integer(in: 9...9) == 9)
    #expect(draws.integer(below: 0) == 0)
    #expect(RandomWord(5).integer(in: .min ... .max) == .min + 5)
    for _ in 0..<1000 {
      #expect((-3.5...0.25).contains(draws.uniform(in: -3.5...0.25)))
      #expect((Float(1)...1.5).contains(draws.uniform(in: Float(1)...1.5)))
      let wide = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
      #expect(wide.contains(draws.uniform(in: wide)))
    }
    #expect(draws.uniform(in: 2.5...2.5) == 2.5)
    #expect(draws.uniform(in: 1...Double.infinity) == 1)
  }

  @Test("normal numbers have the moments of the normal distribution")
  func normalNumbers() {
    var draws = RandomStream(seed: 8, stream: "normal").draws(step: 0)
    let count = 100_000
    var moments = [0.0, 0, 0, 0]
    var within = 0
    for _ in 0..<count {
      let x = draws.gaussian()
      #expect(abs(x) < 8.6)
      moments[0] += x
      moments[1] += x * x
      moments[2] += x * x * x
      moments[3] += x * x * x * x
      if abs(x) < 1 { within += 1 }
    }
    let root = Double(count).squareRoot()
    // Standard deviations of the first four moments: 1, √2, √15, √96.
    #expect(abs(moments[0]) / root < 4.5)
    #expect(abs(moments[1] - Double(count)) / root < 4.5 * 1.415)
    #expect(abs(moments[2]) / root < 4.5 * 3.88)
    #expect(abs(moments[3] - 3 * Double(count)) / root < 4.5 * 9.8)
    #expect(abs(Double(within) - 0.682689 * Double(count)) / root < 4.5 * 0.4654)
    #expect(RandomWord(0).gaussian.isFinite)
    #expect(RandomWord(.max).gaussian.isFinite)
  }

  @Test("unit vectors have length 1 and point everywhere alike")
  func unitVectors() {
    var draws = RandomStream(seed: 9, stream: "direction").draws(step: 0)
    var sum = (x: 0.0, y: 0.0, xx: 0.0, xy: 0.0)
    let count = 50_000
    for _ in 0..<count {
      let v = draws.unitVector()
      #expect(abs(v.length - 1) < 2e-7)
      sum.x += Double(v.x)
      sum.y += Double(v.y)
      sum.xx += Double(v.x * v.x)
      sum.xy += Double(v.x * v.y)
    }
    let root = Double(count).squareRoot()
    #expect(abs(sum.x) / root < 4.5 * 0.7072)
    #expect(abs(sum.y) / root < 4.5 * 0.7072)
    #expect(abs(sum.xx - Double(count) / 2) / root < 4.5 * 0.3536)
    #expect(abs(sum.xy) / root < 4.5 * 0.3536)
  }
}
