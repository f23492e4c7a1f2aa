import Dynamics
import Simulation

/// S05: an item hangs by a spring from one that a finger drags.
public struct S05Spring: StageScenario {
  public static let name: StaticString = "S05"

  public struct Parameters: SimulationParameters {
    /// Of the spring, in hertz.
    public var frequency = 1.0
    /// Of the spring: 1 is critical.
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

  public let stage: Stage
  public let frog: Item
  public let dragon: Item
  public let attachment: AttachmentBehavior

  public init(parameters: Parameters, seed: UInt64) {
    frog = Stage.frog(at: Point(x: 160, y: 150))
    dragon = Stage.dragon(at: Point(x: 160, y: 300))
    stage = Stage(items: [frog, dragon], seed: seed)
    let collision = CollisionBehavior(items: [frog, dragon])
    collision.collisionMode = .boundaries
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    stage.animator.addBehavior(collision)

    attachment = AttachmentBehavior(item: dragon, attachedToAnchor: frog.center)
    attachment.frequency = parameters.frequency
    attachment.damping = parameters.damping
    attachment.length = parameters.length
    stage.animator.addBehavior(attachment)
    stage.animator.addBehavior(GravityBehavior(items: [dragon]))
  }

  public mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .panBegan(let x, let y), .panChanged(let x, let y), .panEnded(let x, let y, _, _):
      frog.center = Point(x: x, y: y)
      stage.animator.updateItem(usingCurrentState: frog)
      attachment.anchorPoint = frog.center
    default: break
    }
  }
}
