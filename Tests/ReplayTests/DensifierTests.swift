import DeterministicMath
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import Synchronization
import TestSupport
import Testing

/// States that a recording lacks are rebuilt exactly, in parts and in any number at once.
@Suite struct DensifierTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("log.mcap")
  }

  private func record(steps: Int64, tracks: RecordingTracks = .log) throws -> [StateImage] {
    var options = RecordingOptions()
    options.keyframeInterval = 64
    options.keyframeIntervalMax = 90
    let run = SimulationRun<SoundParticles>(seed: 5)
    let recorder = try SessionRecorder(run, path: path, tracks: tracks, options: options)
    var states: [StateImage] = []
    for step in 0..<steps {
      if step % 100 == 50 { try recorder.mark("at \(step)") }
      try recorder.step(step % 9 == 4 ? [.nudge(particle: 1, vx: 1, vy: 2)] : [])
      var image = StateImage()
      run.save(.everyStep, into: &image)
      states.append(image)
    }
    try recorder.mark("end")
    try recorder.finish()
    return states
  }

  private func densifier<V: ParticleVariant>(
    _ recording: Recording, _ variant: V.Type
  ) -> Densifier {
    Densifier(recording) { recording in
      try Player(recording, agent: InProcessAgent(catalogue: particleCatalogue(V.self)))
    }
  }

  @Test(
    "every state of a log comes back", arguments: Sample.of([1, 63, 64, 90, 700] as [Int64]),
    [1, 2, 5])
  func logs(steps: Int64, jobs: Int) throws {
    let states = try record(steps: steps)
    let log = try Recording(path: path)
    let densifier = densifier(log, Sound.self)
    #expect(try densifier.missingStepCount(in: 0..<steps) == steps)
    let full = folder.file("full.mcap")
    var ends: [Int64] = []
    try densifier.write(to: full, steps: 0..<steps, jobs: jobs) { ends.append($0) }
    #expect(ends.last == steps)
    let recording = try Recording(path: full)
    #expect(recording.stepCount == steps)
    #expect(recording.keyframeSteps == log.keyframeSteps)
    #expect(try recording.markers == log.markers)
    #expect(recording.inputCount == log.inputCount)
    for step in 0..<steps {
      #expect(try recording.state(after: step) == states[Int(step)], "step \(step)")
      #expect(try recording.digest(after: step) == log.digest(after: step))
      #expect(try recording.inputs(at: step) == log.inputs(at: step))
    }
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(agent) == .same)
  }

  @Test(
    arguments: Sample.of([0..<1, 5..<9, 63..<65, 64..<128, 100..<700, 699..<700] as [Range<Int64>]))
  func rangesAlone(range: Range<Int64>) throws {
    let states = try record(steps: 700)
    let full = folder.file("full.mcap")
    try densifier(try Recording(path: path), Sound.self).write(to: full, steps: range, jobs: 3)
    let part = try Recording(path: full)
    for step in Int64(0)..<700 {
      let state = try part.state(after: step)
      if range.contains(step) { #expect(state == states[Int(step)], "step \(step)") }
      if state != nil { #expect(state == states[Int(step)], "step \(step)") }
    }
    let left = try part.leftOutSteps.reduce(0) { $0 + $1.count }
    #expect(left >= 700 - range.count - 1 && left <= 700 - range.count, "\(left)")
    // What is missing now can be rebuilt from there.
    let again = folder.file("again.mcap")
    let rest = densifier(part, Sound.self)
    #expect(try rest.missingStepCount(in: 0..<700) == Int64(left))
    try rest.write(to: again, steps: 0..<700, jobs: 2)
    let whole = try Recording(path: again)
    #expect(try whole.leftOutSteps.isEmpty)
    for step in Int64(0)..<700 { #expect(try whole.state(after: step) == states[Int(step)]) }
  }

  @Test(arguments: [1, 4])
  func otherRunIsNoProof(jobs: Int) throws {
    _ = try record(steps: 700)
    let full = folder.file("full.mcap")
    let error = #expect(throws: DensifyProblem.self) {
      try densifier(try Recording(path: path), CounterAt333.self)
        .write(to: full, steps: 0..<700, jobs: jobs)
    }
    #expect(error?.step == 333)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log.mcap"])
  }

  /// Jobs that have no part lend their processors to those that have one.
  @Test(
    .serialized,
    arguments: [(1, 8, 1), (2, 8, 1), (4, 8, 2), (6, 8, 3), (64, 4, 2)]
      as [(jobs: Int, processors: Int, least: Int)])
  func sparesShareSteps(jobs: Int, processors: Int, least: Int) throws {
    var options = RecordingOptions()
    options.keyframeInterval = 64
    options.keyframeIntervalMax = 90
    let run = SimulationRun<Shared>(seed: 1)
    let recorder = try SessionRecorder(run, path: path, tracks: .log, options: options)
    for _ in 0..<100 { try recorder.step([]) }
    try recorder.finish()
    let log = try Recording(path: path)
    #expect(log.keyframeSteps.count == 2)
    let entry = CatalogueEntry(Shared.self, summary: "", defaultStepCount: 1)
    Shared.teamSizes.withLock { $0 = [] }
    let full = folder.file("full.mcap")
    var densifier = Densifier(log) { try Player($0, entry: entry) }
    densifier.processorCount = processors
    try densifier.write(to: full, steps: 0..<100, jobs: jobs)
    let sizes = Shared.teamSizes.withLock { $0 }
    #expect(sizes.allSatisfy { $0 >= max(least, 2) && $0 <= min(jobs, processors) })
    // One thread may get both parts.
    #expect(sizes.count >= (least > 1 ? 1 : 0))
    #expect(try Recording(path: full).leftOutSteps.isEmpty)
  }
}

/// Remembers which teams its steps were shared among.
private struct Shared: Simulation {
  static let teamSizes = Mutex([Int]())

  enum Input: SimulationRecord {
    case push
    static var kinds: [StaticString] { ["push"] }
    init(kind: Int) { self = .push }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {}
  }

  static let name: StaticString = "shared"
  static let stepDuration = StepDuration(1, 60)
  var time: UInt64 = 0
  var events: [NoEvent] { [] }

  init(parameters: NoParameters, seed: UInt64) {}
  mutating func step(_ inputs: [Input]) { time += 1 }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("time", &time, .everyStep)
  }
  mutating func stateWasRestored() {}
  mutating func share(among team: WorkerTeam?) {
    Shared.teamSizes.withLock { $0.append(team?.count ?? 1) }
  }
}
