import Recording
import Sessions
import Simulation
import WorkerThreads

/// Verifies many builds on many recordings, side by side.
///
/// Work is cut into units: one build on one recording from the start, or on a group of its key
/// frames. Units run on several threads; a build's agents are kept from unit to unit. Where a build
/// diverges from a recording it stops there, and is run again by another agent to see whether it
/// diverges once more, and in which field.
public struct Verification {
  /// Which builds go on from restored states, besides the run from the start: from every key frame
  /// to the next, and restarted at steps in between. It costs about as much as the run from the
  /// start, and shows a field that the state description leaves out.
  public enum Restores: Sendable {
    /// No build is restored.
    case noBuild
    /// Each recording is restored in the first build that reproduces it. What a description
    /// leaves out is the same in every build of one source.
    case oneBuild
    /// Every recording is restored in every build.
    case everyBuild
  }

  /// What is run, and how much at once.
  public struct Options: Sendable {
    /// Units at work at a time, and so the processes that work at a time.
    public var jobs: Int
    /// Which builds also go on from restored states.
    public var restores = Restores.oneBuild
    /// Cut each recording at key frames into as many pieces as there are jobs, and run the pieces
    /// side by side instead of the whole from the start. Together they prove every step: each piece
    /// starts in a recorded state and ends in the next one's.
    public var splits = false
    /// Follow a difference to the end of the recording.
    public var keepsGoing = false
    /// Take the recordings in the order in which they were given, not the long ones first.
    package var keepsOrder = false
    /// Whether a build that did not answer in time is asked no more.
    package var givesUp = true
    /// Asked from time to time: what has not ended then is left out.
    package var isOver: (@Sendable () -> Bool)?

    /// Makes options for so many jobs: one build restores, nothing is split.
    public init(jobs: Int) { self.jobs = jobs }
  }

  private let names: [(name: String, simulation: String)]
  private let recordings: [SharedRecording]
  private let plan: VerificationPlan
  private let reference: Build?
  private var builds: [Build] { plan.builds }
  private var options: Options { plan.options }

  /// - Parameters:
  ///   - recordings: names for reports, and recordings.
  ///   - builds: what each recording is verified in.
  ///   - options: from where, and how many at once.
  ///   - reference: gives the recorded run's full state where a file holds only some columns;
  ///     usually the simulations of this process.
  public init(
    _ recordings: [(name: String, recording: Recording)], builds: [Build], options: Options,
    reference: Build? = nil
  ) {
    names = recordings.map { ($0.name, $0.recording.header.description.name) }
    self.recordings = recordings.map(\.recording.shared)
    plan = VerificationPlan(
      recordings: recordings.map(\.recording.outline), builds: builds, options: options)
    self.reference = reference
  }

  /// Runs everything; returns when every agent has ended.
  ///
  /// - Parameter progress: called on this thread about ten times a second with the steps done and
  ///   the steps there are.
  public func run(progress: (Int64, Int64) -> Void = { _, _ in }) -> VerificationReport {
    let pool = AgentPool(builds)
    let units = plan.units()
    var total = units.reduce(0) { $0 + $1.stepCount }
    if options.restores == .oneBuild { total += plan.recordings.reduce(0) { $0 + $1.stepCount } }
    var results = PairResults()
    let done = work(units, pool, &results) { progress($0, total) }
    if options.restores == .oneBuild {
      let more = plan.restores(results) { pool.hello(of: $0)?.restores != false }
      _ = work(more, pool, &results) { progress(done + $0, total) }
    }
    var report = VerificationReport(
      builds: builds.indices.map { build in
        VerificationReport.BuildResult(
          build: builds[build], hello: pool.hello(of: build), givenUp: pool.failure(of: build))
      },
      recordings: plan.results(results, names))
    rerun(results, &report, progress: { progress(total, total) })
    return report
  }

  /// Runs units; returns how many steps they are.
  private func work(
    _ unordered: [PlannedUnit], _ pool: AgentPool, _ results: inout PairResults,
    progress: (Int64) -> Void
  ) -> Int64 {
    let units = plan.ordered(unordered)
    let unitResults = UnitResults(unitCount: units.count)
    let (recordings, options) = (recordings, options)
    let jobs = units.enumerated().map { index, unit in
      let build = builds[unit.build]
      return WorkQueue.Job(
        build: unit.build, isParallel: build.isParallel, threads: build.threads
      ) {
        let worker = UnitWorker(
          unit: unit, recording: Recording(recordings[unit.recordingIndex]), pool: pool,
          options: options)
        worker.work(unitResults, index)
      }
    }
    let queue = WorkQueue(jobs) { build in pool.stop(build) }
    queue.run(threads: options.jobs) { progress(unitResults.stepCount) }
    results.add(units, unitResults)
    return unitResults.stepCount
  }

  /// Runs again what differed, and puts what was found into the report.
  private func rerun(
    _ results: PairResults, _ report: inout VerificationReport, progress: () -> Void
  ) {
    let places = plan.differences(results)
    let reruns = RerunResults(count: places.count)
    let jobs = places.enumerated().map { index, place in
      let (recording, build) = (recordings[place.recording], builds[place.build])
      let (reference, options) = (reference, options)
      return WorkQueue.Job(
        build: place.build, isParallel: build.isParallel, threads: build.threads
      ) {
        var rerun = DifferenceRerun(
          build: build, recording: Recording(recording), segment: place.segment,
          first: place.mismatch,
          reference: try? reference?.launch(), keepsGoing: options.keepsGoing)
        rerun.preferRunFromStart()
        reruns[index] = Verdict { try rerun.run() }
      }
    }
    WorkQueue(jobs).run(threads: options.jobs, tick: progress)
    for (index, place) in places.enumerated() {
      report.recordings[place.recording].runs[place.build].verdict = reruns[index]
    }
  }
}

/// The verdicts of second runs, one slot each. Unchecked: every slot is touched under `lock` only.
private final class RerunResults: @unchecked Sendable {
  private let lock = Condition()
  private var slots: [Verdict?]

  init(count: Int) { slots = Array(repeating: nil, count: count) }

  subscript(index: Int) -> Verdict {
    get {
      lock.withLock { slots[index] } ?? .failed(AgentFailure(.broken, "was not run again"))
    }
    set { lock.withLock { slots[index] = newValue } }
  }
}
