import Dynamics
import Simulation

/// The first act: the dialog drops in and stays until a deadline.
package final class DropIn: DynamicBehavior {
  /// In the animator's time.
  package internal(set) var deadline: Double

  init(dialog: Item, delegate: any CollisionBehaviorDelegate, deadline: Double) {
    self.deadline = deadline
    super.init()
    let gravity = GravityBehavior(items: [dialog])
    gravity.magnitude = 3
    addChildBehavior(gravity)
    let collision = CollisionBehavior(items: [dialog])
    // From far above the stage down to the dialog's place in its middle.
    collision.setTranslatesReferenceBoundsIntoBoundary(
      with: EdgeInsets2D(top: -400, left: 0, bottom: 204, right: 0))
    collision.collisionDelegate = delegate
    addChildBehavior(collision)
    let properties = ItemBehavior(items: [dialog])
    properties.elasticity = 0.35
    properties.allowsRotation = false
    addChildBehavior(properties)
    setAction { behavior in
      guard let act = behavior as? DropIn, let animator = act.dynamicAnimator,
        animator.elapsedTime >= act.deadline
      else { return }
      animator.removeBehavior(act)
    }
  }
}

/// The second act: it hangs by a corner, comes off, hits the floor and falls through.
package final class SwingOut: DynamicBehavior {
  package internal(set) var deadline = 0.0
  let dialog: Item
  let gravity: GravityBehavior
  let hinge: AttachmentBehavior
  let collision: CollisionBehavior

  init(dialog: Item, delegate: any CollisionBehaviorDelegate) {
    self.dialog = dialog
    gravity = GravityBehavior(items: [dialog])
    gravity.magnitude = 3
    // Taken hold of again when the act begins.
    hinge = AttachmentBehavior(
      item: dialog, offsetFromCenter: SwingOut.corner, attachedToAnchor: dialog.center)
    collision = CollisionBehavior(items: [dialog])
    super.init()
    collision.setTranslatesReferenceBoundsIntoBoundary(
      with: EdgeInsets2D(top: -400, left: 0, bottom: 0, right: 0))
    collision.collisionDelegate = delegate
    let properties = ItemBehavior(items: [dialog])
    properties.elasticity = 0.35
    properties.friction = 0.2
    for behavior in [gravity, hinge, collision, properties] as [DynamicBehavior] {
      addChildBehavior(behavior)
    }
    setAction { behavior in (behavior as? SwingOut)?.check() }
  }

  /// Where the hinge holds the dialog, from its centre.
  static let corner = Vector(dx: -100, dy: -60)

  /// Hangs the dialog, as it is now, for `duration` seconds.
  func begin(in animator: DynamicAnimator, duration: Double) {
    deadline = animator.elapsedTime + duration
    // A rod of 40 points upwards.
    let hook = dialog.center + SwingOut.corner + Vector(dx: 0, dy: -40)
    hinge.reattach(offsetFromCenter: SwingOut.corner, attachedToAnchor: hook)
    animator.addBehavior(self)
  }

  private func check() {
    guard let animator = dynamicAnimator else { return }
    if hinge.parent != nil, animator.elapsedTime >= deadline { removeChildBehavior(hinge) }
    if dialog.center.y > 1000 { animator.removeBehavior(self) }
  }
}

/// A dialog in two acts, each with a deadline that an action checks; the end of the first one
/// lets the animator pause, and that starts the second. A tap ends the first act early, and so does
/// rest, in which no action would run.
package struct DialogDemo: StageScenario {
  package static let name: StaticString = "dialog"

  package struct Parameters: SimulationParameters {
    /// Duration of the first act, in seconds; the second one's deadline comes after two thirds of
    /// it.
    package var duration = 1.2
    /// A hit of the floor or a wall left of this ends the second act's collisions.
    package var limit = 160.0

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("duration", &duration)
      visitor.field("limit", &limit)
    }
  }

  package let stage: Stage
  package let dialog: Item
  package let first: DropIn
  package let second: SwingOut
  private let director: Director

  package init(parameters: Parameters, seed: UInt64) {
    dialog = Item(
      "dialog", center: Point(x: 160, y: -120), size: Size(width: 240, height: 160))
    stage = Stage(items: [dialog], seed: seed)
    director = Director(stage, limit: parameters.limit, duration: parameters.duration / 1.5)
    first = DropIn(dialog: dialog, delegate: director, deadline: parameters.duration)
    second = SwingOut(dialog: dialog, delegate: director)
    director.first = first
    director.second = second
    stage.animator.delegate = director
    stage.animator.addBehavior(first)
    stage.animator.declare(second)
  }

  package mutating func handle(_ gesture: Gesture) {
    guard case .tap(let x, let y) = gesture, first.dynamicAnimator != nil else { return }
    let half = Vector(dx: 120, dy: 80)
    if Rect(origin: dialog.center - half, size: dialog.bounds.size).contains(Point(x: x, y: y)) {
      first.deadline = stage.animator.elapsedTime
    }
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("firstDeadline", &first.deadline, .keyFrame)
    visitor.field("secondDeadline", &second.deadline, .keyFrame)
    visitor.field("act", &director.act, .keyFrame)
  }

  /// 1 the first act, 2 the second one, 3 over.
  package var act: Int64 { director.act }
}

/// Listens to the animator and the collisions, and passes on to the stage's log what it hears.
private final class Director: DynamicAnimatorDelegate, CollisionBehaviorDelegate {
  let stage: Stage
  let limit: Double
  let duration: Double
  var first: DropIn?
  var second: SwingOut?
  var act: Int64 = 1

  init(_ stage: Stage, limit: Double, duration: Double) {
    self.stage = stage
    self.limit = limit
    self.duration = duration
  }

  func dynamicAnimatorWillResume(_ animator: DynamicAnimator) {
    stage.dynamicAnimatorWillResume(animator)
  }

  func dynamicAnimatorDidPause(_ animator: DynamicAnimator) {
    stage.dynamicAnimatorDidPause(animator)
    if let first, act == 1, first.dynamicAnimator != nil {
      return animator.removeBehavior(first)
    }
    guard animator.behaviors.isEmpty, act < 3 else { return }
    act += 1
    if act == 2 { second?.begin(in: animator, duration: duration) }
  }

  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point
  ) {
    stage.collisionBehavior(
      behavior, beganContact: item, withBoundary: identifier, at: point)
    if act == 2, let second, second.hinge.parent == nil, point.x < limit {
      second.removeChildBehavior(second.collision)
    }
  }

  func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?
  ) { stage.collisionBehavior(behavior, endedContact: item, withBoundary: identifier) }
}
