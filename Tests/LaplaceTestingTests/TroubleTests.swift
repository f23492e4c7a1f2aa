import LaplaceTesting
import Simulation
import TestSupport
import Testing

/// Simulations that crash, hang, exit or leak in a test: a failure with step, field or inputs, and the
/// other tests go on.
@Suite struct TroubleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var words: String
    var expect: @Sendable (TemporaryFolder, _ isPlaying: Bool) throws -> Void

    init<Kind: TroubleKind>(_ kind: Kind.Type, _ words: String) {
      (testDescription, self.words) = ("\(kind)", words)
      expect = { folder, isPlaying in
        let expectation = DeterminismExpectation<Trouble<Kind>>(
          parameters: NoParameters(), seed: 1, stepCount: 40, path: folder.file("a.mcap"),
          isUnattended: false, timeout: 1)
        if isPlaying {
          try expectation.checkPlaying { step, _ in step == 11 ? [.poke(by: 7)] : [] }
        } else {
          try expectation.check { step in step == 11 ? [.poke(by: 7)] : [] }
        }
      }
    }
  }

  static let cases = [
    Case(StepTraps.self, #"after 11 steps: the next step crashes with {"step":11,"#),
    Case(StepHangs.self, #"after 11 steps: the next step hangs with {"step":11,"#),
    Case(StepExits.self, #"after 11 steps: the next step ends the program with {"step":11,"#),
    Case(StepLeaks.self, "after 12 steps: a second run of the same inputs is in another state"),
    Case(StartTraps.self, "starting a run with seed 1 crashes (killed by"),
    Case(StartExits.self, "starting a run with seed 1 ends the program (exit status 3"),
    Case(
      RestoreTraps.self, "changing items[2].x crashes the simulation when it is restored (killed"),
    Case(
      RestoreHangs.self, "changing items[2].x hangs the simulation when it is restored (no answer"),
    Case(VisitTraps.self, "after 12 steps: visitState(_:) crashes (killed by"),
    Case(
      VisitLeaks.self, "visiting the state changes it: rows are in another order afterwards (items)"
    ),
    Case(DrawTraps.self, "after 0 steps: drawing(_:) crashes (killed by"),
    Case(DrawLeaks.self, "after 0 steps: drawing changes the state: drawn "),
  ]

  @Test("fail with a line, and do not end the test's process", arguments: cases, [false, true])
  func isFailure(_ trouble: Case, isPlaying: Bool) throws {
    let folder = try TemporaryFolder()
    #expect {
      try trouble.expect(folder, isPlaying)
    } throws: { error in
      let text = "\(error)"
      let starts = !trouble.words.hasPrefix("starting")
      return text.contains(trouble.words)
        && text.contains(".forgotten is stored but never visited") == starts
    }
  }

  @Test("a crash after the tested steps is a failure as well")
  func isLate() throws {
    let folder = try TemporaryFolder()
    let expectation = DeterminismExpectation<TwoTraps>(
      parameters: NoParameters(), seed: 1, stepCount: 1300, path: folder.file("a.mcap"),
      isUnattended: false)
    #expect {
      try expectation.check { step in step == 1250 ? [.poke(by: 9)] : [] }
    } throws: {
      "\($0)".contains("two-traps after 1250 steps: the next step crashes with {")
    }
  }
}
