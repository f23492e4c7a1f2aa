import DeterministicMath
import Dynamics
import Simulation
import Testing

/// What a picture is told of an animator: the numbers behind `laplace render`.
@Suite("UD-CORE-10 F-24 debug-drawing data") struct DrawingTests {
  /// A box of 40 pt that fell onto a floor at y = 200, with gravity 1 and mass 0.16.
  private func restingBox() -> (DynamicAnimator, Item) {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 300, height: 200))
    let box = Item("box", center: Point(x: 100, y: 150), size: Size(width: 40, height: 40))
    animator.addBehavior(GravityBehavior(items: [box]))
    let collision = CollisionBehavior(items: [box])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    for _ in 0..<120 { animator.step() }
    return (animator, box)
  }

  private func layer(_ name: String, _ drawing: StepDrawing) throws -> DrawingLayer {
    try #require(drawing.layers.first { $0.name == name })
  }

  @Test func shapesRestAndNames() throws {
    let (animator, box) = restingBox()
    let drawing = animator.drawing()
    #expect(drawing.frame == DrawingFrame(x: 0, y: 0, width: 300, height: 200))
    #expect(drawing.unit == "pt" && !drawing.isYUp)
    #expect(
      drawing.layers.map(\.name) == [
        "fields", "scenery", "bodies", "rest", "joints", "contacts", "snaps", "pushes",
      ])
    let scenery = try layer("scenery", drawing)
    #expect(scenery.role == .background && scenery.shapes.count == 1)
    #expect(scenery.shapes[0].outlines.count == 4 && scenery.shapes[0].label.isEmpty)
    #expect(drawing.style(at: scenery.shapes[0].style).name == "does not move")
    #expect(try layer("bodies", drawing).shapes.isEmpty)
    let body = try #require(try layer("rest", drawing).shapes.first)
    #expect(body.id == 0 && body.label == "box")
    #expect(drawing.style(at: body.style).name == "at rest")
    #expect(body.center == DrawingPoint(box.center.x, box.center.y))
    guard case .polygon(let corners, let radius) = try #require(body.outlines.first) else {
      Issue.record("the box is a polygon")
      return
    }
    #expect(radius == 0 && corners.count == 4)
    for corner in corners {
      #expect(abs(abs(corner.x - 100) - 20) < 0.01)
      #expect(abs(abs(corner.y - 180) - 20) < 0.2)
    }
  }

  /// At rest on two corners, the floor gives back each substep what gravity takes: m·g·h.
  @Test func contactsWithImpulses() throws {
    let (animator, _) = restingBox()
    let contacts = try layer("contacts", animator.drawing()).marks
    #expect(contacts.count == 2)
    var total = 0.0
    for contact in contacts {
      #expect(abs(contact.point.y - 200) < 0.2)
      #expect(abs(contact.direction.x) < 1e-6 && abs(abs(contact.direction.y) - 1) < 1e-6)
      #expect(contact.weight >= 0)
      total += contact.weight
    }
    let expected = 0.16 * 1000 / 240
    #expect(abs(total - expected) < 0.02 * expected, "\(total), expected \(expected)")
  }

  @Test func attachmentsAreJoints() throws {
    let animator = DynamicAnimator()
    let a = Item(center: Point(x: 0, y: 0), radius: 10)
    let b = Item(center: Point(x: 60, y: 80), radius: 10)
    let rod = AttachmentBehavior(item: a, attachedTo: b)
    let spring = AttachmentBehavior(item: a, attachedToAnchor: Point(x: -30, y: -40))
    spring.frequency = 2
    let rope = AttachmentBehavior.limitAttachment(
      with: a, offsetFromCenter: .zero, attachedTo: b, offsetFromCenter: .zero)
    for behavior in [rod, spring, rope] { animator.addBehavior(behavior) }
    let drawing = animator.drawing()
    let joints = try layer("joints", drawing).links
    #expect(joints.map { drawing.style(at: $0.style).name } == ["rod", "spring", "rope"])
    #expect(joints.map(\.length) == [100, 50, 100])
    #expect(joints[0].from == DrawingPoint(0, 0) && joints[0].to == DrawingPoint(60, 80))
    #expect(joints[1].from == DrawingPoint(-30, -40))
    var request = DrawingRequest()
    request.layers = ["contacts"]
    #expect(try layer("joints", animator.drawing(request)).links.isEmpty)
  }

  /// Radial gravity of strength 1: 100 pt/s² towards the position, at every point of the grid that
  /// lies in the region.
  @Test func fieldVectorsAndRegions() throws {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 160, height: 160))
    let item = Item(center: Point(x: 10, y: 10), radius: 5)
    let field = FieldBehavior.radialGravityField(position: Point(x: 80, y: 80))
    field.region = Region(radius: 50)
    field.addItem(item)
    animator.addBehavior(field)
    let drawing = animator.drawing()
    let drawn = try layer("fields", drawing)
    #expect(
      drawn.shapes.map(\.outlines) == [[.circle(center: DrawingPoint(80, 80), radius: 50)]])
    #expect(drawn.marks.map(\.point) == [DrawingPoint(80, 80)])
    let style = drawing.style(at: drawn.shapes[0].style)
    #expect(style.name == "radial gravity" && style.spacing == 10)
    #expect(drawn.arrows.allSatisfy { $0.style == drawn.shapes[0].style })
    var inside = 0
    for row in 0..<16 {
      for column in 0..<16 {
        let way = Point(x: 5 + 10 * Double(column), y: 5 + 10 * Double(row)) - Point(x: 80, y: 80)
        if way.length <= 50 { inside += 1 }
      }
    }
    #expect(drawn.arrows.count == inside && inside > 60)
    for arrow in drawn.arrows {
      let way = Vector(dx: 80 - arrow.at.x, dy: 80 - arrow.at.y)
      #expect(abs(arrow.vector.x - 100 * way.dx / way.length) < 1e-9)
      #expect(abs(arrow.vector.y - 100 * way.dy / way.length) < 1e-9)
    }
  }

  /// A drag field's arrow stands at the item and is minus its velocity, for mass 1 and strength 1.
  @Test func fieldsOfMotionAreDrawnAtItems() throws {
    let animator = DynamicAnimator()
    let item = Item(center: Point(x: 10, y: 20), size: Size(width: 100, height: 100))
    let field = FieldBehavior.dragField()
    field.addItem(item)
    let properties = ItemBehavior(items: [item])
    properties.addLinearVelocity(Vector(dx: 30, dy: -40), for: item)
    animator.addBehavior(field)
    animator.addBehavior(properties)
    let drawing = animator.drawing()
    let arrows = try layer("fields", drawing).arrows
    #expect(arrows.count == 1 && drawing.style(at: arrows[0].style).spacing == 0)
    #expect(arrows.first?.at == DrawingPoint(10, 20))
    #expect(arrows.first?.vector == DrawingPoint(-30, 40))
  }

  @Test func pushesAreForces() throws {
    let animator = DynamicAnimator()
    let item = Item(center: .zero, size: Size(width: 100, height: 50))
    let push = PushBehavior(items: [item], mode: .continuous)
    push.pushDirection = Vector(dx: 1, dy: 0)
    animator.addBehavior(push)
    let arrows = try layer("pushes", animator.drawing()).arrows
    #expect(arrows.first?.vector == DrawingPoint(200, 0))
    push.active = false
    #expect(try layer("pushes", animator.drawing()).arrows.isEmpty)
  }

  /// Every kind of field brings a name and a colour of its own.
  @Test func kindsOfFieldsDifferInThePicture() {
    let names = Set(FieldKind.allCases.map(\.traits.name))
    let colors = Set(FieldKind.allCases.map(\.traits.color))
    #expect(names.count == FieldKind.allCases.count && !names.contains(""))
    #expect(colors.count == FieldKind.allCases.count && !colors.contains(.varied))
  }

  /// Any class may name its items.
  @Test func itemsOfOthersHaveNames() throws {
    final class Card: DynamicItem {
      var center = Point.zero
      var transform = AffineTransform2D.identity
      var bounds: Rect { Rect(x: 0, y: 0, width: 10, height: 10) }
      let name: String
      init(_ name: String) { self.name = name }
    }
    let animator = DynamicAnimator()
    let cards = [Card("ace"), Card("")]
    animator.addBehavior(GravityBehavior(items: cards))
    let bodies = try layer("bodies", animator.drawing())
    #expect(bodies.shapes.map(\.label) == ["ace", "1"])
  }

  /// Looking changes nothing: not the state, not what follows, and no block is run for it.
  @Test func lookingChangesNothing() {
    var calls = [0, 0]
    var digests: [StateDigest] = []
    for look in [false, true] {
      let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 200, height: 200))
      let items = (0..<5).map { Item(center: Point(x: 30 + 30 * Double($0), y: 40), radius: 12) }
      animator.addBehavior(GravityBehavior(items: items))
      let collision = CollisionBehavior(items: items)
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(collision)
      let custom = FieldBehavior.field { _, _, _, _, _, _ in
        calls[look ? 1 : 0] += 1
        return Vector(dx: 0.3, dy: 0)
      }
      let noise = FieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1)
      for item in items {
        custom.addItem(item)
        noise.addItem(item)
      }
      animator.addBehavior(custom)
      animator.addBehavior(noise)
      for _ in 0..<60 {
        animator.step()
        if look { _ = animator.drawing() }
      }
      digests.append(SceneDigest.of(animator))
    }
    #expect(digests[0] == digests[1])
    #expect(calls[0] == calls[1] && calls[0] > 0)
  }
}

enum SceneDigest {
  static func of(_ animator: DynamicAnimator) -> StateDigest {
    var visitor = DigestVisitor()
    animator.visitState(&visitor)
    return visitor.digest
  }
}
