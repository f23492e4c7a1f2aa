import Dynamics
import Simulation

/// S12: one cell of a sweep: a scenario from S02 to S08 with other values of six parameters.
///
/// Density, friction and resistance go to every item, by an item behaviour that comes last and so
/// wins; gravity is added to the scenario's own; damping and frequency go to the springs of S04 and
/// S05, and damping to the snap of S06.
package struct S12Sweep: StageScenario {
  package static let name: StaticString = "S12"

  package static var derivedFields: [DerivedField] { animatorFields(andSettings: "cell") }

  package struct Parameters: SimulationParameters {
    /// 2 … 8: the number of the scenario.
    package var scenario: Int64 = 5
    package var damping = 0.1
    /// In hertz.
    package var frequency = 1.0
    /// Units of 1,000 pt/s², downwards, besides the scenario's own.
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
    case gravity(S02Gravity)
    case collisions(S03Collisions)
    case attachment(S04Attachment)
    case spring(S05Spring)
    case snap(S06Snap)
    case push(S07Push)
    case properties(S08Properties)
  }

  private var cell: Cell
  package let stage: Stage

  package init(parameters: Parameters, seed: UInt64) {
    cell = S12Sweep.cell(parameters, seed)
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
    case 2: return .gravity(S02Gravity(parameters: .init(), seed: seed))
    case 3:
      var p = S03Collisions.Parameters()
      p.mode = 2
      return .collisions(S03Collisions(parameters: p, seed: seed))
    case 4:
      var p = S04Attachment.Parameters()
      p.frequency = parameters.frequency
      p.damping = parameters.damping
      return .attachment(S04Attachment(parameters: p, seed: seed))
    case 6:
      var p = S06Snap.Parameters()
      p.damping = parameters.damping
      return .snap(S06Snap(parameters: p, seed: seed))
    case 7: return .push(S07Push(parameters: .init(), seed: seed))
    case 8: return .properties(S08Properties(parameters: .init(), seed: seed))
    default:
      var p = S05Spring.Parameters()
      p.frequency = parameters.frequency
      p.damping = parameters.damping
      return .spring(S05Spring(parameters: p, seed: seed))
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
