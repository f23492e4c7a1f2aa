/// How sums are rounded, told from six of them.
package enum ProbeRounding: UInt8, CaseIterable, Sendable {
  case toNearestEven
  case toNearestAway
  case towardsZero
  case upwards
  case downwards
  case unknown

  var words: String {
    switch self {
    case .toNearestEven: "to nearest, ties to even"
    case .toNearestAway: "rounds ties away from zero"
    case .towardsZero: "rounds towards zero"
    case .upwards: "rounds upwards"
    case .downwards: "rounds downwards"
    case .unknown: "rounds in no known way"
    }
  }

  init(_ arithmetic: some ProbeArithmetic, _ format: ProbeFormat) {
    // Fractions of the unit in the last place of 1, added to 1 and to its neighbour. Each sum
    // stays where it was or moves by that unit: a bit, the first sum the highest.
    var moves: UInt8 = 0
    for (start, addend) in format.isSingle ? ProbeRounding.singles : ProbeRounding.doubles {
      moves <<= 1
      switch arithmetic.result(.sum, format, start, addend, 0) {
      case start: break
      case start + 1: moves |= 1
      default:
        self = .unknown
        return
      }
    }
    switch moves {
    case 0b10_0011: self = .toNearestEven
    case 0b10_0111: self = .toNearestAway
    case 0b00_0000: self = .towardsZero
    case 0b11_0110: self = .upwards
    case 0b00_1001: self = .downwards
    default: self = .unknown
    }
  }

  // 1 + ¾, 1 + ¼, −1 − ¼, 1 + ½ (a tie below an even number's neighbour), 1⁺ + ½ (a tie above),
  // −1 − ¾, the fractions in units in the last place.
  private static var singles: [(UInt64, UInt64)] {
    [
      (0x3F80_0000, 0x33C0_0000), (0x3F80_0000, 0x3300_0000), (0xBF80_0000, 0xB300_0000),
      (0x3F80_0000, 0x3380_0000), (0x3F80_0001, 0x3380_0000), (0xBF80_0000, 0xB3C0_0000),
    ]
  }

  private static var doubles: [(UInt64, UInt64)] {
    [
      (0x3FF0_0000_0000_0000, 0x3CA8_0000_0000_0000),
      (0x3FF0_0000_0000_0000, 0x3C90_0000_0000_0000),
      (0xBFF0_0000_0000_0000, 0xBC90_0000_0000_0000),
      (0x3FF0_0000_0000_0000, 0x3CA0_0000_0000_0000),
      (0x3FF0_0000_0000_0001, 0x3CA0_0000_0000_0000),
      (0xBFF0_0000_0000_0000, 0xBCA8_0000_0000_0000),
    ]
  }
}
