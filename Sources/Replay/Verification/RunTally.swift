import DeterministicMath

/// How a build that diverged from a recording did when it was run several times.
public struct RunTally: Equatable, Codable, Sendable {
  /// How the runs agree with each other.
  public enum Agreement: String, Sendable {
    /// Every run diverged after one step, with one digest.
    case always
    /// Some runs did not diverge, or diverged in another way.
    case sometimes
    /// No two runs did the same.
    case never
  }

  /// Where each run diverged first; `nil` for one that did not.
  private var mismatches: [DigestMismatch?]

  init(_ first: DigestMismatch) { mismatches = [first] }

  mutating func note(_ mismatch: DigestMismatch?) { mismatches.append(mismatch) }

  /// How many runs there were.
  public var runCount: Int { mismatches.count }
  /// How many of them diverged.
  public var divergedCount: Int { mismatches.count { $0 != nil } }
  /// How many of them diverged as the first one did.
  public var likeFirstCount: Int { mismatches.count { $0 == mismatches[0] } }

  /// From the earliest to the latest first differing step.
  public var steps: ClosedRange<Int64> {
    let steps = mismatches.compactMap { $0?.step }
    return (steps.min() ?? 0)...(steps.max() ?? 0)
  }

  /// How the runs agree with each other; `always` for a single run.
  public var agreement: Agreement {
    if likeFirstCount == runCount { return .always }
    let isRepeated = mismatches.indices.contains { index in
      mismatches[..<index].contains(mismatches[index])
    }
    return isRepeated ? .sometimes : .never
  }

  /// Whether more runs are worth their time: those so far disagree, and there are few.
  var wantsMore: Bool { runCount < 2 || (agreement != .always && runCount < Self.runCountMax) }

  /// Runs of a build that wavers: a fault that shows in a third of them stays hidden in 4 of 100 such
  /// series.
  private static let runCountMax = 8
}
