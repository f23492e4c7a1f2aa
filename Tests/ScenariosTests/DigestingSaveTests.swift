import DeterministicMath
import GoldenWorlds
import Scenarios
import Simulation
import TestSupport
import Testing

/// One visit that digests and saves gives what two visits do, whatever came before.
@Suite struct DigestingSaveTests {
  /// All that ship, and benchmarks with joints, contacts, and many shapes.
  static let names =
    GoldenCatalogue.all.map(\.name).filter { !$0.hasPrefix("benchmark.") }
    + ["benchmark.falling_hinges", "benchmark.rain"]

  @Test("a digest that saves is the digest, and saves the state", arguments: Sample.of(names, 12))
  func twins(name: String) throws {
    let entry = try #require(GoldenCatalogue.all.first { $0.name == name })
    let one = try entry.start(parameters: entry.defaultParameters, seed: 1)
    let two = try entry.start(parameters: entry.defaultParameters, seed: 1)
    var random = SplitMix(seed: 0x5A7E)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var kept = [StateImage](repeating: StateImage(), count: 2)
    var earlier: (one: StateImage, two: StateImage, stepCount: Int64)?
    for step in 0..<40 {
      if step % 9 == 8, let earlier {
        // Each its own: what was saved from the same run is put back by what has changed since.
        try one.restore(earlier.one, stepCount: earlier.stepCount)
        try two.restore(earlier.two, stepCount: earlier.stepCount)
      }
      let selection = below(4) == 0 ? StateSelection.everything : .everyStep
      // Sometimes the digest is known already, and sometimes nobody asks for a while.
      if below(6) == 0 { #expect(one.digest() == two.digest()) }
      if below(5) != 0 {
        let index = below(kept.count)
        var expected = StateImage()
        try two.save(selection, into: &expected)
        let digest = try one.digest(saving: selection, into: &kept[index])
        #expect(digest == two.digest(), "step \(step)")
        #expect(kept[index] == expected, "step \(step), image \(index)")
        #expect(one.digest() == digest, "step \(step): the digest is kept")
        if selection == .everything, below(2) == 0 {
          earlier = (kept[index], expected, one.stepCount)
        }
      }
      try one.step([] as [RecordWords])
      try two.step([] as [RecordWords])
    }
    #expect(one.fault == nil && two.fault == nil)
  }
}
