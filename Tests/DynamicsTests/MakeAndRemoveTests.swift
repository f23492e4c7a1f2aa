import Dynamics
import Simulation
import TestSupport
import Testing

/// Something that an app puts into an animator and takes out again.
struct ComeAndGo: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var round: @Sendable (Stage) throws -> Void

  init(_ name: String, _ round: @escaping @Sendable (Stage) throws -> Void) {
    testDescription = name
    self.round = round
  }

  /// What stays: two items that rest apart in a collision behaviour.
  final class Stage {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 400, height: 400))
    let a = Item("a", center: Point(x: 100, y: 200), size: Size(width: 40, height: 40))
    let b = Item("b", center: Point(x: 300, y: 200), size: Size(width: 40, height: 40))
    let collision: CollisionBehavior
    let properties: ItemBehavior

    init() {
      collision = CollisionBehavior(items: [a, b])
      properties = ItemBehavior(items: [a, b])
      animator.addBehavior(collision)
      animator.addBehavior(properties)
      animator.step()
    }

    /// Everything as it was: at rest, where it was.
    func reset() {
      for (item, x) in [(a, 100.0), (b, 300.0)] {
        item.center = Point(x: x, y: 200)
        item.transform = .identity
        animator.updateItem(usingCurrentState: item)
        let velocity = properties.linearVelocity(for: item)
        properties.addLinearVelocity(Vector(dx: -velocity.dx, dy: -velocity.dy), for: item)
        properties.addAngularVelocity(-properties.angularVelocity(for: item), for: item)
      }
    }
  }

  static func behavior(
    _ name: String, _ make: @escaping @Sendable (Stage) -> DynamicBehavior
  ) -> ComeAndGo {
    ComeAndGo(name) { stage in
      let behavior = make(stage)
      stage.animator.addBehavior(behavior)
      stage.animator.step()
      stage.animator.removeBehavior(behavior)
    }
  }

  static func item(
    _ name: String, _ make: @escaping @Sendable () -> any DynamicItem
  ) -> ComeAndGo {
    ComeAndGo(name) { stage in
      let item = make()
      stage.collision.addItem(item)
      stage.animator.step()
      stage.collision.removeItem(item)
    }
  }

  static let all: [ComeAndGo] = behaviors + fields + items + parts

  static let behaviors: [ComeAndGo] = [
    behavior("gravity") { GravityBehavior(items: [$0.a]) },
    behavior("collision") { CollisionBehavior(items: [$0.a, $0.b]) },
    behavior("collision with reference bounds") {
      let collision = CollisionBehavior(items: [$0.a])
      collision.translatesReferenceBoundsIntoBoundary = true
      return collision
    },
    behavior("item properties") { ItemBehavior(items: [$0.a, $0.b]) },
    behavior("push") { PushBehavior(items: [$0.a], mode: .continuous) },
    behavior("instantaneous push") { PushBehavior(items: [$0.a], mode: .instantaneous) },
    behavior("snap") { SnapBehavior(item: $0.a, snapTo: Point(x: 100, y: 210)) },
    behavior("attachment to an anchor") {
      AttachmentBehavior(item: $0.a, attachedToAnchor: Point(x: 100, y: 100))
    },
    behavior("attachment of two") { AttachmentBehavior(item: $0.a, attachedTo: $0.b) },
    behavior("limit") {
      AttachmentBehavior.limitAttachment(
        with: $0.a, offsetFromCenter: .zero, attachedTo: $0.b, offsetFromCenter: .zero)
    },
    behavior("fixed") {
      AttachmentBehavior.fixedAttachment(
        with: $0.a, attachedTo: $0.b, attachmentAnchor: Point(x: 200, y: 200))
    },
    behavior("pin") {
      AttachmentBehavior.pinAttachment(
        with: $0.a, attachedTo: $0.b, attachmentAnchor: Point(x: 200, y: 200))
    },
    behavior("sliding") {
      AttachmentBehavior.slidingAttachment(
        with: $0.a, attachedTo: $0.b, attachmentAnchor: Point(x: 200, y: 200),
        axisOfTranslation: Vector(dx: 1, dy: 0))
    },
    behavior("composite") {
      let parent = DynamicBehavior()
      parent.addChildBehavior(GravityBehavior(items: [$0.a]))
      parent.addChildBehavior(SnapBehavior(item: $0.b, snapTo: Point(x: 300, y: 210)))
      return parent
    },
    ComeAndGo("child") { stage in
      let child = GravityBehavior(items: [stage.a])
      stage.properties.addChildBehavior(child)
      stage.animator.step()
      stage.properties.removeChildBehavior(child)
    },
  ]

  private static func field(
    _ name: String, _ make: @escaping @Sendable () -> FieldBehavior
  ) -> ComeAndGo {
    behavior("field: \(name)") {
      let field = make()
      field.addItem($0.a)
      field.region = Region(radius: 50).union(with: Region(size: Size(width: 9, height: 9)))
      return field
    }
  }

  static let fields: [ComeAndGo] = [
    field("linear gravity") { .linearGravityField(direction: Vector(dx: 0, dy: 1)) },
    field("radial gravity") { .radialGravityField(position: .zero) },
    field("noise") { .noiseField(smoothness: 0.5, animationSpeed: 1) },
    field("turbulence") { .turbulenceField(smoothness: 0.5, animationSpeed: 1) },
    field("spring") { .springField() },
    field("electric") { .electricField() },
    field("magnetic") { .magneticField() },
    field("drag") { .dragField() },
    field("velocity") { .velocityField(direction: Vector(dx: 1, dy: 0)) },
    field("vortex") { .vortexField() },
    field("custom") { .field { _, _, _, _, _, _ in Vector(dx: 1, dy: 0) } },
  ]

  private static let far = Point(x: 200, y: 50)

  static let items: [ComeAndGo] = [
    item("item: rectangle") { Item(center: far, size: Size(width: 20, height: 20)) },
    item("item: circle") { Item(center: far, radius: 10) },
    item("item: ellipse") { Item(center: far, ellipse: Size(width: 30, height: 20)) },
    item("item: path") {
      let corners = (0..<12).map {
        far + Vector(angle: 2 * pi * Double($0) / 12, magnitude: 15)
      }
      return Item(center: far, path: Path2D(points: corners, isClosed: true))
    },
    item("item: group") {
      DynamicItemGroup(items: [
        Item(center: far, ellipse: Size(width: 30, height: 20)),
        Item(center: Point(x: 230, y: 50), radius: 10),
      ])
    },
    ComeAndGo("item that leaves with all behaviours") { stage in
      let item = Item(center: far, ellipse: Size(width: 30, height: 20))
      let both = [GravityBehavior(items: [item]), CollisionBehavior(items: [item])]
      for behavior in both { stage.animator.addBehavior(behavior) }
      stage.animator.step()
      for behavior in both { stage.animator.removeBehavior(behavior) }
    },
  ]

  static let parts: [ComeAndGo] = [
    ComeAndGo("boundary: segment") { stage in
      stage.collision.addBoundary(
        withIdentifier: "s", from: Point(x: 0, y: 300), to: Point(x: 400, y: 300))
      stage.animator.step()
      stage.collision.removeBoundary(withIdentifier: "s")
    },
    ComeAndGo("boundary: path, replaced") { stage in
      for side in [350.0, 380] {
        let rect = Rect(x: 5, y: 5, width: side, height: side)
        try stage.collision.add(boundary: "p", path: Path2D(rect: rect))
        stage.animator.step()
      }
      stage.collision.removeAllBoundaries()
    },
    ComeAndGo("reference boundary") { stage in
      stage.collision.translatesReferenceBoundsIntoBoundary = true
      stage.animator.step()
      stage.collision.translatesReferenceBoundsIntoBoundary = false
    },
    ComeAndGo("reference bounds") { stage in
      stage.animator.referenceBounds = Rect(x: 0, y: 0, width: 500, height: 500)
      stage.animator.referenceBounds = Rect(x: 0, y: 0, width: 400, height: 400)
    },
    ComeAndGo("bounds of an item") { stage in
      for side in [44.0, 40] {
        stage.a.bounds = Rect(x: 0, y: 0, width: side, height: side)
        stage.animator.updateItem(usingCurrentState: stage.a)
        stage.animator.step()
      }
    },
    ComeAndGo("target offset of a push") { stage in
      let push = PushBehavior(items: [stage.a], mode: .continuous)
      stage.animator.addBehavior(push)
      push.setTargetOffsetFromCenter(Vector(dx: 3, dy: 1), for: stage.a)
      stage.animator.step()
      push.setTargetOffsetFromCenter(.zero, for: stage.a)
      push.removeItem(stage.a)
      stage.animator.removeBehavior(push)
    },
  ]
}

@Suite("UD-ROB-05 what comes and goes leaves nothing") struct MakeAndRemoveTests {
  #if DEBUG
    static let rounds = 200
  #else
    static let rounds = 1000
  #endif

  /// The state is as large after the last round as it was after the first ones.
  @Test(arguments: Sample.of(ComeAndGo.all))
  func roundsLeaveNothing(_ pair: ComeAndGo) throws {
    let stage = ComeAndGo.Stage()
    func round() throws {
      try pair.round(stage)
      stage.reset()
      // Items that nobody holds any more leave in a step.
      stage.animator.step()
      stage.reset()
    }
    // Tables keep a free slot for what was there at once.
    for _ in 0..<2 { try round() }
    let before = rowCounts(of: stage.animator)
    let size = image(of: stage.animator).bytes.count
    for _ in 0..<Self.rounds { try round() }
    #expect(rowCounts(of: stage.animator) == before, "\(pair.testDescription): rows of tables")
    #expect(image(of: stage.animator).bytes.count == size, "\(pair.testDescription): bytes")
    stage.animator.checkInvariants()
  }

  /// An ellipse has more corners than a shape holds by itself: each resize makes them anew.
  @Test func resizedItemsLeaveNothing() {
    let item = Item(center: Point(x: 100, y: 100), ellipse: Size(width: 40, height: 20))
    let animator = DynamicAnimator()
    animator.addBehavior(ItemBehavior(items: [item]))
    animator.step()
    func resize(_ round: Int) {
      item.bounds = Rect(x: 0, y: 0, width: 41 + Double(round % 7), height: 20)
      animator.updateItem(usingCurrentState: item)
    }
    // The new shape is made before the old one goes: one slot is free from then on.
    resize(0)
    let size = image(of: animator).bytes.count
    for round in 1..<600 {
      resize(round)
      #expect(image(of: animator).bytes.count == size, "resize \(round)")
    }
    animator.checkInvariants()
  }

  private func image(of animator: DynamicAnimator) -> StateImage {
    var visitor = SaveVisitor(.everything)
    animator.visitState(&visitor)
    return visitor.finish()
  }

  private func rowCounts(of animator: DynamicAnimator) -> [String] {
    var visitor = SchemaVisitor()
    animator.visitState(&visitor)
    let counts = image(of: animator).rowCounts
    return zip(visitor.schema.tables, counts).map { "\($0.name): \($1)" }
  }
}
