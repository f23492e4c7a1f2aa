import Dynamics
import Scenarios
import Simulation

/// A few items that fall and meet, while an app makes every mistake that an animator forgives:
/// numbers that are none, items without an outline, behaviours that are elsewhere, changes from
/// within callbacks, asked for twice. Nothing of it may reach what moves.
package struct Slips: StageScenario {
  package static let name: StaticString = "determinism.slips"
  package static var derivedFields: [DerivedField] {
    animatorFields(
      andSettings: "walls", "double", "gravity", "push", "blow", "snap", "field", "storm", "magnet",
      "properties", "family", "calm", "ward", "alone", "attachments", "hidden", "chameleon",
      "bystander",
      "abroad", "teller", "crowd")
  }

  package let stage: Stage
  private let walls: CollisionBehavior
  /// Sees what ``walls`` sees, and is taken away while that is told.
  private let double: CollisionBehavior
  private let gravity: GravityBehavior
  private let push: PushBehavior
  private let blow: PushBehavior
  private let snap: SnapBehavior
  private let field: FieldBehavior
  private let storm: FieldBehavior
  private let magnet: FieldBehavior
  private let properties: ItemBehavior
  private let family = DynamicBehavior()
  /// Without effect, so that changes of it show nowhere.
  private let calm: GravityBehavior
  private let ward: GravityBehavior
  /// Holds what nobody else holds, and joins now and then.
  private let alone: GravityBehavior
  private let attachments: [AttachmentBehavior]
  /// What no animator takes.
  private let hidden: [any DynamicItem]
  private let chameleon: Chameleon
  /// Another animator with an item and a behaviour of its own, which nobody steps.
  private let bystander = DynamicAnimator(substepsPerFrame: 0)
  private let abroad: GravityBehavior
  private let teller: Teller
  private let crowd: [CollisionBehavior]
  private var frame: Int64 = 0

  package init(parameters: NoParameters, seed: UInt64) {
    let items = (0..<6).map { index in
      Item(
        center: Point(x: 40 + 45 * Double(index), y: 300), size: Size(width: 30, height: 30))
    }
    items[5].center = Point(x: 60, y: 200)
    items[4].transform = AffineTransform2D(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    chameleon = Chameleon(Path2D(rect: Rect(x: -10, y: -10, width: 20, height: 20)))
    let part = Item(center: Point(x: 260, y: 60), radius: 6)
    let twins = DynamicItemGroup(items: [part, part])
    let group = DynamicItemGroup(items: [Item(center: Point(x: 290, y: 60), radius: 6)])
    stage = Stage(items: items, others: [chameleon, group, twins], seed: seed)
    let animator = stage.animator
    let members = items.members + [chameleon, group]
    gravity = GravityBehavior(items: members)
    animator.addBehavior(gravity)
    walls = CollisionBehavior(items: members)
    walls.translatesReferenceBoundsIntoBoundary = true
    teller = Teller()
    walls.collisionDelegate = teller
    animator.addBehavior(walls)
    walls.addBoundary(withIdentifier: "speck", for: Slips.speck)
    double = CollisionBehavior(items: members)
    double.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(double)
    push = PushBehavior(items: [items[0]], mode: .continuous)
    animator.addBehavior(push)
    blow = PushBehavior(items: [items[3]], mode: .instantaneous)
    blow.setTargetOffsetFromCenter(Vector(dx: 100, dy: 100), for: items[3])
    animator.addBehavior(blow)
    snap = SnapBehavior(item: items[1], snapTo: Point(x: 100, y: 200))
    animator.addBehavior(snap)
    field = .field { [unowned(unsafe) teller] field, _, _, _, _, _ in teller.force(field) }
    field.addItem(items[2])
    animator.addBehavior(field)
    storm = .linearGravityField(direction: Vector(dx: 1e10, dy: 0))
    for item in items { storm.addItem(item) }
    magnet = .magneticField()
    magnet.addItem(items[3])
    for field in [storm, magnet] {
      field.strength = 0
      animator.addBehavior(field)
    }
    properties = ItemBehavior(items: [items[3]])
    properties.charge = 100
    animator.addBehavior(properties)
    calm = GravityBehavior(items: [items[4]])
    calm.magnitude = 0
    family.addChildBehavior(calm)
    animator.addBehavior(family)
    ward = GravityBehavior(items: [items[4]])
    ward.magnitude = 0
    animator.declare(ward)
    alone = GravityBehavior(items: [twins])
    alone.magnitude = 0
    animator.declare(alone)
    animator.diagnosticHandler = { [unowned(unsafe) teller] in teller.note($0) }
    hidden = Slips.hidden()
    for item in hidden { animator.addBehavior(ItemBehavior(items: [item])) }
    animator.addBehavior(SnapBehavior(item: hidden[2], snapTo: .zero))
    attachments = Slips.attachments(items, hidden)
    for attachment in attachments { animator.addBehavior(attachment) }
    // More than there are classes for.
    crowd = (0..<32).map { _ in CollisionBehavior(items: []) }
    for behavior in crowd { animator.addBehavior(behavior) }
    let stranger = Item(center: .zero, radius: 5)
    abroad = GravityBehavior(items: [stranger])
    bystander.addBehavior(abroad)
    animator.declare(abroad)
    teller.parts = Teller.Parts(
      animator: animator, family: family, calm: calm, ward: ward, alone: alone, walls: walls,
      double: double,
      push: push, properties: properties, items: items, twins: twins)
  }

  /// Outlines that are none, or that vanish where a number has 24 bits.
  private static func hidden() -> [any DynamicItem] {
    func polygon(_ points: (Double, Double)...) -> Path2D {
      Path2D(points: points.map { Point(x: $0.0, y: $0.1) }, isClosed: true)
    }
    var runs = polygon((0, 0), (9, 0), (9, 9))
    runs.move(to: Point(x: 20, y: 0))
    runs.addLine(to: Point(x: 30, y: 9))
    let fine = Path2D(ellipseIn: Rect(x: -4e5, y: -4e5, width: 8e5, height: 8e5))
    let paths = [
      runs, fine, speck, Path2D().recentered,
      polygon((0, 0), (9, 0), (3, 3), (0, 9)), polygon((0, 0), (9, 9), (9.000001, 9.00001)),
      polygon((0, 0), (9, 0), (.nan, 9)),
    ]
    var hidden: [any DynamicItem] = []
    for path in paths { hidden.append(Item(center: Point(x: 160, y: 100), path: path)) }
    for path in [
      polygon((0, 0), (9, 0)), polygon((0, 0), (9, 0), (4, 0)),
      polygon((0, 0), (9, 0), (9, 9), (9, 4), (0, 9)),
    ] { hidden.append(Chameleon(path)) }
    hidden.append(Item(center: Point(x: .nan, y: 0), radius: 9))
    hidden.append(Item(center: .zero, size: Size(width: 0, height: 9)))
    let bounds = Rect(x: 0, y: 0, width: 9, height: 9)
    let crooked = AffineTransform2D(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    hidden.append(
      LayoutProxy(
        center: .zero, bounds: bounds, originalTransform: crooked, collisionBoundsType: .path))
    let inner = DynamicItemGroup(items: [Item(center: .zero, radius: 3)])
    hidden.append(DynamicItemGroup(items: []))
    hidden.append(DynamicItemGroup(items: [inner]))
    hidden.append(
      DynamicItemGroup(items: [
        Item(center: .zero, radius: 3), Item(center: Point(x: .nan, y: 0), radius: 3),
      ]))
    let group = DynamicItemGroup(items: [
      Item(center: .zero, radius: 3), Item(center: .zero, path: speck),
    ])
    hidden.append(group)
    let lost = DynamicItemGroup(items: [Item(center: .zero, radius: 3)])
    lost.center = Point(x: .nan, y: 0)
    hidden.append(lost)
    return hidden
  }

  /// So far from the centre that its corners are one in the numbers of a body.
  fileprivate static var speck: Path2D {
    Path2D(
      points: [
        Point(x: 9e5, y: 9e5), Point(x: 9e5 + 0.01, y: 9e5), Point(x: 9e5 + 0.01, y: 9e5 + 0.01),
        Point(x: 9e5, y: 9e5 + 0.01),
      ], isClosed: true)
  }

  private static func attachments(
    _ items: [Item], _ hidden: [any DynamicItem]
  ) -> [AttachmentBehavior] {
    let far = Point(x: .nan, y: 0)
    let lost = Item(center: Point(x: 1e9, y: 0), radius: 5)
    let away = Vector(dx: .infinity, dy: 0)
    let (a, b, speck) = (items[4], items[5], hidden[2])
    let rod = AttachmentBehavior(item: a, offsetFromCenter: away, attachedToAnchor: far)
    let rail = AttachmentBehavior.slidingAttachment(
      with: a, attachmentAnchor: .zero, axisOfTranslation: Vector(dx: .nan, dy: 0))
    let pin = AttachmentBehavior.pinAttachment(with: a, attachedTo: b, attachmentAnchor: far)
    // None of these holds anything.
    for item in [lost] {
      _ = AttachmentBehavior(item: item, attachedToAnchor: far)
      _ = AttachmentBehavior(item: item, attachedToAnchor: .zero)
      _ = AttachmentBehavior(
        item: item, offsetFromCenter: away, attachedTo: a, offsetFromCenter: away)
      _ = AttachmentBehavior.pinAttachment(with: item, attachedTo: a, attachmentAnchor: far)
      _ = SnapBehavior(item: item, snapTo: far)
      _ = SnapBehavior(item: a, snapTo: far)
    }
    let flat = AttachmentBehavior.slidingAttachment(
      with: b, attachmentAnchor: .zero, axisOfTranslation: .zero)
    return [
      rod, rail, pin, flat, AttachmentBehavior(item: a, attachedTo: a),
      AttachmentBehavior(item: speck, attachedToAnchor: .zero),
      AttachmentBehavior(item: a, attachedTo: speck),
    ]
  }

  package mutating func didStep() {
    teller.isListening = true
    change(frame)
    teller.isListening = false
    putBack()
    frame += 1
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("frame", &frame, .keyFrame)
    visitor.field("callCount", &teller.callCount, .keyFrame)
    visitor.field("remarks", &teller.remarks, .keyFrame)
  }

  private func change(_ frame: Int64) {
    switch frame {
    case 4: setNumbers(.nan)
    case 8: setNumbers(frame == 8 ? .infinity : 0)
    case 12: setAttachments()
    case 16: join()
    case 20: asStranger()
    case 28: for _ in 0..<300 { gravity.gravityDirection = Vector(dx: .nan, dy: 0) }
    case 32: reread()
    case 40: for field in [storm, magnet] { field.strength = 1e308 }
    case 41: for field in [storm, magnet] { field.strength = 0 }
    // Its torque is no number, its size more than a velocity can be.
    case 50: blow.setAngle(0.785_398_163_397_448_3, magnitude: 1.5e308)
    case 52: blow.pushDirection = Vector(dx: 1e150, dy: 0)
    case 54: blow.pushDirection = Vector(dx: -1e150, dy: -1e150)
    case 70: for behavior in [walls, double] { behavior.removeItem(stage.items[5]) }
    case 74: for behavior in [walls, double] { behavior.addItem(stage.items[5]) }
    default: break
    }
    if frame >= 50 && frame % 2 == 0 && frame < 56 { blow.active = true }
  }

  /// What the teller took away.
  private func putBack() {
    if double.dynamicAnimator == nil { stage.animator.addBehavior(double) }
    if calm.dynamicAnimator == nil { family.addChildBehavior(calm) }
    family.removeChildBehavior(ward)
    stage.others[2].transform = .identity
    properties.addItem(stage.items[3])
    calm.addItem(stage.items[4])
    for index in [1, 5] { calm.removeItem(stage.items[index]) }
  }

  // MARK: Numbers

  private func setNumbers(_ x: Double) {
    let animator = stage.animator
    let item = stage.items[0]
    let vector = Vector(dx: x, dy: 1)
    gravity.gravityDirection = vector
    gravity.setAngle(x, magnitude: 1)
    push.pushDirection = vector
    push.setAngle(x, magnitude: 1)
    push.setTargetOffsetFromCenter(vector, for: item)
    push.setTargetOffsetFromCenter(.zero, for: stage.items[5])
    snap.snapPoint = Point(x: x, y: 0)
    snap.damping = x.isNaN ? x : -1
    field.position = Point(x: x, y: 0)
    field.direction = vector
    field.smoothness = x
    field.animationSpeed = x
    field.falloff = x
    field.region = field.region
    field.seed = field.seed
    properties.density = x
    properties.addLinearVelocity(vector, for: stage.items[3])
    properties.addAngularVelocity(x, for: stage.items[3])
    properties.addLinearVelocity(.zero, for: item)
    properties.addAngularVelocity(0, for: item)
    properties.addItem(stage.items[3])
    properties.removeItem(item)
    animator.writeBackGrid = x.isNaN ? x : -1
    animator.timeScale = x
    animator.referenceBounds = Rect(x: x, y: 0, width: 9, height: 9)
    walls.setTranslatesReferenceBoundsIntoBoundary(
      with: EdgeInsets2D(top: x, left: 0, bottom: 0, right: 0))
    if !x.isNaN { walls.setTranslatesReferenceBoundsIntoBoundary(with: .zero) }
    walls.addBoundary(withIdentifier: "none", for: Path2D())
    walls.addBoundary(
      withIdentifier: "far", from: .zero, to: Point(x: x, y: 0))
    if !properties.linearVelocity(for: item).isFinite { walls.addItem(item) }
    if properties.angularVelocity(for: item) != 0 { walls.addItem(item) }
    gravity.setAngle(2, magnitude: 0)
    gravity.setAngle(-1.5, magnitude: -1)
  }

  private func setAttachments() {
    for attachment in attachments {
      attachment.anchorPoint = Point(x: .nan, y: 1)
      attachment.reattach(offsetFromCenter: .zero, attachedToAnchor: Point(x: .nan, y: 1))
      attachment.length = -1
      attachment.damping = .infinity
      attachment.frequency = .nan
      attachment.frictionTorque = -1
      for range in [
        FloatRange(minimum: .nan, maximum: 1), FloatRange(minimum: 1, maximum: 2),
        FloatRange(minimum: -2, maximum: -1), .infinite,
      ] { attachment.attachmentRange = range }
      if attachment.frictionTorque > 1 { attachment.allowsCollision = true }
    }
  }

  // MARK: Who joins

  private func join() {
    let animator = stage.animator
    animator.addBehavior(gravity)
    animator.addBehavior(abroad)
    animator.declare(abroad)
    animator.addBehavior(GravityBehavior(items: abroad.items))
    animator.removeBehavior(abroad)
    for item in hidden {
      gravity.addItem(item)
    }
    let part = Item(center: Point(x: 200, y: 50), radius: 5)
    let group = DynamicItemGroup(items: [part])
    animator.addBehavior(GravityBehavior(items: [group, part]))
    if let taken = stage.others[1].itemGroup?.items {
      animator.addBehavior(GravityBehavior(items: taken))
      animator.addBehavior(GravityBehavior(items: [DynamicItemGroup(items: taken)]))
    }
    // They go elsewhere while they are told that they join.
    animator.addBehavior(Mover(to: bystander))
    family.addChildBehavior(Mover(to: bystander))
    animator.addBehavior(GravityBehavior(items: [DynamicItemGroup(items: [stage.items[0]])]))
    animator.addBehavior(GravityBehavior(items: [DynamicItemGroup(items: abroad.items)]))
    let child = DynamicBehavior()
    gravity.addChildBehavior(child)
    family.addChildBehavior(gravity)
    family.addChildBehavior(family)
    let parent = DynamicBehavior()
    parent.addChildBehavior(child)
    child.addChildBehavior(parent)
    let grandchild = DynamicBehavior()
    child.addChildBehavior(grandchild)
    grandchild.addChildBehavior(parent)
    let other = DynamicBehavior()
    other.addChildBehavior(DynamicBehavior())
    grandchild.addChildBehavior(other)
    animator.addBehavior(child)
    parent.addChildBehavior(child)
    parent.removeChildBehavior(child)
    family.removeChildBehavior(gravity)
  }

  /// What others may do with behaviours that are in no tree.
  private func asStranger() {
    let alone = DynamicBehavior()
    alone.addChildBehavior(family)
    bystander.addBehavior(GravityBehavior(items: [stage.items[0]]))
    bystander.addBehavior(alone)
    let free = ItemBehavior(items: [Item(center: .zero, radius: 4)])
    free.addLinearVelocity(.zero, for: free.items[0])
    free.density = .nan
    let field = FieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1)
    field.region = .empty
    field.region = .empty
    let nowhere = FieldBehavior.radialGravityField(position: Point(x: .nan, y: 0))
    field.strength = nowhere.position.x + Double(Slips.speck.polylines(tolerance: 0).count)
    let tie = AttachmentBehavior(item: stage.items[0], attachedToAnchor: .zero)
    tie.reattach(offsetFromCenter: Vector(dx: 1, dy: 0), attachedToAnchor: .zero)
    tie.reattach(offsetFromCenter: Vector(dx: 1, dy: 0), attachedToAnchor: .zero)
    stage.animator.updateItem(usingCurrentState: free.items[0])
    _ = DynamicAnimator(substepsPerFrame: 17)
    if !stage.animator.isResting(free.items[0]) { free.density = 1 }
  }

  // MARK: Items

  private func reread() {
    let animator = stage.animator
    let item = stage.items[5]
    let (center, bounds, transform) = (item.center, item.bounds, item.transform)
    item.center = Point(x: .nan, y: 0)
    animator.updateItem(usingCurrentState: item)
    item.center = center
    item.transform = AffineTransform2D(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    animator.updateItem(usingCurrentState: item)
    item.transform = transform
    item.bounds = Rect(origin: .zero, size: Size(width: 12, height: 40))
    animator.updateItem(usingCurrentState: item)
    item.bounds = bounds
    animator.updateItem(usingCurrentState: item)
    let path = chameleon.collisionBoundingPath
    chameleon.collisionBoundingPath = Slips.speck
    animator.updateItem(usingCurrentState: chameleon)
    chameleon.collisionBoundingPath = path
    animator.updateItem(usingCurrentState: chameleon)
  }
}

/// An item whose outline may be any path, also none that fits its bounds.
private final class Chameleon: DynamicItem {
  var center = Point(x: 200, y: 200)
  let bounds = Rect(x: 0, y: 0, width: 20, height: 20)
  var transform = AffineTransform2D.identity
  let collisionBoundsType = CollisionBoundsType.path
  var collisionBoundingPath: Path2D?

  #if hasFeature(Embedded)
    unowned(unsafe) var registeredAnimator: DynamicAnimator?
  #else
    weak var registeredAnimator: DynamicAnimator?
  #endif

  init(_ path: Path2D) { collisionBoundingPath = path }
}

/// Joins another animator while it is told that it joins one.
private final class Mover: DynamicBehavior {
  private let goal: DynamicAnimator

  init(to goal: DynamicAnimator) {
    self.goal = goal
    super.init()
  }

  override func willMove(to animator: DynamicAnimator?) {
    if animator !== goal { goal.addBehavior(self) }
  }
}

/// Makes mistakes from within callbacks. What it does depends on what it is told alone.
private final class Teller: CollisionBehaviorDelegate {
  var callCount: Int64 = 0
  /// What was noted so far, folded.
  var remarks: UInt64 = 0
  var isListening = false
  var parts: Parts?

  struct Parts {
    var animator: DynamicAnimator
    var family: DynamicBehavior
    var calm: GravityBehavior
    var ward: GravityBehavior
    var alone: GravityBehavior
    var walls: CollisionBehavior
    var double: CollisionBehavior
    var push: PushBehavior
    var properties: ItemBehavior
    var items: [Item]
    var twins: DynamicItemGroup
  }

  func note(_ diagnostic: Diagnostic) {
    guard isListening else { return }
    remarks = remarks &* 31 &+ UInt64(diagnostic.code.rawValue)
    guard let parts, diagnostic.code == .refused else { return }
    // In the middle of the change that was refused.
    parts.push.setTargetOffsetFromCenter(Vector(dx: 1, dy: 0), for: parts.items[0])
    parts.push.setTargetOffsetFromCenter(.zero, for: parts.items[0])
    parts.calm.addItem(parts.items[1])
  }

  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point
  ) {
    tell()
  }

  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point
  ) {
    tell()
  }

  /// Everything twice.
  private func tell() {
    guard let parts else { return }
    let animator = parts.animator
    callCount += 1
    animator.step()
    animator.removeBehavior(parts.double)
    parts.twins.transform = AffineTransform2D(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    for _ in 0..<2 { animator.addBehavior(parts.alone) }
    for _ in 0..<2 { animator.removeBehavior(parts.alone) }
    for _ in 0..<2 { parts.family.removeChildBehavior(parts.calm) }
    for _ in 0..<2 { parts.family.addChildBehavior(parts.ward) }
    parts.push.setTargetOffsetFromCenter(Vector(dx: 1, dy: 0), for: parts.items[0])
    parts.push.setTargetOffsetFromCenter(.zero, for: parts.items[0])
    animator.referenceBounds = Rect(x: 0, y: 0, width: 320, height: 560)
    animator.referenceBounds = Stage.bounds
    parts.walls.collisionMode = .everything
  }

  /// A force that is none, and changes in the middle of a substep.
  func force(_ field: FieldBehavior) -> Vector {
    callCount += 1
    if callCount < 100 { field.minimumRadius = Double(callCount % 7) + 1 }
    switch callCount {
    case 40: for index in 0..<10_010 { field.strength = Double(index % 2) + 1 }
    case 60, 90, 200: changeTwice()
    default: break
    }
    return callCount % 5 == 0 ? Vector(dx: .nan, dy: 0) : Vector(dx: 0.01, dy: 0)
  }

  private func changeTwice() {
    guard let parts else { return }
    let (calm, items) = (parts.calm, parts.items)
    for _ in 0..<2 {
      calm.removeItem(items[4])
      calm.addItem(items[5])
      parts.properties.removeItem(items[3])
      parts.properties.addLinearVelocity(Vector(dx: 1, dy: 0), for: items[3])
      parts.push.setTargetOffsetFromCenter(Vector(dx: 1, dy: 0), for: items[0])
      parts.animator.referenceBounds = Rect(x: 0, y: 0, width: 320, height: 564)
    }
    parts.push.setTargetOffsetFromCenter(.zero, for: items[0])
  }
}
