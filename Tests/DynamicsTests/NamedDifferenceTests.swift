import Dynamics
import Sessions
import Simulation
import Testing

/// Two animators that differ in one property of the public interface.
struct PlantedDifference: CustomTestStringConvertible, Sendable {
  /// The place of the difference, and both values in words.
  let text: String
  /// The differences of both states, each as ``text`` is.
  let found: @Sendable () -> [String]
  var testDescription: String { text }

  /// - Parameter change: what the app does to the behaviour of the second animator.
  init<Behavior: DynamicBehavior>(
    _ text: String, _ make: @escaping @Sendable ([Item]) -> Behavior,
    _ change: @escaping @Sendable (Behavior) -> Void
  ) {
    self.text = text
    found = {
      PlantedDifference.differences { isChanged in
        let items = [square(100, 100, side: 40), square(200, 100, side: 40)]
        let animator = DynamicAnimator()
        let behavior = make(items)
        animator.addBehavior(behavior)
        if isChanged { change(behavior) }
        return animator
      }
    }
  }

  /// - Parameter change: what the app does to the second animator, and to its only item.
  init(
    animator text: String,
    _ change: @escaping @Sendable (DynamicAnimator, Item) -> Void
  ) {
    self.text = text
    found = {
      PlantedDifference.differences { isChanged in
        let item = square()
        let animator = DynamicAnimator(
          referenceBounds: Rect(x: 0, y: 0, width: 300, height: 300))
        animator.addBehavior(GravityBehavior(items: [item]))
        if isChanged { change(animator, item) }
        return animator
      }
    }
  }

  private static func differences(_ make: (_ isChanged: Bool) -> DynamicAnimator) -> [String] {
    let views = [false, true].map { isChanged in
      let animator = make(isChanged)
      var schema = SchemaVisitor()
      animator.visitState(&schema)
      var saver = SaveVisitor(.everything)
      animator.visitState(&saver)
      return StateView(schema: schema.schema, selection: .everything, image: saver.finish())
    }
    guard let a = views[0], let b = views[1] else { return ["no state"] }
    return StateComparison(expected: a, actual: b, limit: 100).differences.map { difference in
      switch difference.values {
      case .field(let a, let b): "\(difference.place) \(a.words) -> \(b.words)"
      case .content(let a, let b): "\(difference.place) \(words(a)) -> \(words(b))"
      default: "\(difference)"
      }
    }
  }

  private static func words(_ content: StateDifference.Content) -> String {
    if case .scalar(let value) = content { return value.words }
    return "\(content)"
  }

  typealias Attachment = AttachmentBehavior

  private static let push: @Sendable ([Item]) -> PushBehavior = {
    PushBehavior(items: $0, mode: .continuous)
  }
  private static let blow: @Sendable ([Item]) -> PushBehavior = {
    PushBehavior(items: $0, mode: .instantaneous)
  }
  private static let snap: @Sendable ([Item]) -> SnapBehavior = {
    SnapBehavior(item: $0[0], snapTo: Point(x: 10, y: 20))
  }
  private static let rope: @Sendable ([Item]) -> Attachment = {
    .limitAttachment(
      with: $0[0], offsetFromCenter: .zero, attachedTo: $0[1], offsetFromCenter: .zero)
  }
  private static let weld: @Sendable ([Item]) -> Attachment = {
    .fixedAttachment(with: $0[0], attachedTo: $0[1], attachmentAnchor: Point(x: 150, y: 100))
  }
  private static let rod: @Sendable ([Item]) -> Attachment = {
    Attachment(item: $0[0], attachedToAnchor: Point(x: 100, y: 50))
  }
  private static let pin: @Sendable ([Item]) -> Attachment = {
    .pinAttachment(with: $0[0], attachedTo: $0[1], attachmentAnchor: Point(x: 150, y: 100))
  }
  private static let slide: @Sendable ([Item]) -> Attachment = {
    .slidingAttachment(
      with: $0[0], attachmentAnchor: Point(x: 100, y: 100),
      axisOfTranslation: Vector(dx: 1, dy: 0))
  }

  private static func field(_ kind: FieldKind) -> FieldBehavior {
    switch kind {
    case .linearGravity: .linearGravityField(direction: Vector(dx: 0, dy: 1))
    case .radialGravity: .radialGravityField(position: Point(x: 1, y: 2))
    case .spring: .springField()
    case .noise: .noiseField(smoothness: 0.5, animationSpeed: 1)
    case .turbulence: .turbulenceField(smoothness: 0.5, animationSpeed: 1)
    case .electric: .electricField()
    case .magnetic: .magneticField()
    case .drag: .dragField()
    case .velocity: .velocityField(direction: Vector(dx: 1, dy: 0))
    case .vortex: .vortexField()
    case .custom: .field { _, _, _, _, _, _ in .zero }
    }
  }

  private static func field(
    _ kind: FieldKind, _ text: String, _ change: @escaping @Sendable (FieldBehavior) -> Void
  ) -> PlantedDifference {
    PlantedDifference("fields[0]." + text, { _ in field(kind) }, change)
  }

  static let items: [PlantedDifference] = [
    .init("itemBehaviors[0].elasticity nil -> 0.5", ItemBehavior.init) { $0.elasticity = 0.5 },
    .init("itemBehaviors[0].friction nil -> 0.5", ItemBehavior.init) { $0.friction = 0.5 },
    .init("itemBehaviors[0].density nil -> 2.0", ItemBehavior.init) { $0.density = 2 },
    .init("itemBehaviors[0].resistance nil -> 3.0", ItemBehavior.init) { $0.resistance = 3 },
    .init("itemBehaviors[0].angularResistance nil -> 3.0", ItemBehavior.init) {
      $0.angularResistance = 3
    },
    .init("itemBehaviors[0].charge nil -> -1.0", ItemBehavior.init) { $0.charge = -1 },
    .init("itemBehaviors[0].isAnchored nil -> true", ItemBehavior.init) { $0.isAnchored = true },
    .init("itemBehaviors[0].allowsRotation nil -> false", ItemBehavior.init) {
      $0.allowsRotation = false
    },
    .init(animator: "items[0].center.x 160.0 -> 170.0") { animator, item in
      item.center.x = 170
      animator.updateItem(usingCurrentState: item)
    },
    .init(animator: "items[0].transform.b 0.0 -> 1.0") { animator, item in
      item.transform = AffineTransform2D(cosine: 0, sine: 1)
      animator.updateItem(usingCurrentState: item)
    },
    .init(animator: "animator[0].timeScale 1.0 -> 0.5") { animator, _ in animator.timeScale = 0.5 },
    .init(animator: "animator[0].referenceBounds.width 300.0 -> 200.0") { animator, _ in
      animator.referenceBounds = Rect(x: 0, y: 0, width: 200, height: 300)
    },
    .init(animator: "animator[0].hasReferenceBounds true -> false") { animator, _ in
      animator.referenceBounds = nil
    },
  ]

  static let forces: [PlantedDifference] = [
    .init("gravities[0].magnitude 1.0 -> 2.0", GravityBehavior.init) { $0.magnitude = 2 },
    .init("gravities[0].gravityDirection.dx 0.0 -> 1.0", GravityBehavior.init) {
      $0.gravityDirection = Vector(dx: 1, dy: 1)
    },
    .init("gravities[0].angle 1.5707963267948966 -> 0.0", GravityBehavior.init) { $0.angle = 0 },
    .init("pushes[0].pushDirection.dx 0.0 -> 3.0", push) {
      $0.pushDirection = Vector(dx: 3, dy: 0)
    },
    .init("pushes[0].magnitude 0.0 -> 3.0", push) {
      $0.magnitude = 3
    },
    .init("pushes[0].angle 0.0 -> 1.0", blow) {
      $0.angle = 1
    },
    .init("pushes[0].active true -> false", blow) {
      $0.active = false
    },
    .init(
      "pushes[0].removeWhenSpent false -> true", push
    ) { $0.removeWhenSpent = true },
    .init(
      "members[0,0].offsetFromCenter.dx 0.0 -> 4.0", push
    ) { $0.setTargetOffsetFromCenter(Vector(dx: 4, dy: 0), for: $0.items[0]) },
    .init(
      "snaps[0].snapPoint.x 10.0 -> 30.0", snap
    ) {
      $0.snapPoint = Point(x: 30, y: 20)
    },
    .init("snaps[0].damping 0.5 -> 0.9", snap) {
      $0.damping = 0.9
    },
    .init("collisions[0].collisionMode everything -> items", CollisionBehavior.init) {
      $0.collisionMode = .items
    },
    .init("collisions[0].collisionMode everything -> none", CollisionBehavior.init) {
      $0.collisionMode = []
    },
    .init(
      "collisions[0].translatesReferenceBoundsIntoBoundary false -> true", CollisionBehavior.init
    ) { $0.translatesReferenceBoundsIntoBoundary = true },
    .init("collisions[0].insets.left 0.0 -> 7.0", CollisionBehavior.init) {
      $0.setTranslatesReferenceBoundsIntoBoundary(
        with: EdgeInsets2D(top: 0, left: 7, bottom: 0, right: 0))
    },
  ]

  static let attachments: [PlantedDifference] = [
    .init("attachments[0].length 50.0 -> 60.0", rod) { $0.length = 60 },
    .init("attachments[0].damping 0.0 -> 0.5", rod) { $0.damping = 0.5 },
    .init("attachments[0].frequency 0.0 -> 2.0", rod) { $0.frequency = 2 },
    .init("attachments[0].anchorPoint.x 100.0 -> 120.0", rod) {
      $0.anchorPoint = Point(x: 120, y: 50)
    },
    .init("members[0,0].offsetFromCenter.dx 0.0 -> 5.0", rod) {
      $0.reattach(
        offsetFromCenter: Vector(dx: 5, dy: 0), attachedToAnchor: Point(x: 100, y: 50))
    },
    .init(
      "attachments[0].length 100.0 -> 90.0", rope
    ) { $0.length = 90 },
    .init(
      "attachments[0].allowsCollision false -> true", weld
    ) { $0.allowsCollision = true },
    .init("attachments[0].frictionTorque 0.0 -> 2.0", pin) { $0.frictionTorque = 2 },
    .init("attachments[0].attachmentRange.minimum nil -> -1.0", pin) {
      $0.attachmentRange = FloatRange(minimum: -1, maximum: .infinity)
    },
    .init("attachments[0].attachmentRange.maximum nil -> 20.0", slide) {
      $0.attachmentRange = FloatRange(minimum: -.infinity, maximum: 20)
    },
    .init("attachments[0].anchorPoint.x 100.0 -> 110.0", slide) {
      $0.anchorPoint = Point(x: 110, y: 100)
    },
  ]

  static let fields: [PlantedDifference] =
    FieldKind.allCases.map { kind in field(kind, "strength 1.0 -> 3.0") { $0.strength = 3 } } + [
      field(.radialGravity, "position.x 1.0 -> 5.0") { $0.position.x = 5 },
      field(.radialGravity, "falloff 0.0 -> 2.0") { $0.falloff = 2 },
      field(.spring, "minimumRadius 0.01 -> 4.0") { $0.minimumRadius = 4 },
      field(.velocity, "direction.dx 1.0 -> -1.0") { $0.direction.dx = -1 },
      field(.noise, "smoothness 0.5 -> 0.25") { $0.smoothness = 0.25 },
      field(.turbulence, "animationSpeed 1.0 -> 2.0") { $0.animationSpeed = 2 },
      field(.drag, "isEnabled true -> false") { $0.isEnabled = false },
      field(.electric, "attenuation clamped -> shifted") { $0.attenuation = .shifted },
      field(.noise, "seed 1 -> 77") { $0.seed = 77 },
      field(.vortex, "region[0].operation infinite -> circle") { $0.region = Region(radius: 2) },
    ]
}

/// Whoever reads a difference knows the public interface only.
@Suite struct NamedDifferenceTests {
  @Test(
    "a difference in one property has the property's name, and both values in words",
    arguments: PlantedDifference.items + PlantedDifference.forces + PlantedDifference.attachments
      + PlantedDifference.fields)
  func named(planted: PlantedDifference) {
    let found = planted.found()
    #expect(found.contains(planted.text), "\(found.joined(separator: "\n"))")
  }

  @Test(arguments: BehaviorProperty.allCases)
  func everyPropertyIsANumberOfABehavior(property: BehaviorProperty) {
    let isThere = AnyBehaviorValues.kinds.indices.contains { kind in
      let values = AnyBehaviorValues(kind: kind)
      return [0, 1].contains { values.setting(property, to: $0) != nil }
    }
    #expect(isThere)
  }
}
