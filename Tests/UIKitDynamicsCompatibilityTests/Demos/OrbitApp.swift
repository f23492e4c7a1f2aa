import UIKitDynamicsCompatibility

/// A moon about a point: gravity towards it, and a weak swirl. The view of the moon is round.
final class OrbitApp: UIViewController {
  final class Moon: UIView {
    override var collisionBoundsType: UIDynamicItemCollisionBoundsType { .ellipse }
  }

  let moon = Moon(frame: CGRect(x: 95, y: 259, width: 50, height: 50))
  private(set) lazy var animator = UIDynamicAnimator(referenceView: view)

  override func viewDidLoad() {
    view.addSubview(moon)
    let center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)

    let properties = UIDynamicItemBehavior(items: [moon])
    properties.density = 0.5
    animator.addBehavior(properties)

    let vortex = UIFieldBehavior.vortexField()
    vortex.position = center
    vortex.region = UIRegion(radius: 200)
    vortex.strength = 0.005
    vortex.addItem(moon)
    let gravity = UIFieldBehavior.radialGravityField(position: center)
    gravity.region = UIRegion(radius: 300.0)
    gravity.strength = 1.5
    gravity.falloff = 4.0
    gravity.minimumRadius = 50
    gravity.addItem(moon)
    animator.addBehavior(gravity)
    animator.addBehavior(vortex)
    properties.addLinearVelocity(CGPoint(x: 0, y: 309.8387), for: moon)
  }
}
