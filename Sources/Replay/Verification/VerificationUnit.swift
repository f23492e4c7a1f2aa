import Foundation
import Recording
import Simulation

/// One build on one recording: from the start, on a later piece, or from neighbouring key frames.
struct VerificationUnit: Sendable {
  enum Kind: Sendable {
    /// From the start; to the end, unless there are pieces.
    case start
    /// A later piece of a recording that was split.
    case piece
    /// From key frames, each to the next one, restarted in between.
    case restores
  }

  var recording: Int
  var build: Int
  var legs: [Leg]
  var kind: Kind
  /// How much work it is, in no unit.
  var cost: Int64

  var stepCount: Int64 { legs.reduce(0) { $0 + $1.end - $1.firstStep } }
}

/// What came of one unit.
struct UnitResult: Sendable {
  enum Verdict: Equatable, Sendable {
    case same
    case parted(Leg, Parting)
    case failed(AgentFailure)
    case unreadable(RecordingError)
    case absent
    /// Not run, because the pair has parted from the start already.
    case needless
  }

  var verdict: Verdict
  /// Steps that agree.
  var stepCount: Int64 = 0
  var seconds: Double = 0
}

/// The results of all units. Unchecked, because everything is touched under `lock` only.
final class Ledger: @unchecked Sendable {
  private struct PairID: Hashable {
    var recording: Int
    var build: Int
  }

  private let lock = NSLock()
  private var results: [UnitResult?]
  private var parted: Set<PairID> = []
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
    if unit.kind == .start, case .parted = result.verdict {
      parted.insert(PairID(recording: unit.recording, build: unit.build))
    }
  }

  /// Whether the unit's pair has parted from the start, so that its key frames tell nothing new.
  func isNeedless(_ unit: VerificationUnit) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return unit.kind == .restores
      && parted.contains(PairID(recording: unit.recording, build: unit.build))
  }

  subscript(index: Int) -> UnitResult {
    lock.lock()
    defer { lock.unlock() }
    return results[index] ?? UnitResult(verdict: .needless)
  }
}

/// Runs one unit with an agent of the pool.
struct UnitWorker {
  let unit: VerificationUnit
  let recording: SharedRecording
  let pool: AgentPool

  func work(_ ledger: Ledger, _ index: Int) {
    guard !ledger.isNeedless(unit) else {
      ledger.addSteps(unit.stepCount)
      return ledger.note(index, unit, UnitResult(verdict: .needless))
    }
    let clock = ContinuousClock()
    let began = clock.now
    // What is not run counts as done for the progress, but as nothing for the report.
    var shown: Int64 = 0
    var result = attempt { count in
      // A run of the whole instead of a piece counts as the piece; the others count themselves.
      let counted = min(count, unit.stepCount - shown)
      shown += counted
      ledger.addSteps(counted)
    }
    ledger.addSteps(unit.stepCount - shown)
    result.seconds = (clock.now - began) / .seconds(1)
    ledger.note(index, unit, result)
  }

  private func attempt(_ progress: @escaping (Int64) -> Void) -> UnitResult {
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
      return UnitResult(verdict: .needless)
    }
    do {
      let legs = restores ? unit.legs : [.whole(recording)]
      let result = try run(legs, agent, progress)
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
    _ legs: [Leg], _ agent: any Agent, _ progress: @escaping (Int64) -> Void
  ) throws -> UnitResult {
    var runner = LegRunner(recording, agent, progress: progress)
    var result = UnitResult(verdict: .same)
    for leg in legs {
      // A restored run goes on in a fresh one: in the one that has just arrived there, a field that
      // nobody visits would still have the value it needs.
      var parting = try runner.start()
      // A state that does not fit what it described is a lie to be told of before it misleads.
      if unit.kind == .start && parting == nil { _ = try runner.state() }
      if parting == nil { parting = try runner.begin(leg) }
      if parting == nil { parting = try runner.run(to: leg.end) }
      if let parting {
        result.stepCount += max(0, parting.step - leg.firstStep)
        result.verdict = .parted(leg, parting)
        return result
      }
      result.stepCount += leg.end - leg.firstStep
    }
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
    if case .timedOut = error { pool.giveUp(unit.build, failure) }
    return failure
  }
}
