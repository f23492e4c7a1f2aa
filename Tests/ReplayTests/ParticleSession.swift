import Recording
import Sessions
import Simulation
import TestSupport

/// What the tests of recorders record: particles, with marks and inputs now and then.
enum ParticleSession {
  typealias SoundParticles = Particles<Sound>

  static func recorder(
    _ path: String, particles: Int64, tracks: RecordingTracks = .everything,
    _ options: RecordingOptions
  ) throws -> AnySessionRecorder {
    var parameters = SoundParticles.Parameters()
    parameters.count = particles
    return try AnySessionRecorder(
      SimulationRun<SoundParticles>(parameters: parameters, seed: 3), path: path, tracks: tracks,
      options: options)
  }

  static func takeSteps(_ count: Int, _ recorder: AnySessionRecorder) throws {
    let inputs = [SoundParticles.Input.nudge(particle: 0, vx: 0.1, vy: 2), .calm]
    for step in 0..<count {
      if step % 97 == 5 { try recorder.mark("mark \(step)") }
      try recorder.step(step % 7 == 3 ? inputs.map(\.recordWords) : [])
    }
  }
}
