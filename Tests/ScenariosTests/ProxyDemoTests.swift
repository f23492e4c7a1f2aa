import DeterministicMath
import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-10 proxy")
struct ProxyDemoTests {
  @Test("UD-SCN-10 F-04 the label is seen where the proxy is; its own centre never moves")
  func follows() {
    var runner = Runner<ProxyDemo>()
    let tilts: [Int: [Gesture]] = [
      40: [.tilt(x: 0.4, y: -0.9, z: 0)], 90: [.tilt(x: -0.9, y: -0.3, z: 0)],
      150: [.tilt(x: 0, y: 0.95, z: 0)],
    ]
    var lowest = 0.0
    var largestTurn = 0.0
    runner.run(300, tilts) { step, s in
      #expect(s.label.visualCenter.distance(to: s.proxy.center) < 1e-9, "frame \(step)")
      #expect(s.label.center == Point(x: 160, y: 284))
      #expect(s.label.bounds.size == Size(width: 120, height: 40))
      #expect(abs(s.label.transform.rotation - s.proxy.transform.rotation) < 1e-9)
      lowest = max(lowest, s.proxy.center.y)
      largestTurn = max(largestTurn, abs(s.proxy.transform.rotation))
    }
    #expect(lowest > 540)
    // Turned over: it lies at the top.
    #expect(runner.simulation.proxy.center.y < 40)
    #expect(abs(runner.simulation.proxy.center.y - 20) < 50)
  }

  @Test("UD-SCN-10 bounces off the floor when it is elastic, and a layout pass moves nothing")
  func layout() {
    var plain = Runner<ProxyDemo>()
    var laidOut = Runner<ProxyDemo>()
    var passes: [Int: [Gesture]] = [:]
    for step in stride(from: 3, to: 60, by: 7) {
      passes[step] = [.resize(x: 0, y: 0, width: 320, height: 568)]
    }
    var track: [Point] = []
    plain.run(60) { _, s in track.append(s.label.visualCenter) }
    laidOut.run(60, passes) { step, s in
      #expect(s.label.visualCenter == track[step], "frame \(step)")
      #expect(s.label.center == s.label.layoutCenter)
    }
  }

  @Test("UD-SCN-10 taken away, the transform animates back to the identity")
  func detached() {
    var runner = Runner<ProxyDemo>()
    var steps: [Double] = []
    runner.run(200, [100: [.button(id: 0)], 160: [.button(id: 1)]]) { step, s in
      if step >= 100, step < 160 {
        steps.append(s.label.visualCenter.distance(to: s.label.center))
      }
      if step == 159 { #expect(s.label.transform == .identity) }
    }
    #expect(steps[0] > 150)
    #expect(steps[24] == 0)
    // A spring: it overshoots, and comes back.
    #expect(steps[1..<24].contains { $0 > 1 })
    // Brought back, it falls anew.
    #expect(runner.simulation.label.visualCenter.y > 330)
  }

  @Test(
    "UD-SCN-10 zoom: scale 2 and −0.5 rad after 0.1 s, back to the identity by the spring's law")
  func zoom() {
    var runner = Runner<ProxyDemo>()
    runner.simulation.gravity.gravityDirection = .zero
    var track: [(scale: Double, angle: Double)] = []
    runner.run(60, [0: [.tap(x: 160, y: 284)]]) { _, s in
      let t = s.label.transform
      track.append(((t.a * t.a + t.b * t.b).squareRoot(), t.rotation))
    }
    #expect(abs(track[5].scale - 2) < 1e-12)
    #expect(abs(track[5].angle + 0.5) < 1e-12)
    // x(t) of the specification, worked out apart: ω = 43.17, ζ = 0.4, v₀ = 0.7.
    for frame in 1...20 {
      let t = Double(frame) / 60
      let omega = Elementary.log(1000) / (0.4 * 0.4)
      #expect(abs(omega - 43.17) < 0.01)
      let damped = omega * (1 - 0.16).squareRoot()
      let swing =
        Elementary.cos(damped * t) + (0.4 * omega - 0.7) / damped * Elementary.sin(damped * t)
      let left = Elementary.exp(-0.4 * omega * t) * swing
      #expect(abs(track[5 + frame].scale - abs(1 + left)) < 1e-9, "frame \(frame)")
      #expect(abs(track[5 + frame].angle + 0.5 * left) < 1e-9, "frame \(frame)")
    }
    #expect(track[40].scale == 1)
    #expect(track[40].angle == 0)
  }

  @Test("UD-SCN-10 a zoom in the middle of the fall does not move the proxy")
  func zoomWhileFalling() {
    var plain = Runner<ProxyDemo>()
    var zoomed = Runner<ProxyDemo>()
    var track: [Point] = []
    plain.run(90) { _, s in track.append(s.proxy.center) }
    zoomed.run(90, [10: [.tap(x: 160, y: 284)]]) { step, s in
      #expect(s.proxy.center == track[step])
      #expect(s.label.visualCenter.distance(to: s.proxy.center) < 600)
    }
    #expect(zoomed.simulation.label.visualCenter == plain.simulation.label.visualCenter)
  }

  @Test("UD-SCN-10 UD-COL-18 with the scenario's gestures: the label stays on the stage")
  func gestures() {
    var runner = Runner<ProxyDemo>()
    let inputs = script(Gestures.scenario(10), stepDuration: ProxyDemo.stepDuration)
    runner.run(600, inputs) { step, s in
      #expect(Stage.bounds.contains(s.proxy.center), "frame \(step)")
      #expect(s.label.center == s.label.layoutCenter)
    }
  }
}
