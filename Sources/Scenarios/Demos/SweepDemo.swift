import Dynamics
import Simulation

/// One cell of a sweep: a demo from `gravity` to `properties` with other values of six parameters.
///
/// Density, friction and resistance go to every item, by an item behaviour that comes last and so
/// wins. Gravity is added to the demo's own. Damping and frequency go to the springs of `attachment` and
/// `spring`, and damping to the snap of `snap`.
package struct SweepDemo: StageScenario {
  package static let name: StaticString = "sweep"

  package static var derivedFields: [DerivedField] { animatorFields(andSettings: "cell") }

  package struct Parameters: SimulationParameters {
    /// The number of the demo in the catalogue: 2, `gravity`, … 8, `properties`.
    package var scenario: Int64 = 5
    package var damping = 0.1
    /// In hertz.
    package var frequency = 1.0
    /// Units of 1,000 pt/s², downwards, besides the demo's own.
    package var gravity = 0.0
    package var density = 1.0
    package var friction = 0.0
    package var resistance = 0.0

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("scenario", &scenario)
      visitor.field("damping", &damping)
      visitor.field("frequency", &frequency)
      visitor.field("gravity", &gravity)
      visitor.field("density", &density)
      visitor.field("friction", &friction)
      visitor.field("resistance", &resistance)
    }
  }

  private enum Cell {
    case gravity(GravityDemo)
    case collisions(CollisionsDemo)
    case attachment(AttachmentDemo)
    case spring(SpringDemo)
    case snap(SnapDemo)
    case push(PushDemo)
    case properties(PropertiesDemo)
  }

  private var cell: Cell
  package let stage: Stage

  package init(parameters: Parameters, seed: UInt64) {
    cell = SweepDemo.cell(parameters, seed)
    switch cell {
    case .gravity(let s): stage = s.stage
    case .collisions(let s): stage = s.stage
    case .attachment(let s): stage = s.stage
    case .spring(let s): stage = s.stage
    case .snap(let s): stage = s.stage
    case .push(let s): stage = s.stage
    case .properties(let s): stage = s.stage
    }
    var members: [any DynamicItem] = []
    for item in stage.items { members.append(item) }
    let properties = ItemBehavior(items: members)
    properties.density = parameters.density
    properties.friction = parameters.friction
    properties.resistance = parameters.resistance
    stage.animator.addBehavior(properties)
    if parameters.gravity != 0 {
      let gravity = GravityBehavior(items: members)
      gravity.gravityDirection = Vector(dx: 0, dy: parameters.gravity)
      stage.animator.addBehavior(gravity)
    }
  }

  private static func cell(_ parameters: Parameters, _ seed: UInt64) -> Cell {
    switch parameters.scenario {
    case 2: return .gravity(GravityDemo(parameters: .init(), seed: seed))
    case 3:
      var p = CollisionsDemo.Parameters()
      p.mode = 2
      return .collisions(CollisionsDemo(parameters: p, seed: seed))
    case 4:
      var p = AttachmentDemo.Parameters()
      p.frequency = parameters.frequency
      p.damping = parameters.damping
      return .attachment(AttachmentDemo(parameters: p, seed: seed))
    case 6:
      var p = SnapDemo.Parameters()
      p.damping = parameters.damping
      return .snap(SnapDemo(parameters: p, seed: seed))
    case 7: return .push(PushDemo(parameters: .init(), seed: seed))
    case 8: return .properties(PropertiesDemo(parameters: .init(), seed: seed))
    default:
      var p = SpringDemo.Parameters()
      p.frequency = parameters.frequency
      p.damping = parameters.damping
      return .spring(SpringDemo(parameters: p, seed: seed))
    }
  }

  package mutating func handle(_ gesture: Gesture) {
    // The scenarios of the cells keep no state of their own beside their stage.
    switch cell {
    case .gravity(var s): s.handle(gesture)
    case .collisions(var s): s.handle(gesture)
    case .attachment(var s): s.handle(gesture)
    case .spring(var s): s.handle(gesture)
    case .snap(var s): s.handle(gesture)
    case .push(var s): s.handle(gesture)
    case .properties(var s): s.handle(gesture)
    }
  }
}
