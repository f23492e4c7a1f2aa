import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A net of 10,000 circles and 19,800 revolute joints that hangs from seven fixed ones; nothing
/// collides, nothing sleeps.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct JointGrid: WorldSimulation {
  package static var name: StaticString { "benchmark.joint_grid" }

  package static var derivedFields: [DerivedField] {
    [DerivedField("sideCount", "set by the parameters")]
  }

  package struct Parameters: SimulationParameters {
    /// Rows, and columns; the fixed bodies are 3 to the left of the middle to 3 to the right.
    package var sideCount: Int64 = 100

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("sideCount", &sideCount)
    }
  }

  package let scene: SceneWorld
  package let sideCount: Int

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld(enableSleep: false)
    sideCount = Int(parameters.sideCount)
    let n = sideCount
    guard n > 0 else { return }
    var circle = ShapeDefinition()
    circle.filter.categories = 2
    circle.filter.mask = ~2
    var grid: [BodyID] = []
    for k in 0..<n {
      for i in 0..<n {
        let isFixed = i == 0 && k >= n / 2 - 3 && k <= n / 2 + 3
        let body = scene.body(isFixed ? .static : .dynamic, Float(k), -Float(i))
        scene.shape(.circle(center: .zero, radius: 0.4), circle, to: body)
        if i > 0 {
          pin(grid[grid.count - 1], Vec2(0, -0.5), body, Vec2(0, 0.5))
        }
        if k > 0 {
          pin(grid[grid.count - n], Vec2(0.5, 0), body, Vec2(-0.5, 0))
        }
        grid.append(body)
      }
    }
  }

  private func pin(_ a: BodyID, _ anchorA: Vec2, _ b: BodyID, _ anchorB: Vec2) {
    _ = scene.joint(
      RevoluteJointDefinition(bodyA: a, bodyB: b, anchorA: anchorA, anchorB: anchorB))
  }
}
