import DeterministicMath
import Simulation
import Testing

/// Real time to steps: slicing cannot matter, and no slice can do harm.
@Suite struct FixedStepClockTests {
  static let durations: [StepDuration] = [
    StepDuration(1, 60), StepDuration(1, 240), StepDuration(1, 120), StepDuration(1001, 60_000),
    StepDuration(1, 144), StepDuration(7, 3), StepDuration(1, 1_000_000), StepDuration(.max, 1),
  ]

  @Test("UD-CORE-01 any slicing of the same ticks gives the same steps", arguments: durations)
  func slicing(duration: StepDuration) {
    for seed in UInt64(0)..<50 {
      var random = RandomStream(seed: seed, stream: "slices").draws(step: 0)
      let total = Int64(random.integer(below: 5_000_000_000))
      let scaled = total.multipliedFullWidth(by: Int64(duration.denominator))
      let expected = (Int64(duration.numerator) * FixedStepClock.ticksPerSecond)
        .dividingFullWidth(scaled).quotient

      var clock = FixedStepClock(stepDuration: duration)
      var left = total
      var steps: Int64 = 0
      while left > 0 {
        let slice = min(left, random.integer(in: 1...200_000_000))
        let taken = clock.advance(by: Double(slice) / Double(FixedStepClock.ticksPerSecond))
        #expect(taken >= 0, "seed \(seed)")
        steps += taken
        left -= slice
        #expect(clock.elapsedTicks == total - left, "seed \(seed)")
        #expect((0...1).contains(clock.interpolation), "seed \(seed)")
      }
      #expect(steps == expected, "seed \(seed)")
      #expect(clock.stepCount == expected, "seed \(seed)")
    }
  }

  @Test(
    "UD-CORE-01 frames at usual rates add up to whole seconds",
    arguments: [24, 25, 30, 48, 50, 60, 75, 100, 120, 240, 1000] as [Int64])
  func frames(rate: Int64) {
    var clock = FixedStepClock(stepDuration: StepDuration(1, 60))
    var steps: Int64 = 0
    for frame in 1...(rate * 20) {
      steps += clock.advance(by: 1 / Double(rate))
      #expect(steps == frame * 60 / rate, "frame \(frame)")
    }
    #expect(clock.elapsedTicks == 20 * FixedStepClock.ticksPerSecond)
    #expect(clock.interpolation == 0)
  }

  @Test("two slices of 1/60 s are one of 1/30 s")
  func halves() {
    var one = FixedStepClock(stepDuration: StepDuration(1, 240))
    var two = one
    #expect(one.advance(by: 1.0 / 30) == 8)
    #expect(two.advance(by: 1.0 / 60) + two.advance(by: 1.0 / 60) == 8)
    #expect(one == two)
  }

  @Test("interpolation tells where between two steps the present lies")
  func interpolation() {
    var clock = FixedStepClock(stepDuration: StepDuration(1, 60))
    #expect(clock.interpolation == 0)
    #expect(clock.advance(by: 1.0 / 240) == 0)
    #expect(clock.interpolation == 0.25)
    #expect(clock.advance(by: 1.0 / 60) == 1)
    #expect(clock.interpolation == 0.25)
    #expect(clock.advance(by: 1.0 / 120) == 0)
    #expect(clock.interpolation == 0.75)
  }

  @Test("slices that are no time add nothing")
  func nothing() {
    var clock = FixedStepClock(stepDuration: StepDuration(1, 60))
    _ = clock.advance(by: 0.3)
    let before = clock
    let slices: [Double] = [
      .nan, .signalingNaN, -.nan, 0, -0.0, -1, -1e300, -.infinity, .leastNonzeroMagnitude, 1e-12,
    ]
    for slice in slices {
      #expect(clock.advance(by: slice) == 0, "\(slice)")
      #expect(clock == before, "\(slice)")
    }
  }

  @Test("huge slices count as 10⁹ s, and never trap", arguments: durations)
  func hugeSlices(duration: StepDuration) {
    var clock = FixedStepClock(stepDuration: duration)
    var steps: Int64 = 0
    for slice in [1e9, 1e10, .infinity, Double.greatestFiniteMagnitude] {
      let before = clock.elapsedTicks
      steps += clock.advance(by: slice)
      #expect(clock.elapsedTicks - before == 1_000_000_000 * FixedStepClock.ticksPerSecond)
    }
    for _ in 0..<100 {
      let taken = clock.advance(by: .infinity)
      #expect(taken >= 0)
      steps += taken
      #expect((0...1).contains(clock.interpolation))
    }
    #expect(clock.elapsedTicks == .max)
    #expect(clock.stepCount == steps)
    #expect(clock.advance(by: 1) == 0)
  }

  @Test("slices are rounded to ticks, ties to even")
  func rounding() {
    let tick = 1 / Double(FixedStepClock.ticksPerSecond)
    for (slice, ticks) in [(0.4, 0), (0.6, 1), (1.4, 1), (2.6, 3), (1000.3, 1000)]
      as [(Double, Int64)]
    {
      var clock = FixedStepClock(stepDuration: StepDuration(1, 60))
      _ = clock.advance(by: slice * tick)
      #expect(clock.elapsedTicks == ticks, "\(slice)")
    }
    var clock = FixedStepClock(stepDuration: StepDuration(1, 60))
    _ = clock.advance(by: 0x1p-11)  // 117,187.5 ticks
    #expect(clock.elapsedTicks == 117_188)
    _ = clock.advance(by: 0x3p-11)  // 351,562.5 ticks
    #expect(clock.elapsedTicks == 117_188 + 351_562)
  }
}

/// Which step an input with a time stamp belongs to.
@Suite struct StepIndexTests {
  @Test("the first step that starts at or after a time", arguments: FixedStepClockTests.durations)
  func firstStep(duration: StepDuration) {
    let ticks = Double(FixedStepClock.ticksPerSecond)
    for seed in UInt64(0)..<50 {
      var random = RandomStream(seed: seed, stream: "times").draws(step: 0)
      let tick = Int64(random.integer(below: 10_000_000_000))
      let step = duration.firstStep(atOrAfter: Double(tick) / ticks)
      // A step starts at step · numerator / denominator seconds: compared in whole numbers.
      let unit = Int64(duration.numerator) * FixedStepClock.ticksPerSecond
      let time = tick.multipliedFullWidth(by: Int64(duration.denominator))
      func starts(_ step: Int64, before: Bool) -> Bool {
        let start = step.multipliedFullWidth(by: unit)
        return before
          ? (start.high, start.low) < (time.high, time.low)
          : (start.high, start.low) >= (time.high, time.low)
      }
      #expect(starts(step, before: false), "seed \(seed)")
      #expect(step == 0 || starts(step - 1, before: true), "seed \(seed)")
    }
  }

  @Test("whole steps belong to themselves, a tick later to the next one")
  func boundaries() {
    let duration = StepDuration(1, 60)
    for step in Int64(0)..<2000 {
      let start = Double(step) / 60
      #expect(duration.firstStep(atOrAfter: start) == step)
      #expect(duration.firstStep(atOrAfter: start + 5e-9) == step + 1)
      #expect(duration.firstStep(atOrAfter: start - 5e-9) == step)
    }
  }

  @Test("times that are none belong to step 0, far ones to the last second of 10⁹")
  func hostile() {
    let duration = StepDuration(1, 60)
    for time in [.nan, -.nan, -1, -.infinity, 0, -0.0] as [Double] {
      #expect(duration.firstStep(atOrAfter: time) == 0)
    }
    #expect(duration.firstStep(atOrAfter: .infinity) == 60_000_000_000)
    #expect(duration.firstStep(atOrAfter: 1e300) == 60_000_000_000)
    #expect(StepDuration(1, 1_000_000).firstStep(atOrAfter: .infinity) == 1_000_000_000_000_000)
    #expect(StepDuration(.max, 1).firstStep(atOrAfter: .infinity) == 1)
  }

  @Test("an input given before a step is due is taken by that step")
  func agreesWithTheClock() {
    let duration = StepDuration(1, 60)
    for seed in UInt64(0)..<50 {
      var random = RandomStream(seed: seed, stream: "agree").draws(step: 0)
      let time = random.uniform(in: 0.0...100)
      var clock = FixedStepClock(stepDuration: duration)
      let due = clock.advance(by: time)
      let step = duration.firstStep(atOrAfter: time)
      #expect(step == due || step == due + 1, "seed \(seed)")
    }
  }
}
