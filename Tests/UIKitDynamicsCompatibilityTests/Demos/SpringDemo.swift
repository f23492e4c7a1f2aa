import UIKitDynamicsCompatibility

/// The rod as a spring, and a dragon with weight.
final class SpringDemo: UIViewController {
  let frog = UIView(frame: CGRect(x: 120, y: 110, width: 80, height: 80))
  let dragon = UIView(frame: CGRect(x: 110, y: 250, width: 100, height: 100))
  var animator: UIDynamicAnimator!
  var attachment: UIAttachmentBehavior!
  var depths: [CGFloat] = []

  override func viewDidLoad() {
    view.addSubview(frog)
    view.addSubview(dragon)
    animator = UIDynamicAnimator(referenceView: view)

    let collision = UICollisionBehavior(items: [dragon, frog])
    collision.collisionMode = .boundaries
    collision.translatesReferenceBoundsIntoBoundary = true
    let gravity = UIGravityBehavior(items: [dragon])
    attachment = UIAttachmentBehavior(item: dragon, attachedToAnchor: frog.center)
    attachment.frequency = 1.0
    attachment.damping = 0.1
    attachment.length = 100
    attachment.action = { [unowned self] in
      depths.append(dragon.center.y - attachment.anchorPoint.y)
    }
    for behavior in [collision, gravity, attachment] as [UIDynamicBehavior] {
      animator.addBehavior(behavior)
    }
  }
}
