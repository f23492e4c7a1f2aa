import Dynamics
import Testing

@Suite("Snap")
struct SnapTests {
  /// The item and its snap, run one substep at a time.
  private func snapping(
    _ item: Item, to point: Point, damping: Double? = nil, velocity: Vector = .zero,
    profile: Profile = .documented
  ) -> (DynamicAnimator, SnapBehavior, ItemBehavior) {
    let animator = fineAnimator(profile)
    let properties = ItemBehavior(items: [item])
    properties.addLinearVelocity(velocity, for: item)
    animator.addBehavior(properties)
    let snap = SnapBehavior(item: item, snapTo: point)
    if let damping { snap.damping = damping }
    animator.addBehavior(snap)
    return (animator, snap, properties)
  }

  @Test(
    "UD-SNAP-01 reaches the point and rotation 0, from any angle", arguments: [-3.0, -1, 0.4, 3])
  func reaches(angle: Double) {
    let item = square(60, 500, side: 80)
    item.transform = AffineTransform2D(rotation: angle)
    let (animator, _, _) = snapping(item, to: Point(x: 200, y: 120))
    var largest = 0.0
    for _ in 0..<960 {
      animator.step()
      // The shorter way: never past half a turn.
      largest = max(largest, abs(item.rotation))
    }
    #expect(largest <= abs(angle) + 1e-4)
    #expect(item.center.distance(to: Point(x: 200, y: 120)) < 0.1)
    #expect(abs(item.rotation) < 0.002)
    #expect(!animator.isRunning)
  }

  @Test("UD-SNAP-01 an outline off its centroid: the item's centre reaches the point")
  func offCentre() {
    let triangle = Path2D(
      points: [Point(x: -10, y: -10), Point(x: 60, y: -10), Point(x: -10, y: 40)], isClosed: true)
    let item = Item("", center: Point(x: 100, y: 100), path: triangle)
    item.transform = AffineTransform2D(rotation: 2)
    let (animator, _, _) = snapping(item, to: Point(x: 200, y: 220))
    for _ in 0..<960 { animator.step() }
    #expect(item.center.distance(to: Point(x: 200, y: 220)) < 0.1)
    #expect(abs(item.rotation) < 0.002)
  }

  @Test(
    "UD-SNAP-02 overshoot from 100 pt, exact and as integrated implicitly",
    arguments: [
      (Profile.documented, [44.43, 16.30, 2.84, 0]), (.uikitObserved, [38.4, 13.9, 2.3, 0]),
    ])
  func overshoot(profile: Profile, expected: [Double]) {
    for (damping, wanted) in zip([0.25, 0.5, 0.75, 1], expected) {
      let item = square(0, 0)
      let (animator, _, properties) = snapping(
        item, to: Point(x: 100, y: 0), damping: damping, profile: profile)
      properties.resistance = 0
      var farthest = 0.0
      for _ in 0..<960 {
        animator.step()
        farthest = max(farthest, item.center.x)
      }
      #expect(abs(max(farthest - 100, 0) - wanted) <= 0.1, "\(damping): \(farthest)")
    }
  }

  @Test("UD-SNAP-03 the default damping is 0.5; values below 0 count as 0, NaN is ignored")
  func damping() {
    let snap = SnapBehavior(item: square(), snapTo: .zero)
    #expect(snap.damping == 0.5)
    snap.damping = -1
    #expect(snap.damping == 0)
    snap.damping = .nan
    #expect(snap.damping == 0)
    snap.damping = 1.5
    #expect(snap.damping == 1.5)
    #expect(snap.items.count == 1)
    let odd = SnapBehavior(item: square(3, 4), snapTo: Point(x: .nan, y: 0))
    #expect(odd.snapPoint == Point(x: 3, y: 4))
    odd.snapPoint = Point(x: .infinity, y: 0)
    #expect(odd.snapPoint == Point(x: 3, y: 4))
    let animator = DynamicAnimator()
    animator.addBehavior(odd)
    #expect(animator.diagnostics.map { $0.code } == [.valueIgnored, .valueIgnored])
  }

  @Test("UD-SNAP-04 a new point in flight keeps the velocity; at rest it wakes; equal ones do not")
  func retarget() {
    let item = square(0, 0)
    let (animator, snap, properties) = snapping(item, to: Point(x: 200, y: 0))
    for _ in 0..<20 { animator.step() }
    let before = properties.linearVelocity(for: item)
    #expect(before.dx > 300)
    snap.snapPoint = Point(x: 0, y: 300)
    #expect(properties.linearVelocity(for: item) == before)
    animator.step()
    let change = properties.linearVelocity(for: item) - before
    // One substep of springs that pull by 22² /s² · 300 pt at most, and slow by 22 /s.
    #expect(change.length < 1000)
    for _ in 0..<960 { animator.step() }
    #expect(!animator.isRunning)
    #expect(item.center.distance(to: Point(x: 0, y: 300)) < 0.1)
    snap.snapPoint = snap.snapPoint
    #expect(!animator.isRunning)
    snap.snapPoint = Point(x: 10, y: 300)
    #expect(animator.isRunning)
  }

  @Test("UD-SNAP-05 F-05 nothing moves along an axis without an offset, and nothing turns")
  func decoupled() {
    let item = square(0, 50)
    let (animator, _, properties) = snapping(item, to: Point(x: 150, y: 50), damping: 0.9)
    for _ in 0..<480 {
      animator.step()
      #expect(item.center.y == 50)
      #expect(item.transform == .identity)
      #expect(properties.angularVelocity(for: item) == 0)
    }
  }

  /// The published track at 30 Hz from t = 2/15 s on, and the state there.
  @Test("UD-SNAP-06 the calibration log within 0.6 pt")
  func calibration() {
    let log = [
      (84.0, 244.0), (76.5, 247.5), (74.5, 251.5), (75.5, 253.5), (77.5, 254), (79.5, 253.5),
      (80.5, 252.5), (81, 252), (81, 251.5), (80.5, 251.5), (80, 251.5), (80, 252),
    ]
    let item = square(83.91, 243.69, side: 60)
    let (animator, _, _) = snapping(
      item, to: Point(x: 80, y: 252), velocity: Vector(dx: -298.1, dy: 116.1))
    for (index, (x, y)) in log.enumerated() {
      #expect(abs(item.center.x - x) <= 0.6, "sample \(index): \(item.center)")
      #expect(abs(item.center.y - y) <= 0.6, "sample \(index): \(item.center)")
      for _ in 0..<8 { animator.step() }
    }
  }

  @Test("a snap under gravity sags by g/ω², against a wall it rests, and anchored items stay")
  func others() {
    let item = square(160, 284, side: 40)
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    let snap = SnapBehavior(item: item, snapTo: Point(x: 160, y: 284))
    animator.addBehavior(snap)
    let gravity = GravityBehavior(items: [item])
    animator.addBehavior(gravity)
    animator.run(seconds: 4)
    // 1000 / (2π·3.5)² = 2.0678 pt.
    #expect(abs(item.center.y - 286.068) < 0.02)
    animator.removeBehavior(gravity)
    let collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    snap.snapPoint = Point(x: 900, y: 284)
    animator.run(seconds: 4)
    #expect(abs(item.center.x - 300) < 1)
    #expect(!animator.isRunning)
    let properties = ItemBehavior(items: [item])
    properties.isAnchored = true
    animator.addBehavior(properties)
    snap.snapPoint = .zero
    animator.run(seconds: 1)
    #expect(abs(item.center.x - 300) < 1)
  }
}
