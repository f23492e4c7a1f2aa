import Dynamics
import Simulation

/// S04: an item on a rod follows one that a finger drags; the stage's edges hold it back.
public struct S04Attachment: StageScenario {
  public static let name: StaticString = "S04"

  public struct Parameters: SimulationParameters {
    /// Of the rod, in points; negative: the distance at the start, 150.
    public var length = -1.0
    /// In hertz: 0 a rod, more a spring.
    public var frequency = 0.0
    /// Of the spring: 1 is critical.
    public var damping = 0.0

    public init() {}
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("length", &length)
      visitor.field("frequency", &frequency)
      visitor.field("damping", &damping)
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
    if parameters.length >= 0 { attachment.length = parameters.length }
    attachment.frequency = parameters.frequency
    attachment.damping = parameters.damping
    stage.animator.addBehavior(attachment)
  }

  public mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .panBegan(let x, let y), .panChanged(let x, let y), .panEnded(let x, let y, _, _):
      // Moved by hand, so the animator has to be told.
      frog.center = Point(x: x, y: y)
      stage.animator.updateItem(usingCurrentState: frog)
      attachment.anchorPoint = Point(x: x, y: y)
    default: break
    }
  }
}
