import Dynamics
import Simulation

/// S05: an item hangs by a spring from one that a finger drags.
public struct S05Spring: StageScenario {
  public static let name: StaticString = "S05"

  public struct Parameters: SimulationParameters {
    /// Frequency of the spring, in hertz.
    public var frequency = 1.0
    /// Damping ratio of the spring: 1 is critical.
    public var damping = 0.1
    /// Rest length, in points.
    public var length = 100.0

    public init() {}
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("frequency", &frequency)
      visitor.field("damping", &damping)
      visitor.field("length", &length)
    }
  }

  private let dragged: DraggedFrog
  public var stage: Stage { dragged.stage }
  public var frog: Item { dragged.frog }
  public var dragon: Item { dragged.dragon }
  public var attachment: AttachmentBehavior { dragged.attachment }

  public init(parameters: Parameters, seed: UInt64) {
    dragged = DraggedFrog(seed: seed)
    attachment.frequency = parameters.frequency
    attachment.damping = parameters.damping
    attachment.length = parameters.length
    stage.animator.addBehavior(attachment)
    stage.animator.addBehavior(GravityBehavior(items: [dragon]))
  }

  public mutating func handle(_ gesture: Gesture) { dragged.handle(gesture) }
}
