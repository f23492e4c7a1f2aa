import Recording
import Simulation

/// One value of a state: its type and its bits.
public struct ScalarValue: Hashable, Sendable {
  /// How the bits are read.
  public var type: ScalarType
  /// The bits, in the low bytes.
  public var bits: UInt64
  /// The case's name, of an enumeration whose names are known.
  public var name: String?

  /// Makes a value from its bits.
  public init(type: ScalarType, bits: UInt64, name: String? = nil) {
    self.type = type
    self.bits = bits
    self.name = name
  }

  /// As people read it: a case's name, or bits and the number.
  public var shown: String { name ?? "\(hexadecimal) (\(decimal))" }

  /// The value in decimal: shortest digits that read back to the same bits.
  public var decimal: String {
    switch type {
    case .uint8, .uint32, .uint64: "\(bits)"
    case .int32: "\(Int32(truncatingIfNeeded: bits))"
    case .int64: "\(Int64(bitPattern: bits))"
    case .float32: "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))"
    case .float64: "\(Double(bitPattern: bits))"
    }
  }

  /// The value in bits: hexadecimal, in the type's width.
  public var hexadecimal: String {
    let digits = String(bits, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, type.size * 2 - digits.count)) + digits
  }

  /// The value as a number, for plots.
  public var number: Double {
    switch type {
    case .uint8, .uint32, .uint64: Double(bits)
    case .int32: Double(Int32(truncatingIfNeeded: bits))
    case .int64: Double(Int64(bitPattern: bits))
    case .float32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .float64: Double(bitPattern: bits)
    }
  }

  /// How many representable values lie between two floating-point values of one type; `nil` for
  /// integers and when either is not a number.
  public func ulpDistance(to other: ScalarValue) -> UInt64? {
    guard type == other.type else { return nil }
    switch type {
    case .float32:
      guard !isNaN, !other.isNaN else { return nil }
      return (ordered32 - other.ordered32).magnitude
    case .float64:
      guard !isNaN, !other.isNaN else { return nil }
      let (a, b) = (ordered64, other.ordered64)
      return a > b ? UInt64(bitPattern: a &- b) : UInt64(bitPattern: b &- a)
    default: return nil
    }
  }

  /// How far apart two floating-point values of one type are; `nil` for integers and where either
  /// is not finite.
  public func distance(to other: ScalarValue) -> Double? {
    guard type == other.type, type == .float32 || type == .float64 else { return nil }
    let distance = (number - other.number).magnitude
    return distance.isFinite ? distance : nil
  }

  /// `by 0.0103, 1352 ULP`: near zero a great many representable values lie close together, and
  /// their number alone says little.
  func distanceText(to other: ScalarValue) -> String? {
    guard let steps = ulpDistance(to: other) else { return nil }
    guard let distance = distance(to: other) else { return "\(steps) ULP" }
    if distance == 0 { return "by its sign only" }
    return "by \(formatted(distance, "%.3g")), \(steps) ULP"
  }

  private var isNaN: Bool { number.isNaN }

  /// Floats in order as integers: the magnitude, negated when the sign is set.
  private var ordered32: Int64 {
    let magnitude = Int64(bits & 0x7FFF_FFFF)
    return bits & 0x8000_0000 == 0 ? magnitude : -magnitude
  }

  private var ordered64: Int64 {
    let magnitude = Int64(bitPattern: bits & 0x7FFF_FFFF_FFFF_FFFF)
    return bits >> 63 == 0 ? magnitude : -magnitude
  }
}
