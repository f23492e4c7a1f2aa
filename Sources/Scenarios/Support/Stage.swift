import Dynamics
import Simulation

/// An animator with the items of a scenario and a log of what happened in the last step.
///
/// A scenario is a value that refers to its stage: copies of it share the stage, so only one of
/// them may be stepped.
package final class Stage: CollisionBehaviorDelegate, DynamicAnimatorDelegate {
  /// 320 × 568 points, a telephone of 2013.
  package static let bounds = Rect(x: 0, y: 0, width: 320, height: 568)

  package let animator: DynamicAnimator
  /// In the order of their numbers in ``SceneEvent``.
  package let items: [Item]
  /// Items of other classes; their numbers follow.
  package let others: [any DynamicItem]
  package private(set) var events: [SceneEvent] = []

  package init(
    items: [Item], others: [any DynamicItem] = [], bounds: Rect = Stage.bounds,
    profile: Profile = .documented, cullBounds: Rect? = nil, seed: UInt64
  ) {
    self.items = items
    self.others = others
    animator = DynamicAnimator(
      referenceBounds: bounds, profile: profile, seed: seed, cullBounds: cullBounds)
    animator.delegate = self
  }

  /// Call first in a step.
  ///
  /// The first step reports that the animator starts, which it did while the scenario was made;
  /// told from the state, so that a scenario restored to its first step reports it too.
  package func beginStep() {
    events.removeAll(keepingCapacity: true)
    if animator.elapsedTime == 0, animator.isRunning { events.append(.willResume) }
  }

  /// Events are not state: what was logged before a restore belongs to another run.
  package func stateWasRestored() {
    animator.stateWasRestored()
    events.removeAll(keepingCapacity: true)
  }

  private func number(_ item: any DynamicItem) -> Int64 {
    for index in items.indices where items[index] === item { return Int64(index) }
    for index in others.indices where others[index] === item {
      return Int64(items.count + index)
    }
    return -1
  }

  private func number(_ identifier: BoundaryIdentifier?, _ behavior: CollisionBehavior) -> Int64 {
    guard let identifier else { return 0 }
    for (index, known) in (behavior.boundaryIdentifiers ?? []).enumerated()
    where known == identifier {
      return Int64(index + 1)
    }
    return -1
  }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point
  ) {
    events.append(
      .contactBegan(item1: number(item1), item2: number(item2), x: point.x, y: point.y))
  }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item1: any DynamicItem,
    with item2: any DynamicItem
  ) {
    events.append(.contactEnded(item1: number(item1), item2: number(item2)))
  }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point
  ) {
    events.append(
      .boundaryContactBegan(
        item: number(item), boundary: number(identifier, behavior), x: point.x, y: point.y))
  }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?
  ) {
    events.append(
      .boundaryContactEnded(item: number(item), boundary: number(identifier, behavior)))
  }

  package func dynamicAnimatorWillResume(_ animator: DynamicAnimator) {
    events.append(.willResume)
  }

  package func dynamicAnimatorDidPause(_ animator: DynamicAnimator) { events.append(.didPause) }
}

extension Stage {
  /// The 80 × 80 item of the reference scenarios; mass 0.64.
  package static func frog(at center: Point) -> Item {
    Item("frog", center: center, size: Size(width: 80, height: 80))
  }

  /// The 100 × 100 item of the reference scenarios; mass 1.
  package static func dragon(at center: Point) -> Item {
    Item("dragon", center: center, size: Size(width: 100, height: 100))
  }
}

/// A scenario on a ``Stage``: what all UIKit scenarios share.
package protocol StageScenario: Simulation where Input == Gesture, Event == SceneEvent {
  var stage: Stage { get }

  /// Carries out one gesture, before the step's first substep.
  mutating func handle(_ gesture: Gesture)

  /// Called after the step's last substep and all callbacks.
  mutating func didStep()

  /// The scenario's own fields, after the animator's.
  mutating func visitOwnState(_ visitor: inout some StateVisitor)

  /// Rebuilds what follows from the scenario's own fields.
  mutating func ownStateWasRestored()
}

extension StageScenario {
  /// One logical frame: 4 substeps of 1/240 s.
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  package var events: [SceneEvent] { stage.events }

  package var motionModel: MotionModel? { stage.animator.motionModel }

  package mutating func step(_ inputs: [Gesture]) {
    stage.beginStep()
    for gesture in inputs { handle(gesture) }
    stage.animator.step()
    didStep()
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    // Items and behaviours refer to the animator weakly, so that counting its references is slow; the
    // stage keeps it.
    Unmanaged.passUnretained(stage.animator)._withUnsafeGuaranteedRef {
      $0.visitState(&visitor)
    }
    visitOwnState(&visitor)
  }

  package var isAtRest: Bool { !stage.animator.isRunning }

  package func drawing(_ request: DrawingRequest) -> StepDrawing? {
    stage.animator.drawing(request)
  }

  package func isStateSound() -> Bool { stage.animator.isStateSound() }

  package mutating func stateWasRestored() {
    stage.stateWasRestored()
    ownStateWasRestored()
  }

  package mutating func share(among team: WorkerTeam?) { stage.animator.team = team }

  package mutating func handle(_ gesture: Gesture) {}
  package mutating func didStep() {}
  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {}
  package mutating func ownStateWasRestored() {}
}
