import AgentProtocol
import FloatingPointControl
import Simulation
import Testing

/// The probe in environments that are really switched on, and with arithmetic that is faulty in
/// ways no switch of this machine can bring about.
@Suite struct FloatingPointProbeTests {
  @Test func thisProcessConforms() {
    let probe = FloatingPointProbe()
    #expect(probe.isConforming, "\(probe.summary)")
    #expect(probe.summary == "IEEE 754, to nearest, no contraction, subnormals kept")
    #expect(
      probe.observations.map(\.name) == [
        "rounding", "subnormal results", "subnormal inputs", "a · b + c", "excess precision",
        "division", "square root", "conversion",
      ])
  }

  /// The probe's findings while `change` is in force; the environment is restored before returning.
  private func probe(under change: () -> Void) -> FloatingPointProbe {
    let saved = fp_save()
    change()
    let probe = FloatingPointProbe()
    fp_restore(saved)
    return probe
  }

  @Test(arguments: [
    (fp_upwards, "rounds upwards"), (fp_downwards, "rounds downwards"),
    (fp_towards_zero, "rounds towards zero"),
  ])
  func roundingModeIsNamed(mode: fp_rounding, words: String) {
    var isSet = false
    let found = probe { isSet = fp_set_rounding(mode) }
    guard isSet else { return }  // a processor without this mode has nothing to find
    #expect(found.summary == words)
    #expect(!found.isConforming)
    #expect(FloatingPointProbe().isConforming, "the environment was restored")
  }

  @Test(.enabled(if: fp_has_denormals_are_zero(), "inputs have no switch of their own here"))
  func resultsAndInputsAreToldApart() {
    #expect(probe { fp_set_flush_to_zero() }.summary == "subnormal results are flushed to zero")
    #expect(
      probe { fp_set_denormals_are_zero() }.summary == "subnormal inputs are treated as zero")
  }

  @Test(.enabled(if: fp_has_flush_to_zero(), "this processor cannot flush subnormals"))
  func allFaultsAreListed() {
    let found = probe {
      fp_set_flush_to_zero()
      fp_set_denormals_are_zero()
      _ = fp_set_rounding(fp_downwards)
    }
    #expect(
      found.summary == "rounds downwards, subnormal results are flushed to zero, "
        + "subnormal inputs are treated as zero")
    #expect(found.observations.filter { !$0.isConforming }.count == 3)
  }

  @Test(arguments: FaultyArithmetic.Fault.allCases)
  func faultIsNamed(fault: FaultyArithmetic.Fault) {
    let found = FloatingPointProbe(FaultyArithmetic(fault: fault))
    #expect(found.summary == fault.words)
  }
}

/// IEEE 754 arithmetic by the standard library, with one fault.
struct FaultyArithmetic: ProbeArithmetic {
  enum Fault: String, CaseIterable, Sendable {
    case none
    case fusedSingle
    case fusedLanes
    case tiesAway
    case sloppyRoot
    case reciprocalDivision
    case truncatingConversion
    case wideRegisters

    var words: String {
      switch self {
      case .none: "IEEE 754, to nearest, no contraction, subnormals kept"
      case .fusedSingle: "multiply-add is fused (Float)"
      case .fusedLanes: "multiply-add is fused (Float lanes, Double lanes)"
      case .tiesAway: "rounds ties away from zero (Float, Float lanes)"
      case .sloppyRoot: "the square root is not correctly rounded (Float, Double)"
      case .reciprocalDivision: "division is not correctly rounded"
      case .truncatingConversion:
        "conversion between Float and Double is not rounded correctly (Float)"
      case .wideRegisters:
        "intermediate results are kept in excess precision (Float, Float lanes)"
      }
    }
  }

  let fault: Fault

  func result(
    _ operation: ProbeOperation, _ format: ProbeFormat, _ a: UInt64, _ b: UInt64, _ c: UInt64
  ) -> UInt64 {
    let isSingle = format == .single || format == .singleLanes
    guard operation == .convert else {
      return isSingle
        ? UInt64(single(operation, format, float(a), float(b), float(c)).bitPattern)
        : double(
          operation, format, Double(bitPattern: a), Double(bitPattern: b), Double(bitPattern: c)
        ).bitPattern
    }
    if !isSingle { return Double(float(a)).bitPattern }
    let exact = Double(bitPattern: a)
    if fault == .truncatingConversion {
      // The number towards zero from an inexact one.
      let nearest = Float(exact)
      let down = Double(nearest).magnitude > exact.magnitude ? nearest.nextDown : nearest
      return UInt64(down.bitPattern)
    }
    return UInt64(Float(exact).bitPattern)
  }

  private func float(_ word: UInt64) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: word))
  }

  private func isFused(_ format: ProbeFormat) -> Bool {
    switch fault {
    case .fusedSingle: format == .single
    case .fusedLanes: format == .singleLanes || format == .doubleLanes
    default: false
    }
  }

  private func single(
    _ operation: ProbeOperation, _ format: ProbeFormat, _ a: Float, _ b: Float, _ c: Float
  ) -> Float {
    switch operation {
    case .sum: fault == .tiesAway ? sumTiesAway(a, b) : a + b
    case .product: a * b
    case .quotient: fault == .reciprocalDivision ? a * (1 / b) : a / b
    case .productSum: isFused(format) ? c.addingProduct(a, b) : a * b + c
    case .productFrom: isFused(format) ? c.addingProduct(-a, b) : c - a * b
    case .sumDifference:
      fault == .wideRegisters ? Float(Double(a) + Double(b) - Double(c)) : (a + b) - c
    case .productProduct:
      fault == .wideRegisters ? Float(Double(a) * Double(b) * Double(c)) : (a * b) * c
    case .squareRoot:
      // One Newton step on a good estimate: right almost everywhere.
      fault == .sloppyRoot ? sloppyRoot(a) : a.squareRoot()
    case .convert: a
    }
  }

  private func double(
    _ operation: ProbeOperation, _ format: ProbeFormat, _ a: Double, _ b: Double, _ c: Double
  ) -> Double {
    switch operation {
    case .sum: a + b
    case .product: a * b
    case .quotient: fault == .reciprocalDivision ? a * (1 / b) : a / b
    case .productSum: isFused(format) ? c.addingProduct(a, b) : a * b + c
    case .productFrom: isFused(format) ? c.addingProduct(-a, b) : c - a * b
    case .sumDifference: (a + b) - c
    case .productProduct: (a * b) * c
    case .squareRoot: fault == .sloppyRoot ? sloppyRoot(a) : a.squareRoot()
    case .convert: a
    }
  }

  private func sloppyRoot<F: BinaryFloatingPoint>(_ x: F) -> F {
    let estimate = x.squareRoot().nextUp
    return (estimate + x / estimate) / 2
  }

  private func sumTiesAway(_ a: Float, _ b: Float) -> Float {
    let exact = Double(a) + Double(b)
    let nearest = Float(exact)
    // A tie went to the even neighbour: take the other one where that lies further out.
    let error = exact - Double(nearest)
    let away = error > 0 ? nearest.nextUp : nearest.nextDown
    let isTie = error != 0 && Double(away) - exact == exact - Double(nearest)
    return isTie && away.magnitude > nearest.magnitude ? away : nearest
  }
}
