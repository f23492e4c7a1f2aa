import Foundation
import Recording
import Replay
import Sessions
import Simulation
import Synchronization
import TestSupport
import Testing

/// A recorder takes its run's own name, parameters and seed; nothing that would contradict them is
/// recorded.
@Suite struct SessionRecorderTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  private func parameters(gravity: Float) -> SoundParticles.Parameters {
    var parameters = SoundParticles.Parameters()
    parameters.gravity = gravity
    return parameters
  }

  private var filesLeft: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  /// Why there is no recorder of this run, in a person's words.
  private func refusal(_ run: any RunningSimulation) -> String {
    do {
      _ = try AnySessionRecorder(run, path: path)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func recordingIsOfTheRunsOwnParametersAndSeed() throws {
    let run = SimulationRun<SoundParticles>(parameters: parameters(gravity: 7), seed: 2)
    #expect(run.parameters.gravity == 7)
    #expect(run.seed == 2)
    let recorder = try SessionRecorder(run, path: path)
    for _ in 0..<100 { try recorder.step([]) }
    try recorder.finish()
    let recording = try Recording(path: path)
    #expect(recording.header.seed == 2)
    #expect(recording.header.parameters == parameters(gravity: 7).words)
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(agent) == .same)

    let there = try AgentRun(
      agent, simulation: "particles", parameters: parameters(gravity: 3).words, seed: 9)
    let other = try AnySessionRecorder(there, path: path)
    try other.step([])
    try other.finish()
    let header = try Recording(path: path).header
    #expect(header.seed == 9)
    #expect(header.parameters == parameters(gravity: 3).words)
  }

  /// Typed inputs and their words make the same file.
  @Test func typedInputsAreRecordedAsTheirWords() throws {
    let other = folder.file("words.mcap")
    let typed = try SessionRecorder(SimulationRun<SoundParticles>(seed: 1), path: path)
    let words = try AnySessionRecorder(SimulationRun<SoundParticles>(seed: 1), path: other)
    for step in Int64(0)..<300 {
      let inputs: [SoundParticles.Input] =
        step % 7 == 3 ? [.nudge(particle: step % 5, vx: 0.1, vy: -0.3), .calm] : []
      try typed.step(inputs)
      try words.step(inputs.map(\.recordWords))
    }
    try typed.finish()
    try words.finish()
    let (a, b) = (try Recording(path: path), try Recording(path: other))
    #expect(a.inputCount == 86)
    for step in Int64(0)..<300 {
      #expect(try a.inputs(at: step) == b.inputs(at: step))
      #expect(try a.digest(after: step) == b.digest(after: step))
    }
  }

  /// Reading an input back from its words checks it: once for a step is enough.
  @Test func typedStepReadsItsInputsBackOnce() throws {
    let run = SimulationRun<Counting>(seed: 1)
    let recorder = try SessionRecorder(run, path: path)
    let before = Counting.readCount.withLock { $0 }
    try recorder.step([.push, .push])
    #expect(Counting.readCount.withLock { $0 } == before + 2)
    recorder.abandon()
    try run.step([.push])
    #expect(Counting.readCount.withLock { $0 } == before + 3)
    #expect(run.simulation.pushCount == 3)
  }

  @Test func runThatHasMovedIsRefused() throws {
    let run = SimulationRun<SoundParticles>(seed: 1)
    var start = StateImage()
    run.save(.everything, into: &start)
    try run.step([])
    #expect(
      refusal(run)
        == "the run has taken 1 step: a recording begins before step 0; make the recorder first")
    for _ in 1..<57 { try run.step([.calm]) }
    #expect(throws: RecordingError(.runNotFresh(stepCount: 57))) {
      try SessionRecorder(run, path: path)
    }
    #expect(refusal(run).hasPrefix("the run has taken 57 steps: a recording begins before step 0"))
    // The state before step 0 of another seed would be taken for this one's.
    let other = SimulationRun<SoundParticles>(seed: 2)
    try other.restore(start, stepCount: 0)
    #expect(refusal(other).hasPrefix("the run was restored: "))

    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    let there = try AgentRun(
      agent, simulation: "particles", parameters: SoundParticles.Parameters().words, seed: 1)
    try there.step([])
    #expect(refusal(there).hasPrefix("the run has taken 1 step: "))
    #expect(try filesLeft.isEmpty)
  }

  /// A step that the recorder did not see would be missing in the file.
  @Test func runThatSomebodyElseStepsIsNotRecordedFurther() throws {
    let run = SimulationRun<SoundParticles>(seed: 1)
    let recorder = try SessionRecorder(run, path: path)
    let second = try SessionRecorder(run, path: folder.file("b.mcap"))
    try recorder.step([])
    #expect(throws: RecordingError(.runMoved(stepCount: 1))) { try second.step([]) }
    var early = StateImage()
    run.save(.everything, into: &early)
    for _ in 0..<3 { try recorder.step([]) }
    // Back in time, but with the count of steps that the recorder knows.
    try run.restore(early, stepCount: 4)
    #expect(throws: RecordingError(.runMoved(stepCount: 4))) { try recorder.step([]) }
    #expect(run.stepCount == 4)
    recorder.abandon()
    second.abandon()
  }

  /// An input that cannot be written changes neither the run nor the file.
  @Test func inputThatCannotBeEncodedIsRefusedByName() throws {
    let run = SimulationRun<SoundParticles>(seed: 1)
    let recorder = try SessionRecorder(run, path: path)
    try recorder.step([.nudge(particle: 1, vx: 1, vy: 2)])
    let digest = run.digest()
    for (bad, name) in [
      (SoundParticles.Input.nudge(particle: 0, vx: .nan, vy: 0), "vx"),
      (.nudge(particle: 0, vx: 0, vy: .infinity), "vy"),
    ] {
      #expect(throws: SimulationError.fieldNotFinite(name: name)) {
        try recorder.step([.calm, bad])
      }
      #expect(throws: SimulationError.fieldNotFinite(name: name)) { try run.step([.calm, bad]) }
      #expect(run.stepCount == 1)
      #expect(run.digest() == digest)
    }
    try recorder.step([.calm])
    try recorder.finish()
    let recording = try Recording(path: path)
    #expect(recording.stepCount == 2)
    #expect(recording.inputCount == 2)
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(agent) == .same)
  }

  @Test func parametersThatCannotBeEncodedAreRefusedByName() throws {
    let run = SimulationRun<SoundParticles>(parameters: parameters(gravity: .nan), seed: 1)
    #expect(
      refusal(run)
        == "the run's parameters cannot be recorded: field 'gravity' is not a finite number")
    #expect(
      refusal(SimulationRun<Forgetful>(parameters: .init(hidden: 2), seed: 1))
        .contains("the fields of 'parameters' do not give it back"))
    #expect(try filesLeft.isEmpty)
  }

  /// What is not a number is named where it enters; the steps before it are kept.
  @Test func stateThatIsNotANumberIsRefusedByName() throws {
    let recorder = try SessionRecorder(SimulationRun<Dividing>(seed: 1), path: path)
    for _ in 0..<3 { try recorder.step([]) }
    let fault = RecordingError(.stateUnsound(.notANumber(field: "quotient")), step: 3)
    #expect(throws: fault) { try recorder.step([.divide]) }
    #expect(fault.description.hasPrefix("step 3: quotient is not a number (NaN)"))
    try recorder.finish()
    #expect(try Recording(path: path).stepCount == 3)
  }

  /// A property of an input that is not visited would be lost in the file.
  @Test func inputThatLosesAPropertyIsRefused() throws {
    let recorder = try SessionRecorder(SimulationRun<Forgetful>(seed: 1), path: path)
    try recorder.step([Forgetful.Input(shown: 4, hidden: 0)])
    #expect(throws: SimulationError.fieldsIncomplete(name: "push")) {
      try recorder.step([Forgetful.Input(shown: 4, hidden: 1)])
    }
    #expect(recorder.run.stepCount == 1)
    recorder.abandon()
  }
}

/// Counts how often an input of it is read.
private struct Counting: Simulation {
  static let readCount = Mutex(0)

  enum Input: SimulationRecord {
    case push
    static var kinds: [StaticString] { ["push"] }
    init(kind: Int) {
      Counting.readCount.withLock { $0 += 1 }
      self = .push
    }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {}
  }

  static var name: StaticString { "counting" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var pushCount: Int64 = 0

  init(parameters: NoParameters, seed: UInt64) {}
  mutating func step(_ inputs: [Input]) { pushCount += Int64(inputs.count) }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("pushCount", &pushCount)
  }
}

/// Divides by zero when told to.
private struct Dividing: Simulation {
  enum Input: SimulationRecord {
    case divide
    static var kinds: [StaticString] { ["divide"] }
    init(kind: Int) { self = .divide }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {}
  }

  static var name: StaticString { "dividing" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var quotient: Float = 1

  init(parameters: NoParameters, seed: UInt64) {}
  mutating func step(_ inputs: [Input]) { for _ in inputs { quotient = (quotient - quotient) / 0 } }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("quotient", &quotient, .everyStep)
  }
}

/// Leaves a property of its input and of its parameters out.
private struct Forgetful: Simulation {
  struct Input: SimulationRecord {
    var shown: Int64 = 0
    var hidden: Int64 = 0

    static var kinds: [StaticString] { ["push"] }
    init(kind: Int) {}
    init(shown: Int64, hidden: Int64) { (self.shown, self.hidden) = (shown, hidden) }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("shown", &shown)
    }
  }

  struct Parameters: SimulationParameters {
    var hidden: Int64 = 0
    init() {}
    init(hidden: Int64) { self.hidden = hidden }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {}
  }

  static var name: StaticString { "forgetful" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var sum: Int64 = 0

  init(parameters: Parameters, seed: UInt64) {}
  mutating func step(_ inputs: [Input]) { for input in inputs { sum += input.shown } }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("sum", &sum, .keyFrame)
  }
}
