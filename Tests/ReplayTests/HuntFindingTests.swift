import Replay
import Testing

/// What outcomes of a hunt come to, from outcomes as such: each as a machine may give it.
@Suite struct HuntFindingTests {
  private static func outcome(
    _ kind: Perturbation.Kind, _ differing: Int, of runs: Int, steps: [Int64]
  ) -> Hunt.Outcome {
    var outcome = Hunt.Outcome(kind: kind)
    (outcome.differing, outcome.runs) = (differing, runs)
    (outcome.step, outcome.steps) = (steps.min(), steps)
    return outcome
  }

  private static let clock = outcome(.pauses, 2, of: 2, steps: [3, 3])

  @Test(arguments: [
    // A run among others that the machine let wait: a clock, and nothing else.
    ([clock, outcome(.addresses, 1, of: 10, steps: [0])], ["clock"]),
    ([clock, outcome(.hashSeed, 2, of: 10, steps: [7, 40])], ["clock"]),
    // What differs more often differs by itself.
    ([clock, outcome(.addresses, 6, of: 10, steps: [0, 1, 1, 2, 2, 9])], ["addresses", "clock"]),
    (
      [clock, outcome(.hashSeed, 9, of: 10, steps: [0, 0, 0, 0, 0, 0, 0, 0, 0])],
      ["dictionary order", "clock"]
    ),
    // Without a clock that pauses show, a rare difference counts.
    ([outcome(.addresses, 1, of: 10, steps: [0])], ["addresses"]),
    (
      [outcome(.pauses, 1, of: 2, steps: [3]), outcome(.addresses, 1, of: 10, steps: [0])],
      ["addresses", "clock"]
    ),
    // Whole seconds that went on during the hunt: every later change differs, and none is to blame.
    (
      [
        outcome(.repetition, 1, of: 4, steps: [-1]),
        outcome(.hashSeed, 3, of: 3, steps: [-1, -1, -1]),
        outcome(.heap, 2, of: 2, steps: [-1, -1]), outcome(.pauses, 2, of: 2, steps: [-1, -1]),
      ], ["unsteady"]
    ),
    // Another name or folder moves memory, too.
    (
      [outcome(.heap, 2, of: 2, steps: [9, 9]), outcome(.home, 3, of: 3, steps: [9, 9, 9])],
      ["uninitialised memory"]
    ),
    (
      [outcome(.addresses, 3, of: 3, steps: [0, 1, 0]), outcome(.folder, 1, of: 3, steps: [4])],
      ["addresses"]
    ),
    ([outcome(.home, 3, of: 3, steps: [-1, -1, -1])], ["home folder"]),
    ([outcome(.localeVariables, 3, of: 3, steps: [0, 0, 0])], ["locale"]),
    // One processor is slower.
    ([clock, outcome(.processors, 3, of: 3, steps: [0, 5, 1])], ["clock"]),
  ])
  func findings(outcomes: [Hunt.Outcome], mechanisms: [String]) {
    #expect(HuntFinding.findings(outcomes, session: 0).map(\.mechanism) == mechanisms)
  }
}
