import DeterministicMath
import Foundation
import TestSupport
import Testing

/// Single precision against the C library's double precision: wide sweeps, no tables.
@Suite struct ElementarySweepTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var function: @Sendable (Float) -> Float
    var reference: @Sendable (Double) -> Double
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "sin", function: { Elementary.sin($0) }, reference: { sin($0) }),
    Case(name: "cos", function: { Elementary.cos($0) }, reference: { cos($0) }),
    Case(name: "sincos.sine", function: { Elementary.sincos($0).sine }, reference: { sin($0) }),
    Case(name: "tan", function: { Elementary.tan($0) }, reference: { tan($0) }),
    Case(name: "asin", function: { Elementary.asin($0) }, reference: { asin($0) }),
    Case(name: "acos", function: { Elementary.acos($0) }, reference: { acos($0) }),
    Case(name: "atan", function: { Elementary.atan($0) }, reference: { atan($0) }),
    Case(name: "exp", function: { Elementary.exp($0) }, reference: { exp($0) }),
    Case(name: "log", function: { Elementary.log($0) }, reference: { log($0) }),
    Case(
      name: "x^1.75", function: { Elementary.pow($0, 1.75) }, reference: { pow($0, 1.75) }),
    Case(name: "x^-3", function: { Elementary.pow($0, -3) }, reference: { pow($0, -3) }),
    Case(
      name: "0.3^x", function: { Elementary.pow(0.3, $0) },
      reference: { pow(0.30000001192092896, $0) }),
    Case(
      name: "atan2(x, -2)", function: { Elementary.atan2($0, -2) }, reference: { atan2($0, -2) }),
    Case(name: "atan2(3, x)", function: { Elementary.atan2(3, $0) }, reference: { atan2(3, $0) }),
  ]

  /// What a sweep found: an expectation for each value would cost more than the values.
  private struct Tally {
    var count = 0
    /// Values that break the bound, and the first of them in words.
    var faultCount = 0
    var faults: [String] = []

    mutating func note(_ fault: String?) {
      count += 1
      guard let fault else { return }
      faultCount += 1
      if faults.count < 8 { faults.append(fault) }
    }
  }

  @Test("every exponent with random significands", arguments: cases)
  func exponents(_ function: Case) {
    var tally = Tally()
    let seeds = UInt64(Sample.isOptimized ? 64 : 4)
    for seed in 0..<seeds {
      var random = SplitMix(seed: seed)
      for head in UInt32(0)..<512 {
        let pattern = head << 23 | UInt32.random(in: 0..<1 << 23, using: &random)
        tally.note(fault(function, pattern).map { "\($0); seed \(seed)" })
      }
    }
    #expect(tally.count == 512 * Int(seeds))
    #expect(tally.faultCount == 0, "\(tally.faults)")
  }

  @Test("every 997th bit pattern", .enabled(if: Sample.isOptimized), arguments: cases)
  func patterns(_ function: Case) {
    var tally = Tally()
    for pattern in stride(from: UInt32(0), through: .max - 997, by: 997) {
      tally.note(fault(function, pattern))
    }
    #expect(tally.count > 4_300_000)
    #expect(tally.faultCount == 0, "\(tally.faults)")
  }

  /// The result must be NaN with the reference, infinite or zero with it, and within 0.501 ULP
  /// else.
  private func fault(_ function: Case, _ pattern: UInt32) -> String? {
    let x = Float(bitPattern: pattern)
    let result = function.function(x)
    let exact = function.reference(Double(x))
    if exact.isNaN {
      return result.isNaN ? nil : "\(function.name)(\(x)) = \(result), not NaN"
    }
    let nearest = Float(exact)
    if nearest.isInfinite || nearest == 0 {
      return result.bitPattern == nearest.bitPattern
        ? nil : "\(function.name)(\(x)) = \(result), not \(nearest)"
    }
    let error = abs(Double(result) - exact) / Double(nearest.ulp)
    return error <= 0.501 ? nil : "\(function.name)(\(x)) = \(result): \(error) ULP"
  }

  @Test("a sweep sees a function that is off by 0.6 ULP, infinite, or not a number")
  func faultsAreSeen() {
    let offset = Case(
      name: "x + 0.6 ULP", function: { $0 }, reference: { $0 + 0.6 * Double(Float($0).ulp) })
    #expect(fault(offset, Float(1.5).bitPattern)?.contains(" ULP") == true)
    let bounded = Case(name: "bounded", function: { _ in 1 }, reference: { 1 / $0 })
    #expect(fault(bounded, 0) == "bounded(0.0) = 1.0, not inf")
    let number = Case(name: "number", function: { _ in 1 }, reference: { $0.squareRoot() })
    #expect(fault(number, Float(-1).bitPattern) == "number(-1.0) = 1.0, not NaN")
    #expect(fault(Case(name: "x", function: { $0 }, reference: { $0 }), 0x3F80_0001) == nil)
  }

  #if arch(x86_64) && canImport(Glibc)
    struct WideCase: Sendable, CustomTestStringConvertible {
      var name: String
      /// Limit of the error, in ULP.
      var limit: Double
      var ranges: [ClosedRange<Double>]
      var function: @Sendable (Double) -> Double
      var reference: @Sendable (Float80) -> Float80
      var testDescription: String { name }

      init(
        _ name: String, _ limit: Double, _ ranges: [ClosedRange<Double>],
        _ function: @escaping @Sendable (Double) -> Double,
        _ reference: @escaping @Sendable (Float80) -> Float80
      ) {
        (self.name, self.limit, self.ranges) = (name, limit, ranges)
        (self.function, self.reference) = (function, reference)
      }
    }

    static let wideCases: [WideCase] = [
      WideCase("sin", 0.8, [-100...100, 0...0.79], { Elementary.sin($0) }, { sin($0) }),
      WideCase("cos", 0.8, [-100...100], { Elementary.cos($0) }, { cos($0) }),
      WideCase("tan", 1.1, [-100...100], { Elementary.tan($0) }, { tan($0) }),
      WideCase("asin", 0.8, [-1...1, 0.48...0.6], { Elementary.asin($0) }, { asin($0) }),
      WideCase("acos", 0.8, [-1...1], { Elementary.acos($0) }, { acos($0) }),
      WideCase("atan", 0.8, [-4...4], { Elementary.atan($0) }, { atan($0) }),
      WideCase(
        "atan2(x, 1.75)", 1.5, [-4...4], { Elementary.atan2($0, 1.75) }, { atan2($0, 1.75) }),
      WideCase("exp", 0.8, [-700...700, -1...1], { Elementary.exp($0) }, { exp($0) }),
      WideCase("log", 0.501, [0.001...4, 0.99...1.01], { Elementary.log($0) }, { log($0) }),
      WideCase(
        "pow(x, 17.25)", 0.8, [0.001...9], { Elementary.pow($0, 17.25) }, { pow($0, 17.25) }),
      WideCase(
        "pow(1.25, x)", 0.8, [-2000...2000], { Elementary.pow(1.25, $0) }, { pow(1.25, $0) }),
    ]

    @Test("double precision against 64-bit significands", arguments: wideCases)
    func doubles(_ function: WideCase) {
      var tally = Tally()
      let count = Sample.isOptimized ? 400_000 : 4_000
      for range in function.ranges {
        var random = SplitMix(seed: 7)
        for _ in 0..<count {
          let x = Double.random(in: range, using: &random)
          let result = function.function(x)
          let exact = function.reference(Float80(x))
          let error = Double(abs(Float80(result) - exact) / Float80(Double(exact).ulp))
          tally.note(
            error <= function.limit
              ? nil : "\(function.name)(\(x)) = \(result): \(error) ULP; seed 7")
        }
      }
      #expect(tally.count == count * function.ranges.count)
      #expect(tally.faultCount == 0, "\(tally.faults)")
    }
  #endif
}
