import Dynamics
import Simulation

/// An item snaps to where a finger taps.
package struct SnapDemo: StageScenario {
  package static let name: StaticString = "snap"

  package static var derivedFields: [DerivedField] { animatorFields(andSettings: "replaces") }

  package struct Parameters: SimulationParameters {
    package var damping = 0.75
    /// Angle of the item at the start, in radians, clockwise.
    package var angle = 0.0
    /// Each tap replaces the snap by another one instead of moving its point.
    package var replaces = false

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("damping", &damping)
      visitor.field("angle", &angle)
      visitor.field("replaces", &replaces)
    }
  }

  package let stage: Stage
  package let frog: Item
  private let replaces: Bool
  /// Replaced by one another.
  package let snaps: [SnapBehavior]

  package init(parameters: Parameters, seed: UInt64) {
    frog = Stage.frog(at: Point(x: 160, y: 100))
    if parameters.angle.isFinite { frog.transform = AffineTransform2D(rotation: parameters.angle) }
    stage = Stage(items: [frog], seed: seed)
    replaces = parameters.replaces
    var snaps: [SnapBehavior] = []
    for _ in 0..<2 {
      let snap = SnapBehavior(item: frog, snapTo: frog.center)
      snap.damping = parameters.damping
      stage.animator.declare(snap)
      snaps.append(snap)
    }
    self.snaps = snaps
  }

  package mutating func handle(_ gesture: Gesture) {
    guard case .tap(let x, let y) = gesture else { return }
    let isFirstIn = snaps[0].dynamicAnimator != nil
    let next = replaces && isFirstIn ? snaps[1] : snaps[0]
    next.snapPoint = Point(x: x, y: y)
    guard next.dynamicAnimator == nil else { return }
    // The new one first: the item stays registered and keeps its velocity.
    stage.animator.addBehavior(next)
    stage.animator.removeBehavior(isFirstIn ? snaps[0] : snaps[1])
  }
}
