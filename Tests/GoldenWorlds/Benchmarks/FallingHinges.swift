import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// Four columns of boxes, hinged in pairs, fall over and come to rest.
///
/// The usual scene for comparing builds of an engine: limits and springs, rotations from angles,
/// sweeps and sleep. When everything sleeps is part of the result.
///
/// - Source: the determinism scene of the same name of Box2D v3.
package struct FallingHinges: WorldSimulation {
  package static var name: StaticString { "benchmark.falling_hinges" }

  package static var derivedFields: [DerivedField] {
    [DerivedField("boxes", "made by the start, in the same order every time")]
  }

  package struct Parameters: SimulationParameters {
    package var columnCount: Int64 = 4
    package var rowCount: Int64 = 20

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("columnCount", &columnCount)
      visitor.field("rowCount", &rowCount)
    }
  }

  package let scene: SceneWorld
  package private(set) var boxes: [BodyID] = []
  /// Nothing is awake: no step changes anything any more.
  package var isAtRest: Bool { world.awakeBodyCount == 0 }

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld()
    scene.shape(.box(halfWidth: 40, halfHeight: 1), to: scene.body(.static, 0, -1))
    let h: Float = 0.25
    let pi: Float = 3.141_592_7
    let box = ShapeGeometry.box(halfWidth: h, halfHeight: h)
    for j in 0..<max(0, Int(parameters.columnCount)) {
      for i in 0..<max(0, Int(parameters.rowCount)) {
        let position = Vec2(-3.75 + 2.5 * Float(j) + 0.1 * Float(i), h + 2 * h * Float(i))
        let rotation = Rotation(angle: i % 2 == 0 ? -0.1 : 0.1)
        let body = scene.body(
          BodyDefinition(type: .dynamic, position: position, rotation: rotation))
        if i % 2 == 1 {
          var hinge = RevoluteJointDefinition(
            bodyA: boxes[boxes.count - 1], bodyB: body, anchorA: Vec2(-h, h),
            anchorB: Vec2(-h, -h))
          hinge.referenceRotation = .identity
          hinge.isLimitEnabled = true
          hinge.lowerAngle = -0.1 * pi
          hinge.upperAngle = 0.2 * pi
          hinge.isSpringEnabled = true
          hinge.springHertz = 1
          hinge.springDampingRatio = 1
          hinge.isMotorEnabled = true
          hinge.maximumMotorTorque = 0.25
          hinge.constraintHertz = 60
          hinge.constraintDampingRatio = 0
          _ = scene.joint(hinge)
        }
        scene.shape(box, to: body)
        boxes.append(body)
      }
    }
  }
}
