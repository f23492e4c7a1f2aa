import UIKitDynamicsCompatibility

/// A finger moves the frog; the dragon hangs on it by a rod.
final class AttachmentDemo: UIViewController {
  let frog = UIView(frame: CGRect(x: 120, y: 110, width: 80, height: 80))
  let dragon = UIView(frame: CGRect(x: 110, y: 250, width: 100, height: 100))
  var animator: UIDynamicAnimator!
  var attachment: UIAttachmentBehavior!
  var pan: UIPanGestureRecognizer!

  override func viewDidLoad() {
    view.addSubview(frog)
    view.addSubview(dragon)
    pan = UIPanGestureRecognizer { [unowned self] in handle($0) }

    animator = UIDynamicAnimator(referenceView: view)
    let collision = UICollisionBehavior(items: [dragon, frog])
    collision.collisionMode = .boundaries
    collision.translatesReferenceBoundsIntoBoundary = true
    attachment = UIAttachmentBehavior(item: dragon, attachedToAnchor: frog.center)
    animator.addBehavior(collision)
    animator.addBehavior(attachment)
  }

  func handle(_ gesture: UIGestureRecognizer) {
    let place = gesture.location(in: view)
    frog.center = place
    attachment.anchorPoint = place
    animator.updateItem(usingCurrentState: frog)
  }
}
