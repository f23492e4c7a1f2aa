import Dynamics
import Testing

private let stage = Rect(x: 0, y: 0, width: 320, height: 568)

@Suite("Animator")
struct AnimatorTests {
  @Test("UD-ANIM-01 same level ignored, other level refused, unknown removal ignored")
  func adding() throws {
    let animator = DynamicAnimator()
    let parent = DynamicBehavior()
    let child = GravityBehavior()
    parent.addChildBehavior(child)
    animator.addBehavior(parent)
    animator.addBehavior(parent)
    #expect(animator.behaviors.count == 1)
    #expect(throws: DynamicsError.behaviorInTree) { try animator.add(child) }
    let other = DynamicBehavior()
    #expect(throws: DynamicsError.behaviorInTree) { try other.add(child: child) }
    #expect(throws: DynamicsError.behaviorInTree) { try other.add(child: parent) }
    #expect(throws: DynamicsError.behaviorInTree) { try parent.add(child: parent) }
    animator.addBehavior(child)
    #expect(animator.diagnostics.map { $0.code } == [.refused])
    animator.removeBehavior(GravityBehavior())
    #expect(animator.behaviors.count == 1)
    let second = DynamicAnimator()
    #expect(throws: DynamicsError.behaviorInOtherAnimator) { try second.add(parent) }
    second.removeBehavior(parent)
    #expect(parent.dynamicAnimator === animator)
    // A cycle.
    let low = DynamicBehavior()
    let high = DynamicBehavior()
    high.addChildBehavior(low)
    #expect(throws: DynamicsError.behaviorInTree) { try low.add(child: high) }
  }

  @Test("UD-ANIM-03 UD-ANIM-04 UD-ANIM-09 removeAllBehaviors pauses and reports")
  func removeAll() {
    let log = Log()
    let animator = DynamicAnimator()
    animator.delegate = log
    #expect(!animator.isRunning)
    let behaviors = [GravityBehavior(items: [square()]), GravityBehavior()]
    for behavior in behaviors { animator.addBehavior(behavior) }
    #expect(animator.behaviors.elementsEqual(behaviors) { $0 === $1 })
    #expect(animator.isRunning)
    animator.step()
    animator.removeAllBehaviors()
    #expect(animator.behaviors.isEmpty)
    animator.step()
    #expect(!animator.isRunning)
    #expect(log.lines == ["willResume", "didPause"])
    animator.removeAllBehaviors()
    animator.step()
    #expect(log.lines == ["willResume", "didPause"])
  }

  @Test("UD-ANIM-05 items(in:): rotated extents, closed, once, in registration order")
  func query() {
    let a = square(0, 0)
    let b = square(300, 0)
    b.transform = AffineTransform2D(rotation: pi / 4)
    let c = Item("c", center: Point(x: 0, y: 300), radius: 50)
    let animator = DynamicAnimator()
    animator.addBehavior(ItemBehavior(items: [b]))
    animator.addBehavior(ItemBehavior(items: [a, b, c]))
    func found(_ rect: Rect) -> [Int] {
      animator.items(in: rect).map { item in [a, b, c].firstIndex { $0 === item } ?? -1 }
    }
    #expect(found(Rect(x: -500, y: -500, width: 1000, height: 1000)) == [1, 0, 2])
    #expect(found(Rect(x: 50, y: -10, width: 1, height: 1)) == [0])
    #expect(found(Rect(x: 50.001, y: -10, width: 1, height: 1)) == [])
    // The turned square reaches 70.7 pt to each side.
    #expect(found(Rect(x: 225, y: 0, width: 5, height: 1)) == [1])
    #expect(found(Rect(x: 225, y: 0, width: 4, height: 1)) == [])
    #expect(found(Rect(x: -60, y: 245, width: 15, height: 6)) == [2])
  }

  @Test("UD-ANIM-06 UD-ANIM-07 updateItem re-reads a pose, keeps velocity; other poses are lost")
  func update() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [item])
    properties.addLinearVelocity(Vector(dx: 60, dy: 0), for: item)
    animator.addBehavior(properties)
    animator.step()
    item.center = Point(x: 500, y: 500)
    animator.step()
    #expect(abs(item.center.x - 2) < 1e-4)
    item.center = Point(x: 500, y: 500)
    item.transform = AffineTransform2D(rotation: 1)
    item.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    animator.updateItem(usingCurrentState: item)
    animator.step()
    #expect(abs(item.center.x - 501) < 1e-4)
    #expect(abs(item.rotation - 1) < 1e-6)
    #expect(animator.items(in: Rect(x: 530, y: 500, width: 1, height: 1)).isEmpty)
    // The smaller item has a 25th of the mass.
    let push = PushBehavior(items: [item], mode: .instantaneous)
    push.pushDirection = Vector(dx: 0, dy: 0.01)
    animator.addBehavior(push)
    animator.step()
    #expect(abs(properties.linearVelocity(for: item).dy - 25) < 1e-3)
    animator.updateItem(usingCurrentState: square())
  }

  @Test("UD-ANIM-08 elapsedTime: monotonic, frozen in a pause, not reset")
  func time() {
    let item = square()
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [item])
    animator.addBehavior(properties)
    animator.run(seconds: 3)
    #expect(!animator.isRunning)
    let paused = animator.elapsedTime
    #expect(paused > 0.4 && paused < 0.7)
    animator.run(seconds: 3)
    #expect(animator.elapsedTime == paused)
    properties.addLinearVelocity(Vector(dx: 5, dy: 0), for: item)
    animator.step()
    #expect(abs(animator.elapsedTime - paused - 1.0 / 60) < 1e-12)
  }

  @Test("UD-ANIM-10 independent animators; an item in two is an error")
  func two() throws {
    let item = square()
    let first = DynamicAnimator()
    let second = DynamicAnimator()
    let gravity = GravityBehavior(items: [item])
    first.addBehavior(gravity)
    #expect(throws: DynamicsError.itemInOtherAnimator) {
      try second.add(GravityBehavior(items: [item]))
    }
    first.removeBehavior(gravity)
    first.step()
    try second.add(GravityBehavior(items: [item]))
  }

  @Test("UD-ANIM-11 structural changes in callbacks are queued; setters act from the next substep")
  func queued() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    let gravity = GravityBehavior(items: [item])
    let extra = ItemBehavior()
    var seen: [Int] = []
    gravity.action = {
      animator.addBehavior(extra)
      extra.addItem(item)
      animator.removeBehavior(gravity)
      gravity.magnitude = 0.5
      seen.append(animator.behaviors.count)
    }
    animator.addBehavior(gravity)
    animator.step()
    #expect(seen == [1])
    #expect(animator.behaviors.count == 1)
    #expect(animator.behaviors[0] === extra)
    #expect(gravity.dynamicAnimator == nil)
    #expect(gravity.magnitude == 0.5)
    animator.step()
    #expect(seen == [1])
    // UD-D.4: moved from one behaviour to another without losing velocity.
    #expect(abs(extra.linearVelocity(for: item).dy - 1000.0 / 60) < 1e-3)
  }

  @Test("UD-ANIM-12 UD-COL-18 abstract mode: no bounds, then bounds, then other bounds")
  func bounds() {
    let item = square(160, 100)
    let animator = DynamicAnimator()
    animator.addBehavior(GravityBehavior(items: [item]))
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    animator.run(seconds: 0.2)
    animator.referenceBounds = stage
    animator.run(seconds: 2)
    #expect(abs(item.center.y - 518) < 0.2)
    #expect(!animator.isRunning)
    animator.referenceBounds = Rect(x: 0, y: 0, width: 320, height: 700)
    #expect(animator.isRunning)
    animator.run(seconds: 2)
    #expect(abs(item.center.y - 650) < 0.2)
    animator.referenceBounds = nil
    animator.run(seconds: 1)
    #expect(item.center.y > 900)
    animator.referenceBounds = Rect(x: 0, y: 0, width: -1, height: 1)
    #expect(animator.referenceBounds == nil)
  }

  @Test("UD-ANIM-13 order in a step: written poses, contacts, actions, changes, pause")
  func order() {
    let item = Item("box", center: Point(x: 160, y: 517), size: Size(width: 100, height: 100))
    let log = Log()
    let animator = DynamicAnimator(referenceBounds: stage)
    animator.delegate = log
    let gravity = GravityBehavior(items: [item])
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = log
    let parent = DynamicBehavior()
    parent.addChildBehavior(gravity)
    parent.addChildBehavior(collision)
    final class Leaver: DynamicBehavior {
      weak var log: Log?
      override func willMove(to animator: DynamicAnimator?) {
        log?.lines.append(animator == nil ? "leave" : "join")
      }
    }
    let leaver = Leaver()
    leaver.log = log
    var hasLeft = false
    log.onBegan = {
      log.lines.append("y \(item.center.y > 517 ? "written" : "old")")
    }
    parent.action = { log.lines.append("action parent") }
    gravity.action = {
      log.lines.append("action gravity")
      if !hasLeft, log.lines.contains("began box |nil") {
        hasLeft = true
        animator.removeBehavior(leaver)
        log.lines.append("asked")
      }
    }
    animator.addBehavior(parent)
    animator.addBehavior(leaver)
    while !hasLeft { animator.step() }
    #expect(log.lines.first == "willResume" || log.lines.first == "join")
    let tail = log.lines.suffix(6)
    #expect(
      Array(tail) == [
        "began box |nil", "y written", "action parent", "action gravity", "asked", "leave",
      ])
  }

  @Test("UD-ANIM-14 UD-BEH-06 delegate and animator are held weakly; setters outlive the animator")
  func weak() {
    let gravity = GravityBehavior(items: [square()])
    var log: Log? = Log()
    weak var observer = log
    var animator: DynamicAnimator? = DynamicAnimator()
    weak var gone = animator
    animator?.delegate = log
    animator?.addBehavior(gravity)
    animator?.step()
    log = nil
    #expect(observer == nil)
    animator?.step()
    animator = nil
    #expect(gone == nil)
    #expect(gravity.dynamicAnimator == nil)
    gravity.magnitude = 3
    gravity.addItem(square())
    #expect(gravity.magnitude == 3)
    #expect(gravity.items.count == 2)
    // Its items are free for another animator.
    let next = DynamicAnimator()
    next.addBehavior(gravity)
    next.step()
    #expect(next.behaviors.count == 1)
  }

  @Test("UD-ANIM-15 behaviours added in didPause resume; the calls alternate strictly")
  func resume() {
    let item = square(0, 0)
    let log = Log()
    let animator = DynamicAnimator()
    animator.delegate = log
    let properties = ItemBehavior(items: [item])
    var pauses = 0
    log.onPause = {
      pauses += 1
      #expect(!animator.isRunning)
      if pauses == 1 { properties.addLinearVelocity(Vector(dx: 50, dy: 0), for: item) }
      if pauses == 2 {
        let gravity = GravityBehavior(items: [item])
        animator.addBehavior(gravity)
      }
    }
    properties.resistance = 20
    animator.addBehavior(properties)
    animator.run(seconds: 4)
    #expect(pauses == 2)
    #expect(animator.isRunning)
    #expect(log.lines == ["willResume", "didPause", "willResume", "didPause", "willResume"])
  }

  @Test("UD-ANIM-16 re-added after removal: state is read again, velocity is zero")
  func again() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    let gravity = GravityBehavior(items: [item])
    animator.addBehavior(gravity)
    animator.run(seconds: 0.5)
    animator.removeBehavior(gravity)
    let left = item.center
    animator.step()
    #expect(item.center == left)
    #expect(item.registeredAnimator == nil)
    item.center = Point(x: 70, y: 0)
    animator.addBehavior(gravity)
    animator.run(seconds: 0.5)
    #expect(abs(item.center.x - 70) < 1e-4)
    #expect(abs(item.center.y - 126.04) < 0.01)
  }

  @Test("UD-CORE-01 any slicing of time gives the same bits")
  func slicing() {
    func run(_ slices: [Double]) -> [Point] {
      let items = (0..<6).map { square(40 + 45 * Double($0), 50 + 20 * Double($0), side: 30) }
      let animator = DynamicAnimator(referenceBounds: stage)
      animator.addBehavior(GravityBehavior(items: items))
      let collision = CollisionBehavior(items: items)
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(collision)
      let noise = FieldBehavior.noiseField(smoothness: 0.3, animationSpeed: 2)
      for item in items { noise.addItem(item) }
      animator.addBehavior(noise)
      for slice in slices { animator.advance(by: slice) }
      return items.map { $0.center } + [Point(x: animator.elapsedTime, y: 0)]
    }
    let reference = run([2])
    #expect(reference.last?.x == 2)
    #expect(run([Double](repeating: 1.0 / 60, count: 120)) == reference)
    #expect(run([Double](repeating: 1.0 / 30, count: 60)) == reference)
    #expect(run([Double](repeating: 1.0 / 240, count: 480)) == reference)
    #expect(run([0.013, 0.987, 0.25, 0.0001, 0.7499]) == reference)
    #expect(run([Double](repeating: 0.001, count: 2000)) == reference)
  }

  @Test("UD-CORE-07 times that are not positive numbers add nothing; huge ones are bounded")
  func times() {
    let item = square()
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [item])
    properties.addLinearVelocity(Vector(dx: 0.001, dy: 0), for: item)
    animator.addBehavior(properties)
    for seconds in [0, -1, Double.nan, -Double.infinity] { animator.advance(by: seconds) }
    #expect(animator.elapsedTime == 0)
    animator.advance(by: .infinity)
    #expect(animator.diagnostics.contains(Diagnostic(.valueClamped)))
    #expect(!animator.isRunning)
  }

  @Test("UD-CORE-08 step, suspend, resume, timeScale")
  func pace() {
    let item = square(0, 0)
    let log = Log()
    let animator = DynamicAnimator()
    animator.delegate = log
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.timeScale = 0.5
    animator.advance(by: 1)
    #expect(animator.elapsedTime == 0.5)
    animator.suspend()
    animator.advance(by: 1)
    #expect(animator.elapsedTime == 0.5)
    animator.step()
    #expect(animator.elapsedTime == 0.5 + 1.0 / 60)
    animator.resume()
    animator.timeScale = 2
    animator.advance(by: 0.25)
    #expect(abs(animator.elapsedTime - 1 - 1.0 / 60) < 1e-12)
    animator.timeScale = .nan
    #expect(animator.timeScale == 2)
    #expect(log.lines == ["willResume"])
  }
}

@Suite("Behaviour base")
struct BehaviorTests {
  @Test("UD-BEH-01 UD-BEH-02 action: once a frame, after write-back, pre-order; not when paused")
  func action() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    var lines: [String] = []
    let a = DynamicBehavior()
    let b = GravityBehavior(items: [item])
    let c = DynamicBehavior()
    a.addChildBehavior(b)
    a.action = { lines.append("a \(item.center.y > 0)") }
    b.action = { lines.append("b") }
    c.action = { lines.append("c") }
    animator.addBehavior(a)
    animator.addBehavior(c)
    animator.step()
    animator.step()
    #expect(lines == ["a true", "b", "c", "a true", "b", "c"])
    animator.removeBehavior(a)
    animator.step()
    let count = lines.count
    animator.run(seconds: 1)
    #expect(lines.count == count)
  }

  @Test("UD-BEH-03 a tree acts like the flat list in the same order")
  func composite() {
    func run(_ nested: Bool) -> [Point] {
      let items = [square(100, 100), square(150, 300)]
      let animator = DynamicAnimator(referenceBounds: stage)
      let collision = CollisionBehavior(items: items)
      collision.translatesReferenceBoundsIntoBoundary = true
      let properties = ItemBehavior(items: items)
      properties.elasticity = 0.7
      let all: [DynamicBehavior] = [GravityBehavior(items: items), collision, properties]
      if nested {
        let outer = DynamicBehavior()
        let inner = DynamicBehavior()
        outer.addChildBehavior(all[0])
        outer.addChildBehavior(inner)
        for behavior in all[1...] { inner.addChildBehavior(behavior) }
        animator.addBehavior(outer)
      } else {
        for behavior in all { animator.addBehavior(behavior) }
      }
      animator.run(seconds: 2)
      return items.map { $0.center }
    }
    #expect(run(true) == run(false))
  }

  @Test("UD-BEH-04 concrete behaviours take no children")
  func concrete() {
    let item = square()
    let concrete: [DynamicBehavior] = [
      GravityBehavior(), CollisionBehavior(), ItemBehavior(), PushBehavior(mode: .continuous),
      FieldBehavior.springField(), AttachmentBehavior(item: item, attachedToAnchor: .zero),
    ]
    for behavior in concrete {
      #expect(throws: DynamicsError.behaviorRejectsChildren) {
        try behavior.add(child: DynamicBehavior())
      }
      behavior.addChildBehavior(DynamicBehavior())
      #expect(behavior.childBehaviors.isEmpty)
    }
  }

  final class Probe: DynamicBehavior {
    let name: String
    let log: Log
    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
      super.init()
    }
    override func willMove(to animator: DynamicAnimator?) {
      let bounds = animator?.referenceBounds
      let state = dynamicAnimator == nil ? "outside" : "inside"
      log.lines.append(
        "\(name) \(animator == nil ? "nil" : "\(bounds?.width ?? -1)") \(state)")
    }
  }

  @Test("UD-BEH-05 UD-BEH-08 willMove: subtree, parents first, before association; bounds readable")
  func willMove() {
    let log = Log()
    let parent = Probe("parent", log)
    let child = Probe("child", log)
    let late = Probe("late", log)
    parent.addChildBehavior(child)
    let animator = DynamicAnimator(referenceBounds: stage)
    animator.addBehavior(parent)
    parent.addChildBehavior(late)
    animator.removeBehavior(parent)
    #expect(
      log.lines == [
        "parent 320.0 outside", "child 320.0 outside", "late 320.0 outside",
        "parent nil inside", "child nil inside", "late nil inside",
      ])
  }

  /// Does something of its own when it is told that it will move.
  private final class Wanderer: DynamicBehavior {
    var whenTold: (Wanderer, DynamicAnimator?) -> Void = { _, _ in }
    override func willMove(to animator: DynamicAnimator?) {
      let action = whenTold
      whenTold = { _, _ in }
      action(self, animator)
    }
  }

  @Test("what joins another tree, or leaves, while it is told that it will move, is there once")
  func moveWithinAMove() {
    let (first, second) = (DynamicAnimator(), DynamicAnimator())
    let wanderer = Wanderer()
    wanderer.whenTold = { wanderer, _ in second.addBehavior(wanderer) }
    first.addBehavior(wanderer)
    #expect(first.behaviors.isEmpty && second.behaviors.count == 1)
    #expect(wanderer.dynamicAnimator === second)

    wanderer.whenTold = { wanderer, _ in second.removeBehavior(wanderer) }
    second.removeBehavior(wanderer)
    #expect(second.behaviors.isEmpty && wanderer.dynamicAnimator == nil)

    let parent = DynamicBehavior()
    first.addBehavior(parent)
    wanderer.whenTold = { wanderer, _ in second.addBehavior(wanderer) }
    parent.addChildBehavior(wanderer)
    #expect(parent.childBehaviors.isEmpty && second.behaviors.count == 1)
    for animator in [first, second] {
      animator.step()
      animator.checkInvariants()
    }
  }

  @Test("UD-BEH-07 children join and leave while running")
  func children() {
    let item = square(0, 0)
    let animator = DynamicAnimator()
    let parent = DynamicBehavior()
    let gravity = GravityBehavior(items: [item])
    let holder = ItemBehavior(items: [item])
    parent.addChildBehavior(holder)
    animator.addBehavior(parent)
    animator.step()
    parent.addChildBehavior(gravity)
    parent.addChildBehavior(gravity)
    #expect(parent.childBehaviors.count == 2)
    animator.run(seconds: 0.5)
    #expect(abs(holder.linearVelocity(for: item).dy - 500) < 0.01)
    parent.removeChildBehavior(gravity)
    parent.removeChildBehavior(gravity)
    animator.run(seconds: 0.5)
    #expect(abs(holder.linearVelocity(for: item).dy - 500) < 0.01)
    #expect(gravity.dynamicAnimator == nil)
    animator.removeBehavior(holder)
    #expect(parent.childBehaviors.isEmpty)
  }

  @Test("F-28 UD-ROB-04 an action that is given its behaviour need not capture it: nothing leaks")
  func actionWithBehavior() {
    weak var gone: DynamicBehavior?
    var calls = 0
    do {
      let animator = DynamicAnimator()
      let gravity = GravityBehavior(items: [square()])
      gravity.setAction { behavior in
        calls += 1
        #expect((behavior as? GravityBehavior)?.items.count == 1)
        #expect(behavior.dynamicAnimator != nil)
      }
      animator.addBehavior(gravity)
      animator.step()
      gone = gravity
    }
    #expect(calls == 1)
    #expect(gone == nil)
  }
}
