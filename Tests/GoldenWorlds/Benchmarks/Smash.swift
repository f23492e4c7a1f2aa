import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A heavy box hits a block of 9,600 boxes that sleep, without gravity: waking and merging.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct Smash: WorldSimulation {
  package static var name: StaticString { "benchmark.smash" }

  package struct Parameters: SimulationParameters {
    package var columnCount: Int64 = 120
    package var rowCount: Int64 = 80

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("columnCount", &columnCount)
      visitor.field("rowCount", &rowCount)
    }
  }

  package let scene: SceneWorld

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld { definition in
      definition.gravity = .zero
    }
    var heavy = BodyDefinition(type: .dynamic, position: Vec2(-20, 0))
    heavy.linearVelocity = Vec2(Smash.startSpeed, 0)
    scene.shape(.box(halfWidth: 4, halfHeight: 4), to: scene.body(heavy), density: 8)
    let columns = Int(parameters.columnCount)
    let rows = Int(parameters.rowCount)
    guard columns > 0, rows > 0 else { return }
    let box = ShapeGeometry.box(halfWidth: 0.2, halfHeight: 0.2)
    for i in 0..<columns {
      for j in 0..<rows {
        var small = BodyDefinition(
          type: .dynamic, position: Vec2(30 + 0.4 * Float(i), 0.4 * Float(j - rows / 2)))
        small.isAwake = false
        let body = scene.body(small)
        scene.shape(box, to: body)
        // A shape wakes its body; these are made asleep.
        scene.world.sleep(body)
      }
    }
  }

  package static var startSpeed: Float { 40 }
}
