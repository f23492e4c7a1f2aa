import AgentProtocol
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// What a person reads who makes one of the mistakes that there are.
@Suite struct MisuseTests {
  struct Misuse: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: SelfTestFinding.Kind
    /// The whole line, or how it begins where the rest depends on hash seeds.
    var line: String
    var find: @Sendable () throws -> SelfTestReport
    var testDescription: String { name }

    init<M: Mistake>(
      _ type: M.Type, _ kind: SelfTestFinding.Kind, _ line: String
    ) {
      name = "\(type)"
      self.kind = kind
      self.line = line
      find = { try selfTest(Skirmish<M>.self) }
    }
  }

  static let misuses: [Misuse] = [
    Misuse(
      ForgottenField.self, .unvisited,
      "Unit.cooldown is stored but never visited; visit it, or list it as derived"),
    Misuse(
      ForgottenPayload.self, .unvisited,
      "Order.attack.force is stored but never visited; visit it, or list it as derived"),
    Misuse(
      LateField.self, .unvisited,
      "Skirmish<LateField>.late is stored but never visited; visit it, or list it as derived"),
    Misuse(
      PayloadNotWrittenBack.self, .lost,
      "after 2 steps: a run restored to this step is in another state than before: "
        + "units[0].order.target 0x00000002 (2) -> 0x00000005 (5), and 3 more; "
        + "make the description write back what it visits"),
    Misuse(
      DictionaryOrder.self, .repetition,
      "after 1 step: a second run of the same inputs is in another state: total "),
    Misuse(
      NotANumber.self, .fault,
      "after 8 steps: units[2].position.y is not a number (NaN); refuse or clamp the value that "
        + "leads to it: NaN bits differ between processors"),
    Misuse(
      SharedStatic.self, .repetition,
      "after 1 step: a second run of the same inputs is in another state: total "),
    Misuse(
      RepeatedKey.self, .key,
      "after 0 steps: rows 0 and 1 of units are both units[0]; give each row a key of its own"),
    Misuse(
      ChangedColumns.self, .fault,
      "after 3 steps: a row of 'units' visited other fields than a blank row; visit every field of a"
        + " row, whatever it holds"),
    Misuse(
      DrawingWrites.self, .drawing,
      "after 0 steps: drawing changes the state: drawn 0x0000000000000000 (0) -> 0x0000000000000001"
        + " (1); let drawing(_:) only read"),
  ]

  @Test("is named by the self-test, with what to do", arguments: Sample.of(misuses))
  func isNamed(misuse: Misuse) throws {
    let report = try misuse.find()
    let found = report.findings.filter { $0.kind == misuse.kind }.map { "\($0)" }
    #expect(
      found.contains { $0.hasPrefix(misuse.line) },
      "\(misuse.line)\nin\n\(report.findings.map { "\($0)" }.joined(separator: "\n"))")
  }

  @Test("a game without mistakes is sound, and every change of every field is caught")
  func sound() throws {
    let report = try selfTest(Skirmish<NoMistake>.self, steps: 60)
    #expect(report.isSound, "\(report.findings)")
    #expect(report.caughtFlipCount == report.flipCount)
    #expect(report.flippedColumnCount == report.columnCount && report.columnCount > 20)
    #expect(report.flipCount > 100 && report.rollbackCount == 60)
  }

  @Test("an input that cannot be written is refused before it is stepped")
  func input() {
    let run = SimulationRun<Skirmish<NoMistake>>(seed: 1)
    #expect {
      try run.step([.push(.nan)])
    } throws: {
      "\($0)" == "field 'force' is not a finite number"
    }
    #expect(run.stepCount == 0)
  }

  @Test("a recorder on a run that was stepped is refused")
  func steppedRun() throws {
    let folder = try TemporaryFolder()
    let run = SimulationRun<Skirmish<NoMistake>>(seed: 1)
    try run.step([])
    #expect {
      _ = try SessionRecorder(run, path: folder.file("a.mcap"))
    } throws: {
      "\($0)".hasPrefix("the run has taken 1 step: a recording begins before step 0")
    }
  }

  @Test("an agent refuses a state that is not a number, with its name and step")
  func agent() throws {
    let agent = InProcessAgent(catalogue: [
      CatalogueEntry(Skirmish<NotANumber>.self, summary: "", defaultStepCount: 20)
    ])
    _ = try agent.start(simulation: "skirmish", parameters: [], seed: 1)
    #expect(
      throws: AgentError.refused(
        "after step 7, units[2].position.y is not a number (NaN): it would differ between processors"
      )
    ) { try agent.run(Array(repeating: [], count: 20)) }
  }
}

func selfTest<S: Simulation>(_ type: S.Type, steps: Int64 = 12) throws -> SelfTestReport {
  try SelfTest(
    CatalogueEntry(type, summary: "", defaultStepCount: steps),
    options: SelfTest.Options(stepCount: steps)
  ).run()
}
