import Dynamics
import DynamicsJournal
import Recording
import WorkerThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a journal costs the thread that steps an animator of 200 items.
///
/// The scene is stepped without a journal, with one that keeps the last seconds in memory, and with
/// one that writes a file. They take turns of some frames each; what disturbs the machine is then the
/// same for all. A turn's first frames find another run's data in the caches and do not count. Of
/// several repetitions the least time of each frame counts.
struct JournalCost {
  enum Way: CaseIterable {
    case none, ring, file
  }

  private static let turnFrameCount = 100, warmingFrameCount = 2

  /// Milliseconds of each frame.
  private var times: [Way: [Double]] = [:]
  private(set) var fileSize = 0

  init(frameCount: Int, repeatCount: Int) throws {
    let processors = Processors.usable
    let path = "\(temporaryFolder)/laplace-bench-\(getpid())-journal.mcap"
    defer { unlink(path) }
    for repetition in 0..<repeatCount {
      // The journals' threads keep the processors that they were started with.
      if processors.count > 1 { Processors.use(processors.dropLast()) }
      let journals: [Way: Journal] = [
        .ring: Journal(keeping: FlightOptions(seconds: 30)), .file: Journal(path),
      ]
      let scenes = Way.allCases.map { (way: $0, scene: ItemsScene(journal: journals[$0])) }
      if processors.count > 1 { Processors.use(processors.suffix(1)) }
      defer { Processors.use(processors[...]) }
      var measured = Dictionary(uniqueKeysWithValues: Way.allCases.map { ($0, [Double]()) })
      var (start, turn) = (0, repetition)
      while start < frameCount {
        let end = min(start + Self.turnFrameCount, frameCount)
        for index in scenes.indices {
          let (way, scene) = scenes[(index + turn) % scenes.count]
          for _ in start..<end {
            measured[way, default: []].append(Self.milliseconds { scene.animator.step() })
          }
        }
        (start, turn) = (end, turn + 1)
      }
      for journal in journals.values { try journal.finish() }
      fileSize = try Recording(path: path).statistics.fileSize
      for (way, new) in measured { times[way] = times[way].map { zip($0, new).map(min) } ?? new }
    }
  }

  private static func milliseconds(_ work: () -> Void) -> Double {
    let time = ContinuousClock().measure(work)
    return Double(time.components.attoseconds) / 1e15
  }

  /// The frames that count.
  private func counted(_ way: Way) -> [Double] {
    (times[way] ?? []).enumerated().compactMap { index, time in
      index % Self.turnFrameCount < Self.warmingFrameCount ? nil : time
    }
  }

  private func mean(_ way: Way) -> Double {
    let all = counted(way)
    return all.reduce(0, +) / Double(max(1, all.count))
  }

  /// How much longer frames are than without a journal, in percent.
  func overhead(_ way: Way) -> Double { 100 * (mean(way) / mean(.none) - 1) }

  /// The milliseconds by which a part of the frames is longer at most.
  private func extra(_ way: Way, ofFrames part: Double) -> Double {
    let all = zip(counted(way), counted(.none)).map { $0 - $1 }.sorted()
    return all[min(all.count - 1, Int(Double(all.count) * part))]
  }

  var figures: [String: Double] {
    var figures = ["msPerFrame": mean(.none), "fileSize": Double(fileSize)]
    for way in [Way.ring, .file] {
      figures["\(way)Overhead"] = overhead(way)
      figures["\(way)MillisecondsMedian"] = extra(way, ofFrames: 0.5)
      figures["\(way)Milliseconds99"] = extra(way, ofFrames: 0.99)
    }
    return figures
  }

  var text: String {
    let lines = [Way.ring, .file].map { way in
      "\(way): \(rounded(overhead(way), 2)) % of a frame; "
        + "median \(rounded(1000 * extra(way, ofFrames: 0.5), 1)) µs, "
        + "99 % \(rounded(1000 * extra(way, ofFrames: 0.99), 1)) µs"
    }
    let head = "200 items: \(rounded(mean(.none), 3)) ms/frame without a journal"
    return ([head] + lines + ["file: \(fileSize) bytes"]).joined(separator: "\n")
  }
}

/// Prints what a journal costs.
func measureJournal(_ options: BenchmarkOptions) throws {
  let cost = try JournalCost(
    frameCount: options.stepCount ?? 3600, repeatCount: options.repeatCount)
  print(options.isJSON ? encoded(["journal": cost.figures]) : cost.text)
}
