import DeterministicMath
import Dynamics
import Simulation

/// Five planets on circles around a sun that holds still: after an hour they are where Kepler's third
/// law puts them.
package struct SolarSystem: StageScenario {
  package static let name: StaticString = "solar_system"

  package let stage: Stage

  /// The circles' radii, in points.
  package static let radii: [Double] = [40, 62, 90, 118, 150]
  /// The sun's pull at a distance of one point, in pt³/s².
  private static let pull = 4e5

  /// Radians per second of a planet, by Kepler's third law.
  package static func angularSpeed(radius: Double) -> Double {
    squareRoot(pull / (radius * radius * radius))
  }

  package init(parameters: NoParameters, seed: UInt64) {
    let center = Stage.bounds.center
    let sun = Item("sun", center: center, radius: 16)
    let names = ["Mercury", "Venus", "Earth", "Mars", "Jupiter"]
    let sizes: [Double] = [4, 6, 7, 5, 11]
    var draws = RandomStream(seed: seed, stream: "planets").draws(entity: 0, step: 0)
    var planets: [Item] = []
    var directions: [Vector] = []
    for (index, radius) in SolarSystem.radii.enumerated() {
      let pair = Elementary.sincos(draws.uniform(in: 0...6.28) as Double)
      let direction = Vector(dx: pair.cosine, dy: pair.sine)
      directions.append(direction)
      planets.append(
        Item(names[index], center: center + radius * direction, radius: sizes[index]))
    }
    stage = Stage(items: [sun] + planets, seed: seed)
    let held = ItemBehavior(items: [sun])
    held.isAnchored = true
    stage.animator.addBehavior(held)
    let moving = ItemBehavior(items: planets.members)
    moving.resistance = 0
    stage.animator.addBehavior(moving)
    for (index, planet) in planets.enumerated() {
      let radius = SolarSystem.radii[index]
      let speed = radius * SolarSystem.angularSpeed(radius: radius)
      let way = Vector(dx: -directions[index].dy, dy: directions[index].dx)
      moving.addLinearVelocity(speed * way, for: planet)
    }
    let gravity = FieldBehavior.field { _, place, _, mass, _, _ in
      let way = place - center
      let distance = way.length
      // A force of 1 moves a mass of 1 by 100 pt/s².
      return (-0.01 * SolarSystem.pull * mass / (distance * distance * distance)) * way
    }
    gravity.position = center
    for planet in planets { gravity.addItem(planet) }
    stage.animator.addBehavior(gravity)
  }
}
