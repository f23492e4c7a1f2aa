import Recording
import Sessions
import Simulation
import WorkerThreads

/// One build on one recording: from the start, on a later piece, or from neighbouring key frames.
struct VerificationUnit: Sendable {
  enum Kind: String, Codable, Sendable {
    /// From the start; to the end, unless there are pieces.
    case start
    /// A later piece of a recording that was split.
    case piece
    /// From key frames, each to the next one, restarted in between.
    case restores
  }

  var recording: Int
  var build: Int
  var segments: [Segment]
  var kind: Kind
  /// Among those of its recording, build and kind.
  var number = 0
  /// Whether stored states are compared with the build's.
  var comparesStates = false
  /// How much work it is, in no unit.
  var cost: Int64

  var stepCount: Int64 { segments.reduce(0) { $0 + $1.end - $1.firstStep } }
}

/// The result of one unit.
struct UnitResult: Sendable {
  /// Where a unit's run differs from the recording.
  struct Difference: Equatable, Sendable {
    var segment: Segment
    var mismatch: DigestMismatch
  }

  /// `nil` for a unit that was not run, because its result is known already.
  var verdict: Verdict<Difference>?
  /// Steps that agree.
  var stepCount: Int64 = 0
  /// Stored states and key frames that are the build's own.
  var comparedStateCount: Int64 = 0
  var comparedKeyframeCount = 0
  /// Samples of the view track likewise.
  var comparedPoseCount: Int64 = 0
  var seconds: Double = 0

  /// Whether its time was over before its end.
  var isLeftOut: Bool {
    if case .failed(let failure) = verdict { failure.kind == .leftOut } else { false }
  }
}

/// The results of all units. Unchecked, because everything is touched under `lock` only.
final class UnitResults: @unchecked Sendable {
  private struct PairID: Hashable {
    var recording: Int
    var build: Int
  }

  private let lock = Condition()
  private var results: [UnitResult?]
  private var different: Set<PairID> = []
  private var stepsDone: Int64 = 0

  init(unitCount: Int) { results = Array(repeating: nil, count: unitCount) }

  /// Steps taken so far.
  var stepCount: Int64 {
    lock.lock()
    defer { lock.unlock() }
    return stepsDone
  }

  func addSteps(_ count: Int64) {
    lock.lock()
    defer { lock.unlock() }
    stepsDone += count
  }

  func note(_ index: Int, _ unit: VerificationUnit, _ result: UnitResult) {
    lock.lock()
    defer { lock.unlock() }
    results[index] = result
    if unit.kind == .start, case .different = result.verdict {
      different.insert(PairID(recording: unit.recording, build: unit.build))
    }
  }

  /// Whether the unit's pair differs from the start on, so that its key frames need not be run.
  func isNeedless(_ unit: VerificationUnit) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return unit.kind == .restores
      && different.contains(PairID(recording: unit.recording, build: unit.build))
  }

  subscript(index: Int) -> UnitResult {
    lock.lock()
    defer { lock.unlock() }
    return results[index] ?? UnitResult(verdict: nil)
  }
}

/// Runs one unit with an agent of the pool.
struct UnitWorker {
  let unit: VerificationUnit
  let recording: Recording
  let pool: AgentPool
  let options: Verification.Options

  private static let leftOut = AgentFailure(.leftOut, "was left out: its time was over")

  func work(_ results: UnitResults, _ index: Int) {
    guard !results.isNeedless(unit) else {
      results.addSteps(unit.stepCount)
      return results.note(index, unit, UnitResult(verdict: nil))
    }
    let clock = ContinuousClock()
    let began = clock.now
    // What is not run counts as done for the progress, but as nothing for the report.
    var shown: Int64 = 0
    var result = attempt { count in
      // A run of the whole instead of a piece counts as the piece; the others count themselves.
      let counted = min(count, unit.stepCount - shown)
      shown += counted
      results.addSteps(counted)
    }
    results.addSteps(unit.stepCount - shown)
    result.seconds = (clock.now - began) / .seconds(1)
    results.note(index, unit, result)
  }

  private func attempt(_ progress: @escaping (Int64) -> Void) -> UnitResult {
    if options.isOver?() == true { return UnitResult(verdict: .failed(Self.leftOut)) }
    let agent: any Agent
    do throws(AgentFailure) {
      agent = try pool.take(unit.build)
    } catch {
      return UnitResult(verdict: .failed(error))
    }
    let hello = pool.hello(of: unit.build)
    guard hello?.simulations.contains(recording.header.description.name) == true else {
      pool.giveBack(agent, unit.build)
      return UnitResult(verdict: .absent)
    }
    // An agent that cannot restore runs the whole, and nothing from a key frame.
    let restores = hello?.restores != false
    if !restores && unit.kind != .start {
      pool.giveBack(agent, unit.build)
      return UnitResult(verdict: nil)
    }
    do {
      let segments = restores ? unit.segments : [.whole(recording.outline)]
      // Where nothing is restored, there is no other run to compare with.
      let compares = unit.comparesStates || !restores && unit.build == 0
      let result = try run(segments, agent, comparesStates: compares, progress)
      pool.giveBack(agent, unit.build)
      return result
    } catch let error as RecordingError {
      agent.stop()
      return UnitResult(verdict: .unreadable(error))
    } catch {
      return UnitResult(verdict: .failed(failure(error, agent)))
    }
  }

  private func run(
    _ segments: [Segment], _ agent: any Agent, comparesStates: Bool,
    _ progress: @escaping (Int64) -> Void
  ) throws -> UnitResult {
    var runner = SegmentRunner(recording, agent, progress: progress)
    runner.comparesStates = comparesStates
    if let isOver = options.isOver {
      runner.check = { if isOver() { throw Self.leftOut } }
    }
    var result = UnitResult(verdict: .same)
    for segment in segments {
      // A restored run goes on in a fresh one: a run that has just reached that step still has the
      // right value in a field that is not visited.
      var mismatch = try runner.start()
      // A state that does not fit what it described is a lie to be told of before it misleads.
      if unit.kind == .start && mismatch == nil { _ = try runner.state() }
      if mismatch == nil { mismatch = try runner.begin(segment) }
      if mismatch == nil { mismatch = try runner.run(to: segment.end) }
      if let mismatch {
        result.stepCount += max(0, mismatch.step - segment.firstStep)
        result.verdict = .different(.init(segment: segment, mismatch: mismatch))
        return result
      }
      result.stepCount += segment.end - segment.firstStep
    }
    result.comparedStateCount = runner.comparedStateCount
    result.comparedKeyframeCount = runner.comparedKeyframeCount
    result.comparedPoseCount = runner.comparedPoseCount
    return result
  }

  /// The failure in words, and the end of the agent that failed.
  private func failure(_ error: any Error, _ agent: any Agent) -> AgentFailure {
    defer { agent.stop() }
    guard let error = error as? AgentError else {
      return error as? AgentFailure ?? AgentFailure(.broken, "\(error)")
    }
    let failure = AgentFailure(error, lastWords: agent.lastWords)
    // Every other recording would cost the same wait.
    if case .timedOut = error, options.givesUp { pool.giveUp(unit.build, failure) }
    return failure
  }
}
