// Of a module compiled for testing: optimised ones are not.
#if DEBUG
  import DeterministicMath
  import Recording
  import Simulation
  import Testing

  @testable import Replay
  @testable import Sessions

  /// Which differences count as one cause, and which is its witness.
  @Suite struct DifferenceCauseTests {
    /// A difference whose state shows these fields, by one unit in the last place or by far.
    func difference(
      _ fields: [String], byFar: Bool = false, runs others: [DigestMismatch?] = []
    ) throws -> Difference {
      let schema = StateSchema()
      let view = try #require(
        StateView(schema: schema, selection: .everything, image: StateImage()))
      var comparison = StateComparison(expected: view, actual: view)
      comparison.fields = fields
      comparison.count = fields.count
      comparison.differences = fields.map { field in
        StateDifference(
          table: "bodies", rows: [], actualRow: nil, field: field, shownField: field,
          values: .field(
            expected: ScalarValue(type: .float32, bits: 0x3F80_0000),
            actual: ScalarValue(type: .float32, bits: byFar ? 0x4000_0000 : 0x3F80_0001)),
          isEveryStep: true)
      }
      let first = Self.mismatch(5)
      var difference = Difference(first)
      for other in others.isEmpty ? [first] : others { difference.runs.note(other) }
      difference.note(comparison, of: .everything)
      return difference
    }

    static func mismatch(_ step: Int64) -> DigestMismatch {
      DigestMismatch(
        step: step, expected: .init(), actual: StateDigest(low: UInt64(step), high: 1))
    }

    /// What the causes of one build are: each its recordings, the witness first.
    func causes(_ differences: [Difference?]) -> [[Int]] {
      let build = Build.inProcess(catalogue: [])
      let report = VerificationReport(
        builds: [VerificationReport.BuildResult(build: build)],
        recordings: differences.enumerated().map { index, difference in
          let pair = VerificationReport.Pair(
            verdict: difference.map { .different($0) } ?? .same, stepCount: 5,
            restoredStepCount: 0, keyframeCount: 0, restartCount: 0, seconds: 0)
          return VerificationReport.RecordingResult(
            name: "\(index).mcap", simulation: "bodies", steps: 10, keyframes: 1, runs: [pair])
        })
      return report.causes(of: 0).map(\.recordings)
    }

    @Test func smallestWitnessExplainsWhatFollowedFromIt() throws {
      let wide = try difference(["bodies.velocityX", "bodies.angle", "bodies.mass"], byFar: true)
      let narrow = try difference(["bodies.velocityY"])
      // Both are of the velocity, of which the second shows nothing else.
      #expect(causes([wide, nil, narrow]) == [[2, 0]])
    }

    @Test func otherFieldsAndOtherMechanismsAreOtherCauses() throws {
      let bits = try difference(["bodies.velocityX"])
      let mass = try difference(["bodies.mass"])
      let far = try difference(["bodies.velocityX"], byFar: true)
      #expect(causes([bits, mass]) == [[0], [1]])
      // Rounding grows to values within a step; values that part by far are no rounding.
      #expect(causes([bits, far]) == [[0, 1]])
      #expect(causes([far, try difference(["bodies.velocityX", "bodies.mass"])]) == [[0], [1]])
    }

    /// A race shows something else each time: one cause, and none of those that repeat.
    @Test func whatWaversIsOneCauseOfItsOwn() throws {
      let (one, other) = (
        try difference(["bodies.velocityX"], runs: [nil]),
        try difference(["bodies.mass"], runs: [nil])
      )
      #expect(causes([one, other, try difference(["bodies.mass"])]) == [[0, 1], [2]])
    }

    @Test(
      arguments: [
        ([7, 7], RunTally.Agreement.always, 2), ([7, nil], .never, 1),
        ([7, nil, nil], .sometimes, 1),
        ([7, 7, 9], .sometimes, 3), ([7, 8, 9], .never, 3),
      ] as [([Int64?], RunTally.Agreement, Int)])
    func runsAreCounted(steps: [Int64?], agreement: RunTally.Agreement, diverged: Int) {
      let mismatches = steps.map { step in
        step.map(Self.mismatch)
      }
      guard let first = mismatches[0] else { return }
      var runs = RunTally(first)
      for mismatch in mismatches.dropFirst() { runs.note(mismatch) }
      #expect(runs.agreement == agreement)
      #expect(runs.mismatches.count == diverged)
      #expect(runs.count == steps.count)
    }
  }
#endif
