import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// 5,050 boxes in one stack of 100 rows; nothing sleeps.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct LargePyramid: WorldSimulation {
  package static var name: StaticString { "benchmark.large_pyramid" }

  package static var derivedFields: [DerivedField] {
    [DerivedField("starts", "where the start puts the boxes; measured against, never stepped")]
  }

  package struct Parameters: SimulationParameters {
    /// Boxes in the bottom row.
    package var baseCount: Int64 = 100

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("baseCount", &baseCount)
    }
  }

  package let scene: SceneWorld
  package private(set) var starts = StartPositions()

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld(enableSleep: false)
    let ground = scene.body(.static, 0, -1)
    scene.shape(.box(halfWidth: 100, halfHeight: 1), to: ground)
    let count = Int(parameters.baseCount)
    guard count > 0 else { return }
    let a: Float = 0.5
    let box = ShapeGeometry.box(halfWidth: a, halfHeight: a)
    for i in 0..<count {
      let y = Float(2 * i + 1) * a
      for j in i..<count {
        let x = Float(i + 1) * a + 2 * Float(j - i) * a - a * Float(count)
        let body = scene.body(.dynamic, x, y)
        scene.shape(box, to: body)
        starts.add(body, Vec2(x, y))
      }
    }
  }
}
