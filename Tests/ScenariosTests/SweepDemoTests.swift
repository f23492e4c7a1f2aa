import DeterministicMath
import Dynamics
import Scenarios
import Simulation
import TestSupport
import Testing

/// The grid: each scenario with each combination of these.
private let dampings = [0.1, 1]
private let frequencies = [0.5, 2]
private let gravities = [0.0, 0.4]
private let densities = [0.5, 4]
private let frictions = [0.0, 0.6]
private let resistances = [0.0, 2]
private let stepCount = 120

private func grid(_ scenario: Int64) -> [SweepDemo.Parameters] {
  var cells: [SweepDemo.Parameters] = []
  var p = SweepDemo.Parameters()
  p.scenario = scenario
  for damping in dampings {
    for frequency in frequencies {
      for gravity in gravities {
        for density in densities {
          for friction in frictions {
            for resistance in resistances {
              p.damping = damping
              p.frequency = frequency
              p.gravity = gravity
              p.density = density
              p.friction = friction
              p.resistance = resistance
              cells.append(p)
            }
          }
        }
      }
    }
  }
  return cells
}

@Suite("UD-SCN-12 sweep")
struct SweepDemoTests {
  /// Digests of all cells' end states, one after the other; renewed when a digest is meant to move.
  static let digests: [Int64: String] = [
    2: "5a5a9eab2c8237166a4262e1665ee639",
    3: "cad0b8a83fb5a82a701e668d0f82f307",
    4: "184be0af9415f65a0ef59a78ed24bbb2",
    5: "2e342b14160a453bae26486966b27d18",
    6: "30b0481652acb25cec4e3ae88989ca03",
    7: "91ad58c7904019e7a36341c8f06c1349",
    8: "fde64c54a0175e049afcdce575927591",
  ]

  /// 64 cells of each scenario with the sweep's gestures, 2 s each.
  @Test(
    "UD-SCN-12 UD-CORE-02 every cell ends finite and slow enough, in the known state",
    arguments: Sample.of(Array(Int64(2)...8), inDebug: 2))
  func cells(scenario: Int64) throws {
    let inputs = script(Gestures.scenario(12), stepDuration: SweepDemo.stepDuration)
    var all = RecordHash(tag: 12, row: UInt64(scenario))
    for parameters in grid(scenario) {
      var s = SweepDemo(parameters: parameters, seed: 1)
      for step in 0..<stepCount { s.step(inputs[step] ?? []) }
      for item in s.stage.items {
        #expect(item.center.isFinite, "\(parameters)")
        #expect(item.transform.isFinite, "\(parameters)")
      }
      var visitor = DigestVisitor()
      s.visitState(&visitor)
      let end = visitor.digest
      all.feed(end.low)
      all.feed(end.high)
      // No more energy than two seconds of all gravity and some pushes can give.
      let probe = ItemBehavior(items: s.stage.items)
      s.stage.animator.addBehavior(probe)
      for item in s.stage.items {
        #expect(probe.linearVelocity(for: item).length < 8000, "\(parameters)")
      }
    }
    let digest = all.finish()
    #expect(digest.description == Self.digests[scenario], "S0\(scenario)")
  }

  /// One parameter at a time, the others as they are.
  private static func run(_ change: (inout SweepDemo.Parameters) -> Void, steps: Int) -> SweepDemo {
    var p = SweepDemo.Parameters()
    change(&p)
    var s = SweepDemo(parameters: p, seed: 1)
    for _ in 0..<steps { s.step([]) }
    return s
  }

  @Test("UD-SCN-12 more resistance, shorter path; more gravity, longer fall")
  func paths() {
    for scenario: Int64 in [2, 3, 8] {
      var before = Double.infinity
      for resistance in [0, 0.5, 1, 2, 5] {
        let s = Self.run(
          {
            $0.scenario = scenario
            $0.resistance = resistance
          }, steps: 30)
        let path = s.stage.items[0].center.y - 100
        #expect(path > 0 && path < before, "S0\(scenario), \(resistance): \(path)")
        before = path
      }
    }
    var before = 0.0
    for gravity in [0, 0.1, 0.3, 0.8] {
      let s = Self.run(
        {
          $0.scenario = 2
          $0.gravity = gravity
        }, steps: 60)
      let path = s.stage.items[0].center.y - 100
      #expect(path > before)
      before = path
    }
  }

  @Test("UD-SCN-12 higher frequency, smaller sag: 1000/(2πf)²", arguments: [0.8, 1, 2, 4, 8])
  func sag(frequency: Double) {
    let s = Self.run(
      {
        $0.frequency = frequency
        $0.damping = 1
      }, steps: 480)
    let omega = 2 * 3.141592653589793 * frequency
    let length = s.stage.items[1].center.y - s.stage.items[0].center.y
    #expect(abs(length - 100 - 1000 / (omega * omega)) < 0.2, "\(length)")
  }

  @Test("UD-SCN-12 more damping, less overshoot; density does not change falls and snaps")
  func damping() {
    var before = Double.infinity
    for damping in [0.1, 0.25, 0.5, 0.75, 1] {
      var p = SweepDemo.Parameters()
      p.scenario = 6
      p.damping = damping
      var s = SweepDemo(parameters: p, seed: 1)
      var farthest = 0.0
      for step in 0..<120 {
        s.step(step == 0 ? [.tap(x: 160, y: 300)] : [])
        farthest = max(farthest, s.stage.items[0].center.y - 300)
      }
      #expect(farthest < before, "\(damping): \(farthest)")
      before = farthest
    }
    for scenario: Int64 in [2, 6] {
      var ends: [Point] = []
      for density in [0.5, 1, 4] {
        var p = SweepDemo.Parameters()
        p.scenario = scenario
        p.density = density
        var s = SweepDemo(parameters: p, seed: 1)
        for step in 0..<20 { s.step(step == 0 ? [.tap(x: 60, y: 300)] : []) }
        ends.append(s.stage.items[0].center)
      }
      #expect(ends[0] == ends[1])
      #expect(ends[1] == ends[2])
    }
  }

  @Test("UD-SCN-12 denser, slower after the same push; rougher, shorter slide")
  func pushes() {
    var before = Double.infinity
    for density in [0.5, 1, 2, 4] {
      var p = SweepDemo.Parameters()
      p.scenario = 7
      p.density = density
      var s = SweepDemo(parameters: p, seed: 1)
      for step in 0..<20 { s.step(step == 1 ? [.panChanged(x: 260, y: 284)] : []) }
      let path = s.stage.items[0].center.x - 160
      #expect(path > 0 && path < before)
      before = path
    }
    // properties's ball lies on the floor after a while; friction acts on it when it is pushed along.
    before = .infinity
    for friction in [0.05, 0.2, 0.6] {
      let floor = Item("", center: Point(x: 60, y: 548), size: Size(width: 40, height: 40))
      let animator = DynamicAnimator(referenceBounds: Stage.bounds)
      animator.addBehavior(GravityBehavior(items: [floor]))
      let collision = CollisionBehavior(items: [floor])
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(collision)
      let properties = ItemBehavior(items: [floor])
      properties.friction = friction
      properties.addLinearVelocity(Vector(dx: 120, dy: 0), for: floor)
      animator.addBehavior(properties)
      for _ in 0..<240 { animator.step() }
      let path = floor.center.x - 60
      #expect(path > 0 && path < before)
      before = path
    }
  }
}
