import Dynamics

let pi = 3.141592653589793

/// A 100 × 100 item of mass 1.
func square(_ x: Double = 160, _ y: Double = 150, side: Double = 100) -> Item {
  Item("square", center: Point(x: x, y: y), size: Size(width: side, height: side))
}

extension DynamicAnimator {
  func run(seconds: Double) {
    for _ in 0..<Int((seconds * 240 / Double(substepsPerFrame)).rounded()) { step() }
  }
}

/// An animator that steps one substep at a time.
func fineAnimator(_ profile: Profile = .documented, bounds: Rect? = nil, seed: UInt64 = 1)
  -> DynamicAnimator
{
  DynamicAnimator(referenceBounds: bounds, profile: profile, seed: seed, substepsPerFrame: 1)
}

/// Writes down what delegates and actions are told, in order.
final class Log: DynamicAnimatorDelegate, CollisionBehaviorDelegate {
  var lines: [String] = []
  var onBegan: (() -> Void)?
  var onPause: (() -> Void)?
  var points: [Point] = []

  private func name(_ item: any DynamicItem) -> String { (item as? Item)?.name ?? "?" }

  func dynamicAnimatorWillResume(_ animator: DynamicAnimator) { lines.append("willResume") }
  func dynamicAnimatorDidPause(_ animator: DynamicAnimator) {
    lines.append("didPause")
    onPause?()
  }
  func dynamicAnimator(_ animator: DynamicAnimator, didCull item: any DynamicItem) {
    lines.append("culled \(name(item))")
  }
  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point
  ) {
    lines.append("began \(name(item1)) \(name(item2))")
    points.append(point)
    onBegan?()
  }
  func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item1: any DynamicItem,
    with item2: any DynamicItem
  ) { lines.append("ended \(name(item1)) \(name(item2))") }
  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point
  ) {
    lines.append("began \(name(item)) |\(identifier?.name ?? "nil")")
    points.append(point)
    onBegan?()
  }
  func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?
  ) { lines.append("ended \(name(item)) |\(identifier?.name ?? "nil")") }
}
