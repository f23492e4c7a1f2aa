import DeterministicMath
import Dynamics
import Simulation

/// Every report of a finger pushes an item away from the middle of the stage, towards the
/// finger's side; farther is stronger, up to 100 points.
package struct PushDemo: StageScenario {
  package static let name: StaticString = "push"

  package struct Parameters: SimulationParameters {
    /// 0 the dragon (mass 1), 1 the frog (mass 0.64).
    package var item: Int64 = 0
    /// A continuous push, active while the finger is down, instead of one impulse per report.
    package var isContinuous = false

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("item", &item)
      visitor.field("isContinuous", &isContinuous)
    }
  }

  package let stage: Stage
  package let item: Item
  package let push: PushBehavior

  package init(parameters: Parameters, seed: UInt64) {
    let start = Point(x: 160, y: 150)
    item = parameters.item == 1 ? Stage.frog(at: start) : Stage.dragon(at: start)
    stage = Stage(items: [item], seed: seed)
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    stage.animator.addBehavior(collision)
    push = PushBehavior(
      items: [item], mode: parameters.isContinuous ? .continuous : .instantaneous)
    stage.animator.addBehavior(push)
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .panBegan(let x, let y), .panChanged(let x, let y): aim(Point(x: x, y: y))
    case .panEnded(let x, let y, _, _):
      if push.mode == .continuous { push.active = false } else { aim(Point(x: x, y: y)) }
    case .panCancelled: if push.mode == .continuous { push.active = false }
    default: break
    }
  }

  private func aim(_ p: Point) {
    let way = p - Stage.bounds.center
    let distance = way.length < 100 ? way.length : 100
    push.setAngle(way.angle, magnitude: distance / 100)
    push.active = true
  }
}
