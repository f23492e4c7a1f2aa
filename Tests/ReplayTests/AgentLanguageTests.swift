import AgentProtocol
import Foundation
import ProgramRunner
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// Agents in other languages, written from the protocol's document alone, reproduce what the Swift
/// build recorded.
@Suite struct AgentLanguageTests {
  static let agents = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Agents"
  static let python = program(["python3"])
  /// Clang comes with the Swift toolchain.
  static let compiler = program(["clang", "cc", "gcc"])

  static func program(_ names: [String]) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    for name in names {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }

  static func pythonAgent() throws -> PipeAgent {
    try PipeAgent(
      name: "Python", command: "\(try #require(python)) '\(agents)/particles.py'")
  }

  /// Compiles the C agent into `folder`.
  static func cAgent(_ options: [String] = [], in folder: TemporaryFolder) throws -> PipeAgent {
    let run = try ProgramRun(
      try #require(compiler),
      ["-std=c11", "-O2", "-ffp-contract=off"] + options
        + ["\(agents)/particles.c", "-lm", "-o", folder.file("particles")])
    try #require(run.status == 0, "the C agent does not compile: \(run.errorText)")
    return try PipeAgent(name: "C", command: "'\(folder.file("particles"))'")
  }

  @Test(.enabled(if: python != nil, "there is no python3 on the path"))
  func pythonReproducesEveryDigest() throws {
    try expectOneClass(try Self.pythonAgent())
  }

  @Test(.enabled(if: compiler != nil, "there is no C compiler on the path"))
  func cReproducesEveryDigest() throws {
    let folder = try TemporaryFolder()
    try expectOneClass(try Self.cAgent(in: folder))
  }

  /// Whole, from every key frame, by bisection, and what the agent says of its state and events.
  private func expectOneClass(_ agent: PipeAgent) throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"), seed: 7)
    let verifier = Verifier(recording)
    #expect(try verifier.verify(agent) == .same)
    #expect(recording.keyframeSteps.count > 2)
    #expect(try verifier.verify(agent, mode: .restores) == .same)
    #expect(try Bisector(recording).bisect(agent).difference == nil)

    let reference = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    for one in [reference, agent] as [any Agent] {
      _ = try one.start(
        simulation: "particles", parameters: recording.header.parameters, seed: 7)
      try one.run((0..<40).map { try recording.inputs(at: $0) })
    }
    for selection in [StateSelection.everyStep, .everything] {
      #expect(try agent.state(selection) == reference.state(selection))
    }
    var eventCount = 0
    for step in Int64(40)..<120 {
      for one in [reference, agent] as [any Agent] { try one.run([try recording.inputs(at: step)]) }
      guard case .events(let expected) = try reference.send(.events),
        case .events(let found) = try agent.send(.events)
      else {
        Issue.record("no events")
        return
      }
      #expect(found == expected)
      eventCount += found.count
    }
    #expect(eventCount > 0)
  }

  @Test(.enabled(if: python != nil, "there is no python3 on the path"))
  func pythonRefusesWhatCannotBeMet() throws { try expectRefusals(try Self.pythonAgent()) }

  @Test(.enabled(if: compiler != nil, "there is no C compiler on the path"))
  func cRefusesWhatCannotBeMet() throws {
    let folder = try TemporaryFolder()
    try expectRefusals(try Self.cAgent(in: folder))
  }

  /// Refusals leave the conversation, and the run, as they were.
  private func expectRefusals(_ agent: PipeAgent) throws {
    func expectRefusal(_ request: AgentRequest) throws {
      guard case .refused(let reason) = try agent.send(request) else {
        Issue.record("\(request) was not refused")
        return
      }
      #expect(!reason.isEmpty)
    }
    let parameters = Particles<Sound>.Parameters().words
    let hello = try agent.hello()
    #expect(hello.simulations == ["particles"])
    #expect(hello.build.contains { $0.name == "language" && $0.value == agent.name })
    let described = try agent.describe("particles")
    let own = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    #expect(described.description == own.description)
    #expect(described.parameters == parameters)
    try expectRefusal(.describe(simulation: "waves"))
    try expectRefusal(.state(.everything))
    try expectRefusal(.run([[]]))
    try expectRefusal(.start(simulation: "waves", parameters: [], seed: 1))
    try expectRefusal(.start(simulation: "particles", parameters: [1], seed: 1))
    _ = try agent.start(simulation: "particles", parameters: parameters, seed: 1)
    try agent.run(Array(repeating: [], count: 5))
    let before = try agent.state(.everything)
    let nan = RecordWords(kind: 0, words: [0, UInt64(Float.nan.bitPattern), 0])
    let unknown = RecordWords(kind: 2, words: [])
    let calm = RecordWords(kind: 1, words: [])
    for inputs in [[calm, nan], [unknown], [RecordWords(kind: 1, words: [3])]] {
      try expectRefusal(.run([inputs]))
    }
    try expectRefusal(
      .restore(stepCount: 3, image: StateImage(rowCounts: [1, 5], bytes: [1, 2, 3])))
    #expect(try agent.state(.everything) == before)
    // The steps before the refused one were taken.
    try expectRefusal(.run([[], [nan]]))
    #expect(try agent.state(.everything) != before)
    #expect(try agent.send(.stop) == .stopped)
  }

  /// A floor and a circle where each particle is.
  @Test(.enabled(if: compiler != nil, "there is no C compiler on the path"))
  func cSaysWhatItLooksLike() throws {
    let folder = try TemporaryFolder()
    let run = try AgentRun(
      try Self.cAgent(in: folder), simulation: "particles",
      parameters: Particles<Sound>.Parameters().words, seed: 3)
    for _ in 0..<10 { try run.step([]) }
    let drawing = try #require(try run.drawing(DrawingRequest()))
    #expect(drawing.isYUp && drawing.layers.map(\.name) == ["floor", "particles"])
    #expect(drawing.styles.map(\.name) == ["floor", "particle"])
    #expect(drawing.layers[0].role == .background && drawing.layers[0].shapes.count == 1)
    let shapes = drawing.layers[1].shapes
    #expect(shapes.map(\.id) == [0, 1, 2, 3, 4] && shapes.allSatisfy { $0.style == 1 })
    let view = try run.stateView()
    for (row, shape) in shapes.enumerated() {
      let y = view.value(table: 1, group: 1, field: 0, row: row)?.number
      #expect(shape.center.y == y)
      #expect(shape.outlines == [.circle(center: shape.center, radius: 0.125)])
    }
  }

  /// An agent from before there were drawings refuses them, and goes on; nonsense ends the run.
  @Test(arguments: ["no-draw", "bad-drawing", ""])
  func drawingThatIsNone(misbehaviour: String) throws {
    let agent = try PipeAgent(
      name: "old", arguments: [Programs.particleAgent, "sound", misbehaviour])
    let run = try AgentRun(
      agent, simulation: "particles", parameters: Particles<Sound>.Parameters().words, seed: 3)
    guard misbehaviour != "bad-drawing" else {
      #expect(throws: AgentError.garbled) { try run.drawing(DrawingRequest()) }
      return
    }
    #expect(try run.drawing(DrawingRequest()) == nil)
    try run.step([])
  }

  /// One rounding left out of a C agent: found at its first step, and the right fields named.
  @Test(.enabled(if: compiler != nil, "there is no C compiler on the path"))
  func plantedFusedMultiplyAddIsFound() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"), seed: 7)
    let agent = try Self.cAgent(["-DPLANT_FUSED"], in: folder)
    guard case .different(let difference) = try Verifier(recording).verify(agent) else {
      Issue.record("the fused multiply-add was not seen")
      return
    }
    #expect(difference.comparison.count > 0)
    for field in difference.comparison.differences {
      #expect(["x", "y"].contains(field.field), "\(field)")
      #expect(field.ulpDistance == 1, "\(field)")
    }
    #expect(try Bisector(recording).bisect(agent).difference == difference)
  }
}
