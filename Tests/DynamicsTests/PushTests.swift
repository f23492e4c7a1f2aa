import Dynamics
import Testing

@Suite("Push")
struct PushTests {
  @Test("UD-PUSH-01 UD-PUSH-05 continuous: 100·F/m, the same force for each item")
  func continuous() {
    let a = square(0, 0)
    let b = square(0, 500, side: 50)
    let push = PushBehavior(items: [a, b], mode: .continuous)
    push.pushDirection = Vector(dx: 1, dy: 0)
    let animator = DynamicAnimator()
    animator.addBehavior(push)
    animator.run(seconds: 1)
    #expect(abs(a.center.x - 50.20833) < 1e-3)
    #expect(abs(b.center.x - 4 * 50.20833) < 1e-3)
  }

  @Test("UD-PUSH-02 instantaneous: 100·J/m, once, re-armed by active")
  func instantaneous() {
    let item = square(0, 0)
    let push = PushBehavior(items: [item], mode: .instantaneous)
    let probe = ItemBehavior(items: [item])
    #expect(push.active)
    #expect(push.magnitude == 0)
    push.setAngle(0, magnitude: 1)
    let animator = DynamicAnimator()
    animator.addBehavior(probe)
    animator.addBehavior(push)
    animator.step()
    #expect(!push.active)
    #expect(abs(probe.linearVelocity(for: item).dx - 100) < 1e-4)
    animator.run(seconds: 0.1)
    #expect(abs(probe.linearVelocity(for: item).dx - 100) < 1e-4)
    push.active = true
    animator.step()
    #expect(abs(probe.linearVelocity(for: item).dx - 200) < 1e-4)
  }

  @Test("UD-PUSH-03 angle, magnitude and direction are one thing; negative reverses")
  func coupling() {
    let push = PushBehavior(mode: .continuous)
    #expect(push.pushDirection == .zero)
    push.angle = pi / 2
    #expect(push.angle == pi / 2)
    push.magnitude = 2
    #expect(abs(push.pushDirection.dy - 2) < 1e-12)
    push.magnitude = -2
    #expect(abs(push.pushDirection.dy + 2) < 1e-12)
    push.pushDirection = Vector(dx: -3, dy: 0)
    #expect(push.magnitude == 3)
    #expect(abs(push.angle - pi) < 1e-12)
  }

  @Test("UD-PUSH-04 an offset gives torque and turns with the item")
  func offset() {
    let item = square(0, 0)
    let push = PushBehavior(items: [item], mode: .instantaneous)
    push.pushDirection = Vector(dx: 0, dy: 1)
    #expect(push.targetOffsetFromCenter(for: item) == .zero)
    push.setTargetOffsetFromCenter(Vector(dx: 10, dy: 0), for: item)
    #expect(push.targetOffsetFromCenter(for: item) == Vector(dx: 10, dy: 0))
    push.setTargetOffsetFromCenter(Vector(dx: 10, dy: 0), for: square())
    let probe = ItemBehavior(items: [item])
    let animator = DynamicAnimator()
    animator.addBehavior(probe)
    animator.addBehavior(push)
    animator.step()
    // τ = 10·1/100, I = 1/6: ω = 0.6 rad/s, clockwise.
    #expect(abs(probe.angularVelocity(for: item) - 0.6) < 1e-5)
    // A quarter turn later the offset points down: a push down has no lever.
    probe.addAngularVelocity(-0.6, for: item)
    item.transform = AffineTransform2D(rotation: pi / 2)
    animator.updateItem(usingCurrentState: item)
    push.active = true
    animator.step()
    #expect(abs(probe.angularVelocity(for: item)) < 1e-5)
  }

  @Test("UD-PUSH-05 a zero push moves nothing")
  func zero() {
    let item = square(0, 0)
    let push = PushBehavior(items: [item], mode: .instantaneous)
    let animator = DynamicAnimator()
    animator.addBehavior(push)
    animator.run(seconds: 1)
    #expect(item.center == .zero)
    #expect(!push.active)
    #expect(!animator.isRunning)
  }

  @Test("UD-PUSH-08 UD-REST-05 an item pushed against a wall may sleep")
  func wall() {
    let item = square(200, 100)
    let push = PushBehavior(items: [item], mode: .continuous)
    push.pushDirection = Vector(dx: 5, dy: 0)
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    animator.addBehavior(push)
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    animator.run(seconds: 3)
    #expect(!animator.isRunning)
    #expect(abs(item.center.x - 270) < 0.2)
    push.magnitude = -5
    #expect(animator.isRunning)
    animator.run(seconds: 0.5)
    #expect(item.center.x < 260)
  }

  @Test("UD-PUSH-09 removeWhenSpent takes a spent push out of the tree")
  func spent() {
    let item = square(0, 0)
    let push = PushBehavior(items: [item], mode: .instantaneous)
    push.magnitude = 1
    push.removeWhenSpent = true
    let probe = ItemBehavior(items: [item])
    let animator = DynamicAnimator()
    animator.addBehavior(probe)
    animator.addBehavior(push)
    animator.step()
    #expect(animator.behaviors.count == 1)
    #expect(push.dynamicAnimator == nil)
    #expect(abs(probe.linearVelocity(for: item).dx - 100) < 1e-4)
  }
}
