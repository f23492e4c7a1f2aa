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
/// The scene is run without a recorder, with one that writes the log, with a flight recorder, with a
/// recorder that writes everything, and with one that does so without a thread of its own. They take
/// turns of some steps each, so that what else the machine does meets all of them; a turn's first
/// steps find another run's data in the caches and do not count. The least time that a step takes
/// in the repetitions counts, by the clock: a step that waits for the writer shows.
struct RecordingCost {
  enum Way: CaseIterable {
    case none, log, flight, everything, withoutThread
  }

  /// Steps of one run before it is another's turn: many more than may be on their way to a writer,
  /// so that one that falls behind is waited for. The first of them do not count.
  private static let turnStepCount = 100, warmingStepCount = 2

  private var times: [Way: [Double]] = [:]
  private(set) var statistics = RecordingStatistics()

  init<S: Simulation>(
    _ type: S.Type, _ parameters: S.Parameters, _ stepCount: Int, _ options: BenchmarkOptions
  ) throws {
    let processors = Processors.usable
    for repetition in 0..<options.repeatCount {
      let runs = try Way.allCases.map { way in
        try RecordedRun<S>(way, parameters: parameters, workerCount: options.workerCount)
      }
      // Simulates on the last processor, away from the recorders' threads.
      if options.workerCount == 1 { Processors.use(processors.suffix(1)) }
      defer { Processors.use(processors[...]) }
      var start = 0
      var turn = repetition
      while start < stepCount {
        let end = min(start + Self.turnStepCount, stepCount)
        for index in runs.indices {
          try runs[(index + turn) % runs.count].step(to: end)
        }
        start = end
        turn += 1
      }
      for run in runs {
        try run.finish()
        times[run.way] = times[run.way].map { zip($0, run.times).map(min) } ?? run.times
        if run.way == .everything { statistics = try Recording(path: run.path).statistics }
      }
    }
  }

  /// The steps that count: their times without a recorder, and with this one.
  private func pairs(_ way: Way) -> [(none: Double, recorded: Double)] {
    zip(times[.none] ?? [], times[way] ?? []).enumerated().compactMap { index, pair in
      index % Self.turnStepCount < Self.warmingStepCount ? nil : (pair.0, pair.1)
    }
  }

  /// In percent of a step.
  func overhead(_ way: Way) -> Double {
    let pairs = pairs(way)
    return 100 * (pairs.reduce(0) { $0 + $1.recorded } / pairs.reduce(0) { $0 + $1.none } - 1)
  }

  /// Microseconds that a part of the steps exceeds what it takes without a recorder by, at most.
  func extra(_ way: Way, ofSteps part: Double) -> Double {
    let sorted = pairs(way).map { 1000 * ($0.recorded - $0.none) }.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  /// Rows that changed, in millions per second of what writing them takes beyond the log.
  var writerRate: Double {
    let log = pairs(.log)
    let all = pairs(.withoutThread)
    let time = all.reduce(0) { $0 + $1.recorded } - log.reduce(0) { $0 + $1.recorded }
    let part = Double(all.count) / Double(max(times[.none]?.count ?? 0, 1))
    return Double(statistics.activeRowSteps) * part / time / 1e3
  }

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
