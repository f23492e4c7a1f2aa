import Dynamics
import Testing

private let stage = Rect(x: 0, y: 0, width: 320, height: 568)

@Suite("Item properties")
struct PropertyTests {
  @Test("UD-PROP-01 elasticity 0, 0.5, 1: bounce height e²", arguments: [0.0, 0.5, 1])
  func elasticity(e: Double) {
    let item = square(160, 200, side: 40)
    let animator = fineAnimator(bounds: stage)
    animator.addBehavior(GravityBehavior(items: [item]))
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    let properties = ItemBehavior(items: [item])
    properties.elasticity = e
    animator.addBehavior(properties)
    var hit = false
    var top = Double.infinity
    for _ in 0..<480 {
      animator.step()
      if item.center.y > 546 { hit = true }
      if hit, properties.linearVelocity(for: item).dy <= 0 || top.isFinite, item.center.y < top {
        top = item.center.y
      }
      if hit, top.isFinite, properties.linearVelocity(for: item).dy > 50 { break }
    }
    let height = 548.0 - 200
    // One substep at impact speed (834 pt/s) is 3.5 pt of path: 1 % of the height, twice.
    #expect(abs((548 - top) / height - e * e) < 0.02)
  }

  @Test("UD-PROP-02 friction: tan 30° holds at μ 0.6, slides at 0.5; above 1 is allowed")
  func friction() {
    for (mu, gravity, holds) in [
      (0.6, Vector(angle: pi / 3, magnitude: 1), true),
      (0.5, Vector(angle: pi / 3, magnitude: 1), false),
      // 60° off the floor's normal: tan = 1.73.
      (1.8, Vector(angle: pi / 6, magnitude: 1), true),
      (1.6, Vector(angle: pi / 6, magnitude: 1), false),
    ] {
      let item = Item("flat", center: Point(x: 0, y: 95), size: Size(width: 200, height: 10))
      let animator = DynamicAnimator()
      let pull = GravityBehavior(items: [item])
      pull.gravityDirection = gravity
      animator.addBehavior(pull)
      let collision = CollisionBehavior(items: [item])
      collision.addBoundary(
        withIdentifier: "floor", from: Point(x: -5000, y: 100), to: Point(x: 5000, y: 100))
      animator.addBehavior(collision)
      let properties = ItemBehavior(items: [item])
      properties.friction = mu
      animator.addBehavior(properties)
      animator.run(seconds: 1)
      if holds {
        #expect(abs(item.center.x) < 0.5, "μ = \(mu)")
      } else {
        let expected = 500 * (gravity.dx - mu * gravity.dy)
        #expect(abs(item.center.x - expected) < 0.05 * expected + 1, "μ = \(mu)")
      }
    }
  }

  @Test("UD-PROP-03 density scales the effect of a push, not of gravity")
  func density() {
    let light = square(0, 0)
    let heavy = square(500, 0)
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [heavy])
    properties.density = 4
    animator.addBehavior(properties)
    let push = PushBehavior(items: [light, heavy], mode: .continuous)
    push.pushDirection = Vector(dx: 1, dy: 0)
    animator.addBehavior(push)
    animator.addBehavior(GravityBehavior(items: [light, heavy]))
    animator.run(seconds: 1)
    #expect(abs(light.center.x - 50.20833) < 1e-3)
    #expect(abs(heavy.center.x - 500 - 12.55208) < 1e-3)
    #expect(abs(light.center.y - heavy.center.y) < 1e-3)
  }

  @Test("UD-PROP-04 UD-PROP-05 v₀ = 100, rate 0.5: 60.6846 after 1 s, linear and angular")
  func resistance() {
    let item = square()
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [item])
    properties.resistance = 0.5
    properties.angularResistance = 0.5
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: item)
    properties.addAngularVelocity(10, for: item)
    animator.addBehavior(properties)
    animator.run(seconds: 1)
    #expect(abs(properties.linearVelocity(for: item).dx - 60.6846) < 1e-3)
    #expect(abs(properties.angularVelocity(for: item) - 6.06846) < 1e-4)
  }

  @Test("UD-PROP-06 switching rotation off stops it and keeps the angle; on lets it turn again")
  func rotation() {
    let item = square()
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [item])
    properties.addAngularVelocity(2, for: item)
    animator.addBehavior(properties)
    animator.run(seconds: 0.5)
    properties.allowsRotation = false
    #expect(properties.angularVelocity(for: item) == 0)
    let angle = item.rotation
    #expect(abs(angle - 1) < 1e-3)
    properties.addAngularVelocity(2, for: item)
    animator.run(seconds: 0.5)
    #expect(item.rotation == angle)
    properties.allowsRotation = true
    properties.addAngularVelocity(2, for: item)
    animator.run(seconds: 0.5)
    #expect(abs(item.rotation - angle - 1) < 1e-3)
  }

  @Test("UD-PROP-07 an anchored item is a boundary: it never moves and stops others")
  func anchored() {
    let floor = Item("floor", center: Point(x: 160, y: 300), size: Size(width: 200, height: 20))
    let box = square(160, 200, side: 40)
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [floor])
    properties.isAnchored = true
    properties.addLinearVelocity(Vector(dx: 50, dy: 0), for: floor)
    animator.addBehavior(properties)
    animator.addBehavior(GravityBehavior(items: [floor, box]))
    animator.addBehavior(CollisionBehavior(items: [floor, box]))
    animator.run(seconds: 2)
    #expect(floor.center == Point(x: 160, y: 300))
    #expect(properties.linearVelocity(for: floor) == .zero)
    #expect(abs(box.center.y - 270) < 0.3)
    #expect(!animator.isRunning)
    // Released, it falls from rest and the box with it.
    properties.isAnchored = false
    animator.run(seconds: 1)
    // What touches something falls in finer steps: between 502.08 pt and 500 pt of the continuum.
    #expect(abs(floor.center.y - 801.5) < 0.7)
    #expect(box.center.y > 700)
  }

  @Test(
    "UD-PROP-09 UD-PROP-10 the last behaviour in tree order wins, per property, only given ones")
  func precedence() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    func inForce() -> (Double, Double) {
      // Speed gained by a push of one newton in one frame, and the damping of that frame.
      let push = PushBehavior(items: [item], mode: .instantaneous)
      push.pushDirection = Vector(dx: 1, dy: 0)
      let probe = ItemBehavior(items: [item])
      animator.addBehavior(probe)
      let before = probe.linearVelocity(for: item).dx
      probe.addLinearVelocity(Vector(dx: -before, dy: 0), for: item)
      animator.addBehavior(push)
      animator.step()
      let v = probe.linearVelocity(for: item).dx
      animator.step()
      let damping = probe.linearVelocity(for: item).dx / v
      animator.removeBehavior(push)
      animator.removeBehavior(probe)
      return (v / damping, damping)
    }
    let first = ItemBehavior(items: [item])
    first.density = 2
    first.resistance = 6
    let parent = DynamicBehavior()
    let inner = ItemBehavior(items: [item])
    inner.density = 4
    parent.addChildBehavior(inner)
    // Read, never given.
    _ = inner.resistance
    animator.addBehavior(parent)
    animator.addBehavior(first)
    // Tree order: parent, inner, first. The later one wins both.
    var (v, damping) = inForce()
    let k = 1 / (1 + 6.0 / 240)
    #expect(abs(v - 50) < 0.01)
    #expect(abs(damping - k * k * k * k) < 1e-5)
    // Both the other way round: inner wins density, first still gives resistance.
    animator.removeBehavior(parent)
    animator.addBehavior(parent)
    (v, damping) = inForce()
    #expect(abs(v - 25) < 0.01)
    #expect(abs(damping - k * k * k * k) < 1e-5)
    // UD-PROP-10: with none left the defaults return.
    animator.removeBehavior(first)
    (v, damping) = inForce()
    #expect(abs(damping - 1) < 1e-6)
    #expect(abs(v - 25) < 0.01)
    animator.removeBehavior(parent)
    (v, damping) = inForce()
    #expect(abs(v - 100) < 0.01)
  }

  @Test(
    "UD-PROP-15 UD-CORE-09 F-30 reading a default does not mark it given: the profile shows through"
  )
  func reading() {
    let item = square(0, 0)
    let animator = DynamicAnimator(profile: .uikitObserved)
    let properties = ItemBehavior(items: [item])
    #expect(properties.resistance == 0)
    #expect(properties.elasticity == 0)
    #expect(properties.density == 1)
    #expect(properties.allowsRotation)
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: item)
    animator.addBehavior(properties)
    animator.run(seconds: 1)
    // UD-CORE-09: 0.1 damping in the observed profile.
    #expect(abs(properties.linearVelocity(for: item).dx - 90.484) < 0.02)
    properties.resistance = 0
    animator.run(seconds: 1)
    #expect(abs(properties.linearVelocity(for: item).dx - 90.484) < 0.02)
  }

  @Test("UD-PROP-11 velocities add up before association, apply at it, and read back")
  func velocities() {
    let item = square(0, 0)
    let stranger = square(0, 0)
    let properties = ItemBehavior(items: [item])
    properties.addLinearVelocity(Vector(dx: 30, dy: 0), for: item)
    properties.addLinearVelocity(Vector(dx: 30, dy: 5), for: item)
    properties.addAngularVelocity(1, for: item)
    properties.addLinearVelocity(Vector(dx: 99, dy: 0), for: stranger)
    #expect(properties.linearVelocity(for: item) == .zero)
    let animator = DynamicAnimator()
    animator.addBehavior(properties)
    #expect(properties.linearVelocity(for: item) == Vector(dx: 60, dy: 5))
    #expect(properties.angularVelocity(for: item) == 1)
    #expect(properties.linearVelocity(for: stranger) == .zero)
    properties.addLinearVelocity(Vector(dx: -20, dy: 0), for: item)
    #expect(properties.linearVelocity(for: item).dx == 40)
    animator.run(seconds: 1)
    #expect(abs(item.center.x - 40) < 1e-3)
    // Applied once, not again at the next association.
    animator.removeBehavior(properties)
    animator.step()
    animator.addBehavior(properties)
    #expect(properties.linearVelocity(for: item) == .zero)
  }

  @Test("UD-PROP-13 restitution: the larger one counts; ignored below 25 pt/s")
  func mixing() {
    for (speed, bounces) in [(40.0, true), (20.0, false)] {
      let still = square(200, 0, side: 40)
      let mover = square(0, 0, side: 40)
      let animator = DynamicAnimator()
      let properties = ItemBehavior(items: [still])
      properties.elasticity = 1
      animator.addBehavior(properties)
      animator.addBehavior(CollisionBehavior(items: [still, mover]))
      let probe = ItemBehavior(items: [mover])
      probe.addLinearVelocity(Vector(dx: speed, dy: 0), for: mover)
      animator.addBehavior(probe)
      animator.run(seconds: 9)
      let v = properties.linearVelocity(for: still).dx
      if bounces {
        #expect(abs(v - speed) < 0.02 * speed)
      } else {
        #expect(v < 0.75 * speed)
      }
    }
  }

  @Test("UD-PROP-14 UD-ROB-03 values out of range are clamped, NaN is ignored, diagnostics tell")
  func invalid() {
    let p = ItemBehavior()
    p.density = -3
    #expect(p.density == 1e-6)
    p.density = .nan
    #expect(p.density == 1e-6)
    p.elasticity = 1.5
    #expect(p.elasticity == 1)
    p.elasticity = -1
    #expect(p.elasticity == 0)
    p.friction = -1
    #expect(p.friction == 0)
    p.resistance = .infinity
    #expect(p.resistance == 1e6)
    p.angularResistance = -1
    #expect(p.angularResistance == 0)
    p.charge = .infinity
    #expect(p.charge == 0)
    let animator = DynamicAnimator()
    animator.addBehavior(p)
    #expect(
      animator.diagnostics.map { $0.code } == [
        .valueClamped, .valueIgnored, .valueClamped, .valueClamped, .valueClamped, .valueClamped,
        .valueClamped, .valueIgnored,
      ])
  }
}
