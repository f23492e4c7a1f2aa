import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// 3,000 bodies of two triangles each fall into a box.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct Compounds: WorldSimulation {
  package static var name: StaticString { "benchmark.compounds" }

  package static var derivedFields: [DerivedField] {
    [DerivedField("pieces", "made by the start, in the same order every time")]
  }

  package struct Parameters: SimulationParameters {
    package var columnCount: Int64 = 20
    package var rowCount: Int64 = 150

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("columnCount", &columnCount)
      visitor.field("rowCount", &rowCount)
    }
  }

  package let scene: SceneWorld
  package private(set) var pieces: [BodyID] = []

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld()
    let ground = scene.body(.static, 0, 0)
    scene.tray(halfWidth: 40, wallHeight: 100, to: ground)
    scene.shape(.segment(Vec2(-800, -80), Vec2(800, -80)), to: ground)
    let columns = Int(parameters.columnCount)
    let rows = Int(parameters.rowCount)
    guard columns > 0, rows > 0 else { return }
    let material = ShapeDefinition(friction: 0.5)
    let left = ShapeGeometry.polygon([Vec2(-1, 0), Vec2(0.5, 1), Vec2(0, 2)], radius: 0)
    let right = ShapeGeometry.polygon([Vec2(1, 0), Vec2(-0.5, 1), Vec2(0, 2)], radius: 0)
    var side: Float = 0.25
    for i in 0..<columns {
      for j in 0..<rows {
        let body = scene.body(
          .dynamic, 2 * Float(i) - Float(columns - 1) + side, 2.25 * Float(j) + 5.575)
        side = -side
        scene.shape(left, material, to: body)
        scene.shape(right, material, to: body)
        pieces.append(body)
      }
    }
  }
}

extension SceneWorld {
  /// A floor of boxes 1.1 m wide, and a wall of boxes 1.1 m high at each end: neighbours overlap.
  func tray(halfWidth: Int, wallHeight: Int, to ground: BodyID) {
    for i in -halfWidth...halfWidth {
      shape(.box(halfWidth: 0.55, halfHeight: 0.5, center: Vec2(Float(i), 0)), to: ground)
    }
    for x in [-halfWidth, halfWidth] {
      for j in 1...wallHeight {
        shape(.box(halfWidth: 0.5, halfHeight: 0.55, center: Vec2(Float(x), Float(j))), to: ground)
      }
    }
  }
}
