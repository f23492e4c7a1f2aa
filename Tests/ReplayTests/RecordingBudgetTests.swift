import Foundation
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// A recorder that may take only a share of the time leaves states out, and says so; never inputs,
/// digests, or what a run needs to be rebuilt.
@Suite struct RecordingBudgetTests {
  typealias SoundParticles = Particles<Sound>

  /// What recording costs with and without states, in nanoseconds for a step of 100,000; the share
  /// that it may take; the part of the stretches that keep their states.
  @Test(arguments: [
    (with: 1_000, without: 500, share: 0.02, kept: 1.0),
    (with: 4_000, without: 500, share: 0.02, kept: 1_500.0 / 3_500),
    (with: 9_000, without: 1_900, share: 0.02, kept: 100.0 / 7_100),
    (with: 9_000, without: 3_000, share: 0.02, kept: 0.0),
    (with: 60_000, without: 3_000, share: 0.5, kept: 47_000.0 / 57_000),
  ])
  func statesAreKeptAsOftenAsTheShareAllows(
    with: Int64, without: Int64, share: Double, kept: Double
  ) {
    var budget = RecordingBudget(share: share, keyframeInterval: 1024)
    var stretches = 0
    var spent: Int64 = 0
    let count = 2_000
    for _ in 0..<count {
      if budget.keepsStates { stretches += 1 }
      for _ in 0..<RecordingBudget.stretchLength {
        let cost = budget.keepsStates ? with : without
        spent += cost
        budget.note(step: 100_000, recording: cost)
      }
    }
    #expect(abs(Double(stretches) / Double(count) - kept) < 0.01)
    // Whatever is left out, the log is written.
    let most = max(share, Double(without) / 100_000)
    let taken = Double(spent) / Double(count * RecordingBudget.stretchLength) / 100_000
    #expect(taken <= most * 1.01)
  }

  @Test func keyframesArePutOffOnlySoFar() {
    var budget = RecordingBudget(share: 0.02, keyframeInterval: 100)
    #expect(budget.allowsKeyframe(after: 1))
    for _ in 0..<1_000 { budget.note(step: 1_000, recording: 1_000) }
    #expect(!budget.allowsKeyframe(after: 799) && budget.allowsKeyframe(after: 800))
    for _ in 0..<100_000 { budget.note(step: 1_000, recording: 0) }
    #expect(budget.allowsKeyframe(after: 1))
  }

  @Test("what is left out is told, and rebuilt exactly", arguments: [true, false])
  func whatIsLeftOutIsToldAndRebuilt(usesThread: Bool) throws {
    let folder = try TemporaryFolder()
    var options = RecordingOptions()
    options.usesThread = usesThread
    options.keyframeInterval = 16
    options.keyframeIntervalMax = 32
    options.budget = 0.02
    let path = folder.file("a.mcap")
    var parameters = SoundParticles.Parameters()
    parameters.count = 40
    let run = SimulationRun<SoundParticles>(parameters: parameters, seed: 3)
    let recorder = try AnySessionRecorder(run, path: path, options: options)
    // Each step takes 100 µs, and recording it 10 µs: five times what it may.
    var now: Int64 = 0
    var calls = 0
    recorder.clock = {
      now += [0, 0, 100_000, 10_000][calls % 4]
      calls += 1
      return now
    }
    var states: [StateImage] = []
    for step in 0..<1_000 {
      let input = SoundParticles.Input.nudge(particle: 0, vx: 0.1, vy: 2)
      try recorder.step(step % 7 == 3 ? [try input.checked().words] : [])
      // No step waits for the writer, which says when a key frame is due: it gets the time to say it.
      if usesThread { Thread.sleep(forTimeInterval: 0.001) }
      var state = StateImage()
      run.save(.everyStep, into: &state)
      states.append(state)
    }
    try recorder.finish()
    let recording = try Recording(path: path)
    let stretch = Int64(RecordingBudget.stretchLength)
    // A busy machine's writer may fall behind earlier.
    let last = try #require(recording.leftOutSteps.last)
    #expect(last.contains(stretch) && last.upperBound == 1_000)
    #expect(try usesThread || recording.leftOutSteps == [stretch..<1_000])
    #expect(recording.statistics.budget == 0.02)
    #expect(recording.inputCount == 143 && recording.stepCount == 1_000)
    // Put off eight times the usual interval, and never longer.
    let keyframes = recording.keyframeSteps.filter { $0 > stretch }
    #expect(zip(keyframes, keyframes.dropFirst()).allSatisfy { 256...320 ~= $1 - $0 })
    #expect(!keyframes.isEmpty)
    let whole = folder.file("whole.mcap")
    let densifier = Densifier(recording) { recording in
      try Player(recording, agent: InProcessAgent(catalogue: particleCatalogue(Sound.self)))
    }
    try densifier.write(to: whole, steps: 0..<1_000, jobs: 2)
    let dense = try Recording(path: whole)
    for step in 0..<1_000 {
      #expect(try dense.state(after: Int64(step)) == states[step], "step \(step)")
    }
  }
}
