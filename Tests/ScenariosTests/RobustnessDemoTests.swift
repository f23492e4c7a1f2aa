import Dynamics
import Scenarios
import Simulation
import TestSupport
import Testing

@Suite("UD-SCN-16 robustness")
struct RobustnessDemoTests {
  /// How deep two boxes overlap: the least of the overlaps along their four axes; 0 when apart.
  private static func overlap(_ a: Item, _ b: Item) -> Double {
    let way = b.center - a.center
    var least = Double.infinity
    for item in [a, b] {
      for axis in [
        Vector(dx: item.transform.a, dy: item.transform.b),
        Vector(dx: item.transform.c, dy: item.transform.d),
      ] {
        func reach(_ i: Item) -> Double {
          abs(axis.dot(Vector(dx: i.transform.a, dy: i.transform.b))) * i.bounds.width / 2
            + abs(axis.dot(Vector(dx: i.transform.c, dy: i.transform.d))) * i.bounds.height / 2
        }
        least = min(least, reach(a) + reach(b) - abs(way.dot(axis)))
      }
    }
    return max(least, 0)
  }

  @Test(
    "UD-SCN-16 F-25 (a) 30 items in one place part: ≤ 0.5 pt of overlap, inside, asleep in 10 s")
  func crowd() {
    var runner = Runner<RobustnessDemo>()
    let probe = ItemBehavior(items: runner.simulation.stage.items)
    runner.simulation.stage.animator.addBehavior(probe)
    runner.run(600)
    let s = runner.simulation
    #expect(!s.stage.animator.isRunning)
    for item in s.stage.items { #expect(probe.linearVelocity(for: item) == .zero) }
    for (i, a) in s.stage.items.enumerated() {
      #expect(excess(extent(a), outside: Stage.bounds) <= 0.5, "item \(i)")
      for (j, b) in s.stage.items.enumerated() where j > i {
        #expect(Self.overlap(a, b) <= 0.5, "items \(i) and \(j)")
      }
    }
  }

  @Test("UD-SCN-16 (b) no room for them: every centre stays inside, finite and of finite speed")
  func box() {
    var p = RobustnessDemo.Parameters()
    p.part = 1
    var runner = Runner<RobustnessDemo>(p)
    let probe = ItemBehavior(items: runner.simulation.stage.items)
    runner.simulation.stage.animator.addBehavior(probe)
    runner.run(Sample.isOptimized ? 600 : 200) { step, s in
      for item in s.stage.items {
        #expect(RobustnessDemo.box.contains(item.center), "step \(step): \(item.center)")
        #expect(item.transform.isFinite)
        #expect(probe.linearVelocity(for: item).length < 48_001)
      }
    }
  }

  @Test("UD-SCN-16 (c) a push of 10⁹ against a wall: stays inside, finite", arguments: [2, 3])
  func push(part: Int64) {
    var p = RobustnessDemo.Parameters()
    p.part = part
    var runner = Runner<RobustnessDemo>(p)
    var worst = 0.0
    runner.run(300, [60: [.button(id: 0)]]) { _, s in
      worst = max(worst, excess(extent(s.stage.items[0]), outside: Stage.bounds))
      #expect(s.stage.items[0].center.isFinite)
    }
    #expect(worst <= 1, "\(worst)")
  }

  @Test("UD-SCN-16 UD-CORE-01 (d) frame rates from 1 to 1000 Hz and irregular ones: the same state")
  func rates() {
    func end(_ slices: [Double]) -> [Point] {
      let s = RobustnessDemo(parameters: .init(), seed: 1)
      for slice in slices { s.stage.animator.advance(by: slice) }
      return s.stage.items.map { $0.center }
    }
    let reference = end([2])
    for rate in [1.0, 7, 30, 59.94, 60, 90, 120, 240, 1000] {
      let count = Int((2 * rate).rounded(.down))
      var slices = [Double](repeating: 1 / rate, count: count)
      slices.append(2 - Double(count) / rate + 1e-6)
      #expect(end(slices) == reference, "\(rate) Hz")
    }
    var irregular: [Double] = []
    var sum = 0.0
    while sum < 1.9 {
      let slice = 0.001 + 0.09 * TossDemo.spin(seed: 3, toss: Int64(irregular.count)).magnitude / 10
      irregular.append(slice)
      sum += slice
    }
    irregular.append(2 - sum + 1e-6)
    #expect(end(irregular) == reference)
  }

  static let names = Catalogue.gestured.map(\.name)

  @Test(
    "UD-SCN-16 (e) every number of every scenario at its least and greatest: finite states",
    arguments: Sample.of(names, inDebug: 5))
  func extremes(name: String) throws {
    let extremes = [
      -Double.greatestFiniteMagnitude, -1, 0, 1e-300, 1, 1e9, .greatestFiniteMagnitude,
    ]
    let entry = try #require(Catalogue.all.first { $0.name == name })
    let schema = try entry.start(parameters: entry.defaultParameters, seed: 1).description
      .parameters
    for (index, field) in schema.enumerated() where field.type == .float64 {
      for value in extremes {
        var words = entry.defaultParameters
        words[index] = value.bitPattern
        let run = try entry.start(parameters: words, seed: 1)
        let inputs = script(entry.gestures, stepDuration: StepDuration(1, 60))
        for step in 0..<40 { try run.step((inputs[step] ?? []).map { $0.recordWords }) }
        // A digest refuses numbers that are none.
        _ = run.digest()
      }
    }
  }
}
