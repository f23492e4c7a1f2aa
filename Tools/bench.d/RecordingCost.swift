import DeterministicMath
import GoldenWorlds
import Recording
import Replay
import Scenarios
import SceneQuality
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
    let stepCount = options.stepCount(of: S.self, scene)
    return try RecordingCost(type, parameters, stepCount, options)
  }
}

/// What recording a scene costs the thread that simulates.
///
/// The scene is run without a recorder, with digests only, with a recorder that writes the log, with
/// one that also writes poses, with a flight recorder, with a recorder that writes everything, and with
/// one that does so without a thread of its own. Of each recorded step two times are taken by the clock:
/// of the step alone, and of what recording it takes beside it, waiting for the writer included; what
/// disturbs the machine is then the same for both. How much slower the step itself becomes is told
/// apart: it sums up for the digest that will be asked for, and a recorder takes room in the caches.
/// That compares the ways with each other, which take turns of some steps each for it; a turn's first
/// steps find another run's data in the caches and do not count. Of several repetitions the least times
/// count.
struct RecordingCost {
  enum Way: CaseIterable {
    case none, digest, log, view, flight, everything, withoutThread

    /// What a session's recorder writes; `nil` where there is none.
    var tracks: RecordingTracks? {
      switch self {
      case .none, .digest, .flight: nil
      case .log: .log
      case .view: .logAndView
      case .everything, .withoutThread: .everything
      }
    }
  }

  /// With fewer steps, none would count.
  static let leastStepCount = warmingStepCount + 1

  /// Steps of one run before it is another's turn: many more than may be on their way to a writer,
  /// so that one that falls behind is waited for. The first of them do not count.
  private static let turnStepCount = 100, warmingStepCount = 2

  /// Milliseconds of a step alone, and of recording it.
  struct Times {
    var step: Double
    var extra: Double
  }

  private var times: [Way: [Times]] = [:]
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
        times[run.way] =
          times[run.way].map { zip($0, run.times).map(Self.least) } ?? run.times
        if run.way == .everything { statistics = try Recording(path: run.path).statistics }
      }
    }
  }

  private static func least(_ a: Times, _ b: Times) -> Times {
    Times(step: min(a.step, b.step), extra: min(a.extra, b.extra))
  }

  /// The steps that count.
  private func counted(_ way: Way) -> [Times] {
    (times[way] ?? []).enumerated().compactMap { index, times in
      index % Self.turnStepCount < Self.warmingStepCount ? nil : times
    }
  }

  private func total(_ way: Way, _ part: (Times) -> Double) -> Double {
    counted(way).reduce(0) { $0 + part($1) }
  }

  /// What recording takes beside the step, in percent of it.
  func overhead(_ way: Way) -> Double { 100 * total(way, \.extra) / total(.none, \.step) }

  /// How much slower the step itself is when it is recorded, in percent.
  func slowdown(_ way: Way) -> Double {
    100 * (total(way, \.step) / total(.none, \.step) - 1)
  }

  /// Microseconds that recording takes in a part of the steps at most.
  func extra(_ way: Way, ofSteps part: Double) -> Double {
    let sorted = counted(way).map { 1000 * $0.extra }.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  /// Rows that changed, in millions per second of what writing them takes beyond the log.
  var writerRate: Double {
    let time = total(.withoutThread, \.extra) - total(.log, \.extra)
    let part = Double(counted(.none).count) / Double(max(times[.none]?.count ?? 0, 1))
    return Double(statistics.activeRowSteps) * part / time / 1e3
  }

  var bytesPerRowStep: Double {
    Double(statistics.stateBytes) / Double(max(statistics.activeRowSteps, 1))
  }

  /// Overheads in percent of a step, extra times in microseconds, sizes in bytes.
  var figures: [String: Double] {
    [
      "logOverhead": overhead(.log), "viewOverhead": overhead(.view),
      "recordingOverhead": overhead(.everything),
      "recordingOverheadWithoutThread": overhead(.withoutThread),
      "digestOverhead": overhead(.digest), "digestSlowdown": slowdown(.digest),
      "logSlowdown": slowdown(.log), "recordingSlowdown": slowdown(.everything),
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
    of a step           log log+view   flight     worst everything    median      99 %     worst no thread | step: digest    log      all | M rows/s  B/row      file
    """

  func line(_ scene: String) -> String {
    func percent(_ value: Double) -> String { padded(fixed(value, 1) + " %", 9) }
    func microseconds(_ way: Way, _ part: Double) -> String {
      padded(fixed(extra(way, ofSteps: part), 0) + " µs", 10)
    }
    let name = scene + String(repeating: " ", count: max(0, 14 - scene.count))
    return name + percent(overhead(.log)) + percent(overhead(.view)) + percent(overhead(.flight))
      + microseconds(.flight, 1)
      + "  " + percent(overhead(.everything)) + microseconds(.everything, 0.5)
      + microseconds(.everything, 0.99) + microseconds(.everything, 1)
      + " " + percent(overhead(.withoutThread)) + " |     " + percent(slowdown(.digest))
      + percent(slowdown(.log))
      + percent(slowdown(.everything)) + " | " + padded(fixed(writerRate, 1), 8)
      + padded(fixed(bytesPerRowStep, 2), 7)
      + padded(fixed(Double(statistics.fileSize) / 1e6, 1) + " MB", 10)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// Prints what recording each scene costs; as JSON also what saving and restoring its state does.
func measureRecording(_ options: BenchmarkOptions) throws {
  if let count = options.stepCount, count < RecordingCost.leastStepCount {
    throw BenchmarkOptions.Trouble(
      message: "--record needs --steps of \(RecordingCost.leastStepCount) or more, not \(count)")
  }
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
  if options.namesNoScene { try measureRecordingOfItem(options) }
}

/// Prints what recording a single item costs.
func measureRecordingOfItem(_ options: BenchmarkOptions) throws {
  let cost = try SmallRunCost(repeatCount: options.repeatCount)
  print(options.isJSON ? encoded(["orbit": cost.figures]) : cost.line)
}

/// Memory-backed where there is such a folder: the disk's speed is not what is measured.
var temporaryFolder: String { access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp" }
