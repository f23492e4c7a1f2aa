import Dynamics
import Testing

/// A U of three bars, open above: 120 wide, 100 high, walls 20 thick; its box is (100, 100, 120,
/// 100).
private func cup() -> DynamicItemGroup {
  DynamicItemGroup(items: [
    Item("left", center: Point(x: 110, y: 150), size: Size(width: 20, height: 100)),
    Item("floor", center: Point(x: 160, y: 190), size: Size(width: 80, height: 20)),
    Item("right", center: Point(x: 210, y: 150), size: Size(width: 20, height: 100)),
  ])
}

@Suite("Groups")
struct GroupTests {
  @Test("UD-GRP-01 members move and turn as one body; scale survives")
  func rigid() {
    let group = cup()
    let scaled = group.items[1]
    scaled.transform = AffineTransform2D(scaleX: 2, y: 3)
    let start = group.items.map { $0.center }
    let fresh = DynamicItemGroup(items: group.items)
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [fresh])
    properties.addLinearVelocity(Vector(dx: 30, dy: -12), for: fresh)
    properties.addAngularVelocity(2, for: fresh)
    animator.addBehavior(properties)
    for _ in 0..<90 {
      animator.step()
      let turn = AffineTransform2D(rotation: fresh.transform.rotation)
      for (member, place) in zip(fresh.items, start) {
        let offset = place - fresh.bounds.center
        let end = turn.apply(to: Point(x: offset.dx, y: offset.dy))
        #expect(member.center.distance(to: fresh.center + (end - .zero)) < 1e-9)
        #expect(abs(member.transform.rotation - fresh.transform.rotation) < 1e-9)
      }
    }
    #expect(abs(fresh.transform.rotation - 3) < 0.01)
    let t = scaled.transform
    #expect(abs(t.a * t.a + t.b * t.b - 4) < 1e-9)
    #expect(abs(t.c * t.c + t.d * t.d - 9) < 1e-9)
  }

  @Test(
    "UD-GRP-02 bounds and centre at creation; no nesting; members and groups exclude each other")
  func rules() throws {
    let group = cup()
    #expect(group.bounds == Rect(x: 100, y: 100, width: 120, height: 100))
    #expect(group.center == Point(x: 160, y: 150))
    #expect(group.items.count == 3)
    let turned = Item("", center: .zero, size: Size(width: 10, height: 10))
    turned.transform = AffineTransform2D(rotation: pi / 4)
    let wide = DynamicItemGroup(items: [turned, Item(center: Point(x: 50, y: 0), radius: 5)])
    #expect(abs(wide.bounds.minX + 7.071) < 1e-3)
    #expect(abs(wide.bounds.maxX - 55) < 1e-9)

    let animator = DynamicAnimator()
    #expect(throws: DynamicsError.groupInvalid) {
      try animator.add(GravityBehavior(items: [DynamicItemGroup(items: [group, turned])]))
    }
    #expect(throws: DynamicsError.groupInvalid) {
      try animator.add(GravityBehavior(items: [DynamicItemGroup(items: [])]))
    }
    #expect(throws: DynamicsError.itemBoundsInvalid(width: 0, height: 0)) {
      let flat = Item("", center: .zero, size: .zero)
      try animator.add(GravityBehavior(items: [DynamicItemGroup(items: [turned, flat])]))
    }
    #expect(throws: DynamicsError.itemInGroup) {
      try animator.add(GravityBehavior(items: [group.items[2], group]))
    }
    let gravity = GravityBehavior(items: [group])
    try animator.add(gravity)
    #expect(throws: DynamicsError.itemInGroup) { try gravity.add(item: group.items[1]) }
    #expect(throws: DynamicsError.itemInGroup) {
      try gravity.add(item: DynamicItemGroup(items: [group.items[0], turned]))
    }
    #expect(throws: DynamicsError.itemInOtherAnimator) {
      try DynamicAnimator().add(GravityBehavior(items: [group.items[2]]))
    }
    gravity.addItem(group.items[0])
    #expect(animator.diagnostics.map { $0.error } == [.itemInGroup])
    // The other way round: a member that moves by itself bars the group.
    try gravity.add(item: turned)
    #expect(throws: DynamicsError.itemInGroup) { try gravity.add(item: wide) }
    // Let go, members are free again.
    gravity.removeItem(group)
    animator.step()
    #expect(group.items[0].registeredAnimator == nil)
    try gravity.add(item: group.items[0])
  }

  @Test("UD-GRP-04 a concave group holds what falls into it, and its dent lets things in")
  func concave() {
    let group = cup()
    let ball = Item("ball", center: Point(x: 160, y: 60), radius: 15)
    let log = Log()
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    let collision = CollisionBehavior(items: [group, ball])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = log
    animator.addBehavior(collision)
    animator.addBehavior(GravityBehavior(items: [group, ball]))
    let properties = ItemBehavior(items: [group, ball])
    properties.friction = 0.5
    animator.addBehavior(properties)
    animator.run(seconds: 5)
    #expect(!animator.isRunning)
    // The cup stands on the floor, the ball on the cup's floor, 20 pt above.
    #expect(abs(group.center.y - 518) < 0.5)
    #expect(abs(ball.center.y - 533) < 0.5)
    #expect(abs(ball.center.x - 160) < 35.5)
    // Two of the group's outlines meet the floor: one event.
    #expect(log.lines.filter { $0 == "began ? |nil" }.count == 1)
  }

  @Test("UD-GRP-05 UD-CORE-13 mass, centre of mass and inertia are the members' sums")
  func mass() throws {
    let group = cup()
    let animator = fineAnimator()
    let properties = ItemBehavior(items: [group])
    properties.density = 2
    animator.addBehavior(properties)
    let push = PushBehavior(items: [group], mode: .instantaneous)
    animator.addBehavior(push)
    // 20·100 + 80·20 + 20·100 = 5600 pt², so 1.12 kg; the centre of mass lies 11.43 pt below the
    // centre: 1600·40/5600.
    let mass = 2 * 5600.0 / 10_000
    push.pushDirection = Vector(dx: 1, dy: 0)
    // A push through the centre of mass does not turn.
    push.setTargetOffsetFromCenter(Vector(dx: 0, dy: 64_000.0 / 5600), for: group)
    animator.step()
    #expect(abs(properties.linearVelocity(for: group).dx - 100 / mass) < 1e-3)
    #expect(abs(properties.angularVelocity(for: group)) < 1e-5)
    // About the centre of mass: walls 2·(2000·(20² + 100²)/12 + 2000·(50² + 11.4286²)), floor
    // 1600·(80² + 20²)/12 + 1600·28.5714².
    let walls = 2 * (2000 * (400.0 + 10_000) / 12 + 2000 * (2500 + 11.428571 * 11.428571))
    let floor = 1600 * (6400.0 + 400) / 12 + 1600 * (28.571429 * 28.571429)
    let inertia = 2 * (walls + floor) / 10_000 / 10_000
    push.pushDirection = Vector(dx: 0, dy: 1)
    push.setTargetOffsetFromCenter(Vector(dx: 30, dy: 64_000.0 / 5600), for: group)
    push.active = true
    animator.step()
    // Torque 30·1/100 UKN·m·s over inertia.
    #expect(abs(properties.angularVelocity(for: group) - 0.3 / inertia) < 1e-4 * (0.3 / inertia))
  }

  @Test("UD-GRP-01 UD-ANIM-06 a group moved by hand takes its members along")
  func moved() {
    let group = cup()
    let animator = DynamicAnimator()
    animator.addBehavior(ItemBehavior(items: [group]))
    animator.run(seconds: 1)
    #expect(!animator.isRunning)
    group.center = Point(x: 200, y: 300)
    group.transform = AffineTransform2D(rotation: pi / 2)
    animator.updateItem(usingCurrentState: group)
    animator.step()
    // The floor, 40 below the centre, is now 40 to its left.
    #expect(group.items[1].center.distance(to: Point(x: 160, y: 300)) < 1e-3)
    let found = animator.items(in: Rect(x: 149, y: 250, width: 1.5, height: 1))
    #expect(found.count == 1)
    #expect(animator.items(in: Rect(x: 148, y: 250, width: 1, height: 1)).isEmpty)
  }
}
