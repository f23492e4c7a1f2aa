import Dynamics
import Simulation

/// A satellite between radial gravity and a vortex around the middle of the stage.
///
/// A finger moves the centre of both fields.
package struct OrbitDemo: StageScenario {
  package static let name: StaticString = "orbit"

  package struct Parameters: SimulationParameters {
    /// 0 A: from rest, through the centre. 1 B: a circular orbit. 2 C: a rosette. 3 D: the rosette
    /// with drag.
    package var variant: Int64 = 0
    /// Density of the satellite. Without drag it must not matter.
    package var density = 0.5

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("variant", &variant)
      visitor.field("density", &density)
    }
  }

  package let stage: Stage
  package let satellite: Item
  private let gravity: FieldBehavior
  private let vortex: FieldBehavior

  package init(parameters: Parameters, seed: UInt64) {
    let center = Stage.bounds.center
    let starts: [(offset: Vector, velocity: Vector)] = [
      (Vector(dx: -100, dy: 0), .zero),
      (Vector(dx: -40, dy: 0), Vector(dx: 0, dy: 309.8387)),
      (Vector(dx: -100, dy: 0), Vector(dx: 0, dy: 60)),
      (Vector(dx: -100, dy: 0), Vector(dx: 0, dy: 60)),
    ]
    let start = starts[Int(min(max(parameters.variant, 0), 3))]
    satellite = Item(
      "satellite", center: center + start.offset, size: Size(width: 50, height: 50))
    stage = Stage(items: [satellite], seed: seed)

    let properties = ItemBehavior(items: [satellite])
    properties.density = parameters.density
    properties.addLinearVelocity(start.velocity, for: satellite)
    stage.animator.addBehavior(properties)

    gravity = FieldBehavior.radialGravityField(position: center)
    gravity.region = Region(radius: 300)
    gravity.strength = 1.5
    gravity.falloff = 4
    gravity.minimumRadius = 50
    gravity.addItem(satellite)
    stage.animator.addBehavior(gravity)

    vortex = FieldBehavior.vortexField()
    vortex.position = center
    vortex.region = Region(radius: 200)
    vortex.strength = 0.005
    vortex.addItem(satellite)
    stage.animator.addBehavior(vortex)

    if parameters.variant == 3 {
      let drag = FieldBehavior.dragField()
      drag.strength = 0.1
      drag.addItem(satellite)
      stage.animator.addBehavior(drag)
    }
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .panBegan(let x, let y), .panChanged(let x, let y), .panEnded(let x, let y, _, _):
      gravity.position = Point(x: x, y: y)
      vortex.position = Point(x: x, y: y)
    default: break
    }
  }
}
