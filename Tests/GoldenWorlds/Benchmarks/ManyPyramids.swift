import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// 400 pyramids of 55 boxes on 20 floors; nothing sleeps.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct ManyPyramids: WorldSimulation {
  package static var name: StaticString { "benchmark.many_pyramids" }

  package static var derivedFields: [DerivedField] {
    [DerivedField("starts", "where the start puts the boxes; measured against, never stepped")]
  }

  package struct Parameters: SimulationParameters {
    package var rowCount: Int64 = 20
    package var columnCount: Int64 = 20
    /// Boxes in a bottom row.
    package var baseCount: Int64 = 10

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("rowCount", &rowCount)
      visitor.field("columnCount", &columnCount)
      visitor.field("baseCount", &baseCount)
    }
  }

  package let scene: SceneWorld
  package private(set) var starts = StartPositions()

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld(enableSleep: false)
    let rows = Int(parameters.rowCount)
    let columns = Int(parameters.columnCount)
    let base = Int(parameters.baseCount)
    guard rows > 0, columns > 0, base > 0 else { return }
    let a: Float = 0.5
    let pitchX = Float(base + 1)
    let pitchY = Float(base + 1)
    let halfWidth = 0.5 * Float(columns) * pitchX
    let ground = scene.body(.static, 0, 0)
    for r in 0..<rows {
      let y = pitchY * Float(r)
      scene.shape(.segment(Vec2(-halfWidth, y), Vec2(halfWidth, y)), to: ground)
    }
    let box = ShapeGeometry.box(halfWidth: a, halfHeight: a)
    for r in 0..<rows {
      for c in 0..<columns {
        let x0 = -halfWidth + pitchX * Float(c) + 2 * a
        let y0 = pitchY * Float(r)
        for i in 0..<base {
          let y = Float(2 * i + 1) * a + y0
          for j in i..<base {
            let x = Float(i + 1) * a + 2 * Float(j - i) * a + x0 - 0.5
            let body = scene.body(.dynamic, x, y)
            scene.shape(box, to: body)
            starts.add(body, Vec2(x, y))
          }
        }
      }
    }
  }
}
