import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A bar stirs 6,076 circles, capsules and boxes in a round, one-sided wall.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct Spinner: WorldSimulation {
  package static var name: StaticString { "benchmark.spinner" }

  package static var derivedFields: [DerivedField] {
    [
      DerivedField("pin", "made by the start, in the same order every time"),
      DerivedField("stirred", "made by the start, in the same order every time"),
    ]
  }

  package struct Parameters: SimulationParameters {
    /// Bodies that are stirred, 92 in a row.
    package var bodyCount: Int64 = 6076

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("bodyCount", &bodyCount)
    }
  }

  package let scene: SceneWorld
  package let pin: JointID
  package private(set) var stirred: [BodyID] = []

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld()
    let ground = scene.body(.static, 0, 0)
    scene.shape(Spinner.wall, ShapeDefinition(friction: 0.1), to: ground)

    var bar = BodyDefinition(type: .dynamic, position: Vec2(0, 12))
    bar.isSleepEnabled = false
    let spinner = scene.body(bar)
    scene.shape(
      .box(halfWidth: 0.4, halfHeight: 20, radius: 0.2), ShapeDefinition(friction: 0), to: spinner)
    var motor = RevoluteJointDefinition(bodyA: ground, bodyB: spinner, anchorA: Vec2(0, 12))
    motor.isMotorEnabled = true
    motor.motorSpeed = 5
    motor.maximumMotorTorque = .greatestFiniteMagnitude
    pin = scene.joint(motor)

    let material = ShapeDefinition(density: 0.25, friction: 0.1, restitution: 0.1)
    let shapes: [ShapeGeometry] = [
      .capsule(Vec2(-0.25, 0), Vec2(0.25, 0), radius: 0.25),
      .circle(center: .zero, radius: 0.35),
      .box(halfWidth: 0.35, halfHeight: 0.35),
    ]
    var x: Float = -23
    var y: Float = 2
    for m in 0..<max(0, Int(parameters.bodyCount)) {
      let body = scene.body(.dynamic, x, y)
      scene.shape(shapes[m % 3], material, to: body)
      stirred.append(body)
      x += 0.5
      if x >= 23 {
        x = -23
        y += 0.5
      }
    }
  }

  /// A circle of 360 edges, clockwise: solid outside.
  private static var wall: ShapeGeometry {
    let back = Rotation(angle: -3.141_592_7 / 180)
    var points: [Vec2] = []
    var p = Vec2(40, 0)
    for _ in 0..<360 {
      points.append(Vec2(p.x, p.y + 32))
      p = back.rotate(p)
    }
    return .chain(points, isLoop: true, isTwoSided: false)
  }
}
