import AgentProtocol
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import Synchronization
import TestSupport
import Testing

/// A field that the state description leaves out is found by plain verification, in recordings of
/// any length; what was proven of restoring is counted.
@Suite struct RestoreProofTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func record<S: Simulation>(_: S.Type, _ stepCount: Int64) throws -> Recording {
    let path = folder.file("\(S.name)-\(stepCount).mcap")
    let recorder = try SessionRecorder(SimulationRun<S>(seed: 1), path: path)
    for _ in 0..<stepCount { try recorder.step([]) }
    try recorder.finish()
    return try Recording(path: path)
  }

  func verify(_ recording: Recording, _ builds: [Build]) -> [VerificationReport.Pair] {
    Verification(
      [("a.mcap", recording)], builds: builds, options: Verification.Options(jobs: 2)
    ).run().recordings[0].runs
  }

  func catalogue<S: Simulation>(_: S.Type) -> [CatalogueEntry] {
    [CatalogueEntry(S.self, summary: "", defaultStepCount: 600)]
  }

  /// The verdict of plain verification, which is that of the library's verifier too.
  func isFound<S: Simulation>(_: S.Type, _ stepCount: Int64) throws -> Bool {
    let recording = try record(S.self, stepCount)
    let pair = verify(recording, [.inProcess(catalogue: catalogue(S.self))])[0]
    #expect(pair.stepCount == stepCount)
    let alone = try Verifier(recording).verify(InProcessAgent(catalogue: catalogue(S.self)))
    guard case .different(let difference) = pair.verdict else {
      #expect(pair.verdict == .same)
      #expect(alone == .same)
      return false
    }
    #expect(difference.restored != nil)
    #expect(difference.runs.agreement == .always)
    #expect(difference.comparison.differences.first?.place == "shown")
    guard case .different = alone else {
      Issue.record("the verifier of one agent does not see it")
      return true
    }
    return true
  }

  /// Two steps are the least: what was forgotten must have had time to change, and to matter.
  @Test(arguments: Sample.of([2, 3, 5, 17, 40, 256, 257, 600, 1025, 3000]))
  func forgottenFieldIsFound(stepCount: Int64) throws {
    #expect(try isFound(Forgotten<EveryStep>.self, stepCount))
    #expect(try !isFound(Forgotten<Visited>.self, stepCount))
  }

  /// A flag that turns over at each step has the value it starts with at every key frame.
  @Test(arguments: [5, 40, 600, 3000])
  func forgottenFlagOfEvenStepsIsFound(stepCount: Int64) throws {
    #expect(try isFound(Forgotten<Alternating>.self, stepCount))
  }

  @Test(arguments: [1002, 1500, 5000])
  func forgottenFieldThatMattersLateIsFound(stepCount: Int64) throws {
    #expect(try isFound(Forgotten<Late>.self, stepCount))
  }

  @Test(arguments: [0, 1])
  func nothingIsProvenWhereThereIsNoStepBetween(stepCount: Int64) throws {
    let pair = verify(
      try record(Forgotten<EveryStep>.self, stepCount),
      [.inProcess(catalogue: catalogue(Forgotten<EveryStep>.self))])[0]
    #expect(pair.verdict == .same)
    #expect(pair.restartCount == 0)
  }

  /// As much again as the run from the start, whatever the number of stops, and in one build: the
  /// first that reproduces the recording.
  @Test(arguments: [300, 3000])
  func costsOneMoreRun(stepCount: Int64) throws {
    let recording = try record(Forgotten<Visited>.self, stepCount)
    let (first, second) = (SharedLaunches(Mutex(0)), SharedLaunches(Mutex(0)))
    func counting(_ name: String, _ steps: SharedLaunches) -> Build {
      let catalogue = catalogue(Forgotten<Visited>.self)
      return Build(name: name) { () throws(AgentError) -> any Agent in
        ProxyAgent(catalogue) { request, reply in
          if case .run(let inputs) = request { for _ in inputs { _ = steps.next() } }
          return reply
        }
      }
    }
    let pairs = verify(
      recording,
      [
        build("another", catalogue(Forgotten<EveryStep>.self)),
        build("control", expectation: .different, catalogue(Forgotten<Visited>.self)),
        counting("first", first), counting("second", second),
      ])
    #expect(pairs[2].verdict == .same && pairs[3].verdict == .same)
    #expect(Int64(first.number) == 2 * stepCount)
    #expect(Int64(second.number) == stepCount)
    #expect(pairs.map(\.restartCount) == [0, 0, 15, 0])
    #expect(pairs.map(\.keyframeCount) == [0, 0, recording.keyframeSteps.count, 0])
    #expect(pairs.map(\.restoredStepCount) == [0, 0, stepCount, 0])
  }
}

protocol ForgottenField: SendableMetatype {
  static var name: StaticString { get }
  static var isVisited: Bool { get }
  /// What the hidden counter does to the state in a step.
  static func effect(_ hidden: Int64) -> Int64
}

enum EveryStep: ForgottenField {
  static var name: StaticString { "every-step" }
  static var isVisited: Bool { false }
  static func effect(_ hidden: Int64) -> Int64 { hidden }
}

enum Visited: ForgottenField {
  static var name: StaticString { "every-step" }
  static var isVisited: Bool { true }
  static func effect(_ hidden: Int64) -> Int64 { hidden }
}

enum Alternating: ForgottenField {
  static var name: StaticString { "alternating" }
  static var isVisited: Bool { false }
  static func effect(_ hidden: Int64) -> Int64 { hidden & 1 }
}

enum Late: ForgottenField {
  static var name: StaticString { "late" }
  static var isVisited: Bool { false }
  static func effect(_ hidden: Int64) -> Int64 { hidden == 1000 ? 1 : 0 }
}

/// Counts its steps in a field that is left out of its state.
struct Forgotten<Field: ForgottenField>: Simulation {
  enum Input: SimulationRecord {
    case none
    static var kinds: [StaticString] { ["none"] }
    init(kind: Int) { self = .none }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {}
  }

  static var name: StaticString { Field.name }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var shown: Int64 = 0
  var hidden: Int64 = 0

  init(parameters: NoParameters, seed: UInt64) {}

  mutating func step(_ inputs: [Input]) {
    shown += Field.effect(hidden)
    hidden += 1
  }

  // The schema is that of the sound twin: only the values are lost.
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("shown", &shown, .everyStep)
    var unseen: Int64 = 0
    if Field.isVisited {
      visitor.field("hidden", &hidden, .keyFrame)
    } else {
      visitor.field("hidden", &unseen, .keyFrame)
    }
  }
}
