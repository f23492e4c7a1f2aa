import Sessions
import Simulation

// The look of a difference of two states, by which two differences are of one cause.
//
// Runs that part in the step in which a fault acts show the field that it writes to, and often what
// followed from that within the step. So a difference in few fields explains one that has them all
// and more, by the same mechanism.

extension StateComparison {
  /// How two states are unlike.
  package enum Mechanism: String, Sendable {
    /// Values differ by a few units in the last place, or by a sign of zero: rounding.
    case lastBits = "last bits"
    /// Values differ by more.
    case values = "values"
    /// Rows are missing, surplus or elsewhere.
    case rows = "rows"
    /// No state shows it: only the step is known.
    case unseen = "no state"
  }

  /// Compares two full images; `nil` if one does not fit the schema.
  package init?(
    _ expected: StateImage, _ actual: StateImage, _ schema: StateSchema,
    _ selection: StateSelection = .everything, limit: Int = 16
  ) {
    guard let a = StateView(schema: schema, selection: selection, image: expected),
      let b = StateView(schema: schema, selection: selection, image: actual)
    else { return nil }
    self.init(expected: a, actual: b, limit: limit)
  }

  /// How the states are unlike.
  package var mechanism: Mechanism {
    if count == 0 { return .unseen }
    var mechanism = Mechanism.lastBits
    for difference in differences {
      switch difference.values {
      case .rowMissing, .rowSurplus, .rowCount, .rowMoved: return .rows
      case .content: mechanism = .values
      case .field(let expected, let actual):
        let ulps = expected.ulpDistance(to: actual) ?? .max
        if ulps > 4 && expected.distance(to: actual) != 0 { mechanism = .values }
      }
    }
    return mechanism
  }

  /// Returns true if `other` may well be of the same cause. Rounding grows to values within a step.
  package func explains(_ other: StateComparison) -> Bool {
    let (own, others) = (mechanism, other.mechanism)
    return (own == others || own == .lastBits && others == .values)
      && families.isSubset(of: other.families)
  }

  /// Returns true if one of the two explains the other.
  package func isLike(_ other: StateComparison) -> Bool { explains(other) || other.explains(self) }

  /// `last bits of bodies.velocityX and 2 more fields`.
  package var summary: String { Self.summary(mechanism.rawValue, fields) }

  package static func summary(_ mechanism: String, _ fields: [String]) -> String {
    guard let first = fields.first else { return mechanism }
    let more = fields.count - 1
    return "\(mechanism) of \(first)"
      + (more > 0 ? " and \(more) more field\(more == 1 ? "" : "s")" : "")
  }

  /// The first differences, a line each, and how many more there are.
  package func lines(limit: Int = 6) -> [String] {
    let listed = differences.prefix(limit).map(\.description)
    let more = count - listed.count
    return listed + (more > 0 ? ["and \(more) more"] : [])
  }

  /// The fields, a vector's components as one.
  private var families: Set<String> { Set(fields.map(Self.family)) }

  /// `bodies.velocity` for `bodies.velocityX` and `bodies.velocity.x`.
  private static func family(_ field: String) -> String {
    guard let last = field.last, "xyzwXYZW".contains(last) else { return field }
    let rest = field.dropLast()
    if rest.last == "." { return String(rest.dropLast()) }
    return last.isUppercase && rest.last?.isLowercase == true ? String(rest) : field
  }
}
