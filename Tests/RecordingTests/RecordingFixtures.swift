import AgentProtocol
import DeterministicMath
import Recording
import Simulation
import TestSupport

/// What a recorded run of the particles really did, to compare a recording with.
struct RecordedRun {
  var header: RecordingHeader
  var inputs: [[RecordWords]] = []
  var digests: [StateDigest] = []
  var states: [StateImage] = []
  var keyframes: [Int64: StateImage] = [:]
  var initial = StateImage()
  var initialDigest: StateDigest

  /// Runs and records; `keyframeEvery` steps a key frame is forced.
  init(
    path: String, stepCount: Int64, particles: Int64 = 5, keyframeEvery: Int64 = 100,
    tracks: RecordingTracks = .everything, finish: Bool = true
  ) throws {
    var parameters = Particles<Sound>.Parameters()
    parameters.count = particles
    let run = SimulationRun<Particles<Sound>>(parameters: parameters, seed: 7)
    header = RecordingHeader(
      description: run.description, parameters: parameters.words, seed: 7,
      engineVersion: engineVersion, build: [BuildFact(name: "processor", value: "test")],
      tracks: tracks)
    run.save(.everything, into: &initial)
    initialDigest = run.digest()
    keyframes[0] = initial
    let writer = try RecordingWriter(
      path: path, header: header, initial: initial, initialDigest: initialDigest)
    for step in 0..<stepCount {
      var records: [RecordWords] = []
      if step % 7 == 3 {
        records = [
          Particles<Sound>.Input.nudge(particle: step % 5, vx: 0.1, vy: 1.7).recordWords,
          Particles<Sound>.Input.calm.recordWords,
        ]
      }
      if step == stepCount / 2 { try writer.addMarker("half \"way\"") }
      try run.step(records)
      var state = StateImage()
      run.save(.everyStep, into: &state)
      inputs.append(records)
      digests.append(run.digest())
      states.append(state)
      try writer.append(
        inputs: records, digest: digests[Int(step)], state: tracks.state ? state : nil)
      if (step + 1) % keyframeEvery == 0 {
        var image = StateImage()
        run.save(.everything, into: &image)
        try writer.appendKeyframe(image)
        keyframes[step + 1] = image
      }
    }
    if finish { try writer.finish() } else { withExtendedLifetime(writer) {} }
  }
}
