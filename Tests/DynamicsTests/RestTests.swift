import Dynamics
import Testing

private let stage = Rect(x: 0, y: 0, width: 320, height: 568)

@Suite("Rest")
struct RestTests {
  @Test("UD-REST-01 rest: below 1 pt/s and 2°/s for 0.5 s")
  func thresholds() {
    for (linear, angular, rests) in [
      (0.9, 0.0, true), (1.2, 0, false), (0, 0.033, true), (0, 0.037, false),
    ] {
      let item = square(0, 0)
      let animator = DynamicAnimator()
      let properties = ItemBehavior(items: [item])
      properties.addLinearVelocity(Vector(dx: linear, dy: 0), for: item)
      properties.addAngularVelocity(angular, for: item)
      animator.addBehavior(properties)
      animator.run(seconds: 0.45)
      #expect(animator.isRunning)
      animator.run(seconds: 1)
      #expect(animator.isRunning == !rests, "\(linear) pt/s, \(angular) rad/s")
      #expect(animator.isResting(item) == rests)
    }
  }

  @Test("UD-REST-02 didPause once; nothing happens while paused")
  func pause() {
    let item = square(160, 100)
    let log = Log()
    let animator = DynamicAnimator(referenceBounds: stage)
    animator.delegate = log
    var actions = 0
    let gravity = GravityBehavior(items: [item])
    gravity.action = { actions += 1 }
    animator.addBehavior(gravity)
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    animator.run(seconds: 4)
    #expect(log.lines == ["willResume", "didPause"])
    let count = actions
    animator.run(seconds: 1)
    animator.advance(by: 1)
    #expect(actions == count)
    #expect(log.lines.count == 2)
  }

  /// Everything of D.3, on an item that rests on the floor.
  @Test("UD-REST-03 UD-REST-04 every wake source wakes; equal values do not")
  func sources() {
    let item = square(160, 500)
    let other = square(60, 60, side: 20)
    let log = Log()
    let animator = DynamicAnimator(referenceBounds: stage)
    animator.delegate = log
    let gravity = GravityBehavior(items: [item])
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    let properties = ItemBehavior(items: [item])
    let push = PushBehavior(items: [item], mode: .instantaneous)
    let spring = AttachmentBehavior(item: item, attachedToAnchor: Point(x: 160, y: 518))
    spring.frequency = 0.5
    spring.damping = 1
    spring.length = 0
    let field = FieldBehavior.dragField()
    field.addItem(item)
    for behavior in [gravity, collision, properties, push, spring, field] as [DynamicBehavior] {
      animator.addBehavior(behavior)
    }
    let extra = GravityBehavior()
    let sources: [(String, () -> Void, () -> Void)] = [
      ("gravity", { gravity.magnitude = 0.9 }, { gravity.magnitude = 0.9 }),
      ("direction", { gravity.angle = 1.5 }, { gravity.angle = 1.5 }),
      (
        "mode", { collision.collisionMode = .boundaries }, { collision.collisionMode = .boundaries }
      ),
      (
        "boundary",
        { collision.addBoundary(withIdentifier: "x", from: .zero, to: Point(x: 9, y: 9)) },
        { collision.removeBoundary(withIdentifier: "unknown") }
      ),
      (
        "bounds", { animator.referenceBounds = Rect(x: 0, y: 0, width: 330, height: 568) },
        { animator.referenceBounds = Rect(x: 0, y: 0, width: 330, height: 568) }
      ),
      ("elasticity", { properties.elasticity = 0.1 }, { properties.elasticity = 0.1 }),
      ("density", { properties.density = 2 }, { properties.density = 2 }),
      ("given default", { properties.friction = 0 }, { properties.friction = 0 }),
      ("velocity", { properties.addLinearVelocity(Vector(dx: 1, dy: 0), for: item) }, {}),
      ("spin", { properties.addAngularVelocity(0.01, for: item) }, {}),
      ("push", { push.active = true }, { push.active = false }),
      (
        "anchor", { spring.anchorPoint = Point(x: 161, y: 518) },
        { spring.anchorPoint = Point(x: 161, y: 518) }
      ),
      ("frequency", { spring.frequency = 0.6 }, { spring.frequency = 0.6 }),
      ("strength", { field.strength = 2 }, { field.strength = 2 }),
      ("region", { field.region = Region(radius: 1e4) }, { field.region = Region(radius: 1e4) }),
      ("update", { animator.updateItem(usingCurrentState: item) }, {}),
      ("item", { gravity.addItem(other) }, { gravity.addItem(other) }),
      ("item gone", { gravity.removeItem(other) }, { gravity.removeItem(other) }),
      ("behaviour", { animator.addBehavior(extra) }, { animator.addBehavior(extra) }),
      ("behaviour gone", { animator.removeBehavior(extra) }, { animator.removeBehavior(extra) }),
    ]
    func settle() {
      for _ in 0..<20 where animator.isRunning { animator.run(seconds: 1) }
    }
    settle()
    for (name, wake, equal) in sources {
      if name == "item gone" {
        // The other item falls for ever: only its removal ends that.
        #expect(animator.isRunning)
        wake()
        settle()
        #expect(!animator.isRunning, "\(name)")
        equal()
        #expect(!animator.isRunning, "\(name) again")
        continue
      }
      #expect(!animator.isRunning, "before \(name)")
      let count = log.lines.count
      wake()
      #expect(animator.isRunning, "\(name)")
      #expect(log.lines.count == count + 1, "\(name)")
      if name == "item" { continue }
      settle()
      #expect(!animator.isRunning, "after \(name)")
      equal()
      #expect(!animator.isRunning, "\(name) again")
    }
    for (index, line) in log.lines.enumerated() {
      #expect(line == (index % 2 == 0 ? "willResume" : "didPause"))
    }
  }

  @Test("UD-REST-05 noise keeps items awake, frozen noise does not")
  func noise() {
    for (speed, runs) in [(1.0, true), (0.0, false)] {
      let item = square(160, 100)
      let animator = DynamicAnimator()
      let field = FieldBehavior.noiseField(smoothness: 1, animationSpeed: speed)
      field.strength = 1e-5
      field.addItem(item)
      animator.addBehavior(field)
      animator.run(seconds: 3)
      #expect(animator.isRunning == runs)
    }
  }

  @Test("UD-REST-05 F-07 a falling item keeps running for ever; with cull bounds it is let go")
  func culling() {
    for bounds in [nil, stage] {
      let item = square(160, 100, side: 40)
      let rest = square(60, 500, side: 40)
      let log = Log()
      let animator = DynamicAnimator(referenceBounds: stage, cullBounds: bounds)
      animator.delegate = log
      let gravity = GravityBehavior(items: [item])
      let composite = DynamicBehavior()
      func rope() -> AttachmentBehavior {
        let rope = AttachmentBehavior.limitAttachment(
          with: item, offsetFromCenter: .zero, attachedTo: rest, offsetFromCenter: .zero)
        rope.length = 1e6
        return rope
      }
      let inner = rope()
      composite.addChildBehavior(inner)
      let rope = rope()
      animator.addBehavior(gravity)
      animator.addBehavior(composite)
      animator.addBehavior(rope)
      animator.addBehavior(ItemBehavior(items: [item, rest]))
      animator.run(seconds: 10)
      #expect(animator.isRunning == (bounds == nil))
      if bounds == nil { continue }
      #expect(log.lines == ["willResume", "culled square", "didPause"])
      #expect(gravity.items.isEmpty)
      #expect(inner.dynamicAnimator == nil)
      #expect(rope.dynamicAnimator == nil)
      #expect(composite.dynamicAnimator === animator)
      #expect(item.registeredAnimator == nil)
      #expect(item.center.y > 588 && item.center.y < 620)
      #expect(rest.registeredAnimator === animator)
    }
  }
}
