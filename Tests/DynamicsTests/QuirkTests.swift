import DeterministicMath
import Dynamics
import Simulation
import Testing

private let stage = Rect(x: 0, y: 0, width: 320, height: 568)

private func walls(_ items: [any DynamicItem]) -> CollisionBehavior {
  let collision = CollisionBehavior(items: items)
  collision.translatesReferenceBoundsIntoBoundary = true
  return collision
}

/// What the original is known for (F-01 to F-32), and that it is better here: time, rest, life.
@Suite("Quirks of the original: time, rest and life cycle") struct QuirkTests {
  /// A busy little scene: falling, bouncing, turning.
  private func scene() -> (DynamicAnimator, [Item]) {
    let animator = DynamicAnimator(referenceBounds: stage)
    let items = (0..<4).map { square(70 + 60 * Double($0), 60 + 20 * Double($0), side: 40) }
    animator.addBehavior(GravityBehavior(items: items))
    animator.addBehavior(walls(items))
    let properties = ItemBehavior(items: items)
    properties.elasticity = 0.6
    animator.addBehavior(properties)
    properties.addAngularVelocity(3, for: items[1])
    return (animator, items)
  }

  @Test("F-01 the frame rate of the caller, and slow motion, change nothing")
  func frameRate() {
    var digests: [StateDigest] = []
    for (slices, scale) in [(60, 1.0), (24, 1.0), (1000, 1.0), (7, 1.0), (60, 0.25)] {
      let (animator, _) = scene()
      animator.timeScale = scale
      for _ in 0..<Int(Double(2 * slices) / scale) { animator.advance(by: 1 / Double(slices)) }
      // Slices of 1/7 s leave less than a frame over: end all at the same frame.
      while animator.elapsedTime < 2 { animator.step() }
      var rest = animator
      digests.append(SceneDigest.ofWorld(&rest))
    }
    for digest in digests { #expect(digest == digests[0]) }
  }

  @Test("F-02 stepping, going back and replaying without a device")
  func seeking() {
    let (animator, items) = scene()
    for _ in 0..<30 { animator.step() }
    var saver = SaveVisitor(.everything)
    animator.visitState(&saver)
    let image = saver.finish()
    let place = items[1].center
    for _ in 0..<60 { animator.step() }
    let later = SceneDigest.of(animator)
    var restorer = RestoreVisitor(image)
    animator.visitState(&restorer)
    animator.stateWasRestored()
    #expect(items[1].center == place)
    for _ in 0..<60 { animator.step() }
    #expect(SceneDigest.of(animator) == later)
  }

  @Test("F-04 what a layout pass does to an item is overwritten, and changes no later frame")
  func layoutPass() {
    let (quiet, _) = scene()
    let (fought, items) = scene()
    for _ in 0..<90 {
      quiet.step()
      fought.step()
      let place = items[0].center
      for item in items { item.center = Point(x: 160, y: 284) }
      fought.step()
      quiet.step()
      #expect((items[0].center - place).length < 40)
    }
    #expect(SceneDigest.of(quiet) == SceneDigest.of(fought))
  }

  @Test("F-06 rest comes half a second after the last motion, and each item can be asked")
  func restIsSeen() {
    let animator = DynamicAnimator(referenceBounds: stage)
    let item = square(160, 518)
    let other = square(60, 100, side: 20)
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.addBehavior(walls([item, other]))
    let properties = ItemBehavior(items: [other])
    animator.addBehavior(properties)
    // Falls asleep on its own while the other one still flies.
    properties.addLinearVelocity(Vector(dx: 20, dy: 0), for: other)
    animator.run(seconds: 1)
    #expect(animator.isResting(item) && !animator.isResting(other) && animator.isRunning)
  }

  @Test("F-08 rounding written centres does not feed back: a spring comes to rest off the grid")
  func roundingDoesNotFeedBack() {
    var places: [Point] = []
    for grid in [nil, 0.5, 1.0 / 3] {
      let animator = DynamicAnimator()
      animator.writeBackGrid = grid
      let item = Item(center: Point(x: 10.3, y: 20.7), size: Size(width: 31.7, height: 17.3))
      let spring = AttachmentBehavior(item: item, attachedToAnchor: Point(x: 33.33, y: 66.67))
      spring.length = 0
      spring.frequency = 2
      spring.damping = 0.3
      animator.addBehavior(spring)
      animator.run(seconds: 8)
      #expect(!animator.isRunning, "grid \(String(describing: grid))")
      animator.writeBackGrid = nil
      animator.updateItemsFromWorld([spring])
      places.append(item.center)
    }
    #expect((places[0] - Point(x: 33.33, y: 66.67)).length < 0.5)
    #expect((places[1] - places[0]).length <= 0.36 && (places[2] - places[0]).length <= 0.36)
  }

  @Test("F-12 a behaviour may outlive its animator: setters stay safe, and it may join another")
  func behaviorOutlivesAnimator() {
    let item = square()
    let gravity = GravityBehavior(items: [item])
    do {
      let animator = DynamicAnimator()
      animator.addBehavior(gravity)
      animator.step()
    }
    #expect(gravity.dynamicAnimator == nil)
    gravity.angle = 1
    gravity.addItem(square(10, 10))
    let next = DynamicAnimator()
    next.addBehavior(gravity)
    let before = item.center
    next.run(seconds: 0.1)
    #expect(item.center != before && next.behaviors.count == 1)
  }

  @Test("F-15 a spent push leaves the tree when asked to, and another fires again when armed")
  func spentPushes() {
    let item = square()
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [item])
    animator.addBehavior(properties)
    for _ in 0..<20 {
      let push = PushBehavior(items: [item], mode: .instantaneous)
      push.pushDirection = Vector(dx: 0.1, dy: 0)
      push.removeWhenSpent = true
      animator.addBehavior(push)
      animator.step()
    }
    #expect(animator.behaviors.count == 1)
    let kept = PushBehavior(items: [item], mode: .instantaneous)
    kept.pushDirection = Vector(dx: 0.1, dy: 0)
    animator.addBehavior(kept)
    animator.step()
    animator.step()
    #expect(!kept.active)
    kept.active = true
    animator.step()
    #expect(abs(properties.linearVelocity(for: item).dx - 220) < 0.01)
  }

  @Test("F-17 UD-PROP-10 removing a behaviour ends its effect with the call; defaults return")
  func removalIsImmediate() {
    let item = square()
    let animator = fineAnimator()
    let gravity = GravityBehavior(items: [item])
    let properties = ItemBehavior(items: [item])
    properties.resistance = 50
    properties.density = 4
    let reader = ItemBehavior(items: [item])
    for behavior in [gravity, properties, reader] { animator.addBehavior(behavior) }
    animator.run(seconds: 0.5)
    animator.removeBehavior(gravity)
    animator.removeBehavior(properties)
    let speed = reader.linearVelocity(for: item).dy
    #expect(speed > 15)
    animator.run(seconds: 0.5)
    // Without gravity and without resistance it keeps its speed,
    #expect(reader.linearVelocity(for: item).dy == speed)
    // and without the density its mass is 1 again.
    let push = PushBehavior(items: [item], mode: .instantaneous)
    push.pushDirection = Vector(dx: 1, dy: 0)
    animator.addBehavior(push)
    animator.step()
    #expect(abs(reader.linearVelocity(for: item).dx - 100) < 0.01)
  }

  @Test("F-19 items are known by identity: they leave and come back as often as they like")
  func identity() {
    let animator = DynamicAnimator(referenceBounds: stage)
    let items = (0..<3).map { square(60 + 90 * Double($0), 100, side: 40) }
    let gravity = GravityBehavior(items: items)
    let collision = walls(items)
    animator.addBehavior(gravity)
    animator.addBehavior(collision)
    for round in 0..<40 {
      let item = items[round % 3]
      for behavior in [gravity, collision] as [MultiItemBehavior] {
        behavior.removeItem(item)
        if round % 2 == 0 { animator.step() }
        behavior.addItem(item)
        behavior.addItem(item)
      }
      animator.step()
    }
    #expect(gravity.items.count == 3 && collision.items.count == 3)
    #expect(animator.items(in: stage).count == 3)
    #expect(animator.diagnostics.isEmpty)
  }

  @Test("F-27 an animator that nobody keeps says so when it goes")
  func animatorReleased() {
    var told: [Diagnostic.Code] = []
    func start(_ behavior: DynamicBehavior) {
      let animator = DynamicAnimator()
      animator.diagnosticHandler = { told.append($0.code) }
      animator.addBehavior(behavior)
    }
    start(GravityBehavior(items: [square()]))
    #expect(told == [.animatorReleased])
  }

  @Test("F-28 an action that is given its behaviour makes no cycle")
  func actionsWithoutCycles() {
    weak var released: DynamicBehavior?
    var runs = 0
    do {
      let behavior = GravityBehavior(items: [square()])
      behavior.setAction { each in
        runs += 1
        if runs == 3 { each.dynamicAnimator?.removeBehavior(each) }
      }
      let animator = DynamicAnimator()
      animator.addBehavior(behavior)
      for _ in 0..<6 { animator.step() }
      released = behavior
    }
    #expect(runs == 3 && released == nil)
  }
}

extension DynamicAnimator {
  /// Wakes the items of `behaviors` for one frame, so that they are written without a grid.
  fileprivate func updateItemsFromWorld(_ behaviors: [AttachmentBehavior]) {
    for behavior in behaviors { behavior.damping += 1e-9 }
    step()
  }
}

extension SceneDigest {
  /// Without what depends on how time was sliced: the time left over and the factor on it.
  static func ofWorld(_ animator: inout DynamicAnimator) -> StateDigest {
    animator.timeScale = 1
    var saver = SaveVisitor(.everyStep)
    animator.visitState(&saver)
    var hash = RecordHash(tag: 0, row: 0)
    for byte in saver.finish().bytes { hash.feed(UInt64(byte)) }
    return hash.finish()
  }
}
