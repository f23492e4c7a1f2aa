import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-14 toss")
struct TossDemoTests {
  /// A drag by a corner, released with a velocity.
  private static func drag(velocity: Vector) -> [Int: [Gesture]] {
    var inputs: [Int: [Gesture]] = [5: [.panBegan(x: 220, y: 310)]]
    for i in 1...20 { inputs[5 + i] = [.panChanged(x: 220 + Double(i), y: 310 + Double(i))] }
    inputs[26] = [.panEnded(x: 240, y: 330, velocityX: velocity.dx, velocityY: velocity.dy)]
    return inputs
  }

  @Test("UD-SCN-14 the finger holds the card where it touched it")
  func held() {
    var runner = Runner<TossDemo>()
    runner.run(26, Self.drag(velocity: .zero)) { step, s in
      guard step >= 6 else { return }
      let seen = AffineTransform2D(rotation: s.card.rotation).apply(to: Point(x: 60, y: 26))
      let held = s.card.center + Vector(dx: seen.x, dy: seen.y)
      let i = Double(step - 5)
      #expect(held.distance(to: Point(x: 220 + i, y: 310 + i)) < 2, "frame \(step)")
    }
    #expect(runner.simulation.phase == .held)
  }

  @Test("UD-SCN-14 slower than 1000 pt/s: home in 0.5 s, upright; the animator rests")
  func home() {
    var runner = Runner<TossDemo>()
    var phases: [TossDemo.Phase] = []
    runner.run(120, Self.drag(velocity: Vector(dx: 600, dy: -700))) { _, s in phases.append(s.phase)
    }
    #expect(phases.filter { $0 == .returning }.count == 29)
    #expect(phases[55] == .idle)
    let s = runner.simulation
    #expect(s.card.center == Point(x: 160, y: 284))
    #expect(s.card.transform == .identity)
    #expect(!s.stage.animator.isRunning)
    #expect(s.stage.animator.behaviors.isEmpty)
  }

  @Test(
    "UD-SCN-14 faster: a push along the velocity, ‖v‖/15 strong, a drawn spin, back after 0.3 s",
    arguments: UInt64(1)...4)
  func tossed(seed: UInt64) {
    let velocity = Vector(dx: 1500, dy: -900)
    var runner = Runner<TossDemo>(seed: seed)
    let probe = ItemBehavior(items: [runner.simulation.card])
    runner.simulation.stage.animator.declare(probe)
    var tossed = 0
    var before = (linear: Vector.zero, angular: 0.0)
    runner.run(120, Self.drag(velocity: velocity)) { step, s in
      if step == 25 {
        s.stage.animator.addBehavior(probe)
        before = (probe.linearVelocity(for: s.card), probe.angularVelocity(for: s.card))
      }
      if step == 26 {
        // Mass 2.4: Δv = 100·(‖v‖/15)/2.4 along v.
        let change = probe.linearVelocity(for: s.card) - before.linear
        let expected = (100.0 / 15 / 2.4) * velocity
        #expect((change - expected).length < 1, "\(change)")
        let spin = probe.angularVelocity(for: s.card) - before.angular
        #expect(abs(spin - TossDemo.spin(seed: seed, toss: 0)) < 1e-3)
        s.stage.animator.removeBehavior(probe)
      }
      if s.phase == .tossed { tossed += 1 }
    }
    #expect(tossed == 17)
    let s = runner.simulation
    #expect(s.phase == .idle)
    #expect(s.card.center == Point(x: 160, y: 284))
    #expect(s.stage.animator.behaviors.isEmpty)
  }

  @Test("UD-SCN-14 spins are even over −10 … 10, and another for each toss and seed")
  func spins() {
    var sum = 0.0
    var spins: [Double] = []
    for seed: UInt64 in 1...40 {
      for toss: Int64 in 0..<25 {
        let spin = TossDemo.spin(seed: seed, toss: toss)
        #expect(spin >= -10 && spin < 10)
        sum += spin
        #expect(!spins.contains(spin))
        spins.append(spin)
      }
    }
    #expect(abs(sum / 1000) < 0.6)
  }

  @Test("UD-SCN-14 caught right after it was put back, it starts from rest at home")
  func again() {
    var inputs = Self.drag(velocity: Vector(dx: 3000, dy: 0))
    inputs[44] = [.panBegan(x: 160, y: 284)]
    var runner = Runner<TossDemo>()
    runner.run(60, inputs) { step, s in
      if step >= 44 {
        #expect(s.phase == .held)
        #expect(s.card.center.distance(to: Point(x: 160, y: 284)) < 0.5, "frame \(step)")
      }
    }
  }
}
