import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// A log with a view track: what can be looked at without the simulation, and nothing that a log would
/// not give.
@Suite struct ViewTrackTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String
  let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// - Returns: the state after each step.
  private func record(
    to path: String, steps: Int64, _ tracks: RecordingTracks = .logAndView,
    usesThread: Bool = true
  ) throws -> [StateImage] {
    var options = RecordingOptions()
    options.keyframeInterval = 64
    options.keyframeIntervalMax = 90
    options.usesThread = usesThread
    let run = SimulationRun<SoundParticles>(seed: 5)
    let recorder = try SessionRecorder(run, path: path, tracks: tracks, options: options)
    var states: [StateImage] = []
    for step in 0..<steps {
      if step == 50 { try recorder.mark("here") }
      try recorder.step(step % 9 == 4 ? [.nudge(particle: 1, vx: 1, vy: 2)] : [])
      var image = StateImage()
      run.save(.everyStep, into: &image)
      states.append(image)
    }
    try recorder.finish()
    return states
  }

  /// Whether the recording holds a sample of a step, which must be the state's poses.
  private func hasSample(
    _ recording: Recording, _ step: Int64, of state: StateImage
  ) throws -> Bool {
    guard let poses = try recording.poses(after: step) else { return false }
    let rows = Int(state.rowCounts[1])
    try #require(poses.rowCounts == [Int32(rows)] && poses.bytes.count == 8 * rows)
    func number(_ image: StateImage, _ place: Int) -> Float {
      image.bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Float.self) }
    }
    // Each column of the particles is a group of its own.
    for (axis, row) in (0..<2).flatMap({ axis in (0..<rows).map { (axis, $0) } }) {
      let off = number(state, 4 * (rows * axis + row)) - number(poses, 8 * row + 4 * axis)
      #expect(off.magnitude <= 0.5 / 1024, "step \(step), row \(row)")
    }
    return true
  }

  @Test(
    "every step whose count is a multiple has its poses, no other", arguments: [1, 4, 7] as [Int64])
  func samples(interval: Int64) throws {
    let states = try record(to: path, steps: 400, .logAndView(every: interval))
    let recording = try Recording(path: path)
    #expect(recording.header.tracks == .logAndView(every: interval))
    #expect(recording.viewSteps == (0..<400).filter { ($0 + 1) % interval == 0 })
    let file = try Recording(unchecked: path)
    for step in 0..<Int64(400) {
      let isDue = (step + 1) % interval == 0
      #expect(try hasSample(recording, step, of: states[Int(step)]) == isDue, "step \(step)")
      #expect(try file.poses(after: step) == recording.poses(after: step))
      #expect(try recording.state(after: step) == nil)
    }
    #expect(try recording.poses(after: -1) == nil)
    #expect(throws: RecordingError.self) { try recording.poses(after: 400) }
    #expect(recording.statistics.viewRowSamples == (400 / Int(interval)) * 5)
    #expect(recording.statistics.viewBytes > 0 && recording.statistics.viewSamplesLeftOut == 0)
    #expect(try Verifier(recording).verify(agent) == .same)
  }

  @Test func threadChangesNoByte() throws {
    let other = folder.file("b.mcap")
    _ = try record(to: path, steps: 500)
    _ = try record(to: other, steps: 500, usesThread: false)
    #expect(try bytes(path) == bytes(other))
  }

  /// Poses are of the run's steps: they stay where they are when the steps get other numbers.
  @Test(arguments: [0, 101, 102, 103, 104] as [Int64])
  func cutKeepsThem(from first: Int64) throws {
    let states = try record(to: path, steps: 400)
    let whole = try Recording(path: path)
    let part = folder.file("part.mcap")
    let cut = try RecordingCut(whole, steps: first...299) { try Player(whole, agent: agent) }
    try cut.write(to: part, source: "a.mcap")
    let recording = try Recording(path: part)
    #expect(recording.stepCount == 300 - first)
    for step in first..<300 {
      #expect(
        try hasSample(recording, step - first, of: states[Int(step)]) == ((step + 1) % 4 == 0))
      #expect(try recording.poses(after: step - first) == whole.poses(after: step))
    }
    #expect(try Verifier(recording).verify(agent) == .same)
  }

  @Test func rescueKeepsThem() throws {
    let states = try record(to: path, steps: 700)
    var damaged = try bytes(path)
    // A byte in the middle of the file lies in a block of some step.
    damaged[damaged.count / 2] ^= 1
    let rescue = try Rescue(bytes: damaged)
    #expect(rescue.pieces.count == 2)
    for piece in rescue.pieces {
      for step in piece.steps {
        #expect(
          try hasSample(
            piece.recording, step - piece.steps.lowerBound, of: states[Int(step)])
            == ((step + 1) % 4 == 0), "step \(step)")
      }
    }
    for written in try rescue.write(to: folder.file("kept.mcap")) {
      let kept = try Recording(path: written.path)
      for step in written.steps {
        #expect(
          try hasSample(kept, step - written.steps.lowerBound, of: states[Int(step)])
            == ((step + 1) % 4 == 0), "step \(step)")
      }
    }
  }

  @Test func statesTakeTheirPlace() throws {
    let states = try record(to: path, steps: 300)
    let log = try Recording(path: path)
    let full = folder.file("full.mcap")
    let densifier = Densifier(log) { recording in
      try Player(recording, agent: InProcessAgent(catalogue: particleCatalogue(Sound.self)))
    }
    try densifier.write(to: full, steps: 0..<300, jobs: 2)
    let recording = try Recording(path: full)
    #expect(recording.header.tracks == .everything && recording.viewSteps.isEmpty)
    for step in 0..<Int64(300) { #expect(try recording.state(after: step) == states[Int(step)]) }
  }

  /// Where recording takes too long, poses are left out as states are, and counted.
  @Test(arguments: [true, false])
  func budgetLeavesThemOut(usesThread: Bool) throws {
    var options = RecordingOptions()
    options.usesThread = usesThread
    options.budget = 0.02
    let recorder = try AnySessionRecorder(
      SimulationRun<SoundParticles>(seed: 3), path: path, tracks: .logAndView, options: options)
    var (now, calls) = (Int64(0), 0)
    recorder.clock = {
      now += [0, 0, 100_000, 10_000][calls % 4]
      calls += 1
      return now
    }
    for _ in 0..<640 { try recorder.step([]) }
    try recorder.finish()
    let recording = try Recording(path: path)
    let there = try recording.viewSteps.filter { try recording.poses(after: $0) != nil }
    let stretch = Int64(RecordingBudget.stretchLength)
    #expect(there.allSatisfy { $0 < stretch } && there.count <= 16)
    #expect(usesThread || there.count == 16)
    #expect(recording.statistics.viewSamplesLeftOut == 160 - there.count)
    #expect(try Verifier(recording).verify(agent) == .same)
  }

  @Test func placesOfRowsAreFound() throws {
    _ = try record(to: path, steps: 100)
    let poses = try #require(StoredPoses(try Recording(path: path)))
    #expect(poses.steps == [-1] + (0..<100).filter { ($0 + 1) % 4 == 0 })
    let table = try #require(PlacedTable.all(in: poses.schema).first)
    let first = try #require(try poses.rows(after: -1))
    #expect(table.rows(in: first).map(\.x) == (0..<5).map(Double.init))
    #expect(try poses.rows(after: 4) == nil)
    let (shown, last) = (try poses.rows(atOrBefore: 5), try poses.rows(after: 3))
    #expect(shown?.view.image == last?.view.image && last != nil)
    _ = try record(to: path, steps: 10, .log)
    #expect(StoredPoses(try Recording(path: path)) == nil)
  }

  @Test func stateWithoutPositionsIsRefused() throws {
    let run = SimulationRun<Placeless>(seed: 1)
    let error = try #require(throws: RecordingError.self) {
      _ = try AnySessionRecorder(run, path: path, tracks: .logAndView)
    }
    #expect("\(error)".contains("nothing to view"), "\(error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}

/// A simulation without places.
private struct Placeless: Simulation {
  typealias Input = NoEvent
  static var name: StaticString { "placeless" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var sum: Int64 = 0

  init(parameters: NoParameters, seed: UInt64) {}
  mutating func step(_ inputs: [NoEvent]) { sum += 1 }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("sum", &sum, .everyStep)
  }
}
