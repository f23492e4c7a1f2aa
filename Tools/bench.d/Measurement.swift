import DeterministicMath
import GoldenWorlds
import RigidBodies
import Scenarios
import SceneQuality
import Simulation
import WorkerThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Phases that are timed, by name and in order.
let phaseNames = StepPhase.allCases.filter { $0 != .done }.map { "\($0)" }

/// Milliseconds: this thread's processor time, because a busy machine disturbs it least; with
/// several workers the time that passes, because one thread's time is then not what a step costs.
struct Stopwatch {
  var clock: clockid_t

  init(clock: clockid_t) { self.clock = clock }

  init(workerCount: Int) {
    clock = workerCount == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC
  }

  func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

func processorMilliseconds() -> Double { Stopwatch(workerCount: 1).milliseconds() }

/// Times the phases of a step, as the world tells them.
final class PhaseTimer {
  private let watch: Stopwatch
  private var present = StepPhase.done
  private var start = 0.0
  /// Times of the present step, by phase.
  private(set) var times = [Double](repeating: 0, count: StepPhase.allCases.count)

  init(_ watch: Stopwatch) { self.watch = watch }

  func begin(_ phase: StepPhase) {
    let now = watch.milliseconds()
    if present != .done { times[Int(present.rawValue)] += now - start }
    present = phase
    start = now
  }

  func clear() {
    for index in times.indices { times[index] = 0 }
  }
}

/// The least time of each step of a scene, and of each of its phases, over several runs.
struct StepTimes {
  private(set) var steps: [Double] = []
  private var phases: [[Double]] = []

  /// - Parameter index: of the step.
  mutating func take(_ index: Int, _ time: Double, _ phaseTimes: [Double]) {
    if index == steps.count {
      steps.append(time)
      phases.append(phaseTimes)
      return
    }
    steps[index] = min(steps[index], time)
    for phase in phaseTimes.indices {
      phases[index][phase] = min(phases[index][phase], phaseTimes[phase])
    }
  }

  var mean: Double { steps.reduce(0, +) / Double(steps.count) }

  var meanPhases: [String: Double] {
    var named: [String: Double] = [:]
    for (index, name) in phaseNames.enumerated() {
      named[name] = phases.reduce(0) { $0 + $1[index] } / Double(phases.count)
    }
    return named
  }
}

/// Means of a scene's figures over several states.
struct MeanFigures {
  private var sums: [String: Double] = [:]
  private var count = 0

  mutating func add(_ figures: SceneFigures) {
    for figure in figures.named { sums[figure.name, default: 0] += figure.value }
    count += 1
  }

  var means: [String: Double] { sums.mapValues { $0 / Double(count) } }
}

/// Runs a scene as often as asked, and keeps the least time of each step and of each of its phases.
struct Measurement: SceneVisitor {
  var options: BenchmarkOptions

  func visit<S: BenchmarkSimulation>(_ type: S.Type, _ scene: BenchmarkScene) throws -> SceneRun {
    let stepCount = options.stepCount(of: S.self, scene)
    var times = StepTimes()
    var gains = options.workerCount > 1 ? WorkerGains(options.workerCount) : nil
    var run: SceneRun?
    for _ in 0..<options.repeatCount {
      var turn = MeasuredRun<S>(options, stepCount, gains?.team)
      var ended: [SceneRun] = []
      if gains == nil {
        turn.advance(to: stepCount, &times)
      } else {
        ended = gains?.compare(&turn, options, stepCount, scene, &times) ?? []
      }
      ended.append(turn.end(scene))
      if let run { ended.append(run) }
      if let other = ended.first(where: { $0.digest != ended[0].digest }) {
        fatalError(
          "\(scene.rawValue): two runs ended differently: \(ended[0].digest ?? "") and "
            + "\(other.digest ?? "")")
      }
      run = ended[0]
    }
    guard var run else { fatalError("no turn was run") }
    run.workers = options.workerCount
    run.msPerStep = times.mean
    run.phases = times.meanPhases
    run.times = options.tellsTimes ? times.steps : nil
    if options.isMedium {
      run.further = [
        "steps per second": 1000 / times.mean, "slowest step (ms)": times.steps.max() ?? 0,
      ]
    }
    gains?.describe(&run)
    return run
  }
}

/// One run of a scene, timed.
struct MeasuredRun<S: BenchmarkSimulation> {
  private let options: BenchmarkOptions
  private let watch: Stopwatch
  private let timer: PhaseTimer
  private let stepCount: Int
  private let figuresFrom: Int
  private var simulation: S
  private var figures = MeanFigures()
  private var shaker: Shaker?
  /// Steps taken.
  private(set) var steps = 1

  /// Takes the first step, which is not timed: it builds all pairs and grows all stores.
  init(_ options: BenchmarkOptions, _ stepCount: Int, _ team: ThreadTeam?) {
    self.options = options
    self.stepCount = stepCount
    watch = Stopwatch(workerCount: options.workerCount)
    timer = PhaseTimer(watch)
    figuresFrom = min(options.figuresFrom ?? stepCount, stepCount)
    simulation = S(parameters: options.parameters(of: S.self), seed: 0)
    simulation.world.team = team
    let isNudged = nudge(simulation.world)
    shaker = Shaker(seed: UInt32(truncatingIfNeeded: options.shake))
    shaker?.shake(simulation.world)
    simulation.step([])
    if !isNudged { _ = nudge(simulation.world) }
    shaker?.shake(simulation.world)
    if figuresFrom == 1 { figures.add(SceneFigures(simulation.world)) }
    if options.marksPhases {
      simulation.world.phaseObserver = { markPhase(Int32($0.rawValue)) }
    } else {
      simulation.world.phaseObserver = { [timer] in timer.begin($0) }
    }
  }

  /// Steps until so many steps were taken.
  ///
  /// - Returns: milliseconds that the steps took.
  @discardableResult
  mutating func advance(to end: Int, _ times: inout StepTimes) -> Double {
    var sum = 0.0
    while steps < end {
      timer.clear()
      let start = watch.milliseconds()
      simulation.step([])
      let time = watch.milliseconds() - start
      times.take(steps - 1, time, timer.times)
      sum += time
      steps += 1
      shaker?.shake(simulation.world)
      if steps >= figuresFrom { figures.add(SceneFigures(simulation.world)) }
    }
    return sum
  }

  /// Does what ``BenchmarkOptions/nudge`` asks for.
  ///
  /// - Returns: whether there is a body to do it to: a scene may create its first one in a step.
  private func nudge(_ world: World) -> Bool {
    guard let body = world.bodyIDs.first(where: { world.type(of: $0) == .dynamic }) else {
      return false
    }
    if options.nudge > 0 {
      let v = world.linearVelocity(of: body)
      world.setLinearVelocity(Vec2(v.x + 0.001 * Float(options.nudge), v.y), of: body)
    }
    return true
  }

  /// What the scene is now.
  mutating func end(_ scene: BenchmarkScene) -> SceneRun {
    simulation.world.phaseObserver = nil
    var visitor = DigestVisitor()
    simulation.visitState(&visitor)
    let world = simulation.world
    return SceneRun(
      engine: "Laplace", scene: scene.rawValue, steps: stepCount, workers: options.workerCount,
      msPerStep: 0, bodies: world.bodyCount, shapes: world.shapeCount,
      joints: world.jointIDs.count, contacts: world.contactCount, figures: figures.means,
      digest: visitor.digest.description,
      quality: simulation.quality().map {
        SceneRun.Quality(name: $0.name, value: $0.value, limit: $0.limit)
      }, isSmall: options.isSmall ? true : nil, isMedium: options.isMedium ? true : nil)
  }
}

/// Does what ``BenchmarkOptions/shake`` asks for: gives every moving body up to 0.2 m/s more along
/// x and along y, up or down. A body that a scene makes in a step gets it after that step.
struct Shaker {
  private var word: UInt32
  private var known: Set<UInt64> = []

  /// - Returns: `nil` for seed 0.
  init?(seed: UInt32) {
    if seed == 0 { return nil }
    word = seed
  }

  mutating func shake(_ world: World) {
    for body in world.bodyIDs where world.type(of: body) == .dynamic {
      if !known.insert(UInt64(body.generation) << 32 | UInt64(body.slot)).inserted { continue }
      let v = world.linearVelocity(of: body)
      let dx = draw()
      let dy = draw()
      world.setLinearVelocity(Vec2(v.x + dx, v.y + dy), of: body)
    }
  }

  /// From −0.2 to 0.2, as the peers' drivers draw it.
  private mutating func draw() -> Float {
    word = word &* 1_664_525 &+ 1_013_904_223
    return (Float(word >> 8) / 16_777_216 - 0.5) * 0.4
  }
}

/// The phase that was marked last.
nonisolated(unsafe) var markedPhase: Int32 = -1

/// Called between the phases of a step in a process whose instructions are counted: the counter
/// cuts its counts where this function is entered.
@inline(never)
func markPhase(_ phase: Int32) { markedPhase = phase }
