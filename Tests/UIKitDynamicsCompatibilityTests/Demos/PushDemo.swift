import UIKitDynamicsCompatibility

/// Each movement of a finger pushes the dragon away from the middle.
final class PushDemo: UIViewController {
  let dragon = UIView(frame: CGRect(x: 110, y: 100, width: 100, height: 100))
  var animator: UIDynamicAnimator!
  var push: UIPushBehavior!
  var pan: UIPanGestureRecognizer!

  override func viewDidLoad() {
    view.addSubview(dragon)
    pan = UIPanGestureRecognizer { [unowned self] in handle($0) }
    animator = UIDynamicAnimator(referenceView: view)
    let collision = UICollisionBehavior(items: [dragon])
    collision.translatesReferenceBoundsIntoBoundary = true
    push = UIPushBehavior(items: [dragon], mode: UIPushBehavior.Mode.instantaneous)
    push.angle = 0.0
    push.magnitude = 0.0
    animator.addBehavior(collision)
    animator.addBehavior(push)
  }

  func handle(_ gesture: UIGestureRecognizer) {
    let p = gesture.location(in: view)
    let o = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
    let distance = min(sqrt(pow(p.x - o.x, 2.0) + pow(p.y - o.y, 2.0)), 100.0)
    let angle = atan2(p.y - o.y, p.x - o.x)
    push.magnitude = distance / 100.0
    push.angle = angle
    push.active = true
  }
}
