import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// Hundreds of sleeping boxes without gravity, of which a bullet wakes one or two now and then: the
/// broad phase keeps sleepers in order, and what moves among them apart.
package struct Sleepers: WorldSimulation {
  package static var name: StaticString { "determinism.sleepers" }
  package static var derivedFields: [DerivedField] {
    [DerivedField("bullets", "made by the start, in the same order every time")]
  }

  package let scene: SceneWorld
  private let bullets: [BodyID]
  private var stepCount: Int64 = 0

  private static var sideCount: Int { 20 }

  package init(parameters: NoParameters, seed: UInt64) {
    scene = SceneWorld { $0.gravity = .zero }
    var draws = RandomStream(seed: seed, stream: "places").draws(entity: 0, step: 0)
    for index in 0..<Sleepers.sideCount * Sleepers.sideCount {
      let x = 2 * Float(index % Sleepers.sideCount) + draws.uniform(in: -0.3...0.3)
      let y = 2 * Float(index / Sleepers.sideCount) + draws.uniform(in: -0.3...0.3)
      var box = BodyDefinition(type: .dynamic, position: Vec2(x, y))
      box.linearDamping = 4
      box.angularDamping = 4
      box.isAwake = false
      scene.shape(.box(halfWidth: 0.4, halfHeight: 0.3), to: scene.body(box))
    }
    var bullets: [BodyID] = []
    for index in 0..<4 {
      var bullet = BodyDefinition(type: .dynamic, position: Vec2(-4, 3 + 9 * Float(index)))
      bullet.isBullet = true
      bullet.isAwake = false
      bullets.append(scene.body(bullet))
      scene.shape(.circle(center: .zero, radius: 0.1), to: bullets[index], density: 5)
    }
    self.bullets = bullets
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    if stepCount % 60 == 10 {
      let bullet = bullets[Int(stepCount / 60) % bullets.count]
      world.setLinearVelocity(Vec2(stepCount < 240 ? 150 : -60, 5), of: bullet)
    }
    scene.step()
    stepCount += 1
  }
}
