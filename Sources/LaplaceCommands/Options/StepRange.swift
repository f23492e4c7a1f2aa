import ArgumentParser

/// Parses `60..180`, both included; `60..` goes on to the last step, `..180` begins with the first.
struct StepRange: ExpressibleByArgument {
  private let first: Int64?
  private let last: Int64?

  /// Every step.
  static let all = StepRange(first: nil, last: nil)

  private init(first: Int64?, last: Int64?) { (self.first, self.last) = (first, last) }

  init?(argument: String) {
    let parts = argument.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else { return nil }
    (first, last) = (Int64(parts[0]), Int64(parts[1]))
    if first == nil && !parts[0].isEmpty || last == nil && !parts[1].isEmpty { return nil }
  }

  /// The steps of a recording that has `stepCount`.
  ///
  /// - Throws: `CommandFailure` when it does not have them all.
  func steps(of stepCount: Int64, in path: String) throws -> ClosedRange<Int64> {
    let (first, last) = (first ?? 0, last ?? stepCount - 1)
    guard first >= 0, first <= last, last < stepCount else {
      throw CommandFailure(
        .trouble, "\(path): has steps 0 to \(stepCount - 1), not \(first) to \(last)")
    }
    return first...last
  }
}
