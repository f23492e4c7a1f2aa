import Dynamics
import Simulation

/// S04: an item on a rod follows one that a finger drags; the stage's edges hold it back.
public struct S04Attachment: StageScenario {
  public static let name: StaticString = "S04"

  public struct Parameters: SimulationParameters {
    /// Length of the rod, in points; negative: the distance at the start, 150.
    public var length = -1.0
    /// In hertz: 0 a rod, more a spring.
    public var frequency = 0.0
    /// Damping ratio of the spring: 1 is critical.
    public var damping = 0.0

    public init() {}
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("length", &length)
      visitor.field("frequency", &frequency)
      visitor.field("damping", &damping)
    }
  }

  private let dragged: DraggedFrog
  public var stage: Stage { dragged.stage }
  public var frog: Item { dragged.frog }
  public var dragon: Item { dragged.dragon }
  public var attachment: AttachmentBehavior { dragged.attachment }

  public init(parameters: Parameters, seed: UInt64) {
    dragged = DraggedFrog(seed: seed)
    if parameters.length >= 0 { attachment.length = parameters.length }
    attachment.frequency = parameters.frequency
    attachment.damping = parameters.damping
    stage.animator.addBehavior(attachment)
  }

  public mutating func handle(_ gesture: Gesture) { dragged.handle(gesture) }
}
