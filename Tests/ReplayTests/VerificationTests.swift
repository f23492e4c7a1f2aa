import AgentProtocol
import DeterministicMath
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import Synchronization
import TestSupport
import Testing

/// The name of a build with the agent of each of its launches; the last one serves the rest.
func build(
  _ name: String, expectation: Build.Expectation = .same, isParallel: Bool = true,
  _ catalogues: [CatalogueEntry]...
) -> Build {
  let launches = Mutex(0)
  let made = SharedLaunches(launches)
  return Build(name: name, expectation: expectation, isParallel: isParallel) {
    () throws(AgentError) -> any Agent in
    let number = made.next()
    return InProcessAgent(name: name, catalogue: catalogues[min(number, catalogues.count - 1)])
  }
}

final class SharedLaunches: Sendable {
  private let count: Mutex<Int>
  init(_ count: consuming sending Mutex<Int>) { self.count = count }
  func next() -> Int {
    count.withLock { value in
      defer { value += 1 }
      return value
    }
  }
  var number: Int { count.withLock { $0 } }
}

@Suite struct VerificationTests {
  let folder: TemporaryFolder
  let sound = particleCatalogue(Sound.self)

  init() throws { folder = try TemporaryFolder() }

  /// One recording for each count of steps.
  func recordings(_ stepCounts: Int64...) throws -> [(name: String, recording: Recording)] {
    try stepCounts.enumerated().map { index, count in
      let path = folder.file("\(index).mcap")
      return (
        "\(index).mcap", try recordParticles(to: path, seed: UInt64(index + 1), stepCount: count)
      )
    }
  }

  func verify(
    _ recordings: [(name: String, recording: Recording)], _ builds: [Build], jobs: Int = 3,
    keyframes: Bool = false, splits: Bool = false, keepsGoing: Bool = false
  ) -> VerificationReport {
    var options = Verification.Options(jobs: jobs)
    options.splits = splits
    options.restores = keyframes ? .everyBuild : .noBuild
    options.keepsGoing = keepsGoing
    return Verification(
      recordings, builds: builds, options: options, reference: .inProcess(catalogue: sound)
    ).run()
  }

  func difference(_ pair: VerificationReport.Pair) throws -> Difference {
    guard case .different(let difference) = pair.verdict else {
      Issue.record("no difference: \(pair.verdict)")
      throw CancellationError()
    }
    return difference
  }

  @Test func soundBuildsAreOneClass() throws {
    let builds = [build("a", sound), build("b", sound), build("c", isParallel: false, sound)]
    let report = verify(try recordings(1000, 3000, 1), builds, keyframes: true)
    #expect(report.recordings.allSatisfy { $0.runs.allSatisfy { $0.verdict == .same } })
    #expect(
      report.recordings.map { $0.runs.map(\.stepCount) } == [
        [1000, 1000, 1000], [3000, 3000, 3000], [1, 1, 1],
      ])
    #expect(
      report.recordings.allSatisfy { $0.runs.allSatisfy { $0.stepCount == $0.restoredStepCount } })
    #expect(report.classes.map(\.name) == ["A"])
    #expect(report.classes.first?.members == [0, 1, 2])
    #expect(report.builds[0].fact("processor") != nil)
  }

  @Test func classesAreThoseOfEqualBits() throws {
    let builds = [
      build("late", particleCatalogue(LastBitAt700.self)), build("sound", sound),
      build("early", particleCatalogue(LastBitAt17.self)),
      build("late again", particleCatalogue(LastBitAt700.self)),
    ]
    let report = verify(try recordings(300, 1000), builds)
    #expect(report.classes.map(\.name) == ["A", "B", "C"])
    #expect(report.classes.map(\.members) == [[1], [0, 3], [2]])
    #expect(report.classes[1].firstRecording == 1 && report.classes[1].firstStep == 700)
    #expect(report.classes[2].firstRecording == 0 && report.classes[2].firstStep == 17)
    #expect(report.recordings[1].runs[0].stepCount == 700)
    let found = try difference(report.recordings[1].runs[0])
    #expect(found.runs.agreement == .always)
    #expect(found.comparison.differences.first?.place == "particles[2].vx")
    #expect(found.comparison.count == 1)
    // The report is its JSON, and reads it back.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let document = try encoder.encode(report)
    let read = try JSONDecoder().decode(VerificationReport.self, from: document)
    #expect(try encoder.encode(read) == document)
    #expect(read.classes == report.classes && read.causes(of: 2) == report.causes(of: 2))
  }

  /// Scheduling changes nothing in the report.
  @Test(arguments: Sample.of([1, 2, 5]))
  func jobsChangeNothing(jobs: Int) throws {
    let files = try recordings(1000, 400, 2500)
    let builds = [
      build("sound", sound), build("bit", isParallel: false, particleCatalogue(LastBitAt700.self)),
      build("counter", particleCatalogue(CounterAt333.self)), build("nothing", []),
      build("hidden", particleCatalogue(Unvisited.self)),
    ]
    let one = verify(files, builds, jobs: 1, keyframes: true)
    let many = verify(files, builds, jobs: jobs, keyframes: true)
    #expect(
      one.recordings.map { $0.runs.map(\.verdict) }
        == many.recordings.map { $0.runs.map(\.verdict) })
    #expect(
      one.recordings.map { $0.runs.map(\.stepCount) }
        == many.recordings.map { $0.runs.map(\.stepCount) })
    #expect(
      one.recordings.map { $0.runs.map(\.restoredStepCount) }
        == many.recordings.map { $0.runs.map(\.restoredStepCount) })
    #expect(one.classes == many.classes)
    #expect(one.recordings.allSatisfy { $0.runs[3].verdict == .absent })
  }

  /// Pieces side by side say what the run from the start says, steps and all.
  @Test(arguments: Sample.of([1, 2, 3, 8]))
  func piecesSayWhatTheWholeSays(jobs: Int) throws {
    let files = try recordings(1000, 0, 5000)
    let builds = [
      build("sound", sound), build("bit", particleCatalogue(LastBitAt700.self)),
      build("single", isParallel: false, particleCatalogue(CounterAt333.self)),
    ]
    let whole = verify(files, builds, jobs: jobs)
    let split = verify(files, builds, jobs: jobs, splits: true)
    #expect(
      split.recordings.map { $0.runs.map(\.verdict) }
        == whole.recordings.map { $0.runs.map(\.verdict) })
    #expect(split.classes == whole.classes)
    #expect(split.recordings.map { $0.runs[0].stepCount } == [1000, 0, 5000])
  }

  /// A difference that only a later piece shows is examined from the start, and reported as that.
  @Test func differenceInALaterPieceIsExaminedFromTheStart() throws {
    let files = try recordings(5000)
    #expect(files[0].recording.keyframeSteps.contains { $0 > 0 && $0 <= 700 })
    let report = verify(
      files, [build("bit", particleCatalogue(LastBitAt700.self))], jobs: 100, splits: true)
    let found = try difference(report.recordings[0].runs[0])
    #expect(found.step == 700)
    #expect(found.restored == nil)
    #expect(found.runs.agreement == .always)
    #expect(report.recordings[0].runs[0].stepCount == 700)
  }

  @Test func secondRunThatPartsElsewhere() throws {
    let flaky = build(
      "flaky", particleCatalogue(LastBitAt17.self), particleCatalogue(LastBitAt23.self))
    let found = try difference(verify(try recordings(1000), [flaky], jobs: 1).recordings[0].runs[0])
    #expect(found.step == 17)
    #expect(found.runs.later.first?.step == 23)
    // The state shown is of the run that was watched, and is called so by its step and digest.
    #expect(found.mismatch.step == 23)
    #expect(found.mismatch.actual != found.runs.first.actual)
    #expect(found.comparison.count == 1)
    #expect(found.comparison.differences.first?.place == "particles[2].vx")
  }

  @Test func secondRunThatDoesNotPart() throws {
    let flaky = build("flaky", particleCatalogue(LastBitAt17.self), sound)
    let found = try difference(verify(try recordings(1000), [flaky], jobs: 1).recordings[0].runs[0])
    #expect(found.runs.count > 1 && found.runs.later.isEmpty)
    #expect(found.mismatch.step == 17)
    // No state of a run that diverged: nothing is named, rather than "no field differs".
    #expect(found.compared == .nothing)
  }

  @Test func secondRunThatFails() throws {
    let launches = SharedLaunches(Mutex(0))
    let catalogue = particleCatalogue(LastBitAt17.self)
    let once = Build(name: "once") { () throws(AgentError) -> any Agent in
      if launches.next() > 0 { throw .notStarted("it ran once") }
      return InProcessAgent(catalogue: catalogue)
    }
    let found = try difference(verify(try recordings(1000), [once], jobs: 1).recordings[0].runs[0])
    #expect(found.step == 17)
    #expect(found.failure == "could not be started: it ran once")
  }

  /// A field that nobody visits: the run from the start agrees, runs from key frames do not.
  @Test func unvisitedFieldShowsFromKeyframesOnly() throws {
    let catalogue = particleCatalogue(Unvisited.self)
    let path = folder.file("hidden.mcap")
    let run = SimulationRun<Particles<Unvisited>>(parameters: .init(), seed: 1)
    let recorder = try SessionRecorder(run, path: path)
    for _ in 0..<1000 { try recorder.step([]) }
    try recorder.finish()
    let recording = try Recording(path: path)
    let hidden = build("hidden", catalogue)
    #expect(verify([("hidden", recording)], [hidden]).recordings[0].runs[0].verdict == .same)
    let split = verify([("hidden", recording)], [hidden], jobs: 4, splits: true)
    #expect(try difference(split.recordings[0].runs[0]).restored?.isKeyframe == true)
    let report = verify([("hidden", recording)], [hidden], keyframes: true)
    let found = try difference(report.recordings[0].runs[0])
    // Found at the first stop at which something was missed: the start itself is none.
    let restored = try #require(found.restored)
    #expect(restored.step > 0 && restored.step < 100 && found.step == 99)
    #expect(found.runs.agreement == .always)
    guard
      case .different(let alone) = try Verifier(recording).verify(
        InProcessAgent(catalogue: catalogue), mode: .restores)
    else {
      Issue.record("the verifier of one agent does not see it")
      return
    }
    #expect(alone.step == found.step)
    #expect(found.comparison.differences.first?.place == "particles[0].vx")
    #expect(report.recordings[0].runs[0].stepCount == 1000)
  }

  @Test func differenceIsFollowedToItsEnd() throws {
    let path = folder.file("calm.mcap")
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    let recorder = try SessionRecorder(run, path: path)
    for step in 0..<Int64(1000) {
      try recorder.step(step == 710 ? [.calm] : [])
    }
    try recorder.finish()
    let file = ("calm.mcap", try Recording(path: path))
    let late = build("late", particleCatalogue(LastBitAt700.self))
    let growth = try #require(
      try difference(verify([file], [late], keepsGoing: true).recordings[0].runs[0]).growth)
    #expect(growth.samples.map(\.step) == [700, 701, 702, 705, 710, 730, 800, 999])
    #expect(growth.samples[0].fieldCount == 1)
    #expect(growth.samples[0].ulpMax == 1)
    #expect((growth.samples[0].differenceMax ?? 1) < 1e-6)
    #expect(growth.samples[0].distanceMax == nil)
    #expect(growth.differing.first?.lowerBound == 700)
    #expect(growth.lastStep == 999)
    // Too little for a place to change within ten steps; then the speed is set, and all is as it
    // was.
    #expect(growth.healedAt == 710)
    #expect(growth.stepCount == 10)
    #expect(growth.samples[7].fieldCount == 0)
  }

  @Test func negativeControlsAreInNoClass() throws {
    let report = verify(
      try recordings(1000),
      [
        build("sound", sound),
        build("control", expectation: .different, particleCatalogue(LastBitAt17.self)),
      ])
    #expect(report.classes.map(\.members) == [[0]])
    #expect(try difference(report.recordings[0].runs[1]).comparison.count == 1)
  }

  /// A key frame that restores to another state is a difference before any step.
  @Test func restoredDigestIsCompared() throws {
    let catalogue = sound
    let files = try recordings(1000)
    let keyframe = files[0].recording.keyframeSteps[1]
    let forgetful = Build(name: "forgetful") { () throws(AgentError) -> any Agent in
      ProxyAgent(catalogue) { request, reply in
        guard case .restored(let digest) = reply, case .restore(keyframe, _) = request
        else { return reply }
        return .restored(StateDigest(low: digest.low ^ 1, high: digest.high))
      }
    }
    let found = try difference(verify(files, [forgetful], keyframes: true).recordings[0].runs[0])
    #expect(found.restored?.step == keyframe)
    #expect(found.restored?.isKeyframe == true)
    #expect(found.step == keyframe - 1)
  }
}

/// An agent in this process whose replies pass through somebody's hands.
final class ProxyAgent: Agent {
  let name = "proxy"
  private let inner: InProcessAgent
  private let change: (AgentRequest, AgentReply) -> AgentReply

  init(
    _ catalogue: [CatalogueEntry], change: @escaping (AgentRequest, AgentReply) -> AgentReply
  ) {
    inner = InProcessAgent(catalogue: catalogue)
    self.change = change
  }

  func send(_ request: AgentRequest) throws(AgentError) -> AgentReply {
    change(request, try inner.send(request))
  }
}
