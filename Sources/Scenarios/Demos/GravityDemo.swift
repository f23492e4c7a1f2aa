import Dynamics
import Simulation

/// One item falls under a tenth of gravity, off the stage and on for ever.
///
/// Tilting the device turns gravity, at its full strength.
package struct GravityDemo: StageScenario {
  package static let name: StaticString = "gravity"

  package struct Parameters: SimulationParameters {
    package var gravityX = 0.0
    package var gravityY = 0.1

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("gravityX", &gravityX)
      visitor.field("gravityY", &gravityY)
    }
  }

  package let stage: Stage
  package let frog: Item
  package let gravity: GravityBehavior

  package init(parameters: Parameters, seed: UInt64) {
    frog = Stage.frog(at: Point(x: 160, y: 100))
    stage = Stage(items: [frog], seed: seed)
    gravity = GravityBehavior(items: [frog])
    gravity.gravityDirection = Vector(dx: parameters.gravityX, dy: parameters.gravityY)
    stage.animator.addBehavior(gravity)
  }

  package mutating func handle(_ gesture: Gesture) {
    if case .tilt(let x, let y, _) = gesture {
      gravity.gravityDirection = Vector(tiltX: x, y: y)
    }
  }

  /// The first item falls freely, with the gravity of the moment.
  package var motionModel: MotionModel? {
    var model = stage.animator.motionModel
    model.gravityX = Float(1000 * gravity.gravityDirection.dx)
    model.gravityY = Float(1000 * gravity.gravityDirection.dy)
    return model
  }
}
