import AgentProtocol
import DeterministicMath
import Foundation
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// An agent in this process that counts requests, and fails when told to.
final class CountingAgent: Agent {
  let name = "counting"
  private(set) var requestCount = 0
  private(set) var requests: [String: Int] = [:]
  private let inner: AgentServer
  var failsAtRequest = Int.max

  init(facts: [BuildFact] = [BuildFact(name: "language", value: "another")]) {
    inner = AgentServer(
      catalogue: particleCatalogue(Sound.self), engineVersion: "7.1", build: facts)
  }

  func send(_ request: AgentRequest) throws(AgentError) -> AgentReply {
    requestCount += 1
    switch request {
    case .run: requests["run", default: 0] += 1
    case .state: requests["state", default: 0] += 1
    case .restore: requests["restore", default: 0] += 1
    default: break
    }
    if requestCount >= failsAtRequest { throw .ended("killed by signal 9") }
    return try inner.answer(request)
  }
}

@Suite struct AgentRunTests {
  let parameters = Particles<Sound>.Parameters().words

  func inputs(_ step: Int64) -> [RecordWords] {
    step % 97 == 11
      ? [Particles<Sound>.Input.nudge(particle: step % 5, vx: 0.25, vy: 2).recordWords] : []
  }

  func agentRun(_ agent: CountingAgent) throws -> AgentRun {
    try AgentRun(agent, simulation: "particles", parameters: parameters, seed: 1)
  }

  /// Digests, states and key frames are those of the simulation recorded in this process; the file
  /// says who ran it.
  @Test(arguments: [RecordingTracks.everything, .log], [1, 300])
  func recordingIsThatOfTheSimulation(tracks: RecordingTracks, batch: Int64) throws {
    let folder = try TemporaryFolder()
    let expected = try recordParticles(to: folder.file("here.mcap"))
    let agent = CountingAgent()
    let run = try agentRun(agent)
    let recorder = try AnySessionRecorder(
      run, path: folder.file("there.mcap"), tracks: tracks)
    for step in Int64(0)..<1000 {
      if step % batch == 0 { try run.prepare((step..<min(step + batch, 1000)).map(inputs)) }
      try recorder.step(inputs(step))
    }
    try recorder.finish()
    let found = try Recording(path: folder.file("there.mcap"))
    #expect(found.header.engineVersion == "7.1")
    #expect(found.header.build == [BuildFact(name: "language", value: "another")])
    #expect(found.stepCount == 1000)
    for step in Int64(-1)..<1000 {
      #expect(try found.digest(after: step) == expected.digest(after: step))
    }
    for step in found.keyframeSteps {
      let image = try found.keyframe(atOrBefore: step).image
      let reference = try Player(expected, entry: particleCatalogue(Sound.self)[0])
      try reference.seek(to: step)
      #expect(try image == reference.state().image)
    }
    if tracks == .everything {
      #expect(try found.state(after: 500) == expected.state(after: 500))
    }
  }

  /// One request for a step, one for its state; many steps in one where no state is wanted.
  @Test func requestsAreNoMoreThanNeeded() throws {
    let agent = CountingAgent()
    let run = try agentRun(agent)
    let before = agent.requestCount
    for step in Int64(0)..<100 {
      try run.step(inputs(step))
      var image = StateImage()
      try run.save(.everyStep, into: &image)
      _ = run.digest()
    }
    #expect(agent.requestCount - before == 200)
    let then = agent.requestCount
    try run.prepare((100..<400).map(inputs))
    for step in Int64(100)..<400 { try run.step(inputs(step)) }
    #expect(agent.requestCount - then == 2)
    #expect(run.stepCount == 400)
  }

  /// Asked for its state in the middle of prepared steps, or given other inputs than were promised,
  /// the run is the one that was never ahead.
  @Test func aheadIsInvisible() throws {
    let agent = CountingAgent()
    let run = try agentRun(agent)
    let reference = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    try run.prepare((0..<200).map(inputs))
    let calm = Particles<Sound>.Input.calm.recordWords
    for step in Int64(0)..<200 {
      let given = step == 90 ? [calm] : inputs(step)
      try run.step(given)
      try reference.step(given)
      #expect(run.digest() == reference.digest())
      if step == 40 || step == 150 {
        var (a, b) = (StateImage(), StateImage())
        try run.save(.everything, into: &a)
        reference.save(.everything, into: &b)
        #expect(a == b)
        #expect(try run.events() == reference.events())
        try run.prepare(((step + 1)..<200).map(inputs))
      }
    }
  }

  /// An input that the agent refuses is met at its own step, not at the request's first.
  @Test func refusedInputOfPreparedStepsIsMetInItsTurn() throws {
    let agent = CountingAgent()
    let run = try agentRun(agent)
    let nan = RecordWords(kind: 0, words: [0, UInt64(Float.nan.bitPattern), 0])
    try run.prepare([[], [], [nan], []])
    try run.step([])
    try run.step([])
    #expect(throws: AgentError.refused("field 'vx' is not a finite number")) {
      try run.step([nan])
    }
    #expect(run.stepCount == 2)
    // The run is as it was, and goes on.
    try run.step([])
    let reference = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    for _ in 0..<3 { try reference.step([]) }
    #expect(run.digest() == reference.digest())
  }

  /// Every request that the agent dies in is one that throws.
  @Test(arguments: ["step", "save", "save and digest", "restore", "drawing", "events"])
  func deathIsThrownByWhatMetIt(call: String) throws {
    let agent = CountingAgent()
    let run: any RunningSimulation = try agentRun(agent)
    try run.step([])
    var image = StateImage()
    try run.save(.everything, into: &image)
    let before = run.digest()
    agent.failsAtRequest = agent.requestCount + 1
    #expect(throws: AgentError.ended("killed by signal 9")) {
      switch call {
      case "step": try run.step([])
      case "save": try run.save(.everyStep, into: &image)
      case "save and digest": _ = try run.digest(saving: .everyStep, into: &image)
      case "restore": try run.restore(image, stepCount: 1)
      case "drawing": _ = try run.drawing(DrawingRequest())
      default: _ = try run.events()
      }
    }
    #expect(run.stepCount == 1 && run.digest() == before)
  }

  /// The agent's end is what the recorder throws, and no recording appears.
  @Test func agentThatDiesIsNamed() throws {
    let folder = try TemporaryFolder()
    let agent = CountingAgent()
    let recorder = try AnySessionRecorder(try agentRun(agent), path: folder.file("a.mcap"))
    try recorder.step([])
    agent.failsAtRequest = agent.requestCount + 2
    #expect(throws: AgentError.ended("killed by signal 9")) { try recorder.step([]) }
    recorder.abandon()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func agentOfUnsoundArithmeticIsRefused() throws {
    let folder = try TemporaryFolder()
    let agent = CountingAgent(
      facts: [BuildFact(name: "floatingPoint", value: "multiply-add is fused (Float)")])
    let run = try agentRun(agent)
    #expect(throws: RecordingError(.arithmeticUnsound("multiply-add is fused (Float)"))) {
      try AnySessionRecorder(run, path: folder.file("a.mcap"))
    }
  }
}
