import Dynamics
import TestSupport
import Testing

/// Numbers without sense in every call that takes one: none of them becomes NaN or infinity.
@Suite("UD-ROB-03 extreme values") struct ExtremesTests {
  /// A scene in which something of every kind acts on two items.
  final class Scene {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    let item: Item
    let other = Item("other", center: Point(x: 160, y: 300), size: Size(width: 80, height: 80))
    let gravity: GravityBehavior
    let collision: CollisionBehavior
    let properties: ItemBehavior
    let push: PushBehavior
    let impulse: PushBehavior
    let snap: SnapBehavior
    let rod: AttachmentBehavior
    let pin: AttachmentBehavior
    let fields: [FieldBehavior]

    init() {
      let item = Item("item", center: Point(x: 150, y: 150), size: Size(width: 100, height: 60))
      self.item = item
      let items = [item, other]
      gravity = GravityBehavior(items: items)
      collision = CollisionBehavior(items: items)
      collision.translatesReferenceBoundsIntoBoundary = true
      properties = ItemBehavior(items: items)
      push = PushBehavior(items: [item], mode: .continuous)
      impulse = PushBehavior(items: [item], mode: .instantaneous)
      snap = SnapBehavior(item: other, snapTo: Point(x: 100, y: 100))
      rod = AttachmentBehavior(item: item, attachedToAnchor: Point(x: 160, y: 40))
      pin = AttachmentBehavior.pinAttachment(
        with: item, attachedTo: other, attachmentAnchor: Point(x: 160, y: 250))
      fields = [
        .linearGravityField(direction: Vector(dx: 0, dy: 1)),
        .radialGravityField(position: Point(x: 160, y: 200)), .springField(),
        .noiseField(smoothness: 0.5, animationSpeed: 1),
        .turbulenceField(smoothness: 0.5, animationSpeed: 1), .electricField(), .magneticField(),
        .dragField(), .velocityField(direction: Vector(dx: 1, dy: 0)), .vortexField(),
      ]
      properties.charge = 1
      for field in fields {
        for item in items { field.addItem(item) }
        // The last one forbids all others to have an effect.
        field.isEnabled = field.fieldKind != .velocity
      }
    }

    func run() {
      let all: [DynamicBehavior] = [gravity, collision, properties, push, impulse, rod, pin, snap]
      for behavior in all + fields { animator.addBehavior(behavior) }
      step()
    }

    func step() { for _ in 0..<3 { animator.step() } }

    var isFinite: Bool {
      [item, other].allSatisfy {
        $0.center.isFinite && $0.transform.isFinite
          && properties.linearVelocity(for: $0).isFinite
          && properties.angularVelocity(for: $0).isFinite
      } && animator.items(in: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)).count <= 2
    }
  }

  static let values: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, 1e154,
    -1e155, 1e39, 1e10, -1e7, 1e-10, 1e-300, 1e-310, .leastNonzeroMagnitude, 0, -1e-300,
  ]

  /// What takes a number.
  static let calls: [(name: String, call: @Sendable (Scene, Double) -> Void)] = [
    ("gravity.magnitude", { $0.gravity.magnitude = $1 }),
    ("gravity.angle", { $0.gravity.angle = $1 }),
    ("gravity.gravityDirection", { $0.gravity.gravityDirection = Vector(dx: $1, dy: 1) }),
    ("push.magnitude", { $0.push.magnitude = $1 }),
    ("push.pushDirection", { $0.push.pushDirection = Vector(dx: $1, dy: $1) }),
    (
      "push.targetOffset",
      {
        $0.push.magnitude = 1
        $0.push.setTargetOffsetFromCenter(Vector(dx: $1, dy: 3), for: $0.item)
      }
    ),
    ("impulse", { $0.impulse.setAngle($1, magnitude: $1) }),
    ("elasticity", { $0.properties.elasticity = $1 }),
    ("friction", { $0.properties.friction = $1 }),
    ("density", { $0.properties.density = $1 }),
    ("resistance", { $0.properties.resistance = $1 }),
    ("angularResistance", { $0.properties.angularResistance = $1 }),
    ("charge", { $0.properties.charge = $1 }),
    ("linear velocity", { $0.properties.addLinearVelocity(Vector(dx: $1, dy: $1), for: $0.item) }),
    ("angular velocity", { $0.properties.addAngularVelocity($1, for: $0.item) }),
    ("snapPoint", { $0.snap.snapPoint = Point(x: $1, y: 0) }),
    ("snap.damping", { $0.snap.damping = $1 }),
    ("anchorPoint", { $0.rod.anchorPoint = Point(x: $1, y: $1) }),
    ("length", { $0.rod.length = $1 }),
    (
      "spring",
      {
        $0.rod.frequency = $1
        $0.rod.damping = $1
      }
    ),
    (
      "reattach",
      {
        $0.rod.reattach(
          offsetFromCenter: Vector(dx: $1, dy: 0), attachedToAnchor: Point(x: 0, y: $1))
      }
    ),
    ("frictionTorque", { $0.pin.frictionTorque = $1 }),
    ("attachmentRange", { $0.pin.attachmentRange = FloatRange(minimum: -$1, maximum: $1) }),
    (
      "insets",
      {
        $0.collision.setTranslatesReferenceBoundsIntoBoundary(
          with: EdgeInsets2D(top: $1, left: 0, bottom: $1, right: -$1))
      }
    ),
    (
      "boundary",
      {
        $0.collision.addBoundary(
          withIdentifier: "b", from: Point(x: $1, y: 100), to: Point(x: 100, y: 130))
      }
    ),
    (
      "boundary of curves",
      {
        $0.collision.addBoundary(
          withIdentifier: "c", for: Path2D(ellipseIn: Rect(x: $1, y: 9, width: $1, height: 20)))
      }
    ),
    (
      "referenceBounds",
      { $0.animator.referenceBounds = Rect(x: 0, y: $1, width: 320, height: 568) }
    ),
    (
      "referenceBounds.size",
      { $0.animator.referenceBounds = Rect(x: 0, y: 0, width: $1, height: $1) }
    ),
    ("writeBackGrid", { $0.animator.writeBackGrid = $1 }),
    ("timeScale", { $0.animator.timeScale = $1 }),
    ("advance", { $0.animator.advance(by: $1 < 3 ? $1 : 0) }),
    ("field.position", { for f in $0.fields { f.position = Point(x: $1, y: 10) } }),
    ("field.strength", { for f in $0.fields { f.strength = $1 } }),
    ("field.falloff", { for f in $0.fields { f.falloff = $1 } }),
    (
      "field.falloff and strength",
      {
        for f in $0.fields {
          f.falloff = -16
          f.strength = $1
          f.minimumRadius = $1
        }
      }
    ),
    ("field.direction", { for f in $0.fields { f.direction = Vector(dx: $1, dy: 0) } }),
    (
      "velocity field",
      {
        for f in $0.fields where f.fieldKind == .velocity {
          f.isEnabled = true
          f.direction = Vector(dx: $1, dy: 1)
          f.strength = $1
        }
      }
    ),
    ("field.smoothness", { for f in $0.fields { f.smoothness = $1 } }),
    ("field.animationSpeed", { for f in $0.fields { f.animationSpeed = $1 } }),
    ("field.region", { for f in $0.fields { f.region = Region(radius: $1).inverse() } }),
    (
      "moved item",
      {
        $0.item.center = Point(x: $1, y: 3)
        $0.animator.updateItem(usingCurrentState: $0.item)
      }
    ),
    (
      "turned item",
      {
        $0.item.transform = AffineTransform2D(a: $1, b: $1, c: -$1, d: $1, tx: 0, ty: 0)
        $0.animator.updateItem(usingCurrentState: $0.item)
      }
    ),
    (
      "resized item",
      {
        $0.item.bounds = Rect(x: 0, y: 0, width: $1, height: 20)
        $0.animator.updateItem(usingCurrentState: $0.item)
      }
    ),
    (
      "small item",
      {
        $0.item.bounds = Rect(x: 0, y: 0, width: $1, height: $1)
        $0.animator.updateItem(usingCurrentState: $0.item)
      }
    ),
  ]

  @Test("in setters, before and after the behaviours joined", arguments: Sample.of([false, true]))
  func setters(joinsFirst: Bool) {
    for (name, call) in Self.calls {
      for value in Self.values {
        let scene = Scene()
        if joinsFirst { scene.run() }
        call(scene, value)
        if joinsFirst { scene.step() } else { scene.run() }
        // What an app wrote itself into an item and the animator refused stays there.
        #expect(scene.isFinite || name.hasSuffix("item"), "\(name) = \(value)")
      }
    }
  }

  @Test("in items and attachments that are made of them")
  func making() {
    let place = Point(x: 160, y: 100)
    let makings: [(name: String, make: (Double) -> (Item, DynamicBehavior?))] = [
      ("square", { (Item(center: place, size: Size(width: $0, height: $0)), nil) }),
      ("sliver", { (Item(center: place, size: Size(width: 1e6, height: $0)), nil) }),
      ("disc", { (Item(center: place, radius: $0), nil) }),
      ("ellipse", { (Item(center: place, ellipse: Size(width: $0, height: 3)), nil) }),
      (
        "path",
        {
          let points = [Point(x: -$0, y: 0), Point(x: $0, y: -$0), Point(x: $0, y: $0)]
          return (Item(center: place, path: Path2D(points: points, isClosed: true)), nil)
        }
      ),
      (
        "slanted sliver",
        {
          let points = [Point(x: -50, y: -50), Point(x: 50, y: 50), Point(x: $0, y: -$0)]
          return (Item(center: place, path: Path2D(points: points, isClosed: true)), nil)
        }
      ),
      (
        "light",
        {
          let item = Item(center: place, size: Size(width: 0.001, height: 0.001))
          let properties = ItemBehavior(items: [item])
          properties.density = $0
          return (item, properties)
        }
      ),
      (
        "scaled",
        {
          let item = Item(center: place, size: Size(width: 10, height: 10))
          item.transform = AffineTransform2D(scaleX: $0, y: $0)
          return (item, nil)
        }
      ),
      (
        "attached to a far anchor",
        {
          let item = Item(center: place, size: Size(width: 10, height: 10))
          return (item, AttachmentBehavior(item: item, attachedToAnchor: Point(x: $0, y: $0)))
        }
      ),
      (
        "attached at a far point",
        {
          let item = Item(center: place, size: Size(width: 10, height: 10))
          return (
            item,
            AttachmentBehavior(
              item: item, offsetFromCenter: Vector(dx: $0, dy: 1),
              attachedToAnchor: Point(x: 100, y: 0))
          )
        }
      ),
      (
        "sliding",
        {
          let item = Item(center: place, size: Size(width: 10, height: 10))
          return (
            item,
            AttachmentBehavior.slidingAttachment(
              with: item, attachmentAnchor: Point(x: $0, y: 0),
              axisOfTranslation: Vector(dx: $0, dy: 1))
          )
        }
      ),
    ]
    for (name, make) in makings {
      for value in Self.values {
        let (item, behavior) = make(value)
        let before = (item.center, item.transform)
        let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
        let floor = Item("floor", center: Point(x: 160, y: 200), size: Size(width: 99, height: 9))
        let collision = CollisionBehavior(items: [item, floor])
        collision.translatesReferenceBoundsIntoBoundary = true
        let properties = ItemBehavior(items: [item, floor])
        properties.addAngularVelocity(3, for: item)
        let push = PushBehavior(items: [item], mode: .instantaneous)
        push.setAngle(1, magnitude: 1)
        push.setTargetOffsetFromCenter(Vector(dx: 1, dy: 0), for: item)
        animator.addBehavior(GravityBehavior(items: [item]))
        for behavior in [collision, properties, push, behavior] {
          if let behavior { animator.addBehavior(behavior) }
        }
        animator.run(seconds: 0.5)
        let isUntouched =
          item.registeredAnimator == nil && item.center == before.0
        let isFinite =
          item.center.isFinite && item.transform.isFinite
          && properties.linearVelocity(for: item).isFinite
        #expect(isFinite || isUntouched, "\(name) \(value): \(item.center) \(item.transform)")
        if item.registeredAnimator == nil || !value.isFinite {
          #expect(
            !animator.diagnostics.isEmpty, "\(name) \(value) was refused without a diagnostic")
        }
      }
    }
  }

  @Test("a refused size, grid and inset are told of")
  func told() {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    for side in [1e-10, 1e-300, 1e-310] {
      let item = Item(center: .zero, size: Size(width: side, height: side))
      #expect(throws: DynamicsError.itemBoundsInvalid(width: side, height: side)) {
        try animator.add(GravityBehavior(items: [item]))
      }
    }
    for grid in [1e-310, 1e7] {
      animator.writeBackGrid = grid
      #expect(animator.diagnostics.last?.code == .valueClamped)
      #expect(animator.writeBackGrid == (grid < 1 ? 1e-6 : 1e6))
    }
    animator.writeBackGrid = 0.5
    for grid in [Double.nan, -1, 0] {
      animator.writeBackGrid = grid
      #expect(animator.diagnostics.last?.code == .valueIgnored)
      #expect(animator.writeBackGrid == 0.5)
    }
    animator.writeBackGrid = nil
    #expect(animator.writeBackGrid == nil)

    let collision = CollisionBehavior()
    animator.addBehavior(collision)
    collision.setTranslatesReferenceBoundsIntoBoundary(
      with: EdgeInsets2D(top: -1e300, left: 0, bottom: 0, right: 0))
    #expect(animator.diagnostics.last?.code == .valueClamped)
  }
}
