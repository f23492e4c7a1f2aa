import DeterministicMath
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

/// Records a scene in its own size or the small one.
struct RecordingMeasurement: SceneVisitor {
  var options: BenchmarkOptions

  func visit<S: BenchmarkSimulation>(
    _ type: S.Type, _ scene: BenchmarkScene
  ) throws -> RecordingCost {
    let parameters = options.parameters(of: S.self)
    let stepCount = options.stepCount ?? (options.isSmall ? S.smallStepCount : scene.stepCount)
    return try RecordingCost(type, parameters, stepCount, options)
  }
}

/// What recording a scene costs the thread that simulates.
///
/// The scene is run in turns without a recorder, with one that writes the log, with a flight
/// recorder, with a recorder that writes everything, and with one that does so without a thread of
/// its own. Of each step the least time
/// of the turns counts, by the clock: a step that waited for the writer shows.
struct RecordingCost {
  enum Way: CaseIterable {
    case none, log, flight, everything, withoutThread
  }

  private var times: [Way: [Double]] = [:]
  private let workerCount: Int
  private var writerMilliseconds = Double.infinity
  private(set) var statistics = RecordingStatistics()

  init<S: Simulation>(
    _ type: S.Type, _ parameters: S.Parameters, _ stepCount: Int, _ options: BenchmarkOptions
  ) throws {
    workerCount = options.workerCount
    for _ in 0..<options.repeatCount {
      for way in Way.allCases {
        let run = SimulationRun<S>(parameters: parameters, seed: 0)
        if options.workerCount > 1 { run.share(among: ThreadTeam(workers: options.workerCount)) }
        let turn = try record(run, way, stepCount)
        times[way] = times[way].map { zip($0, turn).map(min) } ?? turn
      }
    }
  }

  private mutating func record<S: Simulation>(
    _ run: SimulationRun<S>, _ way: Way, _ stepCount: Int
  ) throws -> [Double] {
    let clock = Stopwatch(clock: CLOCK_MONOTONIC)
    let path = "\(temporaryFolder)/laplace-bench-\(getpid()).mcap"
    defer { unlink(path) }
    var options = RecordingOptions()
    options.usesThread = way != .withoutThread
    // The recorder's thread keeps the processors that it was started with.
    let processors = Processors.usable
    let isPinned = workerCount == 1 && processors.count > 1
    if isPinned { Processors.use(processors.dropLast()) }
    defer { Processors.use(processors[...]) }
    let flight =
      way == .flight
      ? try FlightRecorder(run, path: "\(temporaryFolder)/laplace-bench.flight") : nil
    defer { flight?.finish() }
    let recorder =
      way == .none || way == .flight
      ? nil
      : try SessionRecorder(
        run, path: path, tracks: way == .log ? .log : .everything, options: options)
    if isPinned { Processors.use(processors.suffix(1)) }
    let own = Stopwatch(clock: CLOCK_THREAD_CPUTIME_ID)
    let all = Stopwatch(clock: CLOCK_PROCESS_CPUTIME_ID)
    let start = all.milliseconds() - own.milliseconds()
    var turn: [Double] = []
    for _ in 0..<stepCount {
      let start = clock.milliseconds()
      if let recorder {
        try recorder.step([])
      } else if let flight {
        try flight.step([])
      } else {
        try run.step([])
      }
      turn.append(clock.milliseconds() - start)
    }
    try recorder?.finish()
    if way == .everything {
      writerMilliseconds = min(writerMilliseconds, all.milliseconds() - own.milliseconds() - start)
      statistics = try Recording(path: path).statistics
    }
    return turn
  }

  private func total(_ way: Way) -> Double { (times[way] ?? []).dropFirst().reduce(0, +) }

  /// In percent of a step.
  func overhead(_ way: Way) -> Double { 100 * (total(way) / total(.none) - 1) }

  /// Microseconds that a part of the steps exceeds what it takes without a recorder by, at most.
  func extra(_ way: Way, ofSteps part: Double) -> Double {
    let extras = zip(times[way] ?? [], times[.none] ?? []).dropFirst().map { 1000 * ($0 - $1) }
    let sorted = extras.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  /// Rows that changed, in millions per second of the writing thread.
  var writerRate: Double { Double(statistics.activeRowSteps) / writerMilliseconds / 1e3 }

  var bytesPerRowStep: Double {
    Double(statistics.stateBytes) / Double(max(statistics.activeRowSteps, 1))
  }

  /// Overheads in percent of a step, extra times in microseconds, sizes in bytes.
  var figures: [String: Double] {
    [
      "logOverhead": overhead(.log), "recordingOverhead": overhead(.everything),
      "recordingOverheadWithoutThread": overhead(.withoutThread),
      "flightOverhead": overhead(.flight), "flightMicrosecondsWorst": extra(.flight, ofSteps: 1),
      "recordingMicrosecondsMedian": extra(.everything, ofSteps: 0.5),
      "recordingMicroseconds99": extra(.everything, ofSteps: 0.99),
      "recordingMicrosecondsWorst": extra(.everything, ofSteps: 1),
      "writerRowsPerSecond": 1e6 * writerRate, "bytesPerActiveRowStep": bytesPerRowStep,
      "activeRowSteps": Double(statistics.activeRowSteps),
      "keyframeBytes": Double(statistics.keyframeBytes), "fileSize": Double(statistics.fileSize),
    ]
  }

  static let header = """
    recording        log    flight  µs: worst  everything   µs: median    99 %   worst  no thread  M rows/s  B/row    file
    """

  func line(_ scene: String) -> String {
    func cell(_ value: Double, _ digits: Int, _ width: Int, _ unit: String = "") -> String {
      padded(fixed(value, digits) + unit, width)
    }
    let name = scene + String(repeating: " ", count: max(0, 14 - scene.count))
    return name + cell(overhead(.log), 1, 8, " %") + cell(overhead(.flight), 1, 8, " %")
      + cell(extra(.flight, ofSteps: 1), 0, 11) + cell(overhead(.everything), 1, 10, " %")
      + cell(extra(.everything, ofSteps: 0.5), 0, 13)
      + cell(extra(.everything, ofSteps: 0.99), 0, 8)
      + cell(extra(.everything, ofSteps: 1), 0, 8) + cell(overhead(.withoutThread), 1, 9, " %")
      + cell(writerRate, 1, 10) + cell(bytesPerRowStep, 2, 7)
      + cell(Double(statistics.fileSize) / 1e6, 1, 8, " MB")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// Prints what recording each scene costs; as JSON also what saving and restoring its state does.
func measureRecording(_ options: BenchmarkOptions) throws {
  if !options.isJSON { print(RecordingCost.header) }
  for scene in options.scenes {
    let cost = try scene.visit(RecordingMeasurement(options: options))
    if options.isJSON {
      let figures = try cost.figures.merging(scene.visit(StateMeasurement(options: options))) {
        _, new in new
      }
      print(encoded([scene.rawValue: figures]))
    } else {
      print(cost.line(scene.rawValue))
    }
    fflush(nil)
  }
}

/// Memory-backed where there is such a folder: the disk's speed is not what is measured.
var temporaryFolder: String { access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp" }
