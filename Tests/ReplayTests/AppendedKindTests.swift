import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// Recordings of builds that know fewer kinds of inputs, or others.
@Suite struct AppendedKindTests {
  private static let kinds = [
    KindSchema(name: "turn", fields: [FieldSchema(name: "by", type: .int64)]),
    KindSchema(name: "halt", fields: []),
  ]

  @Test(
    "kinds may have been appended since, and nothing else",
    arguments: [
      (kinds, true),
      (Array(kinds.prefix(1)), true),
      ([], true),
      (kinds + [KindSchema(name: "rest", fields: [])], false),
      (kinds.reversed(), false),
      (Array(kinds.suffix(1)), false),
      ([KindSchema(name: "turn", fields: [FieldSchema(name: "by", type: .float64)])], false),
      ([KindSchema(name: "turn", fields: [])], false),
    ] as [([KindSchema], Bool)])
  func readsInputs(recorded: [KindSchema], isRead: Bool) {
    var build = SimulationRun<Particles<Sound>>(seed: 1).description
    build.inputs = AppendedKindTests.kinds
    var recording = build
    recording.inputs = recorded
    #expect(schemaDifference(recording, build) == (isRead ? nil : "the kinds of input differ"))
  }

  /// A number that inputs change. Builds know the first kinds of inputs.
  private struct Counter<Build: CounterBuild>: Simulation {
    typealias Parameters = NoParameters
    typealias Event = NoEvent

    enum Input: SimulationRecord {
      case add, double
      static var kinds: [StaticString] { Array(["add", "double"].prefix(Build.kindCount)) }
      init(kind: Int) { self = kind == 0 ? .add : .double }
      var kind: Int { self == .add ? 0 : 1 }
      mutating func visitFields(_ visitor: inout some FieldVisitor) {}
    }

    static var name: StaticString { "counter" }
    static var stepDuration: StepDuration { StepDuration(1, 60) }
    var value: UInt32 = 1

    init(parameters: NoParameters, seed: UInt64) {}
    mutating func step(_ inputs: [Input]) {
      for input in inputs { value = input == .add ? value &+ 1 : value &* 2 }
    }
    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field("value", &value)
    }
  }

  @Test func olderRecordingsPlayAndNewerOnesAreRefused() throws {
    let folder = try TemporaryFolder()
    let (old, new) = (folder.file("old.mcap"), folder.file("new.mcap"))
    func record<Build: CounterBuild>(_ build: Build.Type, to path: String) throws {
      let recorder = try SessionRecorder(SimulationRun<Counter<Build>>(seed: 1), path: path)
      for step in 0..<20 { try recorder.step(step % 3 == 0 ? [.add] : []) }
      try recorder.finish()
    }
    try record(Older.self, to: old)
    try record(Newer.self, to: new)
    let entries = (
      older: CatalogueEntry(Counter<Older>.self, summary: "", defaultStepCount: 1),
      newer: CatalogueEntry(Counter<Newer>.self, summary: "", defaultStepCount: 1)
    )
    let player = try Player(try Recording(path: old), entry: entries.newer)
    try player.seek(to: 19)
    #expect(player.firstDivergence == nil)
    #expect(throws: AgentError.schemaDiffers("the kinds of input differ")) {
      _ = try Player(try Recording(path: new), entry: entries.older)
    }
    for (a, b) in [(old, new), (new, old)] {
      let found = try RecordingComparison(try Recording(path: a), try Recording(path: b))
      #expect(found.verdict == .same)
    }
  }
}

private protocol CounterBuild { static var kindCount: Int { get } }
private enum Older: CounterBuild { static var kindCount: Int { 1 } }
private enum Newer: CounterBuild { static var kindCount: Int { 2 } }
