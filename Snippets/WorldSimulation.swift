// A game that uses the kernel's world itself: it is a simulation, recorded like any other.

import DeterministicMath
import Recording
import Replay
import RigidBodies
import Sessions
import Simulation

// snippet.simulation
struct Tower: Simulation {
  enum Input: SimulationRecord {
    case push(speed: Float)

    static var kinds: [StaticString] { ["push"] }
    init(kind: Int) { self = .push(speed: 0) }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .push(var speed) = self else { return }
      visitor.field("speed", &speed)
      self = .push(speed: speed)
    }
  }

  static var name: StaticString { "tower" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  // Says why it is no state: the start makes it, in the same order every time.
  static var derivedFields: [DerivedField] {
    [DerivedField("boxes", "made by the start, in the same order every time")]
  }

  private let world = World(WorldDefinition())
  private var boxes: [BodyID] = []

  init(parameters: NoParameters, seed: UInt64) {
    _ = add(
      BodyDefinition(type: .static, position: Vec2(0, -0.5)), .box(halfWidth: 20, halfHeight: 0.5))
    boxes = (0..<5).map { level in
      add(
        BodyDefinition(position: Vec2(0, 0.5 + Float(level))), .box(halfWidth: 0.5, halfHeight: 0.5)
      )
    }
  }

  private func add(_ body: BodyDefinition, _ shape: ShapeGeometry) -> BodyID {
    do throws(WorldError) {
      let id = try world.addBody(body)
      _ = try world.addShape(shape, ShapeDefinition(density: 1, friction: 0.6), to: id)
      return id
    } catch {
      preconditionFailure("the tower's parts are valid: \(error)")
    }
  }

  mutating func step(_ inputs: [Input]) {
    for case .push(let speed) in inputs {
      world.setLinearVelocity(Vec2(speed, 0), of: boxes[boxes.count - 1])
    }
    world.step(duration: 1 / 60, substeps: 4)
  }

  // How bodies move by themselves: recordings are smaller for it.
  var motionModel: MotionModel? { world.motionModel(duration: 1 / 60, substeps: 4) }

  // All of the world, in one line.
  mutating func visitState(_ visitor: inout some StateVisitor) { world.visitState(&visitor) }
  func isStateSound() -> Bool { world.isStateSound() }
  mutating func stateWasRestored() { world.stateWasRestored() }
}
// snippet.end

// snippet.record
let run = SimulationRun<Tower>(seed: 1)
let recorder = try SessionRecorder(run, path: "tower.mcap")
for step in 0..<300 { try recorder.step(step == 60 ? [.push(speed: 3)] : []) }
try recorder.finish()

let catalogue = [CatalogueEntry(Tower.self, summary: "five boxes", defaultStepCount: 300)]
print(try Verifier(Recording(path: "tower.mcap")).verify(InProcessAgent(catalogue: catalogue)))
// snippet.end
