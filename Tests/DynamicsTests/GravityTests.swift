import Dynamics
import Testing

@Suite("Gravity")
struct GravityTests {
  @Test("UD-GRAV-01 1.0 is 1000 pt/s² for every mass: 502.0833 pt in 1 s", arguments: [0.1, 1, 7])
  func fall(density: Double) {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [item])
    properties.density = density
    animator.addBehavior(properties)
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.run(seconds: 1)
    #expect(abs(item.center.y - 502.0833) < 0.01)
    #expect(abs(properties.linearVelocity(for: item).dy - 1000) < 0.01)
    #expect(item.center.x == 0)
  }

  @Test("UD-GRAV-02 UD-GRAV-03 vector, angle and magnitude are one thing")
  func coupling() {
    let gravity = GravityBehavior()
    #expect(gravity.gravityDirection == Vector(dx: 0, dy: 1))
    #expect(gravity.angle == pi / 2)
    #expect(gravity.magnitude == 1)
    gravity.gravityDirection = Vector(dx: 3, dy: 4)
    #expect(gravity.magnitude == 5)
    #expect(abs(gravity.angle - Vector(dx: 3, dy: 4).angle) < 1e-15)
    gravity.angle = 0
    #expect(abs(gravity.gravityDirection.dx - 5) < 1e-12)
    gravity.setAngle(pi, magnitude: 2)
    #expect(abs(gravity.gravityDirection.dx + 2) < 1e-12)
    gravity.magnitude = 0
    #expect(gravity.gravityDirection == .zero)
    #expect(gravity.angle == 0)
    gravity.magnitude = 3
    #expect(gravity.gravityDirection == Vector(dx: 3, dy: 0))
    gravity.magnitude = -2
    #expect(abs(gravity.gravityDirection.dx + 2) < 1e-12)
    #expect(gravity.magnitude == 2)
    #expect(abs(abs(gravity.angle) - pi) < 1e-12)
  }

  @Test("UD-ROB-03 values that are not finite are ignored with a diagnostic")
  func invalid() {
    let gravity = GravityBehavior()
    let animator = DynamicAnimator()
    gravity.magnitude = .nan
    gravity.gravityDirection = Vector(dx: .infinity, dy: 0)
    animator.addBehavior(gravity)
    gravity.angle = .nan
    #expect(gravity.gravityDirection == Vector(dx: 0, dy: 1))
    #expect(animator.diagnostics.map { $0.code } == [.valueIgnored, .valueIgnored, .valueIgnored])
  }

  @Test("UD-GRAV-05 two gravities add; a diagnostic tells")
  func two() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    let sideways = GravityBehavior(items: [item])
    sideways.gravityDirection = Vector(dx: 0.5, dy: 0)
    animator.addBehavior(GravityBehavior(items: [item]))
    #expect(animator.diagnostics.isEmpty)
    animator.addBehavior(sideways)
    #expect(animator.diagnostics == [Diagnostic(.gravityRepeated)])
    animator.run(seconds: 1)
    #expect(abs(item.center.y - 502.0833) < 0.01)
    #expect(abs(item.center.x - 251.0417) < 0.01)
  }

  @Test("UD-GRAV-06 items join and leave while running; both are idempotent; velocity is kept")
  func items() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    let gravity = GravityBehavior()
    let holder = ItemBehavior(items: [item])
    animator.addBehavior(gravity)
    animator.addBehavior(holder)
    animator.run(seconds: 0.1)
    #expect(item.center.y == 0)
    gravity.addItem(item)
    gravity.addItem(item)
    #expect(gravity.items.count == 1)
    animator.run(seconds: 0.5)
    #expect(abs(holder.linearVelocity(for: item).dy - 500) < 0.01)
    gravity.removeItem(item)
    gravity.removeItem(item)
    animator.run(seconds: 0.5)
    #expect(abs(holder.linearVelocity(for: item).dy - 500) < 0.01)
  }
}
