import UIKitDynamicsCompatibility

/// A frog that drifts down and out of sight.
final class GravityDemo: UIViewController {
  let frog = UIView(frame: CGRect(x: 120, y: 60, width: 80, height: 80))
  var animator: UIDynamicAnimator!

  override func viewDidLoad() {
    view.addSubview(frog)
    animator = UIDynamicAnimator(referenceView: view)
    let gravity = UIGravityBehavior(items: [frog])
    gravity.gravityDirection = CGVector(dx: 0, dy: 0.1)
    animator.addBehavior(gravity)
  }
}
