import Simulation

/// Differences of one build that look alike, and so probably have one cause.
///
/// Runs that part in the step in which the fault acts show the field it writes to, and often what
/// followed from it within that step. So a recording belongs to a cause when its first differing
/// step shows all fields of the cause's smallest witness, in a difference of the same mechanism.
public struct DifferenceCause: Equatable, Sendable {
  /// How the states of a difference are unlike.
  public enum Mechanism: String, Sendable {
    /// Values differ by a few units in the last place, or by a sign of zero: rounding.
    case lastBits = "last bits"
    /// Values differ by more.
    case values = "values"
    /// Rows are missing, surplus or elsewhere.
    case rows = "rows"
    /// No state shows it: nothing can be told but the step.
    case unseen = "no state"
    /// It is not the same when the build runs again.
    case wavering = "not repeatable"

    /// Whether a difference of the mechanism `other` can be what followed from one of this one.
    fileprivate func explains(_ other: Mechanism) -> Bool {
      self == other || (self == .lastBits && other == .values)
    }
  }

  /// The recording with the fewest differing values: an index of ``VerificationReport/recordings``.
  public var witness: Int
  /// How the states differ there.
  public var mechanism: Mechanism
  /// The fields that differ there: `bodies.velocityX`.
  public var fields: [String]
  /// Its recordings, the witness first, then in their order.
  public var recordings: [Int]
}

extension VerificationReport {
  /// The differences of a build, by cause: the smallest witness first.
  ///
  /// - Complexity: O(recordings × causes).
  public func causes(of build: Int) -> [DifferenceCause] {
    let found = recordings.indices.compactMap { recording -> Symptom? in
      guard case .different(let difference) = pairs[recording][build].verdict else { return nil }
      return Symptom(recording, difference)
    }.sorted { $0.precedes($1) }
    var causes: [DifferenceCause] = []
    var witnesses: [Symptom] = []
    for symptom in found {
      if let index = witnesses.firstIndex(where: { $0.explains(symptom) }) {
        causes[index].recordings.append(symptom.recording)
      } else {
        witnesses.append(symptom)
        causes.append(
          DifferenceCause(
            witness: symptom.recording, mechanism: symptom.mechanism, fields: symptom.fields,
            recordings: [symptom.recording]))
      }
    }
    for index in causes.indices {
      let others = causes[index].recordings.dropFirst().sorted()
      causes[index].recordings = [causes[index].witness] + others
    }
    return causes
  }
}

/// What one recording shows of a cause.
private struct Symptom {
  let recording: Int
  let step: Int64
  let mechanism: DifferenceCause.Mechanism
  let fields: [String]
  /// The fields, a vector's components as one.
  private let families: Set<String>
  private let rank: Int
  private let count: Int

  init(_ recording: Int, _ difference: Difference) {
    self.recording = recording
    step = difference.step
    let comparison = difference.divergence.comparison
    fields = comparison?.fields ?? []
    families = Set(fields.map(Symptom.family))
    count = comparison?.count ?? 0
    if difference.runs.agreement != .always {
      mechanism = .wavering
    } else {
      mechanism = comparison.map(Symptom.mechanism) ?? .unseen
    }
    // What no state shows is no witness; what is stored at key frames only is mostly derived.
    rank = count == 0 ? 2 : comparison?.hasEveryStepDifference == true ? 0 : 1
  }

  /// Whether `other` may well be of the same cause. Runs that waver show something else each time.
  func explains(_ other: Symptom) -> Bool {
    mechanism.explains(other.mechanism)
      && (mechanism == .wavering || families.isSubset(of: other.families))
  }

  /// `bodies.velocity` for `bodies.velocityX` and `bodies.velocity.x`.
  private static func family(_ field: String) -> String {
    guard let last = field.last, "xyzwXYZW".contains(last) else { return field }
    let rest = field.dropLast()
    if rest.last == "." { return String(rest.dropLast()) }
    return last.isUppercase && rest.last?.isLowercase == true ? String(rest) : field
  }

  func precedes(_ other: Symptom) -> Bool {
    (rank, count, fields.count, step, Int64(recording))
      < (other.rank, other.count, other.fields.count, other.step, Int64(other.recording))
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
