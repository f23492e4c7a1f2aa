import UIKitDynamicsCompatibility

/// Holds an item in the nearest of four corners: a behaviour of its own, made of others.
final class CornersBehavior: UIDynamicBehavior {
  let item: UIDynamicItem
  private let collision: UICollisionBehavior
  private let properties: UIDynamicItemBehavior
  private var springs: [UIFieldBehavior] = []
  private let inset: CGFloat

  init(item: UIDynamicItem, inset: CGFloat) {
    self.item = item
    self.inset = inset
    collision = UICollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    properties = UIDynamicItemBehavior(items: [item])
    properties.density = 0.01
    properties.resistance = 10
    properties.friction = 0.0
    properties.allowsRotation = false
    super.init()
    addChildBehavior(collision)
    addChildBehavior(properties)
    for _ in 0..<4 {
      let spring = UIFieldBehavior.springField()
      spring.addItem(item)
      springs.append(spring)
      addChildBehavior(spring)
    }
  }

  override func willMove(to dynamicAnimator: UIDynamicAnimator?) {
    super.willMove(to: dynamicAnimator)
    guard let bounds = dynamicAnimator?.referenceView?.bounds else { return }
    layOut(in: bounds)
  }

  func layOut(in bounds: CGRect) {
    let dx = inset + item.bounds.width / 2
    let dy = inset + item.bounds.height / 2
    let size = CGSize(width: bounds.width - 2 * dx, height: bounds.height - 2 * dy)
    for (index, spring) in springs.enumerated() {
      spring.position = CGPoint(
        x: index % 2 == 0 ? bounds.minX + dx : bounds.maxX - dx,
        y: index < 2 ? bounds.minY + dy : bounds.maxY - dy)
      spring.region = UIRegion(size: size)
    }
  }

  var isEnabled = true {
    didSet {
      for spring in springs { isEnabled ? spring.addItem(item) : spring.removeItem(item) }
      isEnabled ? collision.addItem(item) : collision.removeItem(item)
      isEnabled ? properties.addItem(item) : properties.removeItem(item)
    }
  }

  func addLinearVelocity(_ velocity: CGPoint) { properties.addLinearVelocity(velocity, for: item) }
}

/// A card that a finger throws, and that rests in a corner.
final class CornersApp: UIViewController {
  let card = UIView(frame: CGRect(x: 30, y: 40, width: 100, height: 100))
  var animator: UIDynamicAnimator!
  var corners: CornersBehavior!
  var pan: UIPanGestureRecognizer!
  private var offset = CGPoint.zero

  override func viewDidLoad() {
    view.addSubview(card)
    animator = UIDynamicAnimator(referenceView: view)
    corners = CornersBehavior(item: card, inset: 10)
    animator.addBehavior(corners)
    pan = UIPanGestureRecognizer { [unowned self] in handle($0) }
  }

  func handle(_ gesture: UIGestureRecognizer) {
    var location = gesture.location(in: view)
    switch gesture.state {
    case .began:
      offset.x = location.x - card.center.x
      offset.y = location.y - card.center.y
      corners.isEnabled = false
    case .changed:
      location.x -= offset.x
      location.y -= offset.y
      card.center = location
    case .cancelled, .ended:
      corners.isEnabled = true
      corners.addLinearVelocity(pan.velocity(in: view))
    default: break
    }
  }

  func rotate() {
    view.frame = CGRect(x: 0, y: 0, width: 568, height: 320)
    corners.layOut(in: view.bounds)
  }
}
