import DeterministicMath
import Dynamics
import Simulation

/// A card that a finger drags by the point that it touched, and tosses off the stage.
///
/// Slow enough, it goes home by a plain animation. Tossed, it flies on with a spin drawn from the
/// seed, and is put back after 0.3 s.
package struct TossDemo: StageScenario {
  package static let name: StaticString = "toss"

  package static var derivedFields: [DerivedField] {
    animatorFields(andSettings: "tossSpeed", "seed")
  }

  package struct Parameters: SimulationParameters {
    /// Faster than this, in pt/s, a release is a toss.
    package var tossSpeed = 1000.0

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("tossSpeed", &tossSpeed)
    }
  }

  static let home = Point(x: 160, y: 284)
  /// Frames until a tossed card is put back, and of the way home.
  static let tossFrames: Int64 = 18
  static let homeFrames: Int64 = 30

  package enum Phase: UInt8, Sendable {
    case idle, held, tossed, returning
  }

  package let stage: Stage
  package let card: Item
  package let push: PushBehavior
  private let finger: AttachmentBehavior
  private let properties: ItemBehavior
  private let tossSpeed: Double
  private let seed: UInt64
  private var progress = Progress()

  private struct Progress {
    var phase: UInt8 = 0
    var frame: Int64 = 0
    var tossCount: Int64 = 0
    /// Where a card on its way home comes from.
    var x = 0.0
    var y = 0.0
    var angle = 0.0
  }

  package init(parameters: Parameters, seed: UInt64) {
    card = Item("card", center: TossDemo.home, size: Size(width: 200, height: 120))
    stage = Stage(items: [card], seed: seed)
    tossSpeed = parameters.tossSpeed
    self.seed = seed
    finger = AttachmentBehavior(item: card, attachedToAnchor: TossDemo.home)
    push = PushBehavior(items: [card], mode: .instantaneous)
    push.active = false
    properties = ItemBehavior(items: [card])
    properties.friction = 0.2
    properties.allowsRotation = true
    for behavior in [finger, push, properties] as [DynamicBehavior] {
      stage.animator.declare(behavior)
    }
  }

  package var phase: Phase { Phase(rawValue: progress.phase) ?? .idle }

  /// The spin of toss number `index`, in rad/s: evenly from −10 up to 10.
  package static func spin(seed: UInt64, toss index: Int64) -> Double {
    let word = RandomStream(seed: seed, stream: "S15.spin").value(step: index)
    return 20 * RandomWord(word).unitDouble - 10
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .panBegan(let x, let y): grab(Point(x: x, y: y))
    case .panChanged(let x, let y):
      if phase == .held { finger.anchorPoint = Point(x: x, y: y) }
    case .panEnded(let x, let y, let velocityX, let velocityY):
      if phase == .held { finger.anchorPoint = Point(x: x, y: y) }
      release(Vector(dx: velocityX, dy: velocityY))
    case .panCancelled: release(.zero)
    default: break
    }
  }

  private mutating func grab(_ p: Point) {
    guard phase == .idle || phase == .returning, p.isFinite else { return }
    // As the card sees the finger.
    let way = p - card.center
    let seen = AffineTransform2D(rotation: -card.rotation).apply(to: Point(x: way.dx, y: way.dy))
    let offset = Vector(dx: seen.x, dy: seen.y)
    let isInside = offset.dx <= 100 && offset.dx >= -100 && offset.dy <= 60 && offset.dy >= -60
    guard isInside else { return }
    progress.phase = Phase.held.rawValue
    finger.reattach(offsetFromCenter: offset, attachedToAnchor: p)
    stage.animator.addBehavior(properties)
    stage.animator.addBehavior(finger)
    // Put back in this very step, the card was never dropped: it is read again and stopped.
    stage.animator.updateItem(usingCurrentState: card)
    stop()
  }

  private func stop() {
    properties.addLinearVelocity(-properties.linearVelocity(for: card), for: card)
    properties.addAngularVelocity(-properties.angularVelocity(for: card), for: card)
  }

  private mutating func release(_ velocity: Vector) {
    guard phase == .held else { return }
    stage.animator.removeBehavior(finger)
    progress.frame = 0
    guard velocity.isFinite, velocity.length > tossSpeed else { return goHome() }
    progress.phase = Phase.tossed.rawValue
    push.pushDirection = Vector(dx: velocity.dx / 10, dy: velocity.dy / 10)
    push.magnitude = velocity.length / 15
    push.active = true
    stage.animator.addBehavior(push)
    properties.addAngularVelocity(
      TossDemo.spin(seed: seed, toss: progress.tossCount), for: card)
    progress.tossCount &+= 1
  }

  private mutating func goHome() {
    progress.phase = Phase.returning.rawValue
    progress.x = card.center.x
    progress.y = card.center.y
    progress.angle = card.rotation
    stage.animator.removeAllBehaviors()
  }

  // MARK: Plain animation

  /// Also while the animator rests.
  package var isAtRest: Bool {
    !stage.animator.isRunning && phase != .tossed && phase != .returning
  }

  package mutating func didStep() {
    switch phase {
    case .idle, .held: break
    case .tossed:
      progress.frame &+= 1
      guard progress.frame >= TossDemo.tossFrames else { return }
      stage.animator.removeAllBehaviors()
      place(left: 0)
      progress.phase = Phase.idle.rawValue
    case .returning:
      progress.frame &+= 1
      let done = Double(progress.frame) / Double(TossDemo.homeFrames)
      place(left: 1 - SpringCurve.eased(done))
      if progress.frame >= TossDemo.homeFrames { progress.phase = Phase.idle.rawValue }
    }
  }

  /// Puts the card where this part of the way home is left.
  private func place(left: Double) {
    let way = Vector(dx: progress.x - TossDemo.home.x, dy: progress.y - TossDemo.home.y)
    card.center = left == 0 ? TossDemo.home : TossDemo.home + left * way
    card.transform = left == 0 ? .identity : AffineTransform2D(rotation: left * progress.angle)
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("phase", &progress.phase, .keyFrame)
    visitor.field("frame", &progress.frame, .keyFrame)
    visitor.field("tossCount", &progress.tossCount, .keyFrame)
    visitor.field("fromX", &progress.x, .keyFrame)
    visitor.field("fromY", &progress.y, .keyFrame)
    visitor.field("fromAngle", &progress.angle, .keyFrame)
  }
}
