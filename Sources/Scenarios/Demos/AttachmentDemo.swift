import Dynamics
import Simulation

/// An item on a rod follows one that a finger drags; the stage's edges hold it back.
package struct AttachmentDemo: StageScenario {
  package static let name: StaticString = "attachment"

  package struct Parameters: SimulationParameters {
    /// Length of the rod, in points; negative: the distance at the start, 150.
    package var length = -1.0
    /// In hertz: 0 a rod, more a spring.
    package var frequency = 0.0
    /// Damping ratio of the spring: 1 is critical.
    package var damping = 0.0

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("length", &length)
      visitor.field("frequency", &frequency)
      visitor.field("damping", &damping)
    }
  }

  private let dragged: DraggedFrog
  package var stage: Stage { dragged.stage }
  package var frog: Item { dragged.frog }
  package var dragon: Item { dragged.dragon }
  package var attachment: AttachmentBehavior { dragged.attachment }

  package init(parameters: Parameters, seed: UInt64) {
    dragged = DraggedFrog(seed: seed)
    if parameters.length >= 0 { attachment.length = parameters.length }
    attachment.frequency = parameters.frequency
    attachment.damping = parameters.damping
    stage.animator.addBehavior(attachment)
  }

  package mutating func handle(_ gesture: Gesture) { dragged.handle(gesture) }
}
