import GoldenWorlds
import Scenarios
import SceneQuality
import Simulation
import WorkerThreads

/// What several workers gain over one.
///
/// The scene is run with all workers, with one, and once for each worker at the same time: a few
/// steps of this, a few of that, in turns. Medians of how the times of such few steps compare are
/// told; least times would flatter one worker, who needs one undisturbed processor and not several
/// at once.
///
/// Worlds side by side share nothing: they gain what the machine's processors have to give at that
/// time, which is less than their number where they are halves of one core, or serve others as
/// well.
struct WorkerGains {
  let team: ThreadTeam
  private let sideBySide: ThreadTeam
  private var timesAlone = StepTimes()
  private var gains: [Double] = []
  private var gainsSideBySide: [Double] = []
  /// Relative to what worlds side by side gain.
  private var shares: [Double] = []

  /// Steps of one turn.
  private static let stepsOfTurn = 8

  init(_ count: Int) {
    team = ThreadTeam(workers: count)
    sideBySide = ThreadTeam(workers: count)
  }

  /// Runs a scene with all workers, in turns with the same scene in the other ways.
  ///
  /// - Returns: how the others ended.
  mutating func compare<S: BenchmarkSimulation>(
    _ shared: inout MeasuredRun<S>, _ options: BenchmarkOptions, _ stepCount: Int,
    _ scene: BenchmarkScene, _ times: inout StepTimes
  ) -> [SceneRun] {
    let count = sideBySide.count
    var alone = MeasuredRun<S>(options, stepCount, nil)
    var others = (0..<count).map { _ in MeasuredRun<S>(options, stepCount, nil) }
    var timesOfOthers = (0..<count).map { _ in StepTimes() }
    let watch = Stopwatch(workerCount: count)
    while shared.steps < stepCount {
      let end = min(shared.steps + WorkerGains.stepsOfTurn, stepCount)
      let time = shared.advance(to: end, &times)
      let timeAlone = alone.advance(to: end, &timesAlone)
      let start = watch.milliseconds()
      others.withUnsafeMutableBufferPointer { others in
        timesOfOthers.withUnsafeMutableBufferPointer { times in
          sideBySide.run { others[$0].advance(to: end, &times[$0]) }
        }
      }
      let timeSideBySide = (watch.milliseconds() - start) / Double(count)
      gains.append(timeAlone / time)
      gainsSideBySide.append(timeAlone / timeSideBySide)
      shares.append(timeSideBySide / time)
    }
    var ended = [alone.end(scene)]
    for index in others.indices { ended.append(others[index].end(scene)) }
    return ended
  }

  /// Adds what was found.
  func describe(_ run: inout SceneRun) {
    func quantile(_ values: [Double], _ part: Double) -> Double {
      values.sorted()[Int(part * Double(values.count - 1))]
    }
    run.phasesAlone = timesAlone.meanPhases
    run.further = (run.further ?? [:]).merging([
      "ms/step with 1 worker": timesAlone.mean, "speed-up": quantile(gains, 0.5),
      "speed-up, lower quartile": quantile(gains, 0.25),
      "speed-up, upper quartile": quantile(gains, 0.75),
      "speed-up of worlds side by side": quantile(gainsSideBySide, 0.5),
      "speed-up over that of worlds side by side": quantile(shares, 0.5),
    ]) { $1 }
  }
}
