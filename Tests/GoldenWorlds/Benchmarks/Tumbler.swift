import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A box turned by a motor, with 2,025 small boxes inside.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct Tumbler: WorldSimulation {
  package static var name: StaticString { "benchmark.tumbler" }

  package static var derivedFields: [DerivedField] {
    [
      DerivedField("drum", "made by the start, in the same order every time"),
      DerivedField("pin", "made by the start, in the same order every time"),
      DerivedField("boxes", "made by the start, in the same order every time"),
    ]
  }

  package struct Parameters: SimulationParameters {
    /// Rows, and boxes in a row.
    package var gridCount: Int64 = 45

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("gridCount", &gridCount)
    }
  }

  package let scene: SceneWorld
  package let drum: BodyID
  package let pin: JointID
  package private(set) var boxes: [BodyID] = []

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld(enableSleep: true)
    let ground = scene.body(.static, 0, 0)
    drum = scene.body(.dynamic, 0, 10)
    scene.shape(
      .box(halfWidth: 0.5, halfHeight: 10, center: Vec2(10, 0)), to: drum, density: 50)
    scene.shape(
      .box(halfWidth: 0.5, halfHeight: 10, center: Vec2(-10, 0)), to: drum, density: 50)
    scene.shape(
      .box(halfWidth: 10, halfHeight: 0.5, center: Vec2(0, 10)), to: drum, density: 50)
    scene.shape(
      .box(halfWidth: 10, halfHeight: 0.5, center: Vec2(0, -10)), to: drum, density: 50)
    var motor = RevoluteJointDefinition(bodyA: ground, bodyB: drum, anchorA: Vec2(0, 10))
    motor.isMotorEnabled = true
    motor.motorSpeed = 25 * (3.141_592_7 / 180)
    motor.maximumMotorTorque = 1e8
    pin = scene.joint(motor)
    let count = Int(parameters.gridCount)
    guard count > 0 else { return }
    let box = ShapeGeometry.box(halfWidth: 0.125, halfHeight: 0.125)
    for i in 0..<count {
      for j in 0..<count {
        let id = scene.body(.dynamic, -9 + 0.4 * Float(j), 1 + 0.4 * Float(i))
        scene.shape(box, to: id)
        boxes.append(id)
      }
    }
  }
}
