import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// Hundreds of bodies asleep without gravity, so that the broad phase keeps them in its grid and what
/// moves beside it, while an app moves, takes away and makes some of both; bullets fly around the
/// grid on all sides.
package struct Strays: WorldSimulation {
  package static var name: StaticString { "determinism.strays" }
  package static var derivedFields: [DerivedField] {
    ["sleepers", "bullets", "shelf"].map {
      DerivedField($0, "made by the start, in the same order every time")
    }
  }

  package let scene: SceneWorld
  private let sleepers: [BodyID]
  private let bullets: [BodyID]
  private let shelf: BodyID
  private var stepCount: Int64 = 0

  private static var columnCount: Int { 20 }
  private static var count: Int { 220 }

  package init(parameters: NoParameters, seed: UInt64) {
    scene = SceneWorld {
      $0.gravity = .zero
      $0.describesGeometry = true
    }
    let scene = scene
    sleepers = (0..<Strays.count).map { index in
      let x = 2 * Float(index % Strays.columnCount)
      let body = scene.body(.dynamic, x, 2 * Float(index / Strays.columnCount))
      scene.shape(.circle(center: .zero, radius: 0.4), to: body)
      // Now and then two shapes, of which one may leave its box alone.
      if index % 10 == 3 { scene.shape(.circle(center: Vec2(0.5, 0), radius: 0.3), to: body) }
      scene.world.sleep(body)
      return body
    }
    // One without a shape.
    scene.world.sleep(scene.body(.dynamic, 50, 50))
    bullets = [(-9, -9), (60, -12), (60, 50), (-9, 50)].map { (x: Float, y: Float) in
      let bullet = scene.body(.dynamic, x, y)
      scene.shape(.circle(center: .zero, radius: 0.2), to: bullet)
      scene.world.sleep(bullet)
      return bullet
    }
    shelf = scene.body(.static, -20, 10)
    scene.shape(.box(halfWidth: 1, halfHeight: 0.2), to: shelf)
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    change(Int(stepCount))
    scene.step()
    stepCount += 1
  }

  private func change(_ step: Int) {
    switch step {
    case 5: pushSleepers()
    case 10: changeSleepers()
    case 12: for body in sleepers[40...42] { world.removeBody(body) }
    case 15: fly()
    case 20: add(6, 1)
    case 30: moveShelf()
    case 40: add(120, 1)
    case 46: place(bullets[0], Vec2(-3000, -3000))
    // From so far away that the grid counts it among those at its end.
    case 48: place(bullets[2], Vec2(3000, 3000))
    case 50: for body in sleepers.suffix(100) { world.wake(body) }
    case 52: place(sleepers[150], world.center(of: sleepers[150]) + Vec2(0.7, 0.1))
    case 60: add(4, 50)
    case 70: for body in sleepers.suffix(195) { world.removeBody(body) }
    default: break
    }
  }

  /// Without waking it, a sleeper cannot be pushed.
  private func pushSleepers() {
    world.setLinearVelocity(Vec2(1, 0), of: sleepers[3], wakes: false)
    world.setAngularVelocity(1, of: sleepers[3], wakes: false)
    world.applyLinearImpulse(Vec2(1, 0), to: sleepers[3], wakes: false)
    world.setAngularVelocity(4, of: sleepers[13])
  }

  /// Within its box, far beyond it, and gone.
  private func changeSleepers() {
    for (index, way) in [Vec2(1e-4, 0), Vec2(-40, 10), Vec2(0.9, 0.9)].enumerated() {
      let body = sleepers[40 + index]
      place(body, world.center(of: body) + way)
    }
    world.removeBody(sleepers[50])
    scene.shape(.circle(center: .zero, radius: 0.4), to: scene.body(.dynamic, 23, 13))
  }

  private func place(_ body: BodyID, _ position: Vec2) {
    world.setTransform(Transform(position: position, rotation: .identity), of: body)
  }

  /// Away from all sleepers, and through them.
  private func fly() {
    let ways = [Vec2(-120, -100), Vec2(-3, 90), Vec2(100, 90), Vec2(2, -110)]
    for (bullet, way) in zip(bullets, ways) { world.setLinearVelocity(way, of: bullet) }
  }

  private func add(_ count: Int, _ top: Float) {
    for index in 0..<count {
      let body = scene.body(
        .dynamic, 2 * Float(index % Strays.columnCount) + 1,
        top + 2 * Float(index / Strays.columnCount))
      scene.shape(.circle(center: .zero, radius: 0.4), to: body)
      if count > 10 { world.sleep(body) }
    }
  }

  /// Put beside sleepers, it wakes them; of a new shape, that one alone counts.
  private func moveShelf() {
    place(shelf, world.center(of: sleepers[43]) + Vec2(0.5, 0.7))
    scene.shape(.box(halfWidth: 0.3, halfHeight: 3), to: shelf)
  }
}
