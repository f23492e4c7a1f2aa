import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

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
  /// Of the present step, by phase.
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

/// Runs a scene as often as asked, and keeps the least time of each step and of each of its phases.
struct Measurement: SceneVisitor {
  var options: BenchmarkOptions

  func visit<S: BenchmarkSimulation>(_ type: S.Type, _ scene: BenchmarkScene) throws -> SceneRun {
    let parameters = options.isSmall ? S.smallParameters : S.Parameters()
    let stepCount = options.stepCount ?? (options.isSmall ? S.smallStepCount : scene.stepCount)
    let watch = Stopwatch(workerCount: options.workerCount)
    var least: [Double] = []
    var leastPhases: [[Double]] = []
    var run: SceneRun?
    for turn in 0..<options.repeatCount {
      var simulation = S(parameters: parameters, seed: 0)
      let timer = PhaseTimer(watch)
      // The first step builds all pairs and grows all stores.
      simulation.step([])
      if options.marksPhases {
        simulation.world.phaseObserver = { markPhase(Int32($0.rawValue)) }
      } else {
        simulation.world.phaseObserver = { timer.begin($0) }
      }
      for step in 1..<stepCount {
        timer.clear()
        let start = watch.milliseconds()
        simulation.step([])
        let time = watch.milliseconds() - start
        if turn == 0 {
          least.append(time)
          leastPhases.append(timer.times)
        } else {
          least[step - 1] = min(least[step - 1], time)
          for phase in timer.times.indices {
            leastPhases[step - 1][phase] = min(leastPhases[step - 1][phase], timer.times[phase])
          }
        }
      }
      simulation.world.phaseObserver = nil
      let ended = describe(&simulation, scene, stepCount)
      if let run, run.digest != ended.digest {
        fatalError("\(scene.rawValue): two runs ended differently")
      }
      run = ended
    }
    guard var run else { fatalError("no turn was run") }
    let count = Double(least.count)
    run.msPerStep = least.reduce(0, +) / count
    var phases: [String: Double] = [:]
    for (index, name) in phaseNames.enumerated() {
      phases[name] = leastPhases.reduce(0) { $0 + $1[index] } / count
    }
    run.phases = phases
    run.times = options.tellsTimes ? least : nil
    return run
  }

  private func describe<S: BenchmarkSimulation>(
    _ simulation: inout S, _ scene: BenchmarkScene, _ stepCount: Int
  ) -> SceneRun {
    var visitor = DigestVisitor()
    simulation.visitState(&visitor)
    let world = simulation.world
    var figures: [String: Double] = [:]
    for figure in SceneFigures(world).named { figures[figure.name] = figure.value }
    return SceneRun(
      engine: "Laplace", scene: scene.rawValue, steps: stepCount, workers: options.workerCount,
      msPerStep: 0, bodies: world.bodyCount, shapes: world.shapeCount,
      joints: world.jointIDs.count, contacts: world.contactCount, figures: figures,
      digest: visitor.digest.description,
      quality: simulation.quality().map {
        SceneRun.Quality(name: $0.name, value: $0.value, limit: $0.limit)
      }, isSmall: options.isSmall ? true : nil)
  }
}

/// The phase that was marked last.
nonisolated(unsafe) var markedPhase: Int32 = -1

/// Called between the phases of a step in a process whose instructions are counted: the counter cuts
/// its counts where this function is entered.
@inline(never)
func markPhase(_ phase: Int32) { markedPhase = phase }
