import AgentProtocol
import Recording
import Sessions
import Simulation
import WorkerThreads

/// Runs one unit with an agent of the pool.
struct UnitWorker {
  let unit: PlannedUnit
  let recording: Recording
  let pool: AgentPool
  let options: Verification.Options

  private static let leftOut = AgentFailure(.leftOut, "was left out: its time was over")

  func work(_ results: UnitResults, _ index: Int) {
    guard !results.isNeedless(unit) else {
      results.addSteps(unit.stepCount)
      return results.note(index, unit, UnitOutcome())
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

  private func attempt(_ progress: @escaping (Int64) -> Void) -> UnitOutcome {
    if options.isOver?() == true { return UnitOutcome(verdict: .failed(Self.leftOut)) }
    let agent: any Agent
    do throws(AgentFailure) {
      agent = try pool.take(unit.build)
    } catch {
      return UnitOutcome(verdict: .failed(error))
    }
    let hello = pool.hello(of: unit.build)
    guard hello?.simulations.contains(recording.header.description.name) == true else {
      pool.giveBack(agent, unit.build)
      return UnitOutcome(verdict: .absent)
    }
    // An agent that cannot restore runs the whole, and nothing from a key frame.
    let restores = hello?.restores != false
    if !restores && unit.part != .start {
      pool.giveBack(agent, unit.build)
      return UnitOutcome()
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
      return UnitOutcome(verdict: .unreadable(error))
    } catch {
      return UnitOutcome(verdict: .failed(failure(error, agent)))
    }
  }

  private func run(
    _ segments: [Segment], _ agent: any Agent, comparesStates: Bool,
    _ progress: @escaping (Int64) -> Void
  ) throws -> UnitOutcome {
    var runner = SegmentRunner(recording, agent, progress: progress)
    runner.comparesStates = comparesStates
    if let isOver = options.isOver {
      runner.check = { if isOver() { throw Self.leftOut } }
    }
    var result = UnitOutcome(verdict: .same)
    for segment in segments {
      // A restored run goes on in a fresh one: a run that has just reached that step still has the
      // right value in a field that is not visited.
      var mismatch = try runner.start()
      // A state that does not fit what it described is a lie to be told of before it misleads.
      if unit.part == .start && mismatch == nil { _ = try runner.state() }
      mismatch = try mismatch ?? runner.begin(segment) ?? runner.run(to: segment.end)
      if let mismatch {
        result.steps += max(0, mismatch.step - segment.firstStep)
        var difference = try Difference(mismatch, on: segment, recording)
        difference.failure = "it was left out"
        (result.verdict, result.segment) = (.different(difference), segment)
        return result
      }
      result.steps += segment.end - segment.firstStep
    }
    result.states = runner.comparedStateCount
    result.keyframes = runner.comparedKeyframeCount
    result.poses = runner.comparedPoseCount
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
