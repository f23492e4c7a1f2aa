import DeterministicMath
import Dynamics
import Simulation
import TestSupport
import Testing

/// An animator whose structure and parameters change while it runs.
private final class Changing {
  let animator: DynamicAnimator
  let items: [Item]
  let gravity: GravityBehavior
  let collision: CollisionBehavior
  let properties: ItemBehavior
  let attachment: AttachmentBehavior
  let field: FieldBehavior
  let push: PushBehavior
  let composite = DynamicBehavior()
  let late: FieldBehavior
  let group: DynamicItemGroup
  let snap: SnapBehavior
  let pin: AttachmentBehavior
  let slide: AttachmentBehavior
  let weld: AttachmentBehavior

  init() {
    animator = DynamicAnimator(
      referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568), seed: 9)
    items = [
      square(100, 100, side: 40), square(200, 150, side: 50),
      Item("", center: Point(x: 150, y: 300), radius: 25),
      Item("", center: Point(x: 60, y: 400), ellipse: Size(width: 40, height: 24)),
    ]
    gravity = GravityBehavior(items: items)
    collision = CollisionBehavior(items: items)
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.addBoundary(
      withIdentifier: "ramp", from: Point(x: 0, y: 450), to: Point(x: 200, y: 520))
    properties = ItemBehavior(items: items)
    properties.elasticity = 0.5
    attachment = AttachmentBehavior(item: items[0], attachedTo: items[1])
    field = FieldBehavior.noiseField(smoothness: 0.4, animationSpeed: 1)
    field.strength = 0.2
    field.addItem(items[2])
    push = PushBehavior(items: [items[3]], mode: .instantaneous)
    push.pushDirection = Vector(dx: 0.05, dy: -0.05)
    push.setTargetOffsetFromCenter(Vector(dx: 3, dy: 4), for: items[3])
    let cup = [
      square(250, 60, side: 20), square(270, 60, side: 20),
      Item("", center: Point(x: 280, y: 80), radius: 12),
    ]
    group = DynamicItemGroup(items: cup)
    snap = SnapBehavior(item: items[0], snapTo: Point(x: 80, y: 200))
    pin = AttachmentBehavior.pinAttachment(
      with: items[1], attachedTo: group, attachmentAnchor: Point(x: 230, y: 100))
    pin.frictionTorque = 0.01
    slide = AttachmentBehavior.slidingAttachment(
      with: items[2], attachmentAnchor: Point(x: 150, y: 300),
      axisOfTranslation: Vector(dx: 1, dy: 1))
    weld = AttachmentBehavior.fixedAttachment(
      with: items[2], attachedTo: items[3], attachmentAnchor: Point(x: 100, y: 350))
    late = FieldBehavior.vortexField()
    late.addItem(items[1])
    for behavior in [gravity, properties, field] as [DynamicBehavior] {
      composite.addChildBehavior(behavior)
    }
    animator.addBehavior(composite)
    for behavior in [collision, attachment, push] as [DynamicBehavior] {
      animator.addBehavior(behavior)
    }
    gravity.addItem(group)
    collision.addItem(group)
    properties.addItem(group)
    animator.addBehavior(pin)
    for behavior in [late, snap, slide, weld] as [DynamicBehavior] { animator.declare(behavior) }
  }

  /// What the app does before frame `frame`.
  func step(_ frame: Int) {
    switch frame {
    case 5: animator.addBehavior(slide)
    case 10: animator.removeBehavior(attachment)
    case 12: slide.attachmentRange = FloatRange(minimum: -20, maximum: 30)
    case 14: animator.addBehavior(snap)
    case 18: slide.anchorPoint = Point(x: 170, y: 290)
    case 22: pin.attachmentRange = FloatRange(minimum: -0.5, maximum: 1)
    case 24: snap.snapPoint = Point(x: 120, y: 150)
    case 26: pin.allowsCollision = true
    case 33: animator.removeBehavior(slide)
    case 34: animator.addBehavior(weld)
    case 41: snap.damping = 0.9
    case 44: animator.removeBehavior(weld)
    case 47: animator.removeBehavior(snap)
    case 48: pin.frictionTorque = 0
    case 51: animator.addBehavior(weld)
    case 53: animator.removeBehavior(pin)
    case 54: for b in [gravity, collision, properties] { b.removeItem(group) }
    case 59:
      group.center = Point(x: 200, y: 80)
      collision.addItem(group)
      properties.addItem(group)
    case 15: gravity.removeItem(items[2])
    case 20: collision.collisionMode = .boundaries
    case 25: animator.addBehavior(late)
    case 28:
      late.position = Point(x: 160, y: 200)
      late.region = Region(radius: 120).union(with: Region(size: Size(width: 300, height: 20)))
    case 30: animator.referenceBounds = Rect(x: 10, y: 0, width: 280, height: 540)
    case 32: properties.density = 2
    case 35: push.active = true
    case 38: composite.removeChildBehavior(field)
    case 40:
      animator.addBehavior(attachment)
      attachment.frequency = 2
    case 45: for b in [gravity, collision, properties] { b.removeItem(items[3]) }
    case 46: push.removeItem(items[3])
    case 50:
      items[3].center = Point(x: 100, y: 100)
      gravity.addItem(items[3])
      collision.addItem(items[3])
    case 52: collision.collisionMode = .everything
    case 55: gravity.angle = 1.2
    case 58: properties.isAnchored = true
    case 64: properties.isAnchored = false
    case 66: animator.removeBehavior(late)
    case 70: composite.addChildBehavior(field)
    case 72: field.seed = 77
    case 75:
      animator.removeBehavior(gravity)
      properties.resistance = 8
    default: break
    }
    animator.step()
  }

  func save() -> StateImage {
    var visitor = SaveVisitor(.everything)
    animator.visitState(&visitor)
    return visitor.finish()
  }

  func restore(_ image: StateImage) {
    var visitor = RestoreVisitor(image)
    animator.visitState(&visitor)
    animator.stateWasRestored()
  }

  var digest: StateDigest {
    var visitor = DigestVisitor()
    animator.visitState(&visitor)
    return visitor.digest
  }
}

@Suite("State")
struct StateTests {
  /// The description covers structure too: behaviours, children and items come and go, parameters
  /// and bounds change, and a fresh animator restored between any two frames goes on alike.
  @Test("UD-CORE-03 restore between any two frames of a run whose structure changes")
  func structure() {
    let run = Changing()
    var images: [StateImage] = []
    var digests: [StateDigest] = []
    let frames = 140
    for frame in 0..<frames {
      images.append(run.save())
      run.step(frame)
      digests.append(run.digest)
    }
    #expect(run.animator.diagnostics.isEmpty)
    for start in 0..<frames {
      let fresh = Changing()
      fresh.restore(images[start])
      #expect(fresh.save() == images[start], "image of frame \(start)")
      #expect(fresh.animator.diagnostics.isEmpty)
      for frame in start..<min(start + 30, frames) {
        fresh.step(frame)
        guard fresh.digest == digests[frame] else {
          Issue.record("restored before frame \(start), diverged in frame \(frame)")
          break
        }
      }
    }
  }

  /// What a behaviour sees of items that touch already is found out by the next substep.
  @Test("contacts that a change between steps begins, begin in a restored animator, too")
  func contactsOfNewBehavior() {
    func make() -> (DynamicAnimator, CollisionBehavior) {
      let items = [square(100, 100, side: 40), square(100, 141, side: 40)]
      let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 161))
      animator.addBehavior(GravityBehavior(items: items))
      let first = CollisionBehavior(items: items)
      first.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(first)
      let second = CollisionBehavior(items: items)
      animator.declare(second)
      return (animator, second)
    }
    func digest(_ animator: DynamicAnimator) -> StateDigest {
      var visitor = DigestVisitor()
      animator.visitState(&visitor)
      return visitor.digest
    }
    let (animator, second) = make()
    for _ in 0..<20 { animator.step() }
    animator.addBehavior(second)
    var saving = SaveVisitor(.everything)
    animator.visitState(&saving)
    let (restored, _) = make()
    var restoring = RestoreVisitor(saving.finish())
    restored.visitState(&restoring)
    restored.stateWasRestored()
    for step in 0..<10 {
      #expect(digest(restored) == digest(animator), "after \(step) steps")
      animator.step()
      restored.step()
    }
  }

  @Test("digesting does not change the course of a run")
  func pure() {
    let watched = Changing()
    let alone = Changing()
    for frame in 0..<100 {
      watched.step(frame)
      _ = watched.digest
      _ = watched.save()
      alone.step(frame)
    }
    #expect(watched.digest == alone.digest)
  }

  /// An image of an animator that knew more objects: what is unknown is left out, nothing traps.
  @Test("restoring a state with unknown objects leaves them out, with a diagnostic")
  func unknown() {
    let big = Changing()
    for frame in 0..<20 { big.step(frame) }
    let extra = square(250, 250, side: 10)
    big.animator.addBehavior(PushBehavior(items: [extra], mode: .continuous))
    big.step(20)
    let image = big.save()
    let fresh = Changing()
    fresh.restore(image)
    #expect(fresh.animator.diagnostics.contains(Diagnostic(.objectUnknown)))
    for frame in 21..<40 { fresh.step(frame) }
    for item in fresh.items { #expect(item.center.isFinite) }
  }

  /// After every 256 frames contacts have no points to save, however many substeps a frame has.
  @Test(arguments: Sample.of([1, 3, 4, 16]))
  func contactsAreOutdatedAfterFrames(substeps: Int) throws {
    let animator = DynamicAnimator(
      referenceBounds: Rect(x: 0, y: 0, width: 320, height: 480), substepsPerFrame: substeps)
    let item = square(160, 430)
    let gravity = GravityBehavior(items: [item])
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    try animator.add(gravity)
    try animator.add(collision)
    for frame in 1...768 {
      // It never rests for long.
      if frame % 4 == 0 { gravity.magnitude = frame % 8 == 0 ? 1 : 2 }
      animator.step()
      if frame % 256 > 1 && frame % 256 < 255 { continue }
      var schema = SchemaVisitor()
      animator.visitState(&schema)
      var visitor = SaveVisitor(.everything)
      animator.visitState(&visitor)
      let state = NamedState(visitor.finish(), schema.schema)
      let count = state.count("contacts")
      let madeCount = (0..<count).count { state.word("contacts.turnCosine", $0) != 0 }
      if frame >= 255 { #expect(count > 0, "frame \(frame)") }
      #expect(madeCount == (frame % 256 == 0 ? 0 : count), "frame \(frame)")
    }
  }

  /// Words of the animator's own tables are replaced at random; nothing traps, then or later.
  @Test("UD-ROB-03 damaged states do not trap", arguments: Sample.of(UInt64(1)...60, 20))
  func damaged(seed: UInt64) {
    let run = Changing()
    for frame in 0..<40 { run.step(frame) }
    let image = run.save()
    var schema = SchemaVisitor()
    run.animator.visitState(&schema)
    var start = 0
    for (table, count) in zip(schema.schema.tables, image.rowCounts) {
      if table.name == "animator" { break }
      for group in table.groups { start += group.rowSize * Int(count) }
    }
    var bad = image
    var state = seed
    for _ in 0..<(1 + seed % 40) {
      state = GradientNoise.finalize(state &+ 0x9E37_79B9_7F4A_7C15)
      let word = start + 8 * Int(state % UInt64((image.bytes.count - start) / 8))
      let values: [UInt64] = [
        0, .max, 1, 3, 1 << 31, 1 << 63, Double.nan.bitPattern, Double.infinity.bitPattern,
        (1e300).bitPattern, (-7.5).bitPattern, state,
      ]
      let value = values[Int((state >> 40) % UInt64(values.count))]
      for byte in 0..<8 { bad.bytes[word + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    let fresh = Changing()
    fresh.restore(bad)
    for frame in 40..<90 { fresh.step(frame) }
    // A good state restored afterwards goes on as if nothing had been.
    fresh.restore(image)
    #expect(fresh.save() == image)
    for frame in 40..<60 {
      fresh.step(frame)
      run.step(frame)
      #expect(fresh.digest == run.digest)
    }
  }

  @Test(
    "a number of the animator outside its range is refused",
    arguments: [
      ("timeScale", (1000.5).bitPattern), ("timeScale", (-0.5).bitPattern), ("isSuspended", 2),
      ("isRunning", 2), ("pendingTicks", 864_000_000_001), ("pendingTicks", .max),
      ("nextSerial", 1 << 32), ("collisionClasses", 1 << 32),
    ] as [(String, UInt64)])
  func outOfRange(field: String, word: UInt64) throws {
    let run = Changing()
    for frame in 0..<40 { run.step(frame) }
    run.animator.timeScale = 0.5
    var image = run.save()
    var schema = SchemaVisitor()
    run.animator.visitState(&schema)
    let tables = schema.schema.tables
    let index = try #require(tables.firstIndex { $0.name == "animator" })
    // All are words of 64 bits.
    let column = try #require(
      tables[index].groups.flatMap(\.fields).firstIndex { $0.name == field })
    var start = 8 * column
    for (table, count) in zip(tables[..<index], image.rowCounts) {
      for group in table.groups { start += group.rowSize * Int(count) }
    }
    for byte in 0..<8 { image.bytes[start + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
    var visitor = RestoreVisitor(image)
    run.animator.visitState(&visitor)
    #expect(!run.animator.isStateSound())
    // An app that goes on all the same keeps the numbers that it had.
    run.animator.stateWasRestored()
    #expect(run.animator.timeScale == 0.5)
    run.animator.advance(by: 0.1)
  }

  /// A visit gathers anew what is said to have changed. `isStateCurrent` gathers everything; the
  /// fuzzer asks it after every call, and a debug build in every visit.
  @Test("a visit sees every change, also right after a restore")
  func gathering() {
    let run = Changing()
    for frame in 0..<80 {
      let image = run.save()
      #expect(run.animator.isStateCurrent, "frame \(frame)")
      run.restore(image)
      #expect(run.save() == image)
      #expect(run.animator.isStateCurrent, "restored before frame \(frame)")
      run.step(frame)
    }
    // The check can fail: nobody has visited since these changes.
    for change in [
      { run.properties.friction = 0.25 }, { run.gravity.addItem(run.group) },
      { run.field.region = Region(radius: 10) }, { run.field.seed = 5 },
      { run.collision.removeAllBoundaries() }, { run.animator.removeBehavior(run.push) },
      { run.composite.removeChildBehavior(run.properties) },
      { run.animator.addBehavior(PushBehavior(items: run.items, mode: .continuous)) },
    ] {
      change()
      #expect(!run.animator.isStateCurrent)
      _ = run.digest
      #expect(run.animator.isStateCurrent)
    }
  }

  /// A behaviour that this animator does not know tells nobody of its changes.
  @Test("children that another animator knows, or none, are seen as they are")
  func strangers() {
    let (root, child, grandchild) = (DynamicBehavior(), DynamicBehavior(), DynamicBehavior())
    let (first, second) = (DynamicAnimator(), DynamicAnimator())
    first.addBehavior(root)
    first.removeBehavior(root)
    func check() {
      for animator in [first, second] {
        var visitor = DigestVisitor()
        animator.visitState(&visitor)
        #expect(animator.isStateCurrent)
      }
    }
    check()
    root.addChildBehavior(child)
    check()
    child.addChildBehavior(grandchild)
    check()
    second.addBehavior(root)
    check()
    second.removeBehavior(root)
    check()
    child.removeChildBehavior(grandchild)
    check()
    second.addBehavior(grandchild)
    check()
  }

  /// What a description forgets, no state has.
  @Test("rows that are handed over as they lie are described whole")
  func wholeRows() {
    #expect(DynamicAnimator.rowLayouts.count == 4)
    for layout in DynamicAnimator.rowLayouts { #expect(layout.coversWholeRow) }
    #expect(!RowLayout(Forgetful.self).coversWholeRow)
    #expect(!RowLayout(Disorderly.self).coversWholeRow)
  }
}

/// A row whose description leaves a field out.
private struct Forgetful: StateRow, BitwiseCopyable {
  var a: Int64 = 0
  var b: Int64 = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) { visitor.field("a", &a) }
}

/// A row whose columns are not in the order of its fields.
private struct Disorderly: StateRow, BitwiseCopyable {
  var a: Int64 = 0
  var b: Int64 = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("b", &b)
    visitor.field("a", &a)
  }
}
