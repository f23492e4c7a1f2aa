import Dynamics
import TestSupport
import Testing

private let stage = Rect(x: 0, y: 0, width: 320, height: 568)

/// Items with gravity and one collision behaviour in the common stage.
private struct Scene {
  let animator: DynamicAnimator
  let collision: CollisionBehavior
  let gravity: GravityBehavior
  let log = Log()

  init(_ items: [Item], gravity g: Double = 1, bounds: Bool = true, fine: Bool = false) {
    animator =
      fine ? fineAnimator(bounds: stage) : DynamicAnimator(referenceBounds: stage)
    collision = CollisionBehavior(items: items)
    collision.translatesReferenceBoundsIntoBoundary = bounds
    collision.collisionDelegate = log
    gravity = GravityBehavior(items: items)
    gravity.gravityDirection = Vector(dx: 0, dy: g)
    if g != 0 { animator.addBehavior(gravity) }
    animator.addBehavior(collision)
  }
}

private func named(_ name: String, _ x: Double, _ y: Double, _ w: Double = 40, _ h: Double = 40)
  -> Item
{
  Item(name, center: Point(x: x, y: y), size: Size(width: w, height: h))
}

@Suite("Collision")
struct CollisionTests {
  @Test("UD-COL-01 modes: items, boundaries, everything, none")
  func modes() {
    for (mode, hitsFloor, hitsItem) in [
      (CollisionMode.items, false, true), (.boundaries, true, false), (.everything, true, true),
      ([], false, false), ([.items, .boundaries], true, true),
    ] {
      let low = named("low", 160, 500)
      let high = named("high", 160, 400)
      let scene = Scene([low, high])
      scene.collision.collisionMode = mode
      // Only the upper one falls, so that it meets the lower one.
      scene.gravity.removeItem(low)
      scene.animator.run(seconds: 1)
      #expect(scene.log.lines.contains("began high |nil") == (hitsFloor && !hitsItem))
      #expect(scene.log.lines.contains("began low high") == hitsItem)
      #expect(scene.log.lines.contains("began low |nil") == (hitsFloor && hitsItem))
    }
    let collision = CollisionBehavior()
    #expect(collision.collisionMode == .everything)
    collision.collisionMode = [.items, .boundaries]
    #expect(collision.collisionMode == .everything)
    collision.collisionMode = .items
    #expect(collision.collisionMode == .items)
  }

  @Test("UD-COL-02 implicit bounds: off by default, nil identifier, insets of either sign")
  func implicit() {
    #expect(!CollisionBehavior().translatesReferenceBoundsIntoBoundary)
    for (insets, rest) in [
      (EdgeInsets2D.zero, 548.0), (EdgeInsets2D(top: 0, left: 0, bottom: 30, right: 0), 518),
      (EdgeInsets2D(top: 0, left: 0, bottom: -30, right: 0), 578),
    ] {
      let item = named("box", 160, 400)
      let scene = Scene([item], bounds: false)
      scene.collision.setTranslatesReferenceBoundsIntoBoundary(with: insets)
      #expect(scene.collision.translatesReferenceBoundsIntoBoundary)
      scene.animator.run(seconds: 2)
      #expect(abs(item.center.y - rest) < 0.2)
      #expect(scene.log.lines == ["began box |nil"])
      #expect(abs(scene.log.points[0].y - rest - 20) < 1e-9)
    }
  }

  @Test("UD-COL-04 segment and path boundaries")
  func boundaries() {
    let item = named("box", 100, 100)
    let scene = Scene([item], bounds: false)
    scene.collision.addBoundary(
      withIdentifier: "shelf", from: Point(x: 0, y: 300), to: Point(x: 320, y: 300))
    scene.animator.run(seconds: 2)
    #expect(abs(item.center.y - 280) < 0.2)
    // A bowl: the item slides to its lowest point.
    let ball = Item("ball", center: Point(x: 100, y: 100), radius: 15)
    let bowl = Scene([ball], bounds: false)
    var path = Path2D()
    path.move(to: Point(x: 60, y: 100))
    path.addQuadraticCurve(control: Point(x: 160, y: 500), to: Point(x: 260, y: 100))
    bowl.collision.addBoundary(withIdentifier: "bowl", for: path)
    let properties = ItemBehavior(items: [ball])
    properties.resistance = 1
    bowl.animator.addBehavior(properties)
    bowl.animator.run(seconds: 15)
    #expect(abs(ball.center.x - 160) < 2)
    // The lowest point of the curve lies at y = 300.
    #expect(abs(ball.center.y - 285) < 1)
  }

  @Test("UD-COL-05 query, list, removal, replacement; UD-ROB-03 invalid paths are refused")
  func list() {
    let collision = CollisionBehavior()
    #expect(collision.boundaryIdentifiers == nil)
    #expect(collision.boundary(withIdentifier: "a") == nil)
    let path = Path2D(rect: stage)
    collision.addBoundary(withIdentifier: "a", for: path)
    collision.addBoundary(withIdentifier: "b", from: .zero, to: Point(x: 1, y: 1))
    collision.addBoundary(withIdentifier: "c", for: path)
    #expect(collision.boundaryIdentifiers == ["a", "b", "c"])
    #expect(collision.boundary(withIdentifier: "c") == path)
    collision.addBoundary(withIdentifier: "a", for: path.translated(by: Vector(dx: 1, dy: 0)))
    #expect(collision.boundaryIdentifiers == ["a", "b", "c"])
    #expect(collision.boundary(withIdentifier: "a") != path)
    collision.removeBoundary(withIdentifier: "b")
    collision.removeBoundary(withIdentifier: "zzz")
    #expect(collision.boundaryIdentifiers == ["a", "c"])
    collision.removeAllBoundaries()
    #expect(collision.boundaryIdentifiers == [])
    for bad in [
      Path2D(), Path2D(points: [.zero], isClosed: false),
      Path2D(points: [.zero, Point(x: .nan, y: 0)], isClosed: false),
      Path2D(points: [.zero, Point(x: 2e6, y: 0)], isClosed: false),
    ] {
      #expect(throws: DynamicsError.boundaryInvalid) { try collision.add(boundary: "x", path: bad) }
    }
  }

  @Test("UD-COL-05 a replaced boundary moves the wall and wakes what rested on it")
  func replaced() {
    let item = named("box", 100, 200)
    let scene = Scene([item], bounds: false)
    scene.collision.addBoundary(
      withIdentifier: "floor", from: Point(x: 0, y: 300), to: Point(x: 320, y: 300))
    scene.animator.run(seconds: 2)
    #expect(!scene.animator.isRunning)
    scene.collision.addBoundary(
      withIdentifier: "floor", from: Point(x: 0, y: 400), to: Point(x: 320, y: 400))
    scene.animator.run(seconds: 2)
    #expect(abs(item.center.y - 380) < 0.2)
    #expect(scene.log.lines == ["began box |floor", "ended box |floor", "began box |floor"])
  }

  @Test("UD-COL-06 pair rule across several behaviours; each has its own callbacks")
  func pairs() {
    let a = named("a", 0, 0)
    let b = named("b", 100, 0)
    let c = named("c", 200, 0)
    let animator = DynamicAnimator()
    let first = CollisionBehavior(items: [a, b])
    let second = CollisionBehavior(items: [b, c])
    let third = CollisionBehavior(items: [a, b, c])
    third.collisionMode = .boundaries
    let logs = [Log(), Log(), Log()]
    for (behavior, log) in zip([first, second, third], logs) {
      behavior.collisionDelegate = log
      animator.addBehavior(behavior)
    }
    let properties = ItemBehavior(items: [a])
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: a)
    animator.addBehavior(properties)
    animator.run(seconds: 3)
    #expect(logs[0].lines.first == "began a b")
    #expect(logs[1].lines.first == "began b c")
    #expect(logs[2].lines.isEmpty)
    // a and c share no behaviour that makes items collide.
    properties.addLinearVelocity(
      Vector(dx: 0, dy: 0) - properties.linearVelocity(for: a), for: a)
    a.center = c.center
    animator.updateItem(usingCurrentState: a)
    animator.run(seconds: 0.2)
    #expect(a.center.distance(to: c.center) < 20)
    // One pair in two behaviours: one physical contact, two reports.
    let x = named("x", 0, 0)
    let y = named("y", 50, 0)
    let twice = DynamicAnimator()
    let one = CollisionBehavior(items: [x, y])
    let two = CollisionBehavior(items: [y, x])
    let both = [Log(), Log()]
    one.collisionDelegate = both[0]
    two.collisionDelegate = both[1]
    twice.addBehavior(one)
    twice.addBehavior(two)
    let push = ItemBehavior(items: [x])
    push.addLinearVelocity(Vector(dx: 50, dy: 0), for: x)
    push.elasticity = 1
    twice.addBehavior(push)
    twice.run(seconds: 1)
    #expect(both[0].lines == ["began x y", "ended x y"])
    #expect(both[1].lines == both[0].lines)
    #expect(abs(push.linearVelocity(for: x).dx) < 1)
  }

  @Test("UD-COL-07 began and ended pair up, once for two edges of one boundary")
  func pairing() {
    let item = named("box", 280, 500)
    let scene = Scene([item], gravity: 0)
    let properties = ItemBehavior(items: [item])
    properties.elasticity = 1
    // Into the corner: floor and right wall are edges of the same boundary.
    properties.addLinearVelocity(Vector(dx: 200, dy: 480), for: item)
    scene.animator.addBehavior(properties)
    scene.animator.run(seconds: 0.6)
    #expect(scene.log.lines == ["began box |nil", "ended box |nil"])
    // Many bounces: strictly alternating.
    let bouncing = named("box", 160, 100)
    let free = Scene([bouncing], fine: true)
    let bounce = ItemBehavior(items: [bouncing])
    bounce.elasticity = 0.6
    bounce.addAngularVelocity(3, for: bouncing)
    free.animator.addBehavior(bounce)
    free.animator.run(seconds: 4)
    #expect(free.log.lines.count >= 3)
    for (index, line) in free.log.lines.enumerated() {
      #expect(line == (index % 2 == 0 ? "began box |nil" : "ended box |nil"))
    }
  }

  @Test("UD-COL-08 the point lies on the boundary, or between the items")
  func points() {
    let item = named("box", 100, 100)
    let scene = Scene([item], bounds: false)
    scene.collision.addBoundary(
      withIdentifier: "slope", from: Point(x: 0, y: 250), to: Point(x: 320, y: 350))
    scene.animator.run(seconds: 1)
    let p = scene.log.points[0]
    #expect(abs(p.y - (250 + p.x * 100 / 320)) < 1e-6)
    #expect(p.distance(to: item.center) < 200)
    let a = named("a", 0, 0)
    let b = named("b", 80, 10)
    let pair = Scene([a, b], gravity: 0, bounds: false)
    let properties = ItemBehavior(items: [a])
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: a)
    pair.animator.addBehavior(properties)
    pair.animator.run(seconds: 1)
    #expect(pair.log.lines.first == "began a b")
    // The faces meet between x = 59 and 61, and overlap from y = −10 to 20.
    #expect(abs(pair.log.points[0].x - 60) < 1)
    #expect(abs(pair.log.points[0].y - 5) < 1)
  }

  @Test("UD-COL-09 ended on removal of item, boundary, behaviour; suppressed begins end silently")
  func removals() {
    func resting() -> (Item, Scene) {
      let item = named("box", 100, 200)
      let scene = Scene([item], bounds: false)
      scene.collision.addBoundary(
        withIdentifier: "floor", from: Point(x: 0, y: 300), to: Point(x: 320, y: 300))
      scene.animator.run(seconds: 2)
      #expect(scene.log.lines == ["began box |floor"])
      return (item, scene)
    }
    do {
      let (item, scene) = resting()
      scene.collision.removeItem(item)
      scene.animator.step()
      #expect(scene.log.lines.last == "ended box |floor")
      scene.animator.run(seconds: 0.5)
      #expect(item.center.y > 300)
    }
    do {
      let (item, scene) = resting()
      scene.collision.removeItem(item)
      scene.gravity.removeItem(item)
      scene.animator.step()
      #expect(scene.log.lines.last == "ended box |floor")
    }
    do {
      let (_, scene) = resting()
      scene.collision.removeBoundary(withIdentifier: "floor")
      scene.animator.step()
      #expect(scene.log.lines.last == "ended box |floor")
    }
    do {
      let (_, scene) = resting()
      scene.animator.removeBehavior(scene.collision)
      scene.animator.step()
      #expect(scene.log.lines.last == "ended box |floor")
    }
    // Removed in a contact callback: no later callbacks of the same step.
    let a = named("a", 100, 270)
    let b = named("b", 200, 270)
    let scene = Scene([a, b], bounds: false)
    scene.collision.addBoundary(
      withIdentifier: "floor", from: Point(x: 0, y: 300), to: Point(x: 320, y: 300))
    let (animator, collision, log) = (scene.animator, scene.collision, scene.log)
    log.onBegan = { animator.removeBehavior(collision) }
    scene.animator.run(seconds: 0.5)
    #expect(log.lines == ["began a |floor", "ended a |floor"])
  }

  @Test("UD-COL-10 boundaries survive removal and re-adding")
  func survive() {
    let item = named("box", 100, 200)
    let scene = Scene([item])
    scene.collision.addBoundary(
      withIdentifier: "floor", from: Point(x: 0, y: 300), to: Point(x: 320, y: 300))
    scene.animator.removeBehavior(scene.collision)
    scene.animator.step()
    scene.animator.addBehavior(scene.collision)
    scene.animator.run(seconds: 2)
    #expect(abs(item.center.y - 280) < 0.2)
    #expect(scene.collision.boundaryIdentifiers == ["floor"])
  }

  @Test(
    "UD-COL-11 no tunnelling through a segment up to 48,000 pt/s",
    arguments: Sample.of([500.0, 3000, 12_000, 30_000, 48_000]), [10.0, 40, 100])
  func tunnelling(speed: Double, side: Double) {
    for angle in [0.0, 0.3, 1.1] {
      let item = named("box", 100, 100, side, side)
      item.transform = AffineTransform2D(rotation: angle)
      let scene = Scene([item], gravity: 0, bounds: false)
      scene.collision.addBoundary(
        withIdentifier: "wall", from: Point(x: 300, y: -20_000), to: Point(x: 300, y: 20_000))
      let properties = ItemBehavior(items: [item])
      properties.addLinearVelocity(Vector(dx: speed, dy: 0.2 * speed), for: item)
      scene.animator.addBehavior(properties)
      for _ in 0..<60 {
        scene.animator.step()
        #expect(item.center.x < 300, "speed \(speed), side \(side), angle \(angle)")
      }
      #expect(scene.log.lines.contains("began box |wall"))
    }
  }

  @Test("items that close in by up to half their size a substep do not pass through each other")
  func fastItems() {
    for (speed, lift, both) in [
      (2000.0, 0.0, false), (2000, 7, false), (4000, 0, false), (2000, 0, true), (2000, 13, true),
    ] {
      let a = named("a", 0, lift)
      let b = named("b", 433, 0)
      let scene = Scene([a, b], gravity: 0, bounds: false)
      let properties = ItemBehavior(items: [a, b])
      properties.addLinearVelocity(Vector(dx: speed, dy: 0), for: a)
      if both { properties.addLinearVelocity(Vector(dx: -speed, dy: 0), for: b) }
      scene.animator.addBehavior(properties)
      var passed = false
      for _ in 0..<60 {
        scene.animator.step()
        if a.center.x >= b.center.x { passed = true }
      }
      #expect(!passed, "speed \(speed), lift \(lift), both \(both)")
      #expect(scene.log.lines.contains("began a b"))
    }
  }

  @Test("UD-COL-12 overlapping starts part without explosion")
  func overlap() {
    let items = (0..<4).map { named("\($0)", 160 + 8 * Double($0), 300 + 5 * Double($0)) }
    let scene = Scene(items, gravity: 0)
    let probe = ItemBehavior(items: items)
    scene.animator.addBehavior(probe)
    var fastest = 0.0
    for _ in 0..<180 {
      scene.animator.step()
      for item in items {
        let speed = probe.linearVelocity(for: item).length
        if speed > fastest { fastest = speed }
      }
    }
    for (i, a) in items.enumerated() {
      #expect(stage.contains(a.center))
      for b in items[..<i] {
        let d = a.center - b.center
        // Squares that may have turned keep at least their inner circles apart.
        #expect(d.length > 39)
      }
    }
    #expect(fastest < 400)
    // At a boundary: towards the side of the centre.
    for (x, rest) in [(310.0, 300.0), (330, 340)] {
      let item = named("box", x, 300)
      let wall = Scene([item], gravity: 0, bounds: false)
      wall.collision.addBoundary(
        withIdentifier: "wall", from: Point(x: 320, y: 0), to: Point(x: 320, y: 600))
      let probe = ItemBehavior(items: [item])
      wall.animator.addBehavior(probe)
      wall.animator.run(seconds: 0.6)
      // No overlap is left, and next to no velocity.
      #expect((item.center.x - rest) * (rest - 320) > -0.1 * 20)
      #expect(abs(item.center.x - rest) < 1.5)
      #expect(probe.linearVelocity(for: item).length < 3)
    }
  }

  @Test("UD-COL-13 UD-REST-02 a stack of 10 boxes rests and sleeps")
  func stack() {
    let items = (0..<10).map { named("\($0)", 160, 547 - 40.5 * Double($0)) }
    let scene = Scene(items)
    let properties = ItemBehavior(items: items)
    properties.friction = 0.4
    scene.animator.addBehavior(properties)
    scene.animator.run(seconds: 10)
    #expect(!scene.animator.isRunning)
    for (i, item) in items.enumerated() {
      #expect(abs(item.center.x - 160) < 1)
      #expect(abs(item.center.y - (548 - 40 * Double(i))) < 1.5)
    }
  }

  @Test("UD-COL-14 elastic hits keep momentum and energy", arguments: [1.0, 2])
  func elastic(ratio: Double) {
    let a = named("a", 0, 0)
    let b = named("b", 100, 0)
    let scene = Scene([a, b], gravity: 0, bounds: false)
    let heavy = ItemBehavior(items: [b])
    heavy.density = ratio
    let properties = ItemBehavior(items: [a, b])
    properties.elasticity = 1
    properties.addLinearVelocity(Vector(dx: 200, dy: 0), for: a)
    scene.animator.addBehavior(heavy)
    scene.animator.addBehavior(properties)
    scene.animator.run(seconds: 1)
    let va = properties.linearVelocity(for: a).dx
    let vb = properties.linearVelocity(for: b).dx
    #expect(abs(va + ratio * vb - 200) < 0.05)
    #expect(abs((va * va + ratio * vb * vb) / 40_000 - 1) < 0.02)
    #expect(abs(va - 200 * (1 - ratio) / (1 + ratio)) < 3)
  }

  @Test("UD-COL-15 a corner hit turns a box; a circle rolls down a slope")
  func turning() {
    let item = named("box", 160, 300)
    item.transform = AffineTransform2D(rotation: 0.3)
    let scene = Scene([item])
    let probe = ItemBehavior(items: [item])
    scene.animator.addBehavior(probe)
    var turned = false
    for _ in 0..<60 {
      scene.animator.step()
      if abs(probe.angularVelocity(for: item)) > 1 { turned = true }
    }
    #expect(turned)
    let ball = Item("ball", center: Point(x: 40, y: 60), radius: 20)
    let roll = Scene([ball], bounds: false)
    roll.collision.addBoundary(
      withIdentifier: "slope", from: Point(x: 0, y: 60), to: Point(x: 3000, y: 1060))
    let rough = ItemBehavior(items: [ball])
    rough.friction = 1
    roll.animator.addBehavior(rough)
    roll.animator.run(seconds: 1.5)
    let v = rough.linearVelocity(for: ball).length
    // Rolling without sliding: v = ω·r.
    #expect(abs(rough.angularVelocity(for: ball) * 20 / v - 1) < 0.02)
    #expect(v > 150)
  }

  @Test("UD-COL-16 a concave boundary chain holds inside and outside")
  func concave() {
    // A star around (160, 284).
    let star = Path2D(
      points: (0..<10).map { k in
        Stage.center + Vector(angle: pi * Double(k) / 5, magnitude: k % 2 == 0 ? 150 : 70)
      }, isClosed: true)
    let inside = Item("ball", center: Stage.center, radius: 10)
    let scene = Scene([inside], gravity: 0, bounds: false)
    scene.collision.addBoundary(withIdentifier: "star", for: star)
    let properties = ItemBehavior(items: [inside])
    properties.elasticity = 1
    properties.addLinearVelocity(Vector(dx: 400, dy: 130), for: inside)
    scene.animator.addBehavior(properties)
    for _ in 0..<1200 {
      scene.animator.step()
      #expect(inside.center.distance(to: Stage.center) < 141)
    }
    #expect(scene.log.lines.count > 20)
    let outside = Item("ball", center: Point(x: 160, y: 100), radius: 10)
    let roof = Scene([outside], bounds: false)
    roof.collision.addBoundary(withIdentifier: "star", for: star)
    for _ in 0..<600 {
      roof.animator.step()
      #expect(outside.center.distance(to: Stage.center) > 60)
    }
  }

  @Test("UD-COL-17 removing the support wakes the sleeper, directly and through a stack")
  func support() {
    let low = named("low", 160, 540)
    let high = named("high", 160, 495)
    let scene = Scene([low, high])
    scene.animator.run(seconds: 3)
    #expect(!scene.animator.isRunning)
    scene.collision.removeItem(low)
    #expect(scene.animator.isRunning)
    scene.animator.run(seconds: 1)
    #expect(low.center.y > 600)
    #expect(abs(high.center.y - 548) < 0.3)
  }

  @Test("more than 31 collision behaviours: a diagnostic, and the others still work")
  func many() {
    let animator = DynamicAnimator(referenceBounds: stage)
    let item = named("box", 160, 300)
    let behaviors = (0..<32).map { _ in CollisionBehavior(items: [item]) }
    for behavior in behaviors { animator.addBehavior(behavior) }
    #expect(animator.diagnostics == [Diagnostic(.collisionBehaviorsExhausted)])
    behaviors[30].translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.run(seconds: 2)
    #expect(abs(item.center.y - 548) < 0.3)
  }
}

private enum Stage {
  static let center = Point(x: 160, y: 284)
}
