import Sessions

extension VerificationReport {
  /// Differences of one build that look alike, and so probably have one cause.
  ///
  /// A recording belongs to a cause when its first differing step shows all fields of the cause's
  /// smallest witness, in a difference of the same mechanism.
  public struct Cause: Equatable, Codable, Sendable {
    /// The build: an index of ``VerificationReport/builds``; `nil` for causes of several builds.
    public var build: Int?
    /// How the states of the witness are unlike: `last bits`, `values`, `rows`, `no state`,
    /// `not repeatable`; for crashes, how the program ended.
    public var mechanism: String
    /// The fields that differ in the witness.
    public var fields: [String]
    /// Indices of the report's recordings, the witness first, then in their order.
    public var recordings: [Int]

    package init(_ mechanism: String, fields: [String] = [], recordings: [Int], build: Int? = nil) {
      (self.build, self.mechanism) = (build, mechanism)
      (self.fields, self.recordings) = (fields, recordings)
    }
  }

  /// The differences of a build, by cause: the smallest witness first.
  ///
  /// - Complexity: O(recordings × causes).
  public func causes(of build: Int) -> [Cause] {
    let found = recordings.indices.compactMap { recording in
      recordings[recording].runs[build].verdict.difference.map { (recording, $0) }
    }
    return Cause.all(of: found, in: build)
  }
}

extension VerificationReport.Cause {
  /// `last bits of bodies.velocityX and 2 more fields`.
  package var text: String { StateComparison.summary(mechanism, fields) }

  /// The causes of what recordings show: the smallest witness first.
  package static func all(
    of differences: [(recording: Int, difference: Difference)], in build: Int? = nil
  ) -> [Self] {
    var found: [(witness: Difference, cause: Self)] = []
    for (recording, difference) in differences.sorted(by: { order($0) < order($1) }) {
      if let index = found.firstIndex(where: { $0.witness.explains(difference) }) {
        found[index].cause.recordings.append(recording)
      } else {
        let cause = Self(
          difference.mechanism, fields: difference.comparison.fields, recordings: [recording],
          build: build)
        found.append((difference, cause))
      }
    }
    return found.map { _, cause in
      var cause = cause
      cause.recordings[1...].sort()
      return cause
    }
  }

  /// The better witness comes first. A difference of motion is better than one of derived values, and
  /// that is better than one that no state shows.
  private static func order(
    _ found: (recording: Int, difference: Difference)
  ) -> (Int, Int, Int, Int64, Int) {
    let comparison = found.difference.comparison
    return (
      comparison.count == 0 ? 2 : comparison.hasEveryStepDifference ? 0 : 1, comparison.count,
      comparison.fields.count, found.difference.step, found.recording
    )
  }
}
