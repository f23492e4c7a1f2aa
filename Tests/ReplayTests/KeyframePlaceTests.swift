import Recording
import Replay
import Sessions
import TestSupport
import Testing

/// Where key frames lie: at multiples of the least distance, where simulations may have less to save.
@Suite struct KeyframePlaceTests {
  @Test(arguments: Sample.of(UInt64(0)..<24))
  func atMultiplesOfTheLeastDistance(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var options = RecordingOptions()
    options.usesThread = draw(2) == 0
    options.keyframeInterval = Int64(1 + draw(120))
    options.keyframeIntervalMax = options.keyframeInterval + Int64(draw(300))
    let (least, most) = (options.keyframeInterval, options.keyframeIntervalMax)
    let folder = try TemporaryFolder()
    let path = folder.file("run.mcap")
    let recorder = try ParticleSession.recorder(
      path, particles: Int64(1 + draw(40)),
      tracks: draw(2) == 0 ? .everything : .log, options)
    try ParticleSession.takeSteps(700, recorder)
    try recorder.finish()
    let steps = try Recording(path: path).keyframeSteps
    #expect(steps.count > 700 / Int(most), "seed \(seed)")
    for (last, next) in zip(steps, steps.dropFirst()) {
      let place = "seed \(seed): \(last), \(next); \(least) to \(most)"
      #expect(next - last >= least && next - last <= most, "\(place)")
      // Only where none lies within reach, may they lie elsewhere.
      let fits = (last + most) / least * least >= last + least
      #expect(next % least == 0 || !fits, "\(place)")
    }
  }
}
