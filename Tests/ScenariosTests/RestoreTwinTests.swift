import DeterministicMath
import Scenarios
import Simulation
import TestSupport
import Testing

#if DEBUG
  private let stepsMax = 160
#else
  private let stepsMax = 900
#endif

/// A run that is restored into a fresh program now and then goes on as one that never stopped.
///
/// A fresh program has its contacts in other lanes, beside other neighbours: what one lane of a
/// block does must not depend on the seven others.
@Suite struct RestoreTwinTests {
  private static func check(
    _ inputs: [Int: [Gesture]], restoredAt steps: Set<Int>, _ comment: String
  ) throws {
    let run = SimulationRun<Playground>(seed: 1)
    var twin = SimulationRun<Playground>(seed: 1)
    var image = StateImage()
    for step in 0..<stepsMax {
      if steps.contains(step) {
        run.save(.everything, into: &image)
        twin = SimulationRun<Playground>(seed: 1)
        try twin.restore(image, stepCount: Int64(step))
      }
      let words = (inputs[step] ?? []).map { $0.recordWords }
      try run.step(words)
      try twin.step(words)
      try #require(run.digest() == twin.digest(), "\(comment): step \(step) differs")
    }
  }

  /// Once, overlaps that were corrected turned quick bodies back that happened to lie in the same
  /// block of lanes.
  @Test(arguments: Sample.of([0.2, 0.331, 0.5]))
  func tiltedCrowd(x: Double) throws {
    try RestoreTwinTests.check(
      [82: [.tilt(x: x, y: 1, z: 0)]], restoredAt: [100, 109, 130], "tilt \(x)")
  }

  @Test(arguments: Sample.of(UInt64(1)...3))
  func randomHands(seed: UInt64) throws {
    var draws = RandomStream(seed: seed, stream: "restore").draws(entity: 0, step: 0)
    func within(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double(draws.integer(below: 1001))
        / 1000
    }
    var inputs: [Int: [Gesture]] = [:]
    var restores: Set<Int> = []
    var step = 0
    while step < stepsMax {
      step += 10 + Int(draws.integer(below: 50))
      inputs[step] =
        draws.integer(below: 2) == 0
        ? [.tilt(x: within(-1...1), y: within(-1...1), z: 0)]
        : [.tap(x: within(0...320), y: within(0...568))]
      restores.insert(step + Int(draws.integer(below: 20)))
    }
    try RestoreTwinTests.check(inputs, restoredAt: restores, "seed \(seed)")
  }
}
