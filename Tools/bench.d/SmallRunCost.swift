import Recording
import Replay
import Scenarios
import Simulation
import WorkerThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What recording a simulation of a single item costs, of which a step takes about a microsecond: what a
/// recorder does for each step, whatever it holds.
///
/// A clock that is read at every step would cost as much. Many steps on end are timed, waiting for the
/// writer included, in turns without a recorder and with one; the least times count.
struct SmallRunCost {
  private static let stepCount = 100_000

  /// Microseconds of a step without a recorder, and what recording adds to it.
  let step: Double, log: Double, everything: Double

  init(repeatCount: Int) throws {
    let ways: [RecordingTracks?] = [nil, .log, .everything]
    var times = [Double](repeating: .infinity, count: ways.count)
    for _ in 0..<max(repeatCount, 3) {
      for (index, way) in ways.enumerated() { times[index] = min(times[index], try Self.time(way)) }
    }
    (step, log, everything) = (times[0], times[1] - times[0], times[2] - times[0])
  }

  private static func time(_ tracks: RecordingTracks?) throws -> Double {
    let path = "\(temporaryFolder)/laplace-bench-\(getpid())-small.mcap"
    defer { unlink(path) }
    let run = SimulationRun<S01Orbit>(parameters: S01Orbit.Parameters(), seed: 1)
    // The recorder's thread keeps the processors that it was started with.
    let processors = Processors.usable
    if processors.count > 1 { Processors.use(processors.dropLast()) }
    defer { Processors.use(processors[...]) }
    let recorder = try tracks.map { try SessionRecorder(run, path: path, tracks: $0) }
    if processors.count > 1 { Processors.use(processors.suffix(1)) }
    let clock = Stopwatch(clock: CLOCK_MONOTONIC)
    let start = clock.milliseconds()
    for _ in 0..<stepCount {
      if let recorder { try recorder.step([]) } else { try run.step([] as [S01Orbit.Input]) }
    }
    let time = clock.milliseconds() - start
    try recorder?.finish()
    return 1000 * time / Double(stepCount)
  }

  var figures: [String: Double] {
    ["stepMicroseconds": step, "logMicroseconds": log, "recordingMicroseconds": everything]
  }

  var line: String {
    func microseconds(_ value: Double) -> String { fixed(value, 2) + " µs" }
    return "S01, one item: a step \(microseconds(step)); the log \(microseconds(log)),"
      + " everything \(microseconds(everything)) more"
  }
}
