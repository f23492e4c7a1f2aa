import DeterministicMath
import Dynamics
import Foundation
import Simulation
import TestSupport
import Testing

/// What joined after the first step is saved, and comes back.
@Suite("UD-CORE-03 snapshots") struct SnapshotTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 568)

  private func digest(_ animator: DynamicAnimator) -> StateDigest {
    var visitor = DigestVisitor()
    animator.visitState(&visitor)
    return visitor.digest
  }

  /// An app with two items from the start, which adds one of everything while it runs.
  private final class App {
    let animator = DynamicAnimator(referenceBounds: SnapshotTests.bounds)
    let first = [
      Item("a", center: Point(x: 100, y: 100), size: Size(width: 40, height: 40)),
      Item("b", center: Point(x: 220, y: 100), radius: 20),
    ]
    let gravity: GravityBehavior
    let collision: CollisionBehavior
    var late: [Item] = []

    init() {
      gravity = GravityBehavior(items: first)
      collision = CollisionBehavior(items: first)
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(gravity)
      animator.addBehavior(collision)
    }

    func spawn() {
      let box = Item("box", center: Point(x: 160, y: 60), size: Size(width: 30, height: 20))
      let disc = Item("disc", center: Point(x: 60, y: 60), radius: 12)
      let oval = Item("oval", center: Point(x: 260, y: 40), ellipse: Size(width: 40, height: 20))
      let kite = Item(
        "kite", center: Point(x: 200, y: 300),
        path: Path2D(
          points: [
            Point(x: -20, y: 0), Point(x: 0, y: -10), Point(x: 20, y: 0), Point(x: 0, y: 30),
          ],
          isClosed: true))
      late = [box, disc, oval, kite]
      for item in late {
        gravity.addItem(item)
        collision.addItem(item)
      }
      collision.addBoundary(
        withIdentifier: "ramp", from: Point(x: 0, y: 400), to: Point(x: 200, y: 450))
      let rope = AttachmentBehavior.limitAttachment(
        with: first[0], offsetFromCenter: Vector(dx: 5, dy: 0), attachedTo: box,
        offsetFromCenter: .zero)
      rope.length = 120
      let spring = AttachmentBehavior(item: disc, attachedToAnchor: Point(x: 60, y: 30))
      spring.frequency = 2
      let noise = FieldBehavior.noiseField(smoothness: 0.4, animationSpeed: 1)
      noise.region = Region(radius: 200).union(with: Region(size: Size(width: 9, height: 9)))
      noise.addItem(kite)
      let properties = ItemBehavior(items: late)
      properties.elasticity = 0.6
      let push = PushBehavior(items: [oval], mode: .continuous)
      push.setAngle(2, magnitude: 0.1)
      let tree = DynamicBehavior()
      for child in [properties, push, noise] as [DynamicBehavior] { tree.addChildBehavior(child) }
      for behavior in [
        rope, spring, tree, SnapBehavior(item: first[1], snapTo: Point(x: 200, y: 200)),
        AttachmentBehavior.pinAttachment(
          with: oval, attachedTo: kite, attachmentAnchor: Point(x: 230, y: 150)),
        try? AttachmentBehavior.sliding(
          item: box, anchor: box.center, axis: Vector(dx: 0, dy: 1)),
      ] as [DynamicBehavior?] {
        if let behavior { animator.addBehavior(behavior) }
      }
    }
  }

  @Test("late items and behaviours of every kind come back by value, in a fresh animator")
  func byValue() throws {
    let app = App()
    app.animator.run(seconds: 0.25)
    app.spawn()
    app.animator.run(seconds: 0.5)
    let snapshot = app.animator.snapshot()
    let saved = digest(app.animator)
    let coded = try JSONDecoder().decode(
      AnimatorSnapshot.self, from: JSONEncoder().encode(snapshot))
    #expect(coded == snapshot)
    app.animator.run(seconds: 1)
    let end = digest(app.animator)

    // As the app was at its start; one that knows nothing; one that has gone on; the app itself.
    let blank = DynamicAnimator(referenceBounds: Self.bounds)
    let gone = App()
    gone.animator.run(seconds: 0.1)
    gone.spawn()
    gone.animator.removeBehavior(gone.animator.behaviors[3])
    gone.gravity.removeItem(gone.late[0])
    gone.animator.run(seconds: 1)
    for (index, animator) in [App().animator, blank, gone.animator, app.animator].enumerated() {
      try animator.restore(coded)
      #expect(digest(animator) == saved, "\(index)")
      #expect(animator.behaviors.count == app.animator.behaviors.count)
      animator.checkEverything()
      animator.run(seconds: 1)
      #expect(digest(animator) == end, "\(index)")
      #expect(animator.diagnostics.allSatisfy { $0.code != .objectUnknown })
    }
    #expect(
      blank.items(in: Rect(x: -999, y: -999, width: 1e4, height: 1e4)).map(\.name)
        == ["a", "b", "box", "disc", "oval", "kite"])
  }

  @Test("what joins after a restore takes the same places as it does without one")
  func goesOn() throws {
    func spawnAgain(_ animator: DynamicAnimator) -> StateDigest {
      let item = Item("new", center: Point(x: 30, y: 30), radius: 5)
      animator.addBehavior(GravityBehavior(items: [item]))
      animator.run(seconds: 0.2)
      return digest(animator)
    }
    let app = App()
    app.animator.run(seconds: 0.1)
    app.spawn()
    app.animator.run(seconds: 0.1)
    // Frees slots and an ordinal.
    for item in app.late[1...2] {
      for behavior in [app.gravity, app.collision] as [MultiItemBehavior] {
        behavior.removeItem(item)
      }
    }
    app.animator.removeBehavior(app.animator.behaviors[2])
    app.animator.run(seconds: 0.1)
    let snapshot = app.animator.snapshot()
    let fresh = DynamicAnimator(referenceBounds: Self.bounds)
    try fresh.restore(snapshot)
    #expect(spawnAgain(fresh) == spawnAgain(app.animator))
  }

  private final class Card: DynamicItem {
    var center = Point.zero
    var bounds: Rect
    var transform = AffineTransform2D.identity
    weak var registeredAnimator: DynamicAnimator?
    let name: String
    init(_ name: String, _ size: Size) {
      self.name = name
      bounds = Rect(origin: .zero, size: size)
    }
  }
  private final class Custom: DynamicBehavior {}

  @Test("a factory makes the app's own items and behaviours; without one they are missed")
  func factory() throws {
    let app = App()
    app.animator.run(seconds: 0.1)
    let card = Card("card", Size(width: 30, height: 40))
    card.center = Point(x: 100, y: 200)
    let custom = Custom()
    custom.addChildBehavior(GravityBehavior(items: [card]))
    app.animator.addBehavior(custom)
    let field = FieldBehavior.field { _, _, _, _, _, _ in Vector(dx: 1, dy: 0) }
    field.addItem(card)
    app.animator.addBehavior(field)
    app.animator.run(seconds: 0.5)
    let snapshot = app.animator.snapshot()
    let saved = digest(app.animator)
    app.animator.run(seconds: 0.5)

    let fresh = App().animator
    fresh.run(seconds: 0.3)
    let before = digest(fresh)
    #expect(throws: SnapshotError.behaviorMissing(.composite)) { try fresh.restore(snapshot) }
    #expect(digest(fresh) == before)
    var made: [Card] = []
    try fresh.restore(snapshot) { missing in
      switch missing {
      case .item(let description):
        made.append(Card(description.name, description.size))
        return .item(made[0])
      case .behavior(let description) where description.kind == .composite:
        return .behavior(Custom())
      case .behavior(let description) where description.kind == .field:
        return .behavior(FieldBehavior.field { _, _, _, _, _, _ in Vector(dx: 1, dy: 0) })
      default: return nil
      }
    }
    #expect(digest(fresh) == saved)
    #expect(made.count == 1 && made[0].registeredAnimator === fresh)
    fresh.run(seconds: 0.5)
    #expect(made[0].center == card.center)
    #expect(fresh.behaviors[2] is Custom)
  }

  @Test("a joint whose attachment the animator does not know goes, and so does a body")
  func noJointWithoutOwner() {
    let app = App()
    app.animator.run(seconds: 0.1)
    let rod = AttachmentBehavior(item: app.first[0], attachedToAnchor: Point(x: 100, y: 0))
    app.animator.addBehavior(rod)
    let wall = Item("wall", center: Point(x: 220, y: 300), size: Size(width: 200, height: 20))
    let hold = ItemBehavior(items: [wall])
    hold.isAnchored = true
    app.animator.addBehavior(hold)
    app.collision.addItem(wall)
    app.animator.run(seconds: 0.1)
    var saver = SaveVisitor(.everything)
    app.animator.visitState(&saver)

    let fresh = App()
    var restorer = RestoreVisitor(saver.finish())
    fresh.animator.visitState(&restorer)
    fresh.animator.stateWasRestored()
    #expect(fresh.animator.diagnostics.contains { $0.code == .objectUnknown })
    fresh.animator.checkEverything()
    fresh.animator.run(seconds: 3)
    // Both fall to the floor: nothing holds one, nothing is in the way of the other.
    #expect(abs(fresh.first[0].center.y - 548) < 0.5)
    #expect(abs(fresh.first[1].center.y - 548) < 0.5)
  }

  @Test(
    "damaged and strange snapshots are refused, and change nothing", arguments: Sample.of(0..<60))
  func damaged(seed: Int) throws {
    let app = App()
    app.animator.run(seconds: 0.1)
    app.spawn()
    app.animator.run(seconds: 0.3)
    let text = try String(decoding: JSONEncoder().encode(app.animator.snapshot()), as: UTF8.self)
    let before = digest(app.animator)
    // Numbers of the text become others.
    var random = Words(state: UInt64(seed) &* 977 &+ 1)
    var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<3 {
      let place = Int(random.next() % UInt64(parts.count))
      if Int(parts[place]) != nil { parts[place] = ["0", "1", "7", "255", "99"][seed % 5] }
    }
    guard
      let strange = try? JSONDecoder().decode(
        AnimatorSnapshot.self, from: Data(parts.joined(separator: ",").utf8))
    else { return }
    do {
      try app.animator.restore(strange)
      app.animator.run(seconds: 0.2)
    } catch {
      #expect(digest(app.animator) == before)
      app.animator.run(seconds: 0.2)
    }
  }

  @Test("a snapshot is not restored from within a step")
  func withinStep() throws {
    let app = App()
    let snapshot = app.animator.snapshot()
    var errors: [SnapshotError] = []
    app.gravity.action = { [unowned app] in
      do throws(SnapshotError) { try app.animator.restore(snapshot) } catch { errors.append(error) }
    }
    app.animator.step()
    #expect(errors == [.duringStep])
  }
}

/// SplitMix64.
private struct Words {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
