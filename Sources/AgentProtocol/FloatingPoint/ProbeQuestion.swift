/// One expression with known bits.
struct ProbeCase {
  var operation: ProbeOperation
  var a: UInt64
  var b: UInt64
  var c: UInt64
  var expected: UInt64

  init(
    _ operation: ProbeOperation, _ a: UInt64, _ b: UInt64 = 0, _ c: UInt64 = 0, is expected: UInt64
  ) {
    self.operation = operation
    self.a = a
    self.b = b
    self.c = c
    self.expected = expected
  }

  func holds(_ arithmetic: some ProbeArithmetic, _ format: ProbeFormat) -> Bool {
    // Vectors of the engine know neither square roots nor conversions.
    if format == .singleLanes || format == .doubleLanes {
      if operation == .squareRoot || operation == .convert { return true }
    }
    return arithmetic.result(operation, format, a, b, c) == expected
  }
}

/// What the probe asks beside the rounding.
enum ProbeQuestion: UInt8, CaseIterable {
  case subnormalResults
  case subnormalInputs
  case contraction
  case excess
  case division
  case squareRoot
  case conversion

  var name: String {
    switch self {
    case .subnormalResults: "subnormal results"
    case .subnormalInputs: "subnormal inputs"
    case .contraction: "a · b + c"
    case .excess: "excess precision"
    case .division: "division"
    case .squareRoot: "square root"
    case .conversion: "conversion"
    }
  }

  var sound: String {
    switch self {
    case .subnormalResults, .subnormalInputs: "kept"
    case .contraction: "rounds twice: nothing fuses it"
    case .excess: "none"
    case .division, .squareRoot: "correctly rounded"
    case .conversion: "exact, or rounded once"
    }
  }

  var fault: String {
    switch self {
    case .subnormalResults: "subnormal results are flushed to zero"
    case .subnormalInputs: "subnormal inputs are treated as zero"
    case .contraction: "multiply-add is fused"
    case .excess: "intermediate results are kept in excess precision"
    case .division: "division is not correctly rounded"
    case .squareRoot: "the square root is not correctly rounded"
    case .conversion: "conversion between Float and Double is not rounded correctly"
    }
  }

  /// Whether the expected bits hold for rounding to nearest only. Subnormals are probed with exact
  /// results.
  var dependsOnRounding: Bool { self != .subnormalResults && self != .subnormalInputs }

  func cases(_ format: ProbeFormat) -> [ProbeCase] { format.isSingle ? singles : doubles }

  private var singles: [ProbeCase] {
    switch self {
    case .subnormalResults:  // from normal operands: shows flush-to-zero alone
      [
        ProbeCase(.product, 0x0080_0000, 0x3F00_0000, is: 0x0040_0000),
        ProbeCase(.sum, 0x00C0_0000, 0x8080_0000, is: 0x0040_0000),
        ProbeCase(.quotient, 0x0080_0000, 0x4080_0000, is: 0x0020_0000),
        ProbeCase(.convert, 0x36A0_0000_0000_0000, is: 0x0000_0001),
      ]
    case .subnormalInputs:  // with normal results: shows denormals-are-zero alone
      [
        ProbeCase(.product, 0x0000_0001, 0x7180_0000, is: 0x2700_0000),
        ProbeCase(.sum, 0x0080_0000, 0x0000_0001, is: 0x0080_0001),
      ]
    case .contraction:
      // (1 + 2⁻²³)² = 1 + 2⁻²² + 2⁻⁴⁶: rounded first, the last term is gone; fused, it is left.
      [
        ProbeCase(.productSum, 0x3F80_0001, 0x3F80_0001, 0xBF80_0002, is: 0),
        ProbeCase(.productFrom, 0x3F80_0001, 0x3F80_0001, 0x3F80_0002, is: 0),
      ]
    case .excess:  // (1 + 2⁻³⁰) − 1; the largest number, doubled and halved
      [
        ProbeCase(.sumDifference, 0x3F80_0000, 0x3080_0000, 0x3F80_0000, is: 0),
        ProbeCase(.productProduct, 0x7F7F_FFFF, 0x4000_0000, 0x3F00_0000, is: 0x7F80_0000),
      ]
    case .division:  // quotients within 2⁻²⁴ units of the middle between two numbers
      [
        ProbeCase(.quotient, 0x4B2C_A540, 0x4B36_5C1D, is: 0x3F72_5CE6),
        ProbeCase(.quotient, 0x4B14_A2D0, 0x4B62_0329, is: 0x3F28_5B74),
        ProbeCase(.quotient, 0x4ABC_92DE, 0x4B15_30FD, is: 0x3F21_C9D6),
      ]
    case .squareRoot:  // roots nearest to the middle between two numbers
      [
        ProbeCase(.squareRoot, 0x3F80_0001, is: 0x3F80_0000),
        ProbeCase(.squareRoot, 0x407F_FFFF, is: 0x3FFF_FFFF),
        ProbeCase(.squareRoot, 0x3FFC_114A, is: 0x3FB3_9FA6),
        ProbeCase(.squareRoot, 0x3F92_5859, is: 0x3F88_DD94),
        ProbeCase(.squareRoot, 0x406E_9372, is: 0x3FF7_226D),
      ]
    case .conversion:  // ties, and what lies next to one; the edge of the range
      [
        ProbeCase(.convert, 0x3FF0_0000_1000_0000, is: 0x3F80_0000),
        ProbeCase(.convert, 0x3FF0_0000_1000_0004, is: 0x3F80_0001),
        ProbeCase(.convert, 0x3FF0_0000_3000_0000, is: 0x3F80_0002),
        ProbeCase(.convert, 0x47EF_FFFF_EFFF_FFFF, is: 0x7F7F_FFFF),
        ProbeCase(.convert, 0x47EF_FFFF_F000_0000, is: 0x7F80_0000),
      ]
    }
  }

  private var doubles: [ProbeCase] {
    switch self {
    case .subnormalResults:
      [
        ProbeCase(
          .product, 0x0010_0000_0000_0000, 0x3FE0_0000_0000_0000, is: 0x0008_0000_0000_0000),
        ProbeCase(.sum, 0x0018_0000_0000_0000, 0x8010_0000_0000_0000, is: 0x0008_0000_0000_0000),
        ProbeCase(
          .quotient, 0x0010_0000_0000_0000, 0x4010_0000_0000_0000, is: 0x0004_0000_0000_0000),
      ]
    case .subnormalInputs:
      [
        ProbeCase(.product, 1, 0x7E70_0000_0000_0000, is: 0x3B50_0000_0000_0000),
        ProbeCase(.sum, 0x0010_0000_0000_0000, 1, is: 0x0010_0000_0000_0001),
        ProbeCase(.convert, 0x0000_0001, is: 0x36A0_0000_0000_0000),
      ]
    case .contraction:
      [
        ProbeCase(
          .productSum, 0x3FF0_0000_0000_0001, 0x3FF0_0000_0000_0001, 0xBFF0_0000_0000_0002, is: 0),
        ProbeCase(
          .productFrom, 0x3FF0_0000_0000_0001, 0x3FF0_0000_0000_0001, 0x3FF0_0000_0000_0002, is: 0),
      ]
    case .excess:
      [
        ProbeCase(
          .sumDifference, 0x3FF0_0000_0000_0000, 0x3C30_0000_0000_0000, 0x3FF0_0000_0000_0000,
          is: 0),
        ProbeCase(
          .productProduct, 0x7FEF_FFFF_FFFF_FFFF, 0x4000_0000_0000_0000, 0x3FE0_0000_0000_0000,
          is: 0x7FF0_0000_0000_0000),
        // 1 + 2⁻⁵³ + 2⁻⁶⁴: rounded to 64 bits first, it becomes a tie and falls back to 1.
        ProbeCase(.sum, 0x3FF0_0000_0000_0000, 0x3CA0_0200_0000_0000, is: 0x3FF0_0000_0000_0001),
      ]
    case .division:
      [
        ProbeCase(
          .quotient, 0x4338_9618_F98F_FE1E, 0x433B_4D76_9DFC_FBD5, is: 0x3FEC_D0FF_1FAC_CD42),
        ProbeCase(
          .quotient, 0x4331_8175_EB02_47E8, 0x4336_E9E8_E3E0_1EDB, is: 0x3FE8_728E_5F9A_56A9),
        ProbeCase(
          .quotient, 0x432A_ABDE_B3C0_49C8, 0x4330_10E7_74DC_58B1, is: 0x3FEA_8FCE_A6E1_7828),
      ]
    case .squareRoot:
      [
        ProbeCase(.squareRoot, 0x3FF0_0000_0000_0001, is: 0x3FF0_0000_0000_0000),
        ProbeCase(.squareRoot, 0x400F_FFFF_FFFF_FFFF, is: 0x3FFF_FFFF_FFFF_FFFF),
        ProbeCase(.squareRoot, 0x4005_B953_4497_2FE2, is: 0x3FFA_5DB1_CE4C_605B),
        ProbeCase(.squareRoot, 0x3FFD_407B_B364_1DA5, is: 0x3FF5_A24E_31B3_9FA6),
        ProbeCase(.squareRoot, 0x3FF2_B035_C119_7F48, is: 0x3FF1_4AC0_3EF7_226D),
      ]
    case .conversion:
      [
        ProbeCase(.convert, 0x3F7F_FFFF, is: 0x3FEF_FFFF_E000_0000),
        ProbeCase(.convert, 0x3DCC_CCCD, is: 0x3FB9_9999_A000_0000),
      ]
    }
  }
}
