import Sessions

/// What a difference of two states looks like: by it, two differences are of one cause.
///
/// Runs that part in the step in which a fault acts show the field that it writes to, and often what
/// followed from that within the step. So a signature of few fields explains one that has them all
/// and more, by the same mechanism.
public struct DifferenceSignature: Equatable, Codable, Sendable {
  /// How the states of a difference are unlike.
  public enum Mechanism: String, Codable, CaseIterable, Sendable {
    /// Values differ by a few units in the last place, or by a sign of zero: rounding.
    case lastBits = "last bits"
    /// Values differ by more.
    case values = "values"
    /// Rows are missing, surplus or elsewhere.
    case rows = "rows"
    /// No state shows it: only the step is known.
    case unseen = "no state"
    /// It is not the same when the build runs again.
    case wavering = "not repeatable"
  }

  /// How the states are unlike.
  public var mechanism: Mechanism
  /// The fields that differ: `bodies.velocityX`.
  public var fields: [String]

  package init(mechanism: Mechanism, fields: [String]) {
    (self.mechanism, self.fields) = (mechanism, fields)
  }

  /// - Parameter comparison: `nil` if no state is known.
  package init(_ comparison: StateComparison?) {
    self.init(
      mechanism: comparison.map(Self.mechanism) ?? .unseen, fields: comparison?.fields ?? [])
  }

  /// The fields, a vector's components as one.
  private var families: Set<String> { Set(fields.map(Self.family)) }

  /// Whether `other` may well be of the same cause. Runs that waver show something else each time.
  package func explains(_ other: DifferenceSignature) -> Bool {
    mechanism.explains(other.mechanism)
      && (mechanism == .wavering || families.isSubset(of: other.families))
  }

  /// Whether one of the two explains the other.
  package func isLike(_ other: DifferenceSignature) -> Bool {
    explains(other) || other.explains(self)
  }

  /// `last bits of bodies.velocityX and 2 more fields`.
  package var text: String {
    guard let first = fields.first else { return mechanism.rawValue }
    let more = fields.count - 1
    return "\(mechanism.rawValue) of \(first)"
      + (more > 0 ? " and \(more) more field\(more == 1 ? "" : "s")" : "")
  }

  /// `bodies.velocity` for `bodies.velocityX` and `bodies.velocity.x`.
  private static func family(_ field: String) -> String {
    guard let last = field.last, "xyzwXYZW".contains(last) else { return field }
    let rest = field.dropLast()
    if rest.last == "." { return String(rest.dropLast()) }
    return last.isUppercase && rest.last?.isLowercase == true ? String(rest) : field
  }

  private static func mechanism(_ comparison: StateComparison) -> Mechanism {
    if comparison.count == 0 { return .unseen }
    var mechanism = Mechanism.lastBits
    for difference in comparison.differences {
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
}

extension DifferenceSignature.Mechanism {
  /// Whether a difference of the mechanism `other` can be what followed from one of this one.
  fileprivate func explains(_ other: DifferenceSignature.Mechanism) -> Bool {
    self == other || (self == .lastBits && other == .values)
  }
}
