import UIKitDynamicsCompatibility

/// A frog and a dragon that fall on the lower edge; labels say who hit what.
final class CollisionDemo: UIViewController, UICollisionBehaviorDelegate, UIDynamicAnimatorDelegate
{
  let frog = UIView(frame: CGRect(x: 60, y: 60, width: 80, height: 80))
  let dragon = UIView(frame: CGRect(x: 170, y: 50, width: 100, height: 100))
  let label = UILabel(frame: CGRect(x: 0, y: 0, width: 320, height: 20))
  var animator: UIDynamicAnimator!
  var collision: UICollisionBehavior!
  var log: [String] = []

  override func viewDidLoad() {
    for subview in [frog, dragon, label] { view.addSubview(subview) }
    animator = UIDynamicAnimator(referenceView: view)
    animator.delegate = self

    let gravity = UIGravityBehavior(items: [frog, dragon])
    gravity.gravityDirection = CGVector(dx: 0.0, dy: 1.0)
    collision = UICollisionBehavior(items: [frog, dragon])
    collision.collisionMode = UICollisionBehavior.Mode.boundaries
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = self
    animator.addBehavior(gravity)
    animator.addBehavior(collision)
  }

  func addLedge() {
    collision.addBoundary(
      withIdentifier: "ledge" as NSString, from: CGPoint(x: 0, y: 400), to: CGPoint(x: 150, y: 400))
    let hill = UIBezierPath()
    hill.move(to: CGPoint(x: 160, y: 300))
    hill.addLine(to: CGPoint(x: view.bounds.maxX, y: 300))
    collision.addBoundary(withIdentifier: "hill" as NSCopying, for: hill)
  }

  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item: UIDynamicItem,
    withBoundaryIdentifier identifier: NSCopying?, at p: CGPoint
  ) {
    label.text = item === frog ? "Frog Collided" : "Dragon Collided"
    log.append("\(label.text!) \(identifier as? String ?? "edge") \(Int(p.y))")
  }

  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item: UIDynamicItem,
    withBoundaryIdentifier identifier: NSCopying?
  ) {
    log.append("Collision did end")
  }

  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item1: UIDynamicItem,
    with item2: UIDynamicItem, at p: CGPoint
  ) {
    log.append("both")
  }

  func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {
    log.append("Animator will resume")
  }
  func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { log.append("Animator did pause") }
}
