import UIKitDynamicsCompatibility

/// Wherever a finger taps, the frog snaps to it.
final class SnapDemo: UIViewController {
  let frog = UIView(frame: CGRect(x: 120, y: 60, width: 80, height: 80))
  var animator: UIDynamicAnimator!
  var tap: UITapGestureRecognizer!

  override func viewDidLoad() {
    view.addSubview(frog)
    frog.transform = CGAffineTransform(rotationAngle: .pi / 5)
    tap = UITapGestureRecognizer { [unowned self] in handle($0) }
  }

  func handle(_ gesture: UIGestureRecognizer) {
    let place = gesture.location(in: view)
    animator = UIDynamicAnimator(referenceView: view)
    let snap = UISnapBehavior(item: frog, snapTo: place)
    snap.damping = 0.75
    animator.addBehavior(snap)
  }
}
