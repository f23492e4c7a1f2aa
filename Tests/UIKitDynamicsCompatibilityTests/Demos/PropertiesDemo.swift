import UIKitDynamicsCompatibility

/// The frog bounces like rubber, the dragon like lead.
final class PropertiesDemo: UIViewController {
  let frog = UIView(frame: CGRect(x: 60, y: 60, width: 80, height: 80))
  let dragon = UIView(frame: CGRect(x: 190, y: 50, width: 100, height: 100))
  var animator: UIDynamicAnimator!
  var highest: [CGFloat] = [.infinity, .infinity]
  var properties: UIDynamicItemBehavior!

  override func viewDidLoad() {
    view.addSubview(frog)
    view.addSubview(dragon)
    animator = UIDynamicAnimator(referenceView: view)
    let gravity = UIGravityBehavior(items: [dragon, frog])
    let collision = UICollisionBehavior(items: [dragon, frog])
    collision.collisionMode = .everything
    collision.translatesReferenceBoundsIntoBoundary = true
    properties = UIDynamicItemBehavior(items: [frog])
    properties.elasticity = 1.0
    properties.allowsRotation = false
    properties.angularResistance = 0.0
    properties.density = 3.0
    properties.friction = 0.5
    properties.resistance = 0.5
    gravity.action = { [unowned self] in
      // Where they rise to after the first second, in which both have hit the floor.
      guard animator.elapsedTime > 1.1 else { return }
      for (index, item) in [frog, dragon].enumerated() {
        highest[index] = min(highest[index], item.center.y)
      }
    }
    animator.addBehavior(gravity)
    animator.addBehavior(collision)
    animator.addBehavior(properties)
  }
}
