import DeterministicMath
import Foundation
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// The hash chain over inputs and digests: any change shows, and copies keep what they can.
@Suite struct HashChainTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  private func record(
    to path: String, seed: UInt64 = 5, _ tracks: RecordingTracks = .log, usesThread: Bool = true,
    vx: Float = 1
  ) throws -> String {
    var tracks = tracks
    tracks.chain = true
    var options = RecordingOptions()
    options.keyframeInterval = 64
    options.keyframeIntervalMax = 90
    options.usesThread = usesThread
    let run = SimulationRun<SoundParticles>(seed: seed)
    let recorder = try SessionRecorder(run, path: path, tracks: tracks, options: options)
    #expect(recorder.chainValue == nil)
    for step in 0..<400 {
      try recorder.step(step % 9 == 4 ? [.nudge(particle: 1, vx: vx, vy: 2), .calm] : [])
    }
    try recorder.finish()
    return try #require(recorder.chainValue)
  }

  /// What is stored does not count, and neither does how it is written; what happened does.
  @Test func lastValueIsOfTheRunAlone() throws {
    let value = try record(to: path)
    #expect(value.count == 64)
    #expect(try Recording(path: path).verifyChain() == .holds(last: value))
    #expect(try Recording(unchecked: path).lastChainValue == value)
    for (name, tracks, usesThread) in [
      ("b", .everything, true), ("c", .logAndView, false), ("d", .log, false),
    ] as [(String, RecordingTracks, Bool)] {
      let other = folder.file(name + ".mcap")
      #expect(try record(to: other, tracks, usesThread: usesThread) == value)
      #expect(try Recording(path: other).verifyChain() == .holds(last: value))
    }
    #expect(try record(to: folder.file("e.mcap"), seed: 6) != value)
    #expect(try record(to: folder.file("f.mcap"), vx: 1.0001) != value)
  }

  @Test func densifyingKeepsItAndCuttingBeginsAnother() throws {
    let value = try record(to: path)
    let log = try Recording(path: path)
    let full = folder.file("full.mcap")
    let densifier = Densifier(log) { recording in
      try Player(recording, agent: InProcessAgent(catalogue: particleCatalogue(Sound.self)))
    }
    try densifier.write(to: full, steps: 0..<400, jobs: 3)
    let dense = try Recording(path: full)
    #expect(try dense.header.tracks.state && dense.verifyChain() == .holds(last: value))
    for steps in [0...399, 0...200, 101...250] as [ClosedRange<Int64>] {
      let part = folder.file("part\(steps.lowerBound)-\(steps.upperBound).mcap")
      try RecordingCut(dense, steps: steps, player: nil).write(to: part, source: "a.mcap")
      let cut = try Recording(path: part)
      guard case .holds(let last) = try cut.verifyChain() else {
        Issue.record("steps \(steps): its chain breaks")
        continue
      }
      #expect((last == value) == (steps == 0...399), "steps \(steps)")
    }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let rescue = try Rescue(bytes: Array(bytes.dropLast(bytes.count / 4)))
    let kept = folder.file("kept.mcap")
    try rescue.write(to: kept)
    guard case .holds = try Recording(path: kept).verifyChain() else {
      Issue.record("what was rescued has no chain that holds")
      return
    }
  }

  /// Someone who changes a digest or an input and makes every checksum right again leaves the chain.
  @Test(arguments: [0, 1, 63, 64, 200, 399] as [Int64])
  func changedStepIsFound(step: Int64) throws {
    _ = try record(to: path)
    let honest = try Recording(path: path)
    for changesInput in [false, true] {
      let forged = folder.file("forged\(changesInput).mcap")
      try forge(honest, at: step, changesInput: changesInput, to: forged)
      let recording = try Recording(path: forged)
      guard case .breaks(let steps) = try recording.verifyChain() else {
        Issue.record("step \(step), an input \(changesInput): its chain holds")
        continue
      }
      #expect(steps.contains(step), "step \(step) is in \(steps)")
      #expect(steps.count <= 90)
    }
  }

  /// A copy in which one step differs, with the links of the honest chain.
  private func forge(
    _ honest: Recording, at step: Int64, changesInput: Bool, to path: String
  ) throws {
    let header = honest.header
    let writer = try BlockWriter(
      path: path, header: header, initialDigest: try honest.digest(after: -1), options: .init())
    var parts = zip(honest.keyframeSteps, honest.keyframeSteps.dropFirst() + [honest.stepCount])
      .map { $0..<$1 }
    if parts.last?.isEmpty == true { parts.removeLast() }
    var chain = RecordingChain(header, initialDigest: try honest.digest(after: -1))
    for part in parts {
      let before = chain
      for each in part { try chain.append(each, of: honest) }
      var pipeline = try BlockPipeline(
        header, .init(), firstStep: part.lowerBound, chain: before)
      _ = try pipeline.append(keyframe: honest.keyframe(atOrBefore: part.lowerBound).image)
      for each in part {
        var (inputs, digest) = (try honest.inputs(at: each), try honest.digest(after: each))
        if each == step {
          if changesInput {
            let more = SoundParticles.Input.nudge(particle: 0, vx: 0, vy: 9)
            inputs.append(try more.checked().words)
          } else {
            digest.high ^= 1
          }
        }
        _ = try pipeline.append(inputs: inputs, digest: digest, state: nil)
      }
      pipeline.chain = chain
      if let block = pipeline.close() { try writer.append(block) }
    }
    try writer.finish(note: nil)
  }

  @Test func recordingWithoutOneSaysSo() throws {
    let recorder = try SessionRecorder(
      SimulationRun<SoundParticles>(seed: 1), path: path, tracks: .log)
    for _ in 0..<10 { try recorder.step([]) }
    try recorder.finish()
    #expect(recorder.chainValue == nil)
    let recording = try Recording(path: path)
    #expect(try recording.verifyChain() == .absent && recording.lastChainValue == nil)
  }
}
