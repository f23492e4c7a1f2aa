import Dynamics
import DynamicsFuzz
import TestSupport
import Testing

/// Random trees and calls; `Tools/fuzz` makes a million of them in two builds and compares.
@Suite("UD-ROB-01 fuzz of the whole interface") struct FuzzTests {
  #if DEBUG
    static let calls = 300
  #else
    static let calls = 1500
  #endif

  /// No crash, no number that is not finite, and the same calls twice end in the same digest.
  @Test(arguments: Sample.of(UInt64(1)...24)) func randomCalls(seed: UInt64) {
    let worlds = [FuzzWorld(seed: seed), FuzzWorld(seed: seed)]
    for world in worlds { world.run(calls: Self.calls) }
    #expect(worlds[0].trouble == nil, "seed \(seed)")
    #expect(worlds[0].callCount >= Self.calls && worlds[0].frameCount > 0)
    #expect(worlds[0].digest == worlds[1].digest, "seed \(seed)")
    #expect(worlds[0].callCount == worlds[1].callCount, "seed \(seed)")
  }

  /// The rig sees what it is there for: other seeds make other calls, and callbacks make some too.
  @Test func rigWorks() {
    let worlds = (UInt64(1)...8).map { FuzzWorld(seed: $0) }
    for world in worlds { world.run(calls: 300) }
    #expect(Set(worlds.map(\.digest)).count == worlds.count)
    #expect(worlds.contains { $0.innerCallCount > 10 })
  }

  /// Found by the fuzzer: the anchor's stand-in was the centre of an item that has none.
  @Test("UD-ROB-03 attachments of items without a place hold finite numbers")
  func attachmentsOfNoPlace() {
    for x in [Double.nan, .infinity, 1e300] {
      let item = Item(center: Point(x: x, y: 0), radius: 5)
      let nowhere = Point(x: 0, y: x)
      let behaviors = [
        AttachmentBehavior(item: item, attachedToAnchor: nowhere),
        .slidingAttachment(
          with: item, attachmentAnchor: nowhere, axisOfTranslation: Vector(dx: 1, dy: 0)),
      ]
      for behavior in behaviors {
        #expect(behavior.length.isFinite && behavior.anchorPoint.isFinite)
        // The item finds its place later.
        item.center = Point(x: 50, y: 50)
        let animator = DynamicAnimator()
        animator.addBehavior(behavior)
        for _ in 0..<3 { animator.step() }
        #expect(behavior.anchorPoint.isFinite && item.center.isFinite)
      }
    }
  }

  /// Found by the fuzzer: a huge region left an infinite number in the state.
  @Test("UD-REG-01 huge and infinite regions hold finite numbers")
  func hugeRegions() {
    for size in [1e200, .greatestFiniteMagnitude, .infinity] {
      for region in [Region(radius: size), Region(size: Size(width: size, height: size))] {
        for node in region.nodes { #expect(node.a.isFinite && node.b.isFinite) }
        #expect(region.contains(Point(x: 1e6, y: -1e6)))
        #expect(!region.inverse().contains(.zero))
      }
    }
  }
}
