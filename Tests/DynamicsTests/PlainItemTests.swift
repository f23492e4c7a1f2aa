import DeterministicMath
import Dynamics
import Simulation
import TestSupport
import Testing

/// An animator reads and writes items of the class `Item` directly, and all others through their
/// protocol. Both must do the same.
@Suite struct PlainItemTests {
  /// What `Item` is, as a class of an app.
  private final class Card: DynamicItem {
    var place: Point
    var center: Point {
      get {
        wasRead?()
        return place
      }
      set { place = newValue }
    }
    let bounds: Rect
    var transform = AffineTransform2D.identity
    weak var registeredAnimator: DynamicAnimator?
    var wasRead: (() -> Void)?

    init(_ center: Point, _ size: Size) {
      place = center
      bounds = Rect(origin: .zero, size: size)
    }
  }

  private struct Run {
    var digests: [StateDigest] = []
    var entries: [[JournalEntry]] = []
    var places: [Point] = []
  }

  /// Items fall into a box; the app moves some of them, takes one away, and brings one back.
  private func run(
    frames: Int = 60, seed: UInt64, _ make: (Int, Point, Size) -> any DynamicItem
  ) -> Run {
    var random = SplitMix(seed: seed)
    func number(_ limit: Double) -> Double { Double(random.next() % 1024) / 1024 * limit }
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 400, height: 400))
    let journal = animator.startJournal()
    let items = (0..<8).map { index in
      make(
        index, Point(x: 40 + 40 * Double(index), y: 40 + number(100)),
        Size(width: 20 + number(15), height: 20 + number(15)))
    }
    let collision = CollisionBehavior(items: items)
    collision.translatesReferenceBoundsIntoBoundary = true
    let gravity = GravityBehavior(items: items)
    animator.addBehavior(collision)
    animator.addBehavior(gravity)
    animator.addBehavior(AttachmentBehavior(item: items[0], attachedTo: items[1]))
    var run = Run()
    for frame in 0..<frames {
      let item = items[Int(random.next() % 8)]
      switch random.next() % 6 {
      case 0: item.center = Point(x: 50 + number(300), y: 50 + number(300))
      case 1: item.center.x = frame % 2 == 0 ? .nan : .infinity
      case 2: item.transform = AffineTransform2D(rotation: number(6))
      case 3:
        collision.removeItem(item)
        gravity.removeItem(item)
      case 4:
        collision.addItem(item)
        gravity.addItem(item)
      default: break
      }
      animator.step()
      run.entries.append(journal.takeEntries())
      var visitor = DigestVisitor()
      animator.visitState(&visitor)
      run.digests.append(visitor.digest)
    }
    run.places = items.map { $0.center }
    return run
  }

  @Test(arguments: Sample.of(UInt64(1)...60, 12)) func bothDoTheSame(seed: UInt64) {
    let plain = run(seed: seed) { Item(center: $1, size: $2) }
    let own = run(seed: seed) { Card($1, $2) }
    #expect(plain.digests == own.digests, "seed \(seed)")
    #expect(plain.entries == own.entries, "seed \(seed)")
    let mixed = run(seed: seed) { index, center, size in
      if index % 3 == 0 { return Card(center, size) }
      return Item(center: center, size: size)
    }
    #expect(plain.digests == mixed.digests, "seed \(seed)")
    // What the app wrote to items comes in another order.
    #expect(plain.entries.map { $0.count } == mixed.entries.map { $0.count }, "seed \(seed)")
    for (a, b) in zip(plain.places, own.places) {
      #expect(a.x.bitPattern == b.x.bitPattern && a.y.bitPattern == b.y.bitPattern, "seed \(seed)")
    }
  }

  /// A getter is an app's code, and may ask the animator that calls it.
  @Test func aGetterMayAskTheAnimator() {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 400, height: 400))
    let journal = animator.startJournal()
    let card = Card(Point(x: 100, y: 100), Size(width: 20, height: 20))
    let all = Rect(x: 0, y: 0, width: 400, height: 400)
    var found = 0
    animator.addBehavior(GravityBehavior(items: [card, Item(center: .zero, radius: 10)]))
    card.wasRead = { [weak animator] in found = animator?.items(in: all).count ?? 0 }
    for _ in 0..<3 {
      animator.step()
      _ = journal.takeEntries()
      found = 0
      var visitor = DigestVisitor()
      animator.visitState(&visitor)
      #expect(found == 2)
    }
  }
}
