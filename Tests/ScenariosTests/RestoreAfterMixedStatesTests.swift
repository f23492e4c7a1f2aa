import DeterministicMath
import Scenarios
import Simulation
import TestSupport
import Testing

/// What a run was before a restore is gone: also where it was a state that no run reaches, such as
/// tools make that put some fields of one run into another.
@Suite struct RestoreAfterMixedStatesTests {
  #if DEBUG
    static let trialCount = 60
  #else
    static let trialCount = 600
  #endif

  @Test(arguments: Sample.of(UInt64(1)...4, inDebug: 1))
  func goesOnAsAFreshRun(seed: UInt64) throws {
    // Two runs that part at step 30, and their states from then on.
    let first = Int64(30)
    let runs = [0.2, 0.2000001].map { _ in SimulationRun<Playground>(seed: 1) }
    var images: [[StateImage]] = [[], []]
    var digests: [StateDigest] = []
    for step in Int64(0)..<170 {
      for (index, run) in runs.enumerated() {
        if step >= first {
          var image = StateImage()
          run.save(.everything, into: &image)
          images[index].append(image)
        }
        let tilt = Gesture.tilt(x: [0.2, 0.2000001][index], y: -0.9, z: 0)
        try run.step(step == first ? [tilt] : [])
      }
      if step >= first { digests.append(runs[0].digest()) }
    }
    let target = SimulationRun<Playground>(seed: 1)
    let random = RandomStream(seed: seed, stream: "mixed")
    var takenCount = 0
    for trial in 0..<Self.trialCount {
      var draws = random.draws(entity: 0, step: Int64(trial), from: 0)
      let at = Int(draws.integer(below: UInt64(images[0].count - 12)))
      let (a, b) = (images[0][at], images[1][at])
      guard a.rowCounts == b.rowCounts else { continue }
      // Words of one run in the other's state.
      var mixed = a
      let share = draws.integer(below: 8) + 1
      for offset in stride(from: 0, to: a.bytes.count - 3, by: 4)
      where draws.integer(below: 8) < share {
        for place in offset..<offset + 4 { mixed.bytes[place] = b.bytes[place] }
      }
      do throws(SimulationError) {
        try target.restore(mixed, stepCount: first + Int64(at))
        takenCount += 1
        for _ in 0..<draws.integer(below: 3) { try target.step([RecordWords]()) }
      } catch {}
      let back = Int(draws.integer(below: UInt64(images[0].count - 12)))
      let start = back == 0 ? 1 : back
      try target.restore(images[0][start], stepCount: first + Int64(start))
      for step in start..<start + 10 {
        try target.step([RecordWords]())
        try #require(
          target.digest() == digests[step],
          "seed \(seed), trial \(trial): restored at \(start), differs at \(step)")
      }
    }
    #expect(takenCount > Self.trialCount / 10, "\(takenCount) of \(Self.trialCount)")
  }
}
