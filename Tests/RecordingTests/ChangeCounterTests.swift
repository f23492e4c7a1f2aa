import Recording
import Simulation
import TestSupport
import Testing

/// Where a block ends must not depend on who counts the rows that changed.
@Suite struct ChangeCounterTests {
  @Test("the counter finds the rows that an encoder codes", arguments: Sample.of(0..<60))
  func countsWhatIsCoded(seed: Int) {
    for schema in [CodecFixtures.everything, CodecFixtures.bodies, CodecFixtures.words] {
      var source = StateCodecRoundTripTests.Source(schema, .everyStep, seed: UInt64(seed))
      var encoder = blockEncoder(schema, nil)
      var counter = ChangeCounter(schema)
      for _ in 0..<3 {
        encoder.begin(anchor: source.image)
        counter.begin(source.image)
        var total = 0
        for step in 0..<40 {
          source.step()
          encoder.append(source.image)
          total += counter.count(source.image)
          #expect(total == encoder.activeRowSteps, "seed \(seed), step \(step)")
        }
      }
    }
  }
}
