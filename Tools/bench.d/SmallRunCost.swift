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

/// What recording an animator of a single item costs, of which a step takes some microseconds: what a
/// recorder does for each step, however little it holds.
///
/// To read the clock at every step would disturb what is measured. Many steps on end are timed, with what
/// they wait for the writer but without the last of its work, in turns without a recorder and with one;
/// the least times count.
struct SmallRunCost {
  private static let stepCount = 100_000

  private typealias Way = RecordingCost.Way
  private static let ways: [Way] = [.none, .log, .everything, .flight]

  /// Microseconds of a step, by what is recorded.
  private var times: [Way: Double] = [:]

  init(repeatCount: Int) throws {
    for _ in 0..<max(repeatCount, 3) {
      for way in Self.ways { times[way] = min(times[way] ?? .infinity, try Self.time(way)) }
    }
  }

  private var step: Double { times[.none] ?? 0 }

  /// Microseconds that recording adds to a step.
  private func extra(_ way: Way) -> Double { (times[way] ?? 0) - step }

  private static func time(_ way: Way) throws -> Double {
    let path = "\(temporaryFolder)/laplace-bench-\(getpid())-small.mcap"
    defer { unlink(path) }
    let run = SimulationRun<OrbitDemo>(parameters: OrbitDemo.Parameters(), seed: 1)
    // The recorder's thread keeps the processors that it was started with.
    let processors = Processors.usable
    if processors.count > 1 { Processors.use(processors.dropLast()) }
    defer { Processors.use(processors[...]) }
    let recorder = try way.tracks.map { try SessionRecorder(run, path: path, tracks: $0) }
    let flight = way == .flight ? try FlightRecorder(run, path: path) : nil
    if processors.count > 1 { Processors.use(processors.suffix(1)) }
    let clock = Stopwatch(clock: CLOCK_MONOTONIC)
    let start = clock.milliseconds()
    for _ in 0..<stepCount {
      if let recorder {
        try recorder.step([])
      } else if let flight {
        try flight.step([])
      } else {
        try run.step([] as [OrbitDemo.Input])
      }
    }
    let time = clock.milliseconds() - start
    try recorder?.finish()
    flight?.finish()
    return 1000 * time / Double(stepCount)
  }

  var figures: [String: Double] {
    [
      "stepMicroseconds": step, "logMicroseconds": extra(.log),
      "recordingMicroseconds": extra(.everything), "flightMicroseconds": extra(.flight),
    ]
  }

  var line: String {
    func microseconds(_ value: Double) -> String { fixed(value, 2) + " µs" }
    return "orbit, one item: a step \(microseconds(step)); the log \(microseconds(extra(.log))),"
      + " everything \(microseconds(extra(.everything))), a flight recorder"
      + " \(microseconds(extra(.flight))) more"
  }
}
