import Dynamics
import Testing

/// Many items, deep trees, and items that are somebody else's.
@Suite struct JoiningTests {
  /// An item that leaves everything it may to the defaults.
  private final class Plain: DynamicItem {
    var center: Point
    let bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    var transform = AffineTransform2D.identity
    init(_ center: Point) { self.center = center }
  }

  @Test("UD-ANIM-10 an item without a place for its animator is noticed in a second one")
  func plainItem() throws {
    let item = Plain(.zero)
    let gravity = GravityBehavior(items: [item])
    var first: DynamicAnimator? = DynamicAnimator()
    let second = DynamicAnimator()
    try first?.add(gravity)
    #expect(item.registeredAnimator === first)
    #expect(throws: DynamicsError.itemInOtherAnimator) {
      try second.add(GravityBehavior(items: [item]))
    }
    second.addBehavior(SnapBehavior(item: item, snapTo: Point(x: 9, y: 9)))
    #expect(second.diagnostics.last?.error == .itemInOtherAnimator)
    #expect(second.behaviors.isEmpty)
    let group = DynamicItemGroup(items: [item, Plain(Point(x: 20, y: 0))])
    #expect(throws: DynamicsError.itemInOtherAnimator) {
      try second.add(GravityBehavior(items: [group]))
    }
    // Left behind, it is free again: after a removal …
    first?.removeBehavior(gravity)
    first?.step()
    #expect(item.registeredAnimator == nil)
    try first?.add(gravity)
    // … and when its animator is no more.
    first = nil
    #expect(item.registeredAnimator == nil)
    try second.add(GravityBehavior(items: [item]))
    #expect(item.registeredAnimator === second)
  }

  /// Seconds for a number of items to join, all at once and one by one. No expectation: a test that
  /// counts what grows is below.
  private func grid(_ count: Int) -> [Item] {
    (0..<count).map {
      Item(center: Point(x: Double($0 % 100) * 12, y: Double($0 / 100) * 12), radius: 5)
    }
  }

  @Test("items that join one by one are told of, and collide, as those that join at once")
  func oneByOne() {
    func run(_ join: (DynamicAnimator, [Item], [MultiItemBehavior]) -> Void) -> [Point] {
      let items = grid(300)
      let animator = DynamicAnimator(referenceBounds: Rect(x: -6, y: -6, width: 1200, height: 60))
      let collision = CollisionBehavior()
      collision.translatesReferenceBoundsIntoBoundary = true
      let properties = ItemBehavior()
      properties.elasticity = 0.5
      join(animator, items, [GravityBehavior(), collision, properties])
      animator.run(seconds: 0.5)
      return items.map(\.center)
    }
    let atOnce = run { animator, items, behaviors in
      for behavior in behaviors {
        for item in items { behavior.addItem(item) }
        animator.addBehavior(behavior)
      }
    }
    let oneByOne = run { animator, items, behaviors in
      for behavior in behaviors {
        animator.addBehavior(behavior)
        for item in items { behavior.addItem(item) }
      }
    }
    #expect(atOnce == oneByOne)
    #expect(atOnce.allSatisfy { $0.y < 54 })
  }

  @Test("an index finds what it was given, after growth and removal")
  func index() {
    final class Thing {}
    let things = (0..<1_000).map { _ in Thing() }
    var index = ObjectIndex()
    for (place, thing) in things.enumerated() { index.set(Int32(place), for: thing) }
    for thing in things[..<500] { index.remove(thing) }
    for (place, thing) in things.enumerated() {
      #expect(index.place(of: thing) == (place < 500 ? nil : Int32(place)))
    }
    for _ in 0..<20 {
      for thing in things[..<500] { index.set(7, for: thing) }
      for thing in things[..<500] { index.remove(thing) }
    }
    index.set(3, for: things[600])
    #expect(index.place(of: things[600]) == 3)
    #expect(index.count == 500)
    index.removeAll()
    #expect(index.place(of: things[700]) == nil)
  }

  @Test("members are found after others have left")
  func members() {
    let items = grid(40)
    let gravity = GravityBehavior(items: items + items)
    #expect(gravity.items.count == 40)
    for item in items where item.center.x < 240 { gravity.removeItem(item) }
    for item in items { gravity.addItem(item) }
    #expect(gravity.items.count == 40)
    gravity.removeItem(items[39])
    #expect(gravity.items.count == 39)
    #expect(gravity.items.allSatisfy { $0 !== items[39] })
  }

  @Test("UD-BEH-03 a tree 100,000 deep joins, moves its item, is saved, restored, and goes away")
  func deepTree() {
    let item = Plain(.zero)
    let animator = DynamicAnimator()
    let top = DynamicBehavior()
    var node = top
    for _ in 0..<100_000 {
      let child = DynamicBehavior()
      node.addChildBehavior(child)
      node = child
    }
    node.addChildBehavior(GravityBehavior(items: [item]))
    animator.addBehavior(top)
    animator.step()
    #expect(item.center.y > 0)
    #expect(node.dynamicAnimator === animator)
    animator.removeBehavior(top)
    #expect(node.dynamicAnimator == nil)
    animator.step()
  }

  @Test("a tree of which a part is held elsewhere loses the rest")
  func partOfTree() {
    let part = DynamicBehavior()
    let leaf = GravityBehavior()
    part.addChildBehavior(leaf)
    weak var gone: DynamicBehavior?
    do {
      let top = DynamicBehavior()
      let middle = DynamicBehavior()
      gone = middle
      top.addChildBehavior(middle)
      middle.addChildBehavior(part)
    }
    #expect(gone == nil)
    #expect(part.childBehaviors.count == 1)
    let animator = DynamicAnimator()
    animator.addBehavior(part)
    #expect(leaf.dynamicAnimator === animator)
  }
}

/// Changes that wait for the end of a step find the tree as the changes before them left it.
@Suite struct WaitingChangeTests {
  @Test("UD-ROB-01 an item for a behaviour that has left meanwhile makes no body")
  func itemForRemovedBehavior() {
    let animator = DynamicAnimator()
    let kept = GravityBehavior(items: [square(100, 100)])
    let leaving = PushBehavior(items: [square(200, 100)], mode: .continuous)
    let late = square(50, 300)
    animator.addBehavior(kept)
    animator.addBehavior(leaving)
    kept.action = {
      animator.removeBehavior(leaving)
      leaving.addItem(late)
      kept.action = nil
    }
    animator.step()
    #expect(leaving.items.contains { $0 === late })
    #expect(late.registeredAnimator == nil)
    animator.checkInvariants()
    // And it joins with the behaviour.
    animator.addBehavior(leaving)
    #expect(late.registeredAnimator === animator)
    animator.checkInvariants()
  }
}
