import Dynamics
import Scenarios
import Simulation

/// Items that are each alone in a field, or in a crowd of fields whose numbers lie at the ends of
/// what they may be; springs and snaps as devices show them; an app that switches things off again.
///
/// Fields take few items one at a time, and many side by side: ``Fields`` has the many.
package struct Loners: StageScenario {
  package static let name: StaticString = "determinism.loners"
  package static var derivedFields: [DerivedField] {
    animatorFields(
      andSettings: "fields", "springs", "walls", "floor", "push", "family", "properties",
      "passenger")
  }

  package let stage: Stage
  /// One for each of the first items.
  private let fields: [FieldBehavior]
  private let springs: [AttachmentBehavior]
  private let walls: CollisionBehavior
  private let floor: CollisionBehavior
  private let push: PushBehavior
  private let family = DynamicBehavior()
  private let properties: [ItemBehavior]
  private let passenger: Item
  private var frame: Int64 = 0

  package init(parameters: NoParameters, seed: UInt64) {
    var items: [Item] = []
    for index in 0..<12 {
      let place = Point(x: 40 + 80 * Double(index % 4), y: 60 + 90 * Double(index / 4))
      items.append(Item(center: place, size: Size(width: 24, height: 18)))
    }
    items += Loners.shapes()
    // A group with a round part, and one that a culled attachment leaves.
    let group = DynamicItemGroup(items: [
      Item(center: Point(x: 60, y: 420), radius: 10),
      Item(center: Point(x: 84, y: 420), size: Size(width: 30, height: 8)),
    ])
    passenger = Item(center: Point(x: 300, y: 500), radius: 6)
    stage = Stage(
      items: items, others: [group, passenger], profile: .uikitObserved,
      cullBounds: Rect(x: -40, y: -200, width: 400, height: 900), seed: seed)
    let animator = stage.animator

    fields = Loners.fields()
    for (index, field) in fields.enumerated() {
      field.position = items[index].center - Vector(dx: 30, dy: 10)
      field.addItem(items[index])
      animator.addBehavior(field)
    }
    // The centre of a field is a place like others.
    fields[1].position = items[1].center
    for field in Loners.crowdFields() {
      for item in items.dropFirst(4).prefix(6) { field.addItem(item) }
      animator.addBehavior(field)
    }
    properties = Loners.properties(items)
    for behavior in properties { animator.addBehavior(behavior) }

    springs = Loners.springs(items)
    for spring in springs { animator.addBehavior(spring) }
    let snap = SnapBehavior(item: items[12], snapTo: Point(x: 70, y: 380))
    animator.addBehavior(snap)
    push = PushBehavior(items: [items[13], items[8]], mode: .instantaneous)
    push.pushDirection = Vector(dx: 0.3, dy: -0.2)
    push.setTargetOffsetFromCenter(Vector(dx: 5, dy: 0), for: items[13])
    animator.addBehavior(push)

    walls = CollisionBehavior(items: items.dropFirst(8).map { $0 }.members + [group])
    walls.translatesReferenceBoundsIntoBoundary = true
    walls.addBoundary(withIdentifier: "ramp", for: Loners.ramp.translated(by: .zero))
    animator.addBehavior(walls)
    floor = CollisionBehavior(items: [items[12], items[13], passenger])
    floor.collisionMode = .items
    floor.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(floor)
    animator.addBehavior(family)
    family.addChildBehavior(
      AttachmentBehavior(item: passenger, attachedToAnchor: Point(x: 300, y: 900)))
    let stiff = ItemBehavior(items: [items[12]])
    stiff.allowsRotation = false
    animator.addBehavior(stiff)
  }

  private static func fields() -> [FieldBehavior] {
    let fields: [FieldBehavior] = [
      .linearGravityField(direction: Vector(dx: 0.2, dy: -0.1)),
      .radialGravityField(position: .zero), .electricField(), .magneticField(),
      .turbulenceField(smoothness: 0, animationSpeed: -1),
      .noiseField(
        smoothness: 1, animationSpeed: 0.5), .velocityField(direction: Vector(dx: 0.3, dy: 0.1)),
      .springField(), .dragField(), .vortexField(),
      .turbulenceField(smoothness: 0.5, animationSpeed: 1),
    ]
    fields[1].falloff = 1
    fields[2].falloff = -2
    fields[3].falloff = 0.5
    for index in [2, 7] {
      fields[index].attenuation = .shifted
      fields[index].minimumRadius = index == 2 ? 20 : 60
    }
    fields[7].falloff = 2
    // So near to its smallest distance that only the bound of the attenuation holds.
    fields[9].attenuation = .shifted
    fields[9].falloff = 16
    fields[9].minimumRadius = 31
    fields[9].strength = 1e-7
    fields[8].strength = -0.02
    return fields
  }

  private static func crowdFields() -> [FieldBehavior] {
    let fields: [FieldBehavior] = [
      .radialGravityField(position: Point(x: 160, y: 200)),
      .noiseField(smoothness: 0, animationSpeed: 0.5),
      .turbulenceField(smoothness: 1, animationSpeed: 0.5), .vortexField(),
      .linearGravityField(direction: Vector(dx: 0, dy: 1)), .springField(),
    ]
    for field in fields { field.strength = 0.05 }
    fields[0].falloff = -2
    let (deep, flat) = (Region(radius: 200).union(with: .infinite), Region(radius: 100))
    fields[0].region = deep.union(with: deep.intersection(with: deep)).union(with: flat)
    // Nowhere, and everywhere.
    fields[1].region = Region.infinite.difference(from: Region(radius: -1))
    fields[3].region = Region(size: Size(width: -1, height: 5))
    fields[4].region = Region(radius: 1e200)
    fields[5].region = Region(size: Size(width: .infinity, height: 300))
    return fields
  }

  /// Outlines that other scenes do not have.
  private static func shapes() -> [Item] {
    // The other way round, and upright on its sides.
    let backwards = Path2D(
      points: [
        Point(x: -10, y: -10), Point(x: -10, y: 10), Point(x: 10, y: 10), Point(x: 10, y: -10),
      ], isClosed: true)
    // Begins without a first point, at the origin.
    var drop = Path2D()
    drop.addLine(to: Point(x: 12, y: 0))
    drop.addQuadraticCurve(control: Point(x: 12, y: 0), to: Point(x: 12, y: 0))
    drop.addLine(to: Point(x: 12, y: 16))
    drop.addLine(to: Point(x: 0, y: 16))
    drop.close()
    return [
      Item(center: Point(x: 120, y: 360), path: backwards),
      Item(center: Point(x: 200, y: 360), path: drop.recentered),
    ]
  }

  private static var ramp: Path2D {
    var ramp = Path2D(points: [Point(x: 0, y: 500), Point(x: 100, y: 540)], isClosed: false)
    ramp.addQuadraticCurve(control: Point(x: 5000, y: 1e6), to: Point(x: 200, y: 560))
    ramp.addLine(to: Point(x: 0, y: 560))
    ramp.close()
    return ramp
  }

  /// Eight properties for nine items: more than is worked out item by item.
  private static func properties(_ items: [Item]) -> [ItemBehavior] {
    (0..<8).map { index in
      let behavior = ItemBehavior(items: items.prefix(9).map { $0 }.members)
      behavior.charge = index % 2 == 0 ? 0.4 : -0.3
      return behavior
    }
  }

  private static func springs(_ items: [Item]) -> [AttachmentBehavior] {
    let spring = AttachmentBehavior(item: items[9], attachedTo: items[10])
    spring.frequency = 3
    spring.damping = 0.2
    let rope = AttachmentBehavior.limitAttachment(
      with: items[10], offsetFromCenter: .zero, attachedTo: items[11], offsetFromCenter: .zero)
    let pin = AttachmentBehavior.pinAttachment(
      with: items[11], attachedTo: items[13], attachmentAnchor: Point(x: 240, y: 300))
    let rail = AttachmentBehavior.slidingAttachment(
      with: items[8], attachmentAnchor: items[8].center,
      axisOfTranslation: Vector(dx: -1, dy: -0.2))
    let rod = AttachmentBehavior(item: items[12], attachedToAnchor: Point(x: 20, y: 330))
    return [spring, rope, pin, rail, rod]
  }

  package mutating func didStep() {
    change(frame)
    frame += 1
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("frame", &frame, .keyFrame)
  }

  private func change(_ frame: Int64) {
    let animator = stage.animator
    let items = stage.items
    switch frame {
    case 10: for behavior in properties { behavior.density = 1.5 }
    case 20: changeSprings()
    case 30: changeRegions()
    case 40: changeMotion()
    case 50:
      push.active = true
      push.removeWhenSpent = true
      push.removeWhenSpent = false
      walls.collisionMode = CollisionMode(rawValue: 0)
    case 55: walls.collisionMode = .everything
    case 59: properties[7].isAnchored = true
    case 60:
      carry()
      push.active = true
    case 63: properties[7].isAnchored = false
    // Faster round than a body may turn.
    case 66:
      push.pushDirection = Vector(dx: 0, dy: -1.5)
      push.setTargetOffsetFromCenter(Vector(dx: 12, dy: 0), for: items[13])
      push.active = true
    case 68:
      push.pushDirection = Vector(dx: 0, dy: 3)
      push.active = true
    case 70:
      floor.translatesReferenceBoundsIntoBoundary = false
      animator.writeBackGrid = 1e-9
      animator.writeBackGrid = 1e9
      animator.writeBackGrid = nil
    case 75: floor.translatesReferenceBoundsIntoBoundary = true
    case 80: animator.referenceBounds = nil
    case 90: animator.referenceBounds = Stage.bounds
    case 100: for field in fields { field.removeItem(items[0]) }
    // Out of all bounds, on an attachment that has a parent.
    case 110:
      passenger.center = Point(x: 900, y: 500)
      animator.updateItem(usingCurrentState: passenger)
    default: break
    }
  }

  private func changeSprings() {
    springs[0].length = 40
    springs[0].frequency = 5
    springs[0].allowsCollision = true
    springs[0].allowsCollision = false
    springs[1].length = 30
    springs[2].frictionTorque = 0.1
    springs[2].attachmentRange = FloatRange(minimum: -.infinity, maximum: .infinity)
    springs[2].attachmentRange = FloatRange(minimum: -0.5, maximum: 0.5)
    springs[3].attachmentRange = FloatRange(minimum: -20, maximum: 20)
    springs[4].anchorPoint = Point(x: 30, y: 340)
    springs[4].reattach(
      offsetFromCenter: Vector(dx: 3, dy: 2), attachedToAnchor: Point(x: 25, y: 335))
  }

  private func changeRegions() {
    let disc = Region(radius: 120)
    fields[0].region = disc.inverse().union(with: disc.intersection(with: .infinite))
    fields[1].region = Region.infinite.difference(from: .empty)
    fields[2].region = .empty
    fields[4].animationSpeed = -0.5
    fields[5].seed = 11
    fields[5].seed = nil
  }

  private func changeMotion() {
    let properties = self.properties[0]
    let items = stage.items
    properties.isAnchored = true
    properties.addLinearVelocity(Vector(dx: 10, dy: 0), for: items[0])
    properties.isAnchored = false
    properties.addLinearVelocity(Vector(dx: 1e6, dy: 3), for: items[0])
    properties.addLinearVelocity(Vector(dx: -47_900, dy: 3), for: items[0])
    properties.addAngularVelocity(-1000, for: items[5])
    properties.addAngularVelocity(3000, for: items[6])
    properties.addAngularVelocity(-380, for: items[6])
  }

  /// The walls come from all sides, over items that stand alike, that are anchored or outside.
  private func carry() {
    let animator = stage.animator
    let items = stage.items
    for (item, x) in [(items[9], 200.0), (items[10], 200), (items[12], 15)] {
      item.center = Point(x: x, y: 480)
      animator.updateItem(usingCurrentState: item)
    }
    items[11].center = Point(x: -20, y: 300)
    animator.updateItem(usingCurrentState: items[11])
    animator.referenceBounds = Rect(x: 60, y: 40, width: 100, height: 400)
    animator.referenceBounds = Rect(x: 100, y: 100, width: 12, height: 12)
    animator.referenceBounds = Stage.bounds
  }
}
