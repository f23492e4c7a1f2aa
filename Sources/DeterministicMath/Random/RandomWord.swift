/// What 64 even random bits are turned into. Each result is a function of the word alone.
@frozen
public struct RandomWord: Equatable, Sendable {
  /// The 64 random bits; every result is a function of them.
  public var bits: UInt64

  /// Wraps 64 evenly distributed bits, such as a word of a ``RandomStream``.
  @inlinable
  public init(_ bits: UInt64) { self.bits = bits }

  /// A number in 0 ..< 1: the top 53 bits, times 2⁻⁵³.
  @inlinable
  public var unitDouble: Double { Double(Int64(bits >> 11)) * 0x1p-53 }

  /// A number in 0 ..< 1: the top 24 bits, times 2⁻²⁴.
  @inlinable
  public var unitFloat: Float { Float(Int32(truncatingIfNeeded: bits >> 40)) * 0x1p-24 }

  /// A whole number in 0 ..< `bound`, each equally likely; 0 when `bound` is 0.
  ///
  /// The high half of `word · bound`; a word whose low half falls into the uneven rest is mixed
  /// again. D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
  ///
  /// - Complexity: fewer than two rounds on average, for the worst bound.
  public func integer(below bound: UInt64) -> UInt64 {
    guard bound > 0 else { return 0 }
    var word = bits
    var product = word.multipliedFullWidth(by: bound)
    if product.low < bound {
      let uneven = (0 &- bound) % bound
      while product.low < uneven {
        word = RandomStream.mix(word, 0)
        product = word.multipliedFullWidth(by: bound)
      }
    }
    return product.high
  }

  /// A whole number in `range`, each equally likely.
  public func integer(in range: ClosedRange<Int64>) -> Int64 {
    let last = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    let offset = last == .max ? bits : integer(below: last &+ 1)
    return range.lowerBound &+ Int64(bitPattern: offset)
  }

  /// A number in `range`, evenly distributed; the lower bound when a bound is infinite.
  public func uniform(in range: ClosedRange<Double>) -> Double {
    let u = unitDouble
    let low = range.lowerBound
    let high = range.upperBound
    guard low.isFinite, high.isFinite else { return low }
    let width = high - low
    // Within the range even after rounding, as u is at most 1 − 2⁻⁵³.
    return width.isFinite ? low + width * u : low * (1 - u) + high * u
  }

  /// A number in `range`, evenly distributed; the lower bound when a bound is infinite.
  public func uniform(in range: ClosedRange<Float>) -> Float {
    let low = range.lowerBound
    let high = range.upperBound
    guard low.isFinite, high.isFinite else { return low }
    return Float(Double(low) + (Double(high) - Double(low)) * unitDouble)
  }

  /// A normally distributed number: mean 0, standard deviation 1, size below 8.6.
  ///
  /// G. Box and M. Muller, "A note on the generation of random normal deviates", Annals of
  /// Mathematical Statistics 29 (1958); the second uniform number is the word mixed again.
  public var gaussian: Double {
    let u = Double(Int64(bits >> 11) &+ 1) * 0x1p-53  // in 0 <… 1
    let turn = RandomWord(RandomStream.mix(bits, 0x6A09_E667_F3BC_C908)).unitDouble
    return squareRoot(-2 * Elementary.log(u)) * Elementary.cos(6.283185307179586 * turn)
  }

  /// A vector of length 1 (to rounding) in a direction evenly distributed.
  public var unitVector: Vec2 {
    let pair = Elementary.sincos(6.283185307179586 * unitDouble)
    return Vec2(Float(pair.cosine), Float(pair.sine))
  }
}
