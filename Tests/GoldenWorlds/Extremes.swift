import DeterministicMath
import Simulation

/// Every function that the engine offers at the ends of its domain: zeros of both signs, the
/// smallest and the largest numbers, infinities and what is not a number, and angles of any size.
///
/// ``Functions`` asks for values as simulations do; here are those that a formula meets by accident,
/// and that machines treat each in its own way.
package struct Extremes: Simulation {
  package static var name: StaticString { "determinism.extremes" }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  private var stepCount: Int64 = 0
  /// What each function has given so far, folded: a bit that differs stays different.
  private var folds = [UInt64](repeating: 0, count: 18)
  /// The last number that each gave: what a difference shows.
  private var latest = [Double](repeating: 0, count: 18)
  private var singles = [UInt32](repeating: 0, count: 12)

  package init(parameters: NoParameters, seed: UInt64) {}

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stepCount", &stepCount)
    visitor.field("folds", &folds)
    visitor.field("latest", &latest)
    visitor.field("singles", &singles)
  }

  package func isStateSound() -> Bool { stepCount >= 0 && stepCount <= Int64(Int32.max) }

  package mutating func step(_ inputs: [NoEvent]) {
    let count = Int64(Extremes.numbers.count)
    let x = Extremes.numbers[Int(stepCount % count)]
    addFunctions(x)
    for y in Extremes.numbers { addFunctions(x, y) }
    addAngles(Int32(stepCount % 1020))
    addDraws()
    stepCount += 1
  }

  private static var numbers: [Double] {
    let sizes: [Double] = [
      0, .leastNonzeroMagnitude, 0x1p-1030, .leastNormalMagnitude, 1e-300, 1e-20, 1e-9, 0.25, 0.5,
      0.75, 1 - 0x1p-53, 1, 1 + 0x1p-52, 1.5, 2, 3, 12.5, 700.5, 709.9, 745.5, 1023.5, 1060.25,
      0x1p52 + 1, 0x1p53 - 1, 0x1p54, 1e19, 4e19, 1e300, .greatestFiniteMagnitude, .infinity,
    ]
    var numbers = [Double.nan]
    for size in sizes {
      numbers.append(size)
      numbers.append(-size)
    }
    return numbers
  }

  // MARK: Functions

  private mutating func addFunctions(_ x: Double) {
    let pair = Elementary.sincos(x)
    let values: [Double] = [
      Elementary.sin(x), Elementary.cos(x), Elementary.tan(x), pair.sine, pair.cosine,
      Elementary.asin(x), Elementary.acos(x), Elementary.atan(x), Elementary.exp(x),
      Elementary.log(x), squareRoot(x),
    ]
    for index in values.indices { fold(values[index], at: index) }
    addSingles(Float(x))
  }

  private mutating func addFunctions(_ x: Double, _ y: Double) {
    fold(Elementary.pow(x, y), at: 11)
    fold(Elementary.atan2(x, y), at: 12)
    fold(GradientNoise.value(5, x, y, 0.5), at: 13)
    fold(
      GradientNoise.fractal(5, x: 30, y: 40, time: 1, smoothness: x, animationSpeed: 0.5), at: 14)
  }

  private mutating func addSingles(_ x: Float) {
    let pair = Elementary.sincos(x)
    let values: [Float] = [
      Elementary.sin(x), Elementary.cos(x), Elementary.tan(x), pair.sine, pair.cosine,
      Elementary.asin(x), Elementary.atan(x), Elementary.exp(x), Elementary.log(x),
      Rotation(angle: x).cosine, Rotation(cosine: x, sine: 0).normalized.cosine,
      Vec2(x, 0).normalized.x,
    ]
    for index in values.indices {
      singles[index] = singles[index] &* 0x0100_0193 ^ Extremes.bits(values[index])
    }
  }

  /// Angles of every size, so that each word of 2/π takes part; powers of two, and what is near one.
  private mutating func addAngles(_ step: Int32) {
    let exponent = Double(step * 17 % 1020)
    let size = Elementary.pow(2, exponent)
    for angle in [size, -1.75 * size] {
      fold(Elementary.sin(angle), at: 15)
      fold(Elementary.cos(angle), at: 15)
      fold(Elementary.tan(angle), at: 15)
    }
    // Where the gradients of all corners agree, so that noise reaches its bounds.
    for (x, y) in [(983.325, 1765.525), (31.475, 2862.475), (103.45, 1779.5), (105.475, 1912.4)] {
      fold(GradientNoise.value(5, x, y, 0.5 + 1e-4 * Double(step)), at: 13)
    }
    // A turn beyond those that its series is made for counts as the largest.
    let turned = Rotation.identity.turned(by: Float(step) / 30 - 2)
    fold(Double(turned.cosine), at: 16)
    fold(Double(turned.sine), at: 16)
  }

  // MARK: Draws

  private mutating func addDraws() {
    var draw = RandomStream(seed: 1, stream: "extremes").draws(entity: 0, step: stepCount)
    let word = RandomWord(draw.word())
    fold(Double(word.integer(below: 0)), at: 17)
    // Half of all words fall into the uneven rest.
    fold(Double(word.integer(below: 0x8000_0000_0000_0001)), at: 17)
    fold(Double(word.integer(in: .min ... .max)), at: 17)
    let most = Double.greatestFiniteMagnitude
    fold(word.uniform(in: -most...most), at: 17)
    fold(word.uniform(in: 2 ... .infinity), at: 17)
    fold(Double(word.uniform(in: 2...Float.infinity)), at: 17)
    fold(Double(word.uniform(in: -Float.greatestFiniteMagnitude...1)), at: 17)
  }

  // MARK: Folds

  private mutating func fold(_ value: Double, at index: Int) {
    // Which of the many NaNs a machine makes is its own affair.
    let bits = value.isNaN ? 0x7FF8_0000_0000_0000 : value.bitPattern
    folds[index] = folds[index] &* 0x0000_0100_0000_01B3 ^ bits
    if value.isFinite { latest[index] = value }
  }

  private static func bits(_ value: Float) -> UInt32 {
    value.isNaN ? 0x7FC0_0000 : value.bitPattern
  }
}
