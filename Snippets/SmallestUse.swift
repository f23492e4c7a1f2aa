// A simulation of one's own, recorded, replayed and checked to the last bit.

import DeterministicMath
import Recording
import Replay
import Sessions
import Simulation

// snippet.simulation
struct Ball: Simulation {
  enum Input: SimulationRecord {
    case kick(speed: Float)

    static var kinds: [StaticString] { ["kick"] }
    init(kind: Int) { self = .kick(speed: 0) }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .kick(var speed) = self else { return }
      visitor.field("speed", &speed)
      self = .kick(speed: speed)
    }
  }

  static var name: StaticString { "ball" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var height: Float = 10
  var velocity: Float = 0

  init(parameters: NoParameters, seed: UInt64) {}

  mutating func step(_ inputs: [Input]) {
    for case .kick(let speed) in inputs { velocity += speed }
    velocity -= 10 / 60
    height += velocity / 60
    if height < 0 { (height, velocity) = (-height, -0.8 * velocity) }
  }

  // The state, described once: saving, restoring, digests, names in a diff all derive from it.
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("height", &height, .everyStep)
    visitor.field("velocity", &velocity, .everyStep)
  }
}
// snippet.end

// snippet.record
let run = SimulationRun<Ball>(seed: 1)
let recorder = try SessionRecorder(run, path: "ball.mcap")
for step in 0..<600 {
  try recorder.step(step == 90 ? [.kick(speed: 6)] : [])
}
try recorder.finish()

let catalogue = [CatalogueEntry(Ball.self, summary: "a ball", defaultStepCount: 600)]
let verdict = try Verifier(Recording(path: "ball.mcap"))
  .verify(InProcessAgent(catalogue: catalogue))
print(verdict)  // same
// snippet.end
