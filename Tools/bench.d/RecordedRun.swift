import Recording
import Scenarios
import Sessions
import Simulation
import WorkerThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run of a scene that is recorded in one of the ways, or not, and times its steps.
final class RecordedRun<S: Simulation> {
  let way: RecordingCost.Way
  /// The recording; gone with the run.
  let path: String
  /// The times of each step so far.
  private(set) var times: [RecordingCost.Times] = []
  /// The time of the step under way.
  private var stepTime = 0.0
  private let run: SimulationRun<S>
  private let recorder: AnySessionRecorder?
  private let flight: AnyFlightRecorder?
  private let clock = Stopwatch(clock: CLOCK_MONOTONIC)

  init(_ way: RecordingCost.Way, parameters: S.Parameters, workerCount: Int) throws {
    self.way = way
    path = "\(temporaryFolder)/laplace-bench-\(getpid())-\(way).mcap"
    run = SimulationRun<S>(parameters: parameters, seed: 0)
    if workerCount > 1 { run.share(among: ThreadTeam(workers: workerCount)) }
    var options = RecordingOptions()
    options.usesThread = way != .withoutThread
    // The recorder's thread keeps the processors that it was started with.
    let processors = Processors.usable
    let isPinned = workerCount == 1 && processors.count > 1
    if isPinned { Processors.use(processors.dropLast()) }
    defer { Processors.use(processors[...]) }
    flight = way == .flight ? try AnyFlightRecorder(run, path: path) : nil
    if let tracks = way.tracks {
      recorder = try AnySessionRecorder(run, path: path, tracks: tracks, options: options)
    } else {
      recorder = nil
    }
  }

  deinit { unlink(path) }

  /// Steps until so many steps have been made.
  func step(to count: Int) throws {
    while times.count < count {
      let start = clock.milliseconds()
      if let recorder {
        try recorder.step([], advance: advance)
      } else if let flight {
        try flight.step([], advance: advance)
      } else {
        try advance()
        if way == .digest { _ = run.digest() }
      }
      times.append(
        .init(step: stepTime, extra: clock.milliseconds() - start - stepTime))
    }
  }

  private func advance() throws {
    let start = clock.milliseconds()
    try run.step([] as [S.Input])
    stepTime = clock.milliseconds() - start
  }

  func finish() throws {
    try recorder?.finish()
    flight?.finish()
  }
}
