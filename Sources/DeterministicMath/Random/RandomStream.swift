/// Random numbers without a state: each is a function of (seed, stream, entity, step, draw).
///
/// No draw changes another one: the order of draws, added draws elsewhere and the number of
/// workers cannot matter. Each coordinate goes through SplitMix64's finaliser before the next one
/// enters, so neighbouring keys give unrelated words; for fixed other coordinates, different draws
/// (steps, entities) always give different words. Not for cryptography.
///
/// J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011, for the idea of
/// counter-based streams.
@frozen
public struct RandomStream: Equatable, Sendable {
  /// Seed and stream, mixed.
  @usableFromInline let key: UInt64

  /// - Parameters:
  ///   - seed: of the run.
  ///   - stream: what the numbers are for, so that two purposes never share numbers.
  public init(seed: UInt64, stream: UInt64) {
    key = RandomStream.mix(RandomStream.mix(0, seed), stream)
  }

  /// The stream called `name`: that with the number ``identifier(of:)``.
  public init(seed: UInt64, stream name: StaticString) {
    self.init(seed: seed, stream: RandomStream.identifier(of: name))
  }

  /// The number of the stream called `name`: the FNV-1a hash, 64 bits, of its UTF-8 bytes.
  public static func identifier(of name: StaticString) -> UInt64 {
    name.withUTF8Buffer { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      return hash
    }
  }

  /// The word of this key: 64 even bits.
  @inlinable
  public func value(entity: UInt64 = 0, step: Int64, draw: UInt32 = 0) -> UInt64 {
    let place = RandomStream.mix(RandomStream.mix(key, entity), UInt64(bitPattern: step))
    return RandomStream.mix(place, UInt64(draw))
  }

  /// The numbers of one entity in one step, drawn one after the other.
  @inlinable
  public func draws(entity: UInt64 = 0, step: Int64, from first: UInt32 = 0) -> RandomDraws {
    RandomDraws(
      place: RandomStream.mix(RandomStream.mix(key, entity), UInt64(bitPattern: step)),
      count: first)
  }

  /// One round: a one-to-one function of each argument when the other one is fixed.
  @inlinable @inline(__always)
  static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    GradientNoise.finalize((state ^ word) &+ 0x9E37_79B9_7F4A_7C15)
  }
}

/// The numbers of one stream, entity and step. Each call takes exactly one draw.
@frozen
public struct RandomDraws: Equatable, Sendable {
  @usableFromInline let place: UInt64
  /// Draws taken so far, or where drawing started: the number of the next draw. Wraps.
  public private(set) var count: UInt32

  @usableFromInline
  init(place: UInt64, count: UInt32) {
    self.place = place
    self.count = count
  }

  /// 64 even bits: ``RandomStream/value(entity:step:draw:)`` of the next draw.
  public mutating func word() -> UInt64 {
    defer { count &+= 1 }
    return RandomStream.mix(place, UInt64(count))
  }

  /// A number in 0 ..< 1: a multiple of 2⁻⁵³.
  public mutating func unitDouble() -> Double { RandomWord(word()).unitDouble }

  /// A number in 0 ..< 1: a multiple of 2⁻²⁴.
  public mutating func unitFloat() -> Float { RandomWord(word()).unitFloat }

  /// A whole number in 0 ..< `bound`, each equally likely; 0 when `bound` is 0.
  public mutating func integer(below bound: UInt64) -> UInt64 {
    RandomWord(word()).integer(below: bound)
  }

  /// A whole number in `range`, each equally likely.
  public mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    RandomWord(word()).integer(in: range)
  }

  /// A number in `range`, evenly distributed.
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    RandomWord(word()).uniform(in: range)
  }

  /// A number in `range`, evenly distributed.
  public mutating func uniform(in range: ClosedRange<Float>) -> Float {
    RandomWord(word()).uniform(in: range)
  }

  /// A normally distributed number: mean 0, standard deviation 1, size below 8.6.
  public mutating func gaussian() -> Double { RandomWord(word()).gaussian }

  /// A vector of length 1 (to rounding) in a direction evenly distributed.
  public mutating func unitVector() -> Vec2 { RandomWord(word()).unitVector }
}
