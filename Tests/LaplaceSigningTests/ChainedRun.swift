import Recording
import Sessions
import Simulation
import TestSupport

/// Records 100 steps of the tests' own simulation.
@discardableResult
func record(
  to path: String, seed: UInt64 = 5, tracks: RecordingTracks = .log, hasChain: Bool = true
) throws -> String {
  var tracks = tracks
  tracks.chain = hasChain
  let recorder = try SessionRecorder(
    SimulationRun<Particles<Sound>>(seed: seed), path: path, tracks: tracks)
  for step in 0..<100 { try recorder.step(step == 40 ? [.nudge(particle: 1, vx: 1, vy: 2)] : []) }
  try recorder.finish()
  return recorder.chainValue ?? ""
}
