import Dynamics
import Simulation

/// A page that a finger lifts, and that drops back and bounces, or leaves over the top.
///
/// A slide keeps it on the vertical. A tap makes it hop; a finger catches it, in flight too.
package struct LockScreenDemo: StageScenario {
  package static let name: StaticString = "lock_screen"

  package static var derivedFields: [DerivedField] { animatorFields(andSettings: "strength") }

  package struct Parameters: SimulationParameters {
    package var elasticity = 0.35
    /// Units of 1,000 pt/s².
    package var gravity = 2.0

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("elasticity", &elasticity)
      visitor.field("gravity", &gravity)
    }
  }

  /// Lifted as far or flung as fast as this, in points and pt/s, the page leaves.
  static let liftMax = 284.0
  static let flingSpeed = 800.0

  package let stage: Stage
  package let page: Item
  package let gravity: GravityBehavior
  package let slide: AttachmentBehavior
  private let properties: ItemBehavior
  private let hop: PushBehavior
  private let finger: AttachmentBehavior
  private let strength: Double
  private var hold = Hold()

  private struct Hold {
    var isHeld: UInt8 = 0
    /// From the finger to the page's centre, when it was caught.
    var offset = 0.0
  }

  package init(parameters: Parameters, seed: UInt64) {
    page = Item("page", center: Stage.bounds.center, size: Stage.bounds.size)
    stage = Stage(items: [page], seed: seed)
    strength = parameters.gravity
    slide = AttachmentBehavior.slidingAttachment(
      with: page, attachmentAnchor: page.center, axisOfTranslation: Vector(dx: 0, dy: 1))
    slide.attachmentRange = FloatRange(minimum: -568, maximum: LockScreenDemo.slideEnd)
    stage.animator.addBehavior(slide)
    gravity = GravityBehavior(items: [page])
    gravity.gravityDirection = Vector(dx: 0, dy: strength)
    stage.animator.addBehavior(gravity)
    let collision = CollisionBehavior(items: [page])
    collision.addBoundary(
      withIdentifier: "floor", from: Point(x: 0, y: 568), to: Point(x: 320, y: 568))
    collision.collisionDelegate = stage
    stage.animator.addBehavior(collision)
    properties = ItemBehavior(items: [page])
    properties.elasticity = parameters.elasticity
    properties.allowsRotation = false
    properties.friction = 0
    properties.resistance = 0
    stage.animator.addBehavior(properties)
    hop = PushBehavior(items: [page], mode: .instantaneous)
    hop.active = false
    hop.setAngle(-1.570_796_326_794_896_6, magnitude: 62.96)
    stage.animator.addBehavior(hop)
    finger = AttachmentBehavior(item: page, attachedToAnchor: page.center)
    stage.animator.declare(finger)
  }

  /// Past the floor: at 0 the slide's end would stop the page, without a bounce, where the floor
  /// has to throw it back.
  static let slideEnd = 40.0

  /// How far the page has been lifted, in points.
  package var lift: Double { Stage.bounds.center.y - page.center.y }

  /// The page has left.
  package var isDismissed: Bool { lift >= 567.5 }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .tap: if hold.isHeld == 0 { hop.active = true }
    case .panBegan(_, let y): catchPage(at: y)
    case .panChanged(_, let y): if hold.isHeld == 1 { moveFinger(to: y) }
    case .panEnded(_, let y, _, let velocityY):
      if hold.isHeld == 1 { moveFinger(to: y) }
      release(velocityY)
    case .panCancelled: release(0)
    default: break
    }
  }

  private mutating func catchPage(at y: Double) {
    guard hold.isHeld == 0, y.isFinite else { return }
    hold = Hold(isHeld: 1, offset: page.center.y - y)
    // Held at a point straight above the finger, off the centre: a rod has a direction.
    finger.reattach(
      offsetFromCenter: Vector(dx: 0, dy: -LockScreenDemo.rod - hold.offset),
      attachedToAnchor: Point(x: page.center.x, y: y - 2 * LockScreenDemo.rod))
    stage.animator.addBehavior(finger)
    gravity.gravityDirection = Vector(dx: 0, dy: strength)
  }

  /// Length of the rod between page and finger, in points.
  private static let rod = 100.0

  private func moveFinger(to y: Double) {
    finger.anchorPoint = Point(x: finger.anchorPoint.x, y: y - 2 * LockScreenDemo.rod)
  }

  private mutating func release(_ velocityY: Double) {
    guard hold.isHeld == 1 else { return }
    hold = Hold()
    stage.animator.removeBehavior(finger)
    // The rod gave the page a speed of its own; the finger's counts.
    let own = properties.linearVelocity(for: page).dy
    properties.addLinearVelocity(Vector(dx: 0, dy: velocityY - own), for: page)
    let stays = lift < LockScreenDemo.liftMax && velocityY > -LockScreenDemo.flingSpeed
    gravity.gravityDirection = Vector(dx: 0, dy: stays ? strength : -strength)
  }

  package mutating func didStep() {
    // Gone: nothing pulls any more, and the animator may rest.
    if isDismissed, hold.isHeld == 0, gravity.gravityDirection.dy < 0 {
      gravity.gravityDirection = .zero
    }
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("isHeld", &hold.isHeld, .keyFrame)
    visitor.field("holdOffset", &hold.offset, .keyFrame)
  }
}
