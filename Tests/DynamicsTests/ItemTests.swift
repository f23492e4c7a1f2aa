import Dynamics
import RigidBodies
import Testing

@Suite("Items")
struct ItemTests {
  @Test(
    "UD-ITEM-01 UD-ROB-03 zero, negative, NaN and huge bounds are typed errors",
    arguments: [(0.0, 10.0), (10, 0), (-1, 5), (.nan, 5), (5, .infinity), (2e6, 5)])
  func bounds(width: Double, height: Double) {
    let item = Item("", center: .zero, size: Size(width: width, height: height))
    let animator = DynamicAnimator()
    let gravity = GravityBehavior(items: [item])
    #expect(throws: DynamicsError.self) { try animator.add(gravity) }
    #expect(animator.behaviors.isEmpty)
    animator.addBehavior(gravity)
    #expect(animator.behaviors.isEmpty)
    #expect(animator.diagnostics.last?.code == .refused)
    // Into a behaviour that is already running.
    let running = GravityBehavior()
    animator.addBehavior(running)
    #expect(throws: DynamicsError.self) { try running.add(item: item) }
    running.addItem(item)
    #expect(running.items.isEmpty)
  }

  @Test(
    "UD-ROB-03 centres that are not finite or too far are typed errors",
    arguments: [Point(x: .nan, y: 0), Point(x: 0, y: .infinity), Point(x: 1.1e6, y: 0)])
  func centers(center: Point) {
    let animator = DynamicAnimator()
    let item = Item("", center: center, size: Size(width: 10, height: 10))
    #expect(throws: DynamicsError.self) { try animator.add(GravityBehavior(items: [item])) }
    let good = square()
    animator.addBehavior(GravityBehavior(items: [good]))
    animator.step()
    let before = good.center
    good.center = center
    animator.updateItem(usingCurrentState: good)
    #expect(animator.diagnostics.last?.code == .refused)
    animator.step()
    #expect(good.center.isFinite)
    #expect(good.center.distance(to: before) < 1)
  }

  @Test("UD-ITEM-02 only the rotation of the transform is used; scale survives")
  func scale() {
    let item = square()
    let start = AffineTransform2D(scaleX: 2, y: 3).concatenating(AffineTransform2D(rotation: 0.4))
    item.transform = start
    let animator = DynamicAnimator()
    let spin = ItemBehavior(items: [item])
    spin.addAngularVelocity(1, for: item)
    animator.addBehavior(spin)
    animator.run(seconds: 0.5)
    #expect(abs(item.transform.rotation - 0.9) < 1e-3)
    let expected = AffineTransform2D(scaleX: 2, y: 3).concatenating(
      AffineTransform2D(rotation: item.transform.rotation))
    for (found, wanted) in [
      (item.transform.a, expected.a), (item.transform.b, expected.b),
      (item.transform.c, expected.c), (item.transform.d, expected.d),
    ] {
      #expect(abs(found - wanted) < 1e-6)
    }
  }

  @Test("UD-ITEM-02 without rotation the transform is written back unchanged")
  func unturned() {
    let item = square()
    let start = AffineTransform2D(scaleX: 2, y: 3).concatenating(AffineTransform2D(rotation: 0.4))
    item.transform = start
    let animator = DynamicAnimator()
    animator.addBehavior(GravityBehavior(items: [item]))
    animator.run(seconds: 1)
    #expect(item.transform == start)
  }

  @Test("UD-ITEM-03 the origin of the bounds is ignored")
  func origin() {
    let a = square(100, 100)
    let b = square(100, 100)
    b.bounds = Rect(x: 77, y: -30, width: 100, height: 100)
    for item in [a, b] {
      let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
      animator.addBehavior(GravityBehavior(items: [item]))
      let collision = CollisionBehavior(items: [item])
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(collision)
      animator.run(seconds: 2)
    }
    #expect(a.center == b.center)
  }

  @Test("UD-ITEM-04 a circle is exact, an ellipse has 32 corners on the curve")
  func ellipses() {
    guard case .circle(let radius) = CollisionShape.ellipse(Size(width: 60, height: 60)).outline
    else { return #expect(Bool(false), "equal sides make a circle") as Void }
    #expect(radius == 30)
    let shape = CollisionShape.ellipse(Size(width: 60, height: 40))
    guard case .polygon(let points) = shape.outline else { return #expect(Bool(false)) as Void }
    #expect(points.count == 32)
    for p in points { #expect(abs(p.x * p.x / 900 + p.y * p.y / 400 - 1) < 1e-12) }
    // Mass and inertia of the true ellipse.
    #expect(abs(shape.area - pi * 30 * 20) < 1e-9)
    #expect(abs(shape.gyrationSquared - (3600 + 1600) / 16) < 1e-9)
  }

  @Test("UD-ITEM-05 path shapes: either winding; errors for missing, concave and fine paths")
  func paths() throws {
    let triangle = [Point(x: -30, y: 20), Point(x: 30, y: 20), Point(x: 0, y: -40)]
    for points in [triangle, triangle.reversed()] {
      let item = Item("", center: .zero, path: Path2D(points: points, isClosed: true))
      let shape = try CollisionShape(of: item)
      #expect(abs(shape.area - 1800) < 1e-9)
      guard case .polygon(let corners) = shape.outline else { return #expect(Bool(false)) as Void }
      #expect(PolygonMeasure(corners).signedArea > 0)
    }
    let dent = Path2D(
      points: [Point(x: 0, y: 0), Point(x: 40, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 40)],
      isClosed: true)
    #expect(throws: DynamicsError.collisionPathNotConvex) {
      _ = try CollisionShape(of: Item("", center: .zero, path: dent))
    }
    let many = Path2D(
      points: (0..<80).map { k in
        let v = Vector(angle: 2 * pi * Double(k) / 80, magnitude: 50)
        return Point(x: v.dx, y: v.dy)
      }, isClosed: true)
    #expect(throws: DynamicsError.collisionPathTooFine(80)) {
      _ = try CollisionShape(of: Item("", center: .zero, path: many))
    }
    final class Pathless: DynamicItem {
      var center = Point.zero
      let bounds = Rect(x: 0, y: 0, width: 10, height: 10)
      var transform = AffineTransform2D.identity
      let collisionBoundsType = CollisionBoundsType.path
    }
    #expect(throws: DynamicsError.collisionPathMissing) { _ = try CollisionShape(of: Pathless()) }
  }

  @Test("UD-ITEM-05 the path's origin is the item's centre, also off its centroid")
  func pathOrigin() {
    // A triangle whose centroid is 20 pt below the origin.
    let path = Path2D(
      points: [Point(x: -30, y: 40), Point(x: 30, y: 40), Point(x: 0, y: -20)], isClosed: true)
    let item = Item("wedge", center: Point(x: 160, y: 100), path: path)
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    animator.addBehavior(GravityBehavior(items: [item]))
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    animator.run(seconds: 3)
    #expect(abs(item.center.y - 528) < 0.3)
    #expect(abs(item.rotation) < 0.01)
    let moved = path.translated(by: Vector(dx: 500, dy: 3)).recentered
    #expect(moved.boundingBox?.center.distance(to: .zero) ?? 1 < 1e-9)
  }

  @Test("UD-CORE-13 mass = density · area / 10⁴ and the inertias of rectangle, ellipse, polygon")
  func masses() throws {
    for (item, mass, inertia) in [
      (square(), 1.0, 1.0 * 20000 / 12 / 1e4),
      (Item("", center: .zero, size: Size(width: 80, height: 80)), 0.64, 0.64 * 12800 / 12 / 1e4),
      (
        Item("", center: .zero, ellipse: Size(width: 60, height: 40)), pi * 600 / 1e4,
        pi * 600 / 1e4 * 5200 / 16 / 1e4
      ),
    ] {
      let animator = fineAnimator()
      let torque = PushBehavior(items: [item], mode: .continuous)
      torque.pushDirection = Vector(dx: 0, dy: 1)
      torque.setTargetOffsetFromCenter(Vector(dx: 10, dy: 0), for: item)
      let probe = ItemBehavior(items: [item])
      animator.addBehavior(probe)
      animator.addBehavior(torque)
      animator.step()
      // a = 100·F/m; τ = r × F / 100, α = τ/I.
      #expect(abs(probe.linearVelocity(for: item).dy * 240 * mass / 100 - 1) < 1e-5)
      #expect(abs(probe.angularVelocity(for: item) * 240 * inertia / 0.1 - 1) < 1e-5)
    }
  }

  final class Counter: DynamicItem {
    var center: Point {
      get { place }
      set {
        place = newValue
        writes += 1
        order.append(tag)
      }
    }
    var place: Point
    var writes = 0
    let tag: Int
    let bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    var transform = AffineTransform2D.identity
    nonisolated(unsafe) static var shared: [Int] = []
    var order: [Int] {
      get { Self.shared }
      set { Self.shared = newValue }
    }
    init(_ tag: Int, _ x: Double) {
      self.tag = tag
      place = Point(x: x, y: 100)
    }
  }

  @Test("UD-ITEM-07 write-back once a frame, in registration order, none when asleep")
  func writeBack() {
    Counter.shared = []
    let a = Counter(1, 50)
    let b = Counter(2, 150)
    let animator = DynamicAnimator()
    animator.addBehavior(ItemBehavior(items: [b]))
    animator.addBehavior(GravityBehavior(items: [a, b]))
    animator.step()
    animator.step()
    #expect(Counter.shared == [2, 1, 2, 1])
    let resting = Counter(3, 0)
    let idle = DynamicAnimator()
    idle.addBehavior(ItemBehavior(items: [resting]))
    idle.run(seconds: 2)
    #expect(!idle.isRunning)
    let writes = resting.writes
    idle.run(seconds: 1)
    #expect(resting.writes == writes)
    #expect(writes <= 35)
  }

  @Test("UD-ITEM-08 the write-back grid rounds what is written and does not feed back")
  func grid() {
    let plain = square(100.3, 100)
    let snapped = square(100.3, 100)
    for (item, grid) in [(plain, nil as Double?), (snapped, 0.5)] {
      let animator = DynamicAnimator()
      animator.writeBackGrid = grid
      animator.addBehavior(GravityBehavior(items: [item]))
      animator.run(seconds: 1)
    }
    #expect(snapped.center.x == 100.5)
    #expect((snapped.center.y * 2).rounded() == snapped.center.y * 2)
    #expect(abs(snapped.center.y - plain.center.y) <= 0.25)
  }
}
