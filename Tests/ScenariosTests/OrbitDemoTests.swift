import Dynamics
import Scenarios
import TestSupport
import Testing

/// The satellite's path around the middle of the stage.
private struct Orbit {
  var least = Double.infinity
  var leastOnTheWay = Double.infinity
  var greatest = 0.0
  /// Turns, counter-clockwise on screen positive.
  var turns = 0.0
  var last: Vector?

  mutating func add(_ r: Vector) {
    let d = r.length
    if d < least { least = d }
    if d > greatest { greatest = d }
    if let last {
      // Frames are far apart near the centre: the way between them counts too.
      let way = r - last
      let t = -last.dot(way) / way.dot(way)
      if t > 0, t < 1 {
        let between = (last + t * way).length
        if between < leastOnTheWay { leastOnTheWay = between }
      }
      // Through the angle between successive frames; positive angles are clockwise on screen.
      turns -= Vector(dx: last.dot(r), dy: last.cross(r)).angle / (2 * 3.141592653589793)
    }
    last = r
  }
}

private func orbit(_ variant: Int64, density: Double = 0.5, seconds: Int = 30) -> (Orbit, OrbitDemo)
{
  var parameters = OrbitDemo.Parameters()
  parameters.variant = variant
  parameters.density = density
  var runner = Runner<OrbitDemo>(parameters)
  var path = Orbit()
  let center = Stage.bounds.center
  path.add(runner.simulation.satellite.center - center)
  runner.run(60 * seconds) { _, s in path.add(s.satellite.center - center) }
  return (path, runner.simulation)
}

@Suite("UD-SCN-01 orbit")
struct OrbitDemoTests {
  @Test("UD-SCN-01 A: from rest, bounded by 140 pt, through the centre, counter-clockwise")
  func fromRest() {
    let (path, _) = orbit(0)
    #expect(path.greatest <= 140)
    #expect(path.leastOnTheWay < 1)
    #expect(path.turns >= 6)
    #expect(path.turns <= 12)
  }

  @Test("UD-SCN-01 B: stable orbit, radius 39.6 to 40.9, 36.86 turns in 30 s")
  func stable() {
    let (path, _) = orbit(1)
    #expect(path.least >= 39.6)
    #expect(path.greatest <= 40.9)
    #expect(abs(path.turns - 36.86) < 0.05)
  }

  @Test("UD-SCN-01 C: rosette, radius 11.9 to 104, 11.67 turns in 30 s")
  func rosette() {
    let (path, _) = orbit(2)
    #expect(path.least >= 11.8)
    #expect(path.greatest <= 104.1)
    #expect(path.greatest >= 102)
    #expect(abs(path.turns - 11.67) < 0.1)
  }

  @Test("UD-SCN-01 density does not matter without drag", arguments: Sample.of([Int64(0), 1, 2]))
  func density(variant: Int64) {
    let (_, light) = orbit(variant, density: 0.5, seconds: 5)
    let (_, heavy) = orbit(variant, density: 5, seconds: 5)
    // Both forces are proportional to mass; what is left is the rounding of mass times strength.
    #expect(light.satellite.center.distance(to: heavy.satellite.center) < 1e-2)
  }

  @Test("UD-SCN-01 D: with drag the rosette spirals in, and density matters")
  func drag() {
    let (_, light) = orbit(3, density: 0.5)
    let (_, heavy) = orbit(3, density: 5)
    let center = Stage.bounds.center
    #expect(light.satellite.center.distance(to: center) < 60)
    #expect(
      light.satellite.center.distance(to: center) < heavy.satellite.center.distance(to: center))
  }
}
