import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A kinematic drum with four paddles washes 8,100 boxes, and every hit is reported.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct Washer: WorldSimulation {
  package static var name: StaticString { "benchmark.washer" }

  package static var derivedFields: [DerivedField] {
    [
      DerivedField("drum", "made by the start, in the same order every time"),
      DerivedField("boxes", "made by the start, in the same order every time"),
      DerivedField("hitCount", "what the last step reports; never read by the next one"),
    ]
  }

  package struct Parameters: SimulationParameters {
    /// Rows, and boxes in a row.
    package var gridCount: Int64 = 90

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("gridCount", &gridCount)
    }
  }

  package let scene: SceneWorld
  package let drum: BodyID
  package private(set) var boxes: [BodyID] = []
  /// Contacts that began in the last step. Not state.
  package private(set) var hitCount = 0

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld()
    _ = scene.body(.static, 0, 0)
    let degree: Float = 3.141_592_7 / 180
    var definition = BodyDefinition(type: .kinematic, position: Vec2(0, 10))
    definition.angularVelocity = 25 * degree
    definition.linearVelocity = Vec2(0.001, -0.002)
    drum = scene.body(definition)
    let turn = Rotation(angle: 10 * degree)
    let narrow = Rotation(angle: degree)
    var u1 = Vec2(1, 0)
    for i in 0..<36 {
      let u2 = i == 35 ? Vec2(1, 0) : turn.rotate(u1)
      let a1 = narrow.inverse.rotate(u1)
      let a2 = narrow.rotate(u2)
      scene.shape(.polygon([16 * a1, 18 * a1, 16 * a2, 18 * a2], radius: 0), to: drum)
      if i % 9 == 0 {
        scene.shape(.polygon([14 * u1, 16 * u1, 14 * u2, 16 * u2], radius: 0), to: drum)
      }
      u1 = u2
    }
    let count = Int(parameters.gridCount)
    guard count > 0 else { return }
    let box = ShapeGeometry.box(halfWidth: 0.1, halfHeight: 0.1)
    for i in 0..<count {
      for j in 0..<count {
        let body = scene.body(.dynamic, -9.9 + 0.21 * Float(j), 0.1 + 0.21 * Float(i))
        scene.shape(box, to: body)
        boxes.append(body)
      }
    }
  }

  package mutating func step(_ inputs: [NoEvent]) {
    scene.step()
    hitCount = world.contactEvents.count
  }
}
