import DeterministicMath
import Dynamics
import Simulation

/// A label whose place belongs to a layout.
package final class LayoutLabel {
  /// Where the layout puts the centre.
  package let layoutCenter: Point
  package let bounds: Rect
  package internal(set) var center: Point
  package internal(set) var transform = AffineTransform2D.identity

  init(center: Point, size: Size) {
    layoutCenter = center
    self.center = center
    bounds = Rect(origin: .zero, size: size)
  }

  /// What a layout pass does: the centre as the constraints say, whatever moved the label.
  func layOut() { center = layoutCenter }

  /// Where the label is seen.
  package var visualCenter: Point { center + Vector(dx: transform.tx, dy: transform.ty) }
}

/// A label under automatic layout falls with the device's tilt, through a proxy that the
/// animator moves instead; a tap zooms it by a plain animation.
///
/// Button 0 takes the dynamics away, and the label returns to its place; button 1 brings them back.
package struct ProxyDemo: StageScenario {
  package static let name: StaticString = "proxy"
  package typealias Parameters = NoParameters

  package let stage: Stage
  package let label: LayoutLabel
  package let proxy: LayoutProxy
  package let gravity: GravityBehavior
  private let composite = DynamicBehavior()
  private var zoom = Animation()
  private var homecoming = Animation()
  private var start = Pose()

  private struct Animation {
    var isActive: UInt8 = 0
    var frame: Int64 = 0
  }

  /// The label's when it starts to return: way and angle.
  private struct Pose {
    var x = 0.0
    var y = 0.0
    var angle = 0.0
  }

  package init(parameters: Parameters, seed: UInt64) {
    label = LayoutLabel(center: Point(x: 160, y: 284), size: Size(width: 120, height: 40))
    proxy = LayoutProxy(center: label.center, bounds: label.bounds)
    stage = Stage(items: [], others: [proxy], seed: seed)
    gravity = GravityBehavior(items: [proxy])
    let collision = CollisionBehavior(items: [proxy])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    composite.addChildBehavior(gravity)
    composite.addChildBehavior(collision)
    let (label, proxy) = (self.label, self.proxy)
    composite.action = { label.transform = proxy.viewTransform }
    stage.animator.addBehavior(composite)
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .tap: zoom = Animation(isActive: 1)
    case .tilt(let x, let y, _): gravity.gravityDirection = Vector(tiltX: x, y: y)
    case .resize(let x, let y, let width, let height):
      stage.animator.referenceBounds = Rect(x: x, y: y, width: width, height: height)
      label.layOut()
    case .button(0): detach()
    case .button(1): attach()
    default: break
    }
  }

  private mutating func detach() {
    guard composite.dynamicAnimator != nil else { return }
    stage.animator.removeBehavior(composite)
    let way = proxy.center - proxy.originalCenter
    start = Pose(x: way.dx, y: way.dy, angle: proxy.transform.rotation)
    homecoming = Animation(isActive: 1)
  }

  private mutating func attach() {
    guard composite.dynamicAnimator == nil, homecoming.isActive == 0 else { return }
    proxy.center = proxy.originalCenter
    proxy.transform = .identity
    stage.animator.addBehavior(composite)
    stage.animator.updateItem(usingCurrentState: proxy)
  }

  // MARK: Plain animations

  /// Also while the animator rests.
  package var isAtRest: Bool {
    !stage.animator.isRunning && zoom.isActive == 0 && homecoming.isActive == 0
  }

  private static let spring = SpringCurve(dampingRatio: 0.4, initialVelocity: 0.7, duration: 0.4)
  /// Frames of the way to the large state, and of each spring.
  private static let zoomFrames: Int64 = 6
  private static let springFrames: Int64 = 24

  package mutating func didStep() {
    var base = proxy.viewTransform
    if homecoming.isActive == 1 {
      homecoming.frame &+= 1
      base = homeward()
      if homecoming.frame >= ProxyDemo.springFrames {
        homecoming = Animation()
        base = .identity
        proxy.center = proxy.originalCenter
        proxy.transform = .identity
      }
      label.transform = base
    }
    guard zoom.isActive == 1 else { return }
    zoom.frame &+= 1
    if zoom.frame >= ProxyDemo.zoomFrames + ProxyDemo.springFrames { zoom = Animation() }
    label.transform = zoomTransform.concatenating(base)
  }

  private func homeward() -> AffineTransform2D {
    let left = 1 - ProxyDemo.spring.progress(at: Double(homecoming.frame) / 60)
    return AffineTransform2D(rotation: left * start.angle)
      .concatenating(AffineTransform2D(translationX: left * start.x, y: left * start.y))
  }

  /// Up to scale 2 and then −0.5 rad in 0.1 s, and back by a spring of 0.4 s; scale and angle
  /// apart.
  private var zoomTransform: AffineTransform2D {
    guard zoom.isActive == 1 else { return .identity }
    let amount: Double
    if zoom.frame <= ProxyDemo.zoomFrames {
      amount = SpringCurve.eased(Double(zoom.frame) / Double(ProxyDemo.zoomFrames))
    } else {
      amount = 1 - ProxyDemo.spring.progress(at: Double(zoom.frame - ProxyDemo.zoomFrames) / 60)
    }
    return AffineTransform2D(scaleX: 1 + amount, y: 1 + amount)
      .concatenating(AffineTransform2D(rotation: -0.5 * amount))
  }

  // MARK: State

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("zoomIsActive", &zoom.isActive, .keyFrame)
    visitor.field("zoomFrame", &zoom.frame, .keyFrame)
    visitor.field("homecomingIsActive", &homecoming.isActive, .keyFrame)
    visitor.field("homecomingFrame", &homecoming.frame, .keyFrame)
    visitor.field("startX", &start.x, .keyFrame)
    visitor.field("startY", &start.y, .keyFrame)
    visitor.field("startAngle", &start.angle, .keyFrame)
    visitor.field("labelX", &label.center.x, .everyStep)
    visitor.field("labelY", &label.center.y, .everyStep)
    visitor.field("labelA", &label.transform.a, .everyStep)
    visitor.field("labelB", &label.transform.b, .everyStep)
    visitor.field("labelC", &label.transform.c, .everyStep)
    visitor.field("labelD", &label.transform.d, .everyStep)
    visitor.field("labelTX", &label.transform.tx, .everyStep)
    visitor.field("labelTY", &label.transform.ty, .everyStep)
  }
}
