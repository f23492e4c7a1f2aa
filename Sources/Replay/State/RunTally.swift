import DeterministicMath

/// How a build that diverged from a recording did when it was run several times.
public struct RunTally: Equatable, Codable, Sendable {
  /// How the runs agree with each other.
  public enum Agreement: String, Codable, CaseIterable, Sendable {
    /// Every run diverged after one step, with one digest.
    case always
    /// Some runs did not diverge, or diverged in another way.
    case sometimes
    /// No two runs did the same.
    case never
  }

  /// How many runs there were.
  public private(set) var count = 1
  /// How the runs agree with each other; `always` for a single run.
  public private(set) var agreement = Agreement.always
  /// The divergence of the first run.
  public let first: DigestMismatch
  /// The divergence of each later run that has one.
  public private(set) var later: [DigestMismatch] = []

  init(_ first: DigestMismatch) { self.first = first }

  mutating func note(_ mismatch: DigestMismatch?) {
    count += 1
    if let mismatch { later.append(mismatch) }
    let all = mismatches
    if likeFirstCount == count {
      agreement = .always
    } else {
      let isRepeated =
        count - all.count > 1 || all.indices.contains { all[..<$0].contains(all[$0]) }
      agreement = isRepeated ? .sometimes : .never
    }
  }

  /// The divergence of each run that has one, in the order of the runs.
  public var mismatches: [DigestMismatch] { [first] + later }

  /// How many runs diverged as the first one did.
  public var likeFirstCount: Int { mismatches.count { $0 == first } }

  /// From the earliest to the latest first differing step.
  public var steps: ClosedRange<Int64> {
    let steps = mismatches.map(\.step)
    return (steps.min() ?? 0)...(steps.max() ?? 0)
  }

  /// Whether more runs are worth their time: those so far disagree, and there are few.
  var wantsMore: Bool { count < 2 || (agreement != .always && count < Self.runCountMax) }

  /// Runs of a build that wavers: a fault that shows in a third of them stays hidden in 4 of 100 such
  /// series.
  private static let runCountMax = 8
}
