import Dynamics
import Simulation

/// An item hangs by a spring from one that a finger drags.
package struct SpringDemo: StageScenario {
  package static let name: StaticString = "spring"

  package struct Parameters: SimulationParameters {
    /// Frequency of the spring, in hertz.
    package var frequency = 1.0
    /// Damping ratio of the spring: 1 is critical.
    package var damping = 0.1
    /// Rest length, in points.
    package var length = 100.0

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("frequency", &frequency)
      visitor.field("damping", &damping)
      visitor.field("length", &length)
    }
  }

  private let dragged: DraggedFrog
  package var stage: Stage { dragged.stage }
  package var frog: Item { dragged.frog }
  package var dragon: Item { dragged.dragon }
  package var attachment: AttachmentBehavior { dragged.attachment }

  package init(parameters: Parameters, seed: UInt64) {
    dragged = DraggedFrog(seed: seed)
    attachment.frequency = parameters.frequency
    attachment.damping = parameters.damping
    attachment.length = parameters.length
    stage.animator.addBehavior(attachment)
    stage.animator.addBehavior(GravityBehavior(items: [dragon]))
  }

  package mutating func handle(_ gesture: Gesture) { dragged.handle(gesture) }
}
