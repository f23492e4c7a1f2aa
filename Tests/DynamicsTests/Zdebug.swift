import Dynamics
import Testing
@Test func zdebug() {
    for order in 0..<2 {
    let x = square(0, 0, side: 40)
    let y = square(50, 0, side: 40)
    let twice = DynamicAnimator(substepsPerFrame: 1)
    let one = CollisionBehavior(items: [x, y])
    twice.addBehavior(one)
    let push = ItemBehavior(items: [x])
    push.addLinearVelocity(Vector(dx: 50, dy: 0), for: x)
    push.elasticity = 1
    if order == 0 { push.elasticity = 1 }
    twice.addBehavior(push)
    for _ in 0..<60 { 
      twice.step()
      if twice.elapsedTime > 0.18 { print(order, twice.elapsedTime, y.center.x - x.center.x - 40, push.linearVelocity(for: x).dx) }
    }
    }
}
