import Dynamics
import Testing

private let stage = Rect(x: 0, y: 0, width: 320, height: 568)

private func walls(_ items: [any DynamicItem]) -> CollisionBehavior {
  let collision = CollisionBehavior(items: items)
  collision.translatesReferenceBoundsIntoBoundary = true
  return collision
}

/// What the original is known for (F-01 to F-32), and that it is better here: shapes, forces and
/// collisions.
@Suite("Quirks of the original: shapes, forces and collisions") struct QuirkCollisionTests {
  @Test("F-03 an item that is dragged through the wall by a rod stays inside")
  func noSlippingOut() {
    let animator = DynamicAnimator(referenceBounds: stage)
    let item = square(160, 200, side: 60)
    let rod = AttachmentBehavior(item: item, attachedToAnchor: Point(x: 160, y: 150))
    animator.addBehavior(rod)
    animator.addBehavior(walls([item]))
    for step in 0..<120 {
      let way = Double(step) * 12
      rod.anchorPoint = Point(x: 160 + way, y: 150 - 0.4 * way)
      animator.step()
      #expect(item.center.x <= 320 && item.center.y >= 0 && item.center.y <= 568, "step \(step)")
    }
    rod.anchorPoint = Point(x: 160, y: 284)
    animator.run(seconds: 2)
    #expect(stage.contains(item.center))
  }

  @Test("F-09 an item without size is a typed error, and a diagnostic where nothing is thrown")
  func zeroSize() {
    let item = Item(center: .zero, size: Size(width: 264, height: 0))
    let animator = DynamicAnimator()
    #expect(throws: DynamicsError.itemBoundsInvalid(width: 264, height: 0)) {
      try animator.add(GravityBehavior(items: [item]))
    }
    animator.addBehavior(GravityBehavior(items: [item]))
    #expect(animator.behaviors.isEmpty && animator.diagnostics.last?.code == .refused)
  }

  @Test("F-10 attached items collide when asked to", arguments: [false, true])
  func attachedItemsCollide(allows: Bool) {
    let a = square(100, 100, side: 40)
    let b = square(200, 100, side: 40)
    let animator = DynamicAnimator()
    let rope = AttachmentBehavior.limitAttachment(
      with: a, offsetFromCenter: .zero, attachedTo: b, offsetFromCenter: .zero)
    rope.allowsCollision = allows
    let properties = ItemBehavior(items: [a, b])
    let log = Log()
    let collision = CollisionBehavior(items: [a, b])
    collision.collisionDelegate = log
    for behavior in [rope, properties, collision] { animator.addBehavior(behavior) }
    properties.addLinearVelocity(Vector(dx: 200, dy: 0), for: a)
    animator.run(seconds: 0.6)
    #expect(log.lines.contains("began square square") == allows)
  }

  @Test("F-11 boundaries belong to their behaviour: removed and added again, it still has them")
  func boundariesAreKept() {
    let item = square(160, 100, side: 40)
    let animator = DynamicAnimator()
    let collision = CollisionBehavior(items: [item])
    collision.addBoundary(
      withIdentifier: "shelf", from: Point(x: 0, y: 300), to: Point(x: 320, y: 300))
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.addBehavior(collision)
    animator.step()
    animator.removeBehavior(collision)
    animator.step()
    animator.addBehavior(collision)
    animator.run(seconds: 3)
    #expect(abs(item.center.y - 280) < 0.5 && !animator.isRunning)
  }

  @Test("F-14 two gravities add")
  func twoGravities() {
    let item = square()
    let animator = fineAnimator()
    let down = GravityBehavior(items: [item])
    let right = GravityBehavior(items: [item])
    right.gravityDirection = Vector(dx: 0.5, dy: 0)
    let reader = ItemBehavior(items: [item])
    for behavior in [down, right, reader] { animator.addBehavior(behavior) }
    animator.run(seconds: 1)
    let v = reader.linearVelocity(for: item)
    #expect(abs(v.dx - 500) < 0.1 && abs(v.dy - 1000) < 0.1)
    #expect(animator.diagnostics.map(\.code) == [.gravityRepeated])
  }

  @Test("F-16 an instantaneous push changes the velocity by 100·J/m, for any size and density")
  func unitOfAPush() {
    for (side, density, magnitude) in [
      (100.0, 1.0, 1.0), (50, 1, 2), (80, 3, 0.5), (10, 0.2, 0.01),
    ] {
      let item = square(side: side)
      let animator = fineAnimator()
      let properties = ItemBehavior(items: [item])
      properties.density = density
      let push = PushBehavior(items: [item], mode: .instantaneous)
      push.magnitude = magnitude
      animator.addBehavior(properties)
      animator.addBehavior(push)
      animator.step()
      let expected = 100 * magnitude / (density * side * side / 10_000)
      let speed = properties.linearVelocity(for: item).dx
      #expect(abs(speed - expected) < 1e-5 * expected, "side \(side), density \(density)")
    }
  }

  @Test("F-20 items of a rectangle have their type, and every contact is told once")
  func typedItemsAndContacts() {
    let animator = DynamicAnimator(referenceBounds: stage)
    let items = (0..<5).map {
      Item("\($0)", center: Point(x: 40 + 60 * Double($0), y: 300), radius: 12)
    }
    let log = Log()
    let collision = walls(items)
    collision.collisionDelegate = log
    animator.addBehavior(GravityBehavior(items: items))
    animator.addBehavior(collision)
    animator.run(seconds: 3)
    for item in items {
      #expect(log.lines.filter { $0 == "began \(item.name) |nil" }.count == 1)
      #expect(!log.lines.contains("ended \(item.name) |nil"))
    }
    let found = animator.items(in: Rect(x: 0, y: 500, width: 130, height: 68))
    #expect(found.compactMap { ($0 as? Item)?.name } == ["0", "1"])
  }

  @Test("F-21 a round item rolls along the floor and keeps its speed; no corner catches")
  func roundItemsRoll() {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 4000, height: 200))
    let ball = Item("ball", center: Point(x: 100, y: 180), radius: 20)
    animator.addBehavior(GravityBehavior(items: [ball]))
    animator.addBehavior(walls([ball]))
    let properties = ItemBehavior(items: [ball])
    properties.friction = 0.6
    animator.addBehavior(properties)
    properties.addLinearVelocity(Vector(dx: 300, dy: 0), for: ball)
    animator.run(seconds: 1)
    // A disc that starts sliding ends rolling with 2/3 of its speed.
    let v = properties.linearVelocity(for: ball).dx
    #expect(abs(v - 200) < 4, "\(v)")
    #expect(abs(properties.angularVelocity(for: ball) - v / 20) < 0.2)
    animator.run(seconds: 3)
    #expect(abs(properties.linearVelocity(for: ball).dx - v) < 3)
    #expect(abs(ball.center.y - 180) < 0.3)
  }

  @Test("F-22 a path beside the item's centre can be recentred; a dented one is an error")
  func pathOrigin() throws {
    let corner = Path2D(
      points: [Point(x: 0, y: 0), Point(x: 60, y: 0), Point(x: 60, y: 40), Point(x: 0, y: 40)],
      isClosed: true)
    let item = Item(center: Point(x: 160, y: 100), path: corner.recentered)
    let animator = DynamicAnimator(referenceBounds: stage)
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.addBehavior(walls([item]))
    animator.run(seconds: 3)
    #expect(abs(item.center.y - 548) < 0.3 && abs(item.center.x - 160) < 1)
    let dented = Path2D(
      points: [
        Point(x: -30, y: -30), Point(x: 0, y: 0), Point(x: 30, y: -30), Point(x: 30, y: 30),
        Point(x: -30, y: 30),
      ], isClosed: true)
    #expect(throws: DynamicsError.collisionPathNotConvex) {
      try animator.add(GravityBehavior(items: [Item(center: .zero, path: dented)]))
    }
  }

  @Test("F-23 scale survives, and a new size counts once the animator is told of it")
  func scaleAndSize() {
    let item = square(160, 300, side: 40)
    item.transform = AffineTransform2D(scaleX: 2, y: 3)
    let animator = DynamicAnimator(referenceBounds: stage)
    let properties = ItemBehavior(items: [item])
    animator.addBehavior(properties)
    animator.addBehavior(walls([item]))
    properties.addAngularVelocity(1, for: item)
    animator.run(seconds: 0.5)
    let t = item.transform
    #expect(abs((t.a * t.a + t.b * t.b).squareRoot() - 2) < 1e-6)
    #expect(abs((t.c * t.c + t.d * t.d).squareRoot() - 3) < 1e-6)
    item.transform = .identity
    item.bounds = Rect(x: 0, y: 0, width: 40, height: 200)
    animator.updateItem(usingCurrentState: item)
    animator.addBehavior(GravityBehavior(items: [item]))
    properties.allowsRotation = false
    animator.run(seconds: 3)
    #expect(abs(item.center.y - 468) < 0.5, "\(item.center)")
  }

  @Test("F-25 items that start on one another part without flying off")
  func overlappingStart() {
    let animator = DynamicAnimator(referenceBounds: stage)
    let items = (0..<8).map { _ in square(160, 284, side: 40) }
    animator.addBehavior(walls(items))
    let reader = ItemBehavior(items: items)
    animator.addBehavior(reader)
    var fastest = 0.0
    for _ in 0..<600 {
      animator.step()
      for item in items {
        #expect(stage.contains(item.center))
        fastest = max(fastest, reader.linearVelocity(for: item).length)
      }
    }
    // Nothing pushes them but the correction of their overlaps: at most 20 pt in a substep.
    #expect(fastest < 20 * 240, "\(fastest) pt/s")
    // What came to rest stays at rest, apart from all others.
    #expect(items.allSatisfy { $0.bounds.width == 40 })
    for (index, item) in items.enumerated() {
      for other in items[(index + 1)...] {
        let way = item.center - other.center
        #expect(max(abs(way.dx), abs(way.dy)) > 28, "\(item.center), \(other.center)")
      }
    }
  }

  @Test("F-26 a constant push against an edge does not tremble, and comes to rest")
  func noTremor() {
    let animator = DynamicAnimator(referenceBounds: stage)
    let item = square(160, 284)
    let push = PushBehavior(items: [item], mode: .continuous)
    push.pushDirection = Vector(dx: 8, dy: 0.5)
    animator.addBehavior(push)
    animator.addBehavior(walls([item]))
    animator.run(seconds: 6)
    var low = item.center
    var high = item.center
    for _ in 0..<120 {
      animator.step()
      low = Point(x: min(low.x, item.center.x), y: min(low.y, item.center.y))
      high = Point(x: max(high.x, item.center.x), y: max(high.y, item.center.y))
    }
    #expect(high.x - low.x < 0.05 && high.y - low.y < 0.05)
    #expect(!animator.isRunning)
  }

  @Test("F-29 one definition where the documents contradict themselves")
  func oneDefinition() {
    // Resistance 1 slows, it does not stop: after a second e⁻¹ is left, within the substep's 0.2 %
    let item = square()
    let animator = fineAnimator()
    let properties = ItemBehavior(items: [item])
    properties.resistance = 1
    animator.addBehavior(properties)
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: item)
    animator.run(seconds: 1)
    #expect(abs(properties.linearVelocity(for: item).dx - 36.788) < 0.1)
    // Radial gravity without a falloff is uniform, not proportional to the distance; nearer than
    // the least radius counts as that radius.
    let field = FieldBehavior.radialGravityField(position: .zero)
    #expect(field.attenuation(at: 10) == 1 && field.attenuation(at: 500) == 1)
    field.falloff = 2
    field.minimumRadius = 50
    #expect(field.attenuation(at: 3) == 4 && field.attenuation(at: 50) == 4)
    #expect(field.attenuation(at: 200) == 0.25)
    // Either winding makes the same outline; damping of an attachment is 0 and of a snap 0.5.
    let turned = Path2D(
      points: [Point(x: -9, y: -9), Point(x: -9, y: 9), Point(x: 9, y: 9), Point(x: 9, y: -9)],
      isClosed: true)
    #expect((try? CollisionShape.path(turned))?.area == 324)
    #expect(AttachmentBehavior(item: item, attachedToAnchor: .zero).damping == 0)
    #expect(SnapBehavior(item: item, snapTo: .zero).damping == 0.5)
  }

  @Test("F-30 UD-CORE-09 the documented and the observed defaults are two profiles")
  func profiles() {
    var heights: [Double] = []
    for profile in [Profile.documented, .uikitObserved] {
      let animator = fineAnimator(profile, bounds: stage)
      let item = square(160, 100)
      animator.addBehavior(GravityBehavior(items: [item]))
      animator.addBehavior(walls([item]))
      var isDown = false
      var top = 518.0
      for _ in 0..<480 {
        animator.step()
        if item.center.y > 517 { isDown = true }
        if isDown { top = min(top, item.center.y) }
      }
      heights.append(518 - top)
    }
    // e² of 418 pt: nothing for 0, about 4 % for 0.2, a little less for the damping.
    #expect(heights[0] < 0.5)
    #expect(heights[1] > 10 && heights[1] < 0.04 * 418 + 2, "\(heights[1])")
  }

  @Test("F-31 a boundary with dents works as one path: a bowl keeps what falls into it")
  func dentedBoundary() {
    let bowl = Path2D(
      points: [
        Point(x: 60, y: 200), Point(x: 80, y: 400), Point(x: 240, y: 400), Point(x: 260, y: 200),
        Point(x: 300, y: 200), Point(x: 300, y: 440), Point(x: 20, y: 440), Point(x: 20, y: 200),
      ], isClosed: true)
    let animator = DynamicAnimator()
    let items = (0..<6).map { Item(center: Point(x: 95 + 26 * Double($0), y: 40), radius: 12) }
    let collision = CollisionBehavior(items: items)
    collision.addBoundary(withIdentifier: "bowl", for: bowl)
    animator.addBehavior(GravityBehavior(items: items))
    animator.addBehavior(collision)
    animator.run(seconds: 5)
    for item in items {
      #expect(item.center.y < 400 && item.center.y > 200, "\(item.center)")
      #expect(item.center.x > 60 && item.center.x < 260)
    }
  }
}
