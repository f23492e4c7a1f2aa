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

  @Test("every exponent with random significands", arguments: cases)
  func exponents(_ function: Case) {
    for seed in UInt64(0)..<(isOptimized ? 64 : 4) {
      var random = SplitMix(seed: seed)
      for head in UInt32(0)..<512 {
        check(function, head << 23 | UInt32.random(in: 0..<1 << 23, using: &random), "seed \(seed)")
      }
    }
  }

  @Test("every 997th bit pattern", .enabled(if: isOptimized), arguments: cases)
  func patterns(_ function: Case) {
    for pattern in stride(from: UInt32(0), through: .max - 997, by: 997) {
      check(function, pattern, "")
    }
  }

  /// The result must be NaN with the reference, infinite with it, and within 0.501 ULP else.
  private func check(_ function: Case, _ pattern: UInt32, _ comment: String) {
    let x = Float(bitPattern: pattern)
    let result = function.function(x)
    let exact = function.reference(Double(x))
    if exact.isNaN {
      if !result.isNaN { Issue.record("\(function.name)(\(x)) = \(result), not NaN; \(comment)") }
      return
    }
    let nearest = Float(exact)
    if nearest.isInfinite || nearest == 0 {
      if result.bitPattern != nearest.bitPattern {
        Issue.record("\(function.name)(\(x)) = \(result), not \(nearest); \(comment)")
      }
      return
    }
    let error = abs(Double(result) - exact) / Double(nearest.ulp)
    if !(error <= 0.501) {
      Issue.record("\(function.name)(\(x)) = \(result): \(error) ULP; \(comment)")
    }
  }

  #if arch(x86_64) && canImport(Glibc)
    struct WideCase: Sendable, CustomTestStringConvertible {
      var name: String
      var limit: Double
      var range: ClosedRange<Double>
      var function: @Sendable (Double) -> Double
      var reference: @Sendable (Float80) -> Float80
      var testDescription: String { "\(name) in \(range)" }
    }

    static let wideCases: [WideCase] = [
      WideCase(name: "sin", limit: 0.8, range: -100...100) {
        Elementary.sin($0)
      } reference: {
        sin($0)
      },
      WideCase(name: "sin", limit: 0.8, range: 0...0.79) {
        Elementary.sin($0)
      } reference: {
        sin($0)
      },
      WideCase(name: "cos", limit: 0.8, range: -100...100) {
        Elementary.cos($0)
      } reference: {
        cos($0)
      },
      WideCase(name: "tan", limit: 1.1, range: -100...100) {
        Elementary.tan($0)
      } reference: {
        tan($0)
      },
      WideCase(name: "asin", limit: 0.8, range: -1...1) {
        Elementary.asin($0)
      } reference: {
        asin($0)
      },
      WideCase(name: "asin", limit: 0.8, range: 0.48...0.6) {
        Elementary.asin($0)
      } reference: {
        asin($0)
      },
      WideCase(name: "acos", limit: 0.8, range: -1...1) {
        Elementary.acos($0)
      } reference: {
        acos($0)
      },
      WideCase(name: "atan", limit: 0.8, range: -4...4) {
        Elementary.atan($0)
      } reference: {
        atan($0)
      },
      WideCase(name: "atan2(x, 1.75)", limit: 1.5, range: -4...4) {
        Elementary.atan2($0, 1.75)
      } reference: {
        atan2($0, Float80(1.75))
      },
      WideCase(name: "exp", limit: 0.8, range: -700...700) {
        Elementary.exp($0)
      } reference: {
        exp($0)
      },
      WideCase(name: "exp", limit: 0.8, range: -1...1) {
        Elementary.exp($0)
      } reference: {
        exp($0)
      },
      WideCase(name: "log", limit: 0.501, range: 0.001...4) {
        Elementary.log($0)
      } reference: {
        log($0)
      },
      WideCase(name: "log", limit: 0.501, range: 0.99...1.01) {
        Elementary.log($0)
      } reference: {
        log($0)
      },
      WideCase(name: "pow(x, 17.25)", limit: 0.8, range: 0.001...9) {
        Elementary.pow($0, 17.25)
      } reference: {
        pow($0, Float80(17.25))
      },
      WideCase(name: "pow(1.25, x)", limit: 0.8, range: -2000...2000) {
        Elementary.pow(1.25, $0)
      } reference: {
        pow(Float80(1.25), $0)
      },
    ]

    @Test("double precision against 64-bit significands", arguments: wideCases)
    func doubles(_ function: WideCase) {
      var random = SplitMix(seed: 7)
      for _ in 0..<(isOptimized ? 400_000 : 4_000) {
        let x = Double.random(in: function.range, using: &random)
        let result = function.function(x)
        let exact = function.reference(Float80(x))
        let error = Double(abs(Float80(result) - exact) / Float80(Double(exact).ulp))
        if !(error <= function.limit) {
          Issue.record("\(function.name)(\(x)) = \(result): \(error) ULP; seed 7")
        }
      }
    }
  #endif
}
