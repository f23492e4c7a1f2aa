import Sessions

/// What a difference of two states looks like: by it, two differences are of one cause.
///
/// Runs that part in the step in which a fault acts show the field that it writes to, and often what
/// followed from that within the step. So a signature of few fields explains one that has them all
/// and more, by the same mechanism.
package struct DifferenceSignature: Equatable, Sendable {
  /// How the states are unlike.
  package var mechanism: DifferenceCause.Mechanism
  /// The fields that differ: `bodies.velocityX`.
  package var fields: [String]
  /// The fields, a vector's components as one.
  private let families: Set<String>

  /// - Parameter comparison: `nil` where no state is known.
  package init(_ comparison: StateComparison?, agreement: RunTally.Agreement = .always) {
    fields = comparison?.fields ?? []
    families = Set(fields.map(Self.family))
    if agreement != .always {
      mechanism = .wavering
    } else {
      mechanism = comparison.map(Self.mechanism) ?? .unseen
    }
  }

  /// A signature that was written down.
  package init(mechanism: DifferenceCause.Mechanism, fields: [String]) {
    self.mechanism = mechanism
    self.fields = fields
    families = Set(fields.map(Self.family))
  }

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

  private static func mechanism(_ comparison: StateComparison) -> DifferenceCause.Mechanism {
    if comparison.count == 0 { return .unseen }
    var mechanism = DifferenceCause.Mechanism.lastBits
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

extension DifferenceCause.Mechanism {
  /// Whether a difference of the mechanism `other` can be what followed from one of this one.
  fileprivate func explains(_ other: DifferenceCause.Mechanism) -> Bool {
    self == other || (self == .lastBits && other == .values)
  }
}
