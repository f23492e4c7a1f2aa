import Dynamics
import Testing

@Suite("Attachments that hold a place")
struct HeldAttachmentTests {
  private func pair() -> (Item, Item) { (square(100, 100, side: 40), square(160, 120, side: 40)) }

  /// An offset as the first item sees it.
  private func seen(_ b: Point, from a: Item) -> Vector {
    let turned = AffineTransform2D(rotation: -a.rotation).apply(to: .zero + (b - a.center))
    return turned - .zero
  }

  @Test("UD-ATT-09 fixed: no relative motion and no relative rotation")
  func fixed() {
    let (a, b) = pair()
    b.transform = AffineTransform2D(rotation: 0.3)
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [a, b])
    properties.addAngularVelocity(4, for: a)
    properties.addLinearVelocity(Vector(dx: 200, dy: -100), for: b)
    animator.addBehavior(properties)
    let weld = AttachmentBehavior.fixedAttachment(
      with: a, attachedTo: b, attachmentAnchor: Point(x: 130, y: 110))
    animator.addBehavior(weld)
    for frame in 0..<240 {
      animator.step()
      let offset = seen(b.center, from: a)
      #expect((offset - Vector(dx: 60, dy: 20)).length < 0.5, "frame \(frame): \(offset)")
      let turn = AffineTransform2D(rotation: b.rotation - a.rotation - 0.3)
      #expect(abs(turn.rotation) < 0.01, "frame \(frame)")
    }
    let sum = properties.linearVelocity(for: a) + properties.linearVelocity(for: b)
    #expect((sum - Vector(dx: 200, dy: -100)).length < 0.1)
    #expect(abs(properties.angularVelocity(for: a) - properties.angularVelocity(for: b)) < 0.01)
    #expect(abs(properties.angularVelocity(for: a)) > 0.3)
  }

  @Test("UD-ATT-10 pin: one shared point, free rotation; the point moves with the items")
  func pin() {
    let (a, b) = pair()
    let animator = DynamicAnimator()
    let properties = ItemBehavior(items: [a, b])
    properties.addAngularVelocity(-3, for: a)
    properties.addLinearVelocity(Vector(dx: 100, dy: 60), for: b)
    animator.addBehavior(properties)
    animator.addBehavior(
      AttachmentBehavior.pinAttachment(
        with: a, attachedTo: b, attachmentAnchor: Point(x: 130, y: 110)))
    var largest = 0.0
    for frame in 0..<240 {
      animator.step()
      let onA =
        a.center + (AffineTransform2D(rotation: a.rotation).apply(to: Point(x: 30, y: 10)) - .zero)
      let onB =
        b.center
        + (AffineTransform2D(rotation: b.rotation).apply(to: Point(x: -30, y: -10)) - .zero)
      #expect(onA.distance(to: onB) < 0.5, "frame \(frame)")
      largest = max(largest, abs(b.rotation - a.rotation))
    }
    #expect(largest > 1)
    let sum = properties.linearVelocity(for: a) + properties.linearVelocity(for: b)
    #expect((sum - Vector(dx: 100, dy: 60)).length < 0.1)
  }

  @Test(
    "UD-ATT-11 pin range: radians, positive when the second item turns clockwise; must contain 0",
    arguments: [1.0, -1])
  func pinRange(sign: Double) {
    let a = square(160, 150, side: 100)
    let b = square(160, 150, side: 40)
    let pin = AttachmentBehavior.pinAttachment(
      with: a, attachedTo: b, attachmentAnchor: Point(x: 160, y: 150))
    #expect(pin.attachmentRange == .infinite)
    pin.attachmentRange = FloatRange(minimum: -0.25, maximum: 0.5)
    let animator = DynamicAnimator()
    let anchor = ItemBehavior(items: [a])
    anchor.isAnchored = true
    animator.addBehavior(anchor)
    animator.addBehavior(pin)
    let properties = ItemBehavior(items: [b])
    properties.addAngularVelocity(5 * sign, for: b)
    animator.addBehavior(properties)
    var farthest = 0.0
    for _ in 0..<120 {
      animator.step()
      farthest = sign > 0 ? max(farthest, b.rotation) : min(farthest, b.rotation)
    }
    #expect(abs(farthest - (sign > 0 ? 0.5 : -0.25)) < 0.02, "\(farthest)")
    // A range without 0 is stretched to it, with a diagnostic.
    pin.attachmentRange = FloatRange(minimum: 0.2, maximum: 0.9)
    #expect(pin.attachmentRange == FloatRange(minimum: 0, maximum: 0.9))
    pin.attachmentRange = FloatRange(minimum: -0.9, maximum: -0.2)
    #expect(pin.attachmentRange == FloatRange(minimum: -0.9, maximum: 0))
    pin.attachmentRange = FloatRange(minimum: .nan, maximum: 1)
    #expect(pin.attachmentRange == FloatRange(minimum: -0.9, maximum: 0))
    let codes = animator.diagnostics.map { $0.code }
    #expect(codes == [.valueClamped, .valueClamped, .valueIgnored])
    pin.attachmentRange = .infinite
    #expect(pin.attachmentRange.isInfinite)
    pin.attachmentRange = .zero
    animator.run(seconds: 2)
    #expect(abs(b.rotation) < 0.02)
  }

  /// A bar pinned at its centre to an anchored item, with a torque from a push at its end.
  @Test(
    "UD-ATT-12 friction torque holds below its limit and gives above it", arguments: [0.9, 1.1])
  func friction(ratio: Double) {
    let post = square(160, 150, side: 40)
    let bar = Item("bar", center: Point(x: 160, y: 150), size: Size(width: 200, height: 20))
    let pin = AttachmentBehavior.pinAttachment(
      with: post, attachedTo: bar, attachmentAnchor: Point(x: 160, y: 150))
    #expect(pin.frictionTorque == 0)
    // 0.5 UKN at 80 pt: 0.4 UKN·m.
    pin.frictionTorque = 0.4 / ratio
    let animator = DynamicAnimator()
    let anchor = ItemBehavior(items: [post])
    anchor.isAnchored = true
    animator.addBehavior(anchor)
    animator.addBehavior(pin)
    let push = PushBehavior(items: [bar], mode: .continuous)
    push.pushDirection = Vector(dx: 0, dy: 0.5)
    push.setTargetOffsetFromCenter(Vector(dx: 80, dy: 0), for: bar)
    animator.addBehavior(push)
    animator.run(seconds: 1)
    if ratio < 1 {
      #expect(abs(bar.rotation) < 0.01)
    } else {
      // Inertia 0.4·(200² + 20²)/12/10⁴ = 0.1347; torque left 0.0364: 0.27 rad/s².
      #expect(abs(bar.rotation - 0.5 * 0.27) < 0.02, "\(bar.rotation)")
    }
    pin.frictionTorque = 0
    pin.attachmentRange = FloatRange(minimum: -1, maximum: 1)
    animator.run(seconds: 1.5)
    #expect(abs(bar.rotation - 1) < 0.02)
    pin.frictionTorque = -2
    #expect(pin.frictionTorque == 0)
  }

  @Test("UD-ATT-13 sliding on an axis of the world: along it only, without turning")
  func slidingWorld() throws {
    let item = square(100, 100, side: 40)
    item.transform = AffineTransform2D(rotation: 0.2)
    let slide = AttachmentBehavior.slidingAttachment(
      with: item, attachmentAnchor: Point(x: 100, y: 100), axisOfTranslation: Vector(dx: 3, dy: 4))
    #expect(slide.attachedBehaviorType == .anchor)
    let animator = DynamicAnimator()
    animator.addBehavior(slide)
    let properties = ItemBehavior(items: [item])
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: item)
    properties.addAngularVelocity(5, for: item)
    animator.addBehavior(properties)
    for _ in 0..<120 {
      animator.step()
      let way = item.center - Point(x: 100, y: 100)
      #expect(abs(way.cross(Vector(dx: 0.6, dy: 0.8))) < 0.3)
      #expect(abs(item.rotation - 0.2) < 0.005)
    }
    // 100 pt/s along x keep 60 along the axis.
    let way = item.center - Point(x: 100, y: 100)
    #expect(abs(way.dot(Vector(dx: 0.6, dy: 0.8)) - 120) < 1)
  }

  @Test("UD-ATT-13 sliding between items: against each other along the axis only, turning together")
  func slidingItems() {
    let (a, b) = pair()
    let slide = AttachmentBehavior.slidingAttachment(
      with: a, attachedTo: b, attachmentAnchor: Point(x: 130, y: 110),
      axisOfTranslation: Vector(dx: 1, dy: 0))
    #expect(slide.attachedBehaviorType == .items)
    #expect(slide.anchorPoint == .zero)
    let animator = DynamicAnimator()
    animator.addBehavior(slide)
    let properties = ItemBehavior(items: [a, b])
    properties.addLinearVelocity(Vector(dx: 50, dy: 0), for: b)
    properties.addAngularVelocity(1, for: a)
    animator.addBehavior(properties)
    for _ in 0..<120 {
      animator.step()
      #expect(abs(seen(b.center, from: a).dy - 20) < 0.5)
      #expect(abs(b.rotation - a.rotation) < 0.01)
    }
    #expect(seen(b.center, from: a).dx > 100)
    // Slower and slower: what slides outwards has most of the angular momentum.
    #expect(a.rotation > 0.05)
  }

  @Test("UD-ATT-15 sliding range; zero range locks; the axis' length does not matter")
  func slidingRange() throws {
    let item = square(160, 300, side: 40)
    let slide = AttachmentBehavior.slidingAttachment(
      with: item, attachmentAnchor: Point(x: 160, y: 300),
      axisOfTranslation: Vector(dx: 0, dy: 1e-200))
    slide.attachmentRange = FloatRange(minimum: -30, maximum: 50)
    let animator = DynamicAnimator()
    animator.addBehavior(slide)
    let gravity = GravityBehavior(items: [item])
    animator.addBehavior(gravity)
    animator.run(seconds: 2)
    #expect(abs(item.center.y - 350) < 0.5)
    #expect(!animator.isRunning)
    gravity.gravityDirection = Vector(dx: 0.2, dy: -1)
    animator.run(seconds: 2)
    #expect(abs(item.center.y - 270) < 0.5)
    #expect(abs(item.center.x - 160) < 0.3)
    // The rail moves with the anchor, and with it the range.
    slide.anchorPoint = Point(x: 180, y: 320)
    #expect(animator.isRunning)
    animator.run(seconds: 2)
    #expect(abs(item.center.x - 180) < 0.3)
    #expect(abs(item.center.y - 290) < 0.5)
    slide.attachmentRange = .zero
    animator.run(seconds: 2)
    #expect(abs(item.center.y - 320) < 0.5)

    #expect(throws: DynamicsError.axisInvalid) {
      _ = try AttachmentBehavior.sliding(item: item, anchor: .zero, axis: .zero)
    }
    #expect(throws: DynamicsError.axisInvalid) {
      _ = try AttachmentBehavior.sliding(
        item: item, anchor: .zero, axis: Vector(dx: .nan, dy: 1))
    }
    let long = try AttachmentBehavior.sliding(
      item: item, anchor: .zero, axis: Vector(dx: 3e200, dy: 4e200))
    #expect(abs(long.own.joinAxis.dx - 0.6) < 1e-12)
    let none = AttachmentBehavior.slidingAttachment(
      with: item, attachmentAnchor: .zero, axisOfTranslation: .zero)
    animator.addBehavior(none)
    #expect(animator.diagnostics.map { $0.error } == [.axisInvalid])
  }

  @Test("UD-ATT-16 kinds of fixed, pin and slide; lengths and springs are not theirs")
  func kinds() {
    let (a, b) = pair()
    let weld = AttachmentBehavior.fixedAttachment(
      with: a, attachedTo: b, attachmentAnchor: Point(x: 130, y: 110))
    #expect(weld.attachedBehaviorType == .items)
    #expect(weld.items.count == 2)
    #expect(weld.anchorPoint == .zero)
    weld.length = 5
    weld.frequency = 5
    weld.damping = 5
    weld.frictionTorque = 5
    weld.attachmentRange = .zero
    #expect(weld.length == 0)
    #expect(weld.frequency == 0)
    #expect(weld.damping == 0)
    #expect(weld.frictionTorque == 0)
    #expect(weld.attachmentRange == .infinite)
    let slide = AttachmentBehavior.slidingAttachment(
      with: a, attachmentAnchor: Point(x: 1, y: 2), axisOfTranslation: Vector(dx: 1, dy: 0))
    #expect(slide.items.count == 1)
    #expect(slide.anchorPoint == Point(x: 1, y: 2))
  }

  /// The place is taken over when the attachment joins, not when it is made; and kept while the
  /// joint is made anew.
  @Test("UD-ATT-09 the held place is the pose at association, and survives a rebuilt joint")
  func association() {
    let (a, b) = pair()
    let weld = AttachmentBehavior.fixedAttachment(
      with: a, attachedTo: b, attachmentAnchor: Point(x: 130, y: 110))
    b.center = Point(x: 300, y: 100)
    let animator = DynamicAnimator()
    animator.addBehavior(weld)
    let properties = ItemBehavior(items: [a, b])
    animator.addBehavior(properties)
    animator.run(seconds: 1)
    #expect(abs(b.center.x - a.center.x - 200) < 0.01)
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: a)
    animator.run(seconds: 0.5)
    weld.allowsCollision = true
    animator.run(seconds: 1)
    #expect((seen(b.center, from: a) - Vector(dx: 200, dy: 0)).length < 0.5)
    #expect(a.center.x > 150)
  }

  @Test("UD-ATT-20 F-13 a fixed attachment holds when both items have item behaviours")
  func itemBehaviors() {
    let (a, b) = pair()
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    let first = ItemBehavior(items: [a])
    first.density = 3
    first.elasticity = 0.4
    let second = ItemBehavior(items: [b])
    second.density = 0.3
    second.friction = 0.5
    second.resistance = 1
    animator.addBehavior(first)
    animator.addBehavior(
      AttachmentBehavior.fixedAttachment(
        with: a, attachedTo: b, attachmentAnchor: Point(x: 130, y: 110)))
    animator.addBehavior(second)
    animator.addBehavior(GravityBehavior(items: [a, b]))
    let collision = CollisionBehavior(items: [a, b])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    // The light one lands first, at 800 pt/s, and has to stop ten times its mass by the weld.
    for frame in 0..<480 {
      animator.step()
      #expect((seen(b.center, from: a) - Vector(dx: 60, dy: 20)).length < 5, "frame \(frame)")
    }
    #expect((seen(b.center, from: a) - Vector(dx: 60, dy: 20)).length < 0.5)
    #expect(a.center.y > 400)
  }

  @Test("UD-REST-03 UD-REST-04 ranges, friction, damping and new holds wake; equal values do not")
  func wakes() {
    let (a, b) = pair()
    let pin = AttachmentBehavior.pinAttachment(
      with: a, attachedTo: b, attachmentAnchor: Point(x: 130, y: 110))
    let rod = AttachmentBehavior(item: a, attachedToAnchor: Point(x: 100, y: 60))
    let snap = SnapBehavior(item: b, snapTo: b.center)
    let animator = DynamicAnimator()
    for behavior in [pin, rod, snap] as [DynamicBehavior] { animator.addBehavior(behavior) }
    let changes: [(String, () -> Void)] = [
      ("range", { pin.attachmentRange = FloatRange(minimum: -1, maximum: 1) }),
      ("friction torque", { pin.frictionTorque = 0.5 }),
      ("collision", { pin.allowsCollision = true }),
      ("snap damping", { snap.damping = 0.8 }),
      ("snap point", { snap.snapPoint = Point(x: 161, y: 120) }),
      (
        "hold",
        {
          rod.reattach(
            offsetFromCenter: Vector(dx: 5, dy: 0), attachedToAnchor: Point(x: 100, y: 50))
        }
      ),
    ]
    for (name, change) in changes {
      for _ in 0..<20 where animator.isRunning { animator.run(seconds: 1) }
      #expect(!animator.isRunning, "before \(name)")
      change()
      #expect(animator.isRunning, "\(name)")
      for _ in 0..<20 where animator.isRunning { animator.run(seconds: 1) }
      if name == "hold" { continue }
      change()
      #expect(!animator.isRunning, "\(name) again")
    }
  }

  @Test("a rod that takes hold anew is as if made so: place, anchor and length")
  func reattached() {
    let item = square(160, 200, side: 60)
    item.transform = AffineTransform2D(rotation: pi / 2)
    let rod = AttachmentBehavior(item: item, attachedToAnchor: Point(x: 160, y: 100))
    let animator = DynamicAnimator()
    animator.addBehavior(rod)
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.step()
    let turned = item.rotation
    rod.reattach(offsetFromCenter: Vector(dx: 30, dy: 0), attachedToAnchor: Point(x: 160, y: 300))
    #expect(rod.anchorPoint == Point(x: 160, y: 300))
    let held = item.center + Vector(angle: turned, magnitude: 30)
    #expect(abs(rod.length - held.distance(to: Point(x: 160, y: 300))) < 1e-9)
    for _ in 0..<240 {
      animator.step()
      let now = item.center + Vector(angle: item.rotation, magnitude: 30)
      #expect(abs(now.distance(to: Point(x: 160, y: 300)) - rod.length) < 2)
    }
    // Numbers that are none, and attachments that hold no anchor, are left alone.
    rod.reattach(offsetFromCenter: Vector(dx: .nan, dy: 0), attachedToAnchor: .zero)
    #expect(rod.anchorPoint == Point(x: 160, y: 300))
    #expect(animator.diagnostics.map { $0.code } == [.valueIgnored])
    let weld = AttachmentBehavior.fixedAttachment(
      with: item, attachedTo: square(), attachmentAnchor: .zero)
    weld.reattach(offsetFromCenter: .zero, attachedToAnchor: Point(x: 9, y: 9))
    #expect(weld.anchorPoint == .zero)
  }
}
