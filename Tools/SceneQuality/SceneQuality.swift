import DeterministicMath
import GoldenWorlds
import RigidBodies
import Scenarios
import Simulation

/// One figure that shows whether a scene was computed well: an engine must not win by being sloppy.
package struct QualityMeasure: Equatable, Sendable {
  package var name: String
  package var value: Double
  /// The greatest value that counts as good.
  package var limit: Double

  package init(_ name: String, _ value: Double, atMost limit: Double) {
    self.name = name
    self.value = value
    self.limit = limit
  }

  package var isGood: Bool { value <= limit }
}

/// A benchmark scene that can judge its own state.
package protocol BenchmarkSimulation: WorldSimulation {
  /// A size for tests and instruction counts, and how far to run it.
  static var smallParameters: Parameters { get }
  static var smallStepCount: Int { get }
  /// About 800 bodies: what a build without optimisation must keep up with.
  static var mediumParameters: Parameters { get }

  /// Figures of the present state, each with its limit.
  func quality() -> [QualityMeasure]
}

extension LargePyramid: BenchmarkSimulation {
  /// The pyramid stands: nothing moved sideways by a tenth of a box, the top sank by no more than
  /// 0.7 m (the best peer's figure), and every box is still in its row.
  package func quality() -> [QualityMeasure] {
    let drift = starts.greatestDrift(in: world)
    return [
      QualityMeasure("sideways drift (m)", drift.sideways, atMost: 0.1),
      QualityMeasure("sinking (m)", drift.down, atMost: 0.7),
      // A box that is half a box above or below another of its row has left it.
      QualityMeasure("unevenness of a row (m)", greatestUnevenness(), atMost: 0.5),
      QualityMeasure("kinetic energy (J)", world.kineticEnergy, atMost: 1),
    ]
  }

  /// The greatest difference in height between two boxes that started at one height.
  private func greatestUnevenness() -> Double {
    var greatest: Double = 0
    var rowHeight = -Float.infinity
    var low: Double = 0
    var high: Double = 0
    // Boxes were added row by row.
    for (body, start) in zip(starts.bodies, starts.positions) {
      let y = Double(world.transform(of: body).position.y)
      if start.y != rowHeight {
        rowHeight = start.y
        low = y
        high = y
      }
      if y < low { low = y }
      if y > high { high = y }
      if high - low > greatest { greatest = high - low }
    }
    return greatest
  }
}

extension ManyPyramids: BenchmarkSimulation {
  /// Every pyramid is whole.
  package func quality() -> [QualityMeasure] {
    let drift = starts.greatestDrift(in: world)
    return [
      QualityMeasure("sideways drift (m)", drift.sideways, atMost: 0.05),
      QualityMeasure("sinking (m)", drift.down, atMost: 0.05),
      QualityMeasure("kinetic energy (J)", world.kineticEnergy, atMost: 1),
    ]
  }
}

extension Tumbler: BenchmarkSimulation {
  /// No box left the drum, and the drum did not leave its pin.
  package func quality() -> [QualityMeasure] {
    let frame = world.transform(of: drum)
    var lost = 0.0
    for box in boxes {
      let p = frame.applyInverse(world.transform(of: box).position)
      if p.x < -10 || p.x > 10 || p.y < -10 || p.y > 10 { lost += 1 }
    }
    let anchors = world.anchors(of: pin)
    return [
      QualityMeasure("boxes lost", lost, atMost: 0),
      QualityMeasure("gap of the pin (m)", Double((anchors.b - anchors.a).length), atMost: 0.05),
    ]
  }
}

extension JointGrid: BenchmarkSimulation {
  /// The net holds: joints gape no more than the best peer's do next to the fixed bodies (0.57 m
  /// at worst, a mean of 0.007 to 0.03 m), and it hangs no lower than its length and that stretch.
  package func quality() -> [QualityMeasure] {
    let figures = SceneFigures(world)
    let length = Double(sideCount)
    return [
      QualityMeasure("greatest gap of a joint (m)", figures.greatestGap, atMost: 0.57),
      QualityMeasure("mean gap of the joints (m)", figures.meanGap, atMost: 0.03),
      // Half the side reaches sideways, then the whole side downwards; a tenth is stretch.
      QualityMeasure("lowest point (m)", -figures.lowestY, atMost: 1.65 * length),
    ]
  }
}

extension Smash: BenchmarkSimulation {
  private static var heavyMass: Double { 8 * 64 }

  /// Nothing acts from outside: momentum stays, energy does not grow, and boxes do not stay one
  /// inside the other (the best peer: 3.4 mm).
  package func quality() -> [QualityMeasure] {
    var x = 0.0
    var y = 0.0
    for body in world.bodyIDs {
      let v = world.linearVelocity(of: body)
      x += Double(world.mass(of: body)) * Double(v.x)
      y += Double(world.mass(of: body)) * Double(v.y)
    }
    let speed = Double(Smash.startSpeed)
    let start = Smash.heavyMass * speed
    let dx = x / start - 1
    let dy = y / start
    return [
      QualityMeasure("momentum gained (of the start's)", greater(dx, -dx), atMost: 1e-3),
      QualityMeasure("momentum sideways (of the start's)", greater(dy, -dy), atMost: 1e-3),
      QualityMeasure(
        "kinetic energy (of the start's)", world.kineticEnergy / (0.5 * start * speed), atMost: 1),
      QualityMeasure("greatest overlap (m)", world.greatestOverlap, atMost: 0.01),
    ]
  }
}

extension Spinner: BenchmarkSimulation {
  /// No body left the wall, and the bar did not leave its pin.
  package func quality() -> [QualityMeasure] {
    var lost = 0.0
    for body in stirred {
      let p = world.transform(of: body).position - Vec2(0, 32)
      if !(p.length < 40) { lost += 1 }
    }
    return [
      QualityMeasure("bodies lost", lost, atMost: 0),
      QualityMeasure("gap of the pin (m)", world.gap(of: pin), atMost: 0.05),
    ]
  }
}

extension StartPositions {
  /// Greatest distances from the start: sideways, and downwards.
  func greatestDrift(in world: World) -> (sideways: Double, down: Double) {
    var sideways: Double = 0
    var down: Double = 0
    for (body, start) in zip(bodies, positions) {
      let now = world.transform(of: body).position
      let dx = Double(now.x) - Double(start.x)
      let dy = Double(start.y) - Double(now.y)
      sideways = greater(sideways, greater(dx, -dx))
      down = greater(down, dy)
    }
    return (sideways, down)
  }
}
