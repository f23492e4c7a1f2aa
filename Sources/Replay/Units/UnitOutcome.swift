import AgentProtocol
import DeterministicMath
import Recording
import Simulation

/// What a unit came to, as it travels.
package struct UnitOutcome: Codable, Equatable, Sendable {
  /// How it ended.
  package enum Word: String, Codable, CaseIterable, Sendable {
    case same
    case different
    case failed
    case unreadable
    case absent
    /// The build has nothing of the kind to run.
    case none
  }

  /// The unit's name in its plan.
  package var unit: String
  /// How it ended.
  package var verdict: Word
  /// Steps that agree.
  package var steps: Int64 = 0
  /// Stored states and key frames that are the build's own.
  var states: Int64 = 0
  var keyframes = 0
  /// Stored samples of the view track likewise; `nil` where there are none.
  var poses: Int64?
  /// How long it took.
  package var seconds: Double = 0
  /// Why the build could not go on.
  var failure: AgentFailure?
  /// Whether that build is asked no more on one machine.
  var givesUp: Bool?
  /// Why the recording could not be read.
  var unreadable: String?
  /// Where it differs, and the stretch on which it does.
  var segment: Segment?
  var mismatch: DigestMismatch?
  /// The mismatch as it is told where nobody could examine it; or what examining it has shown.
  var difference: Difference?
  /// What the agent says of itself.
  var hello: AgentHello?

  init(_ unit: String, _ verdict: Word) { (self.unit, self.verdict) = (unit, verdict) }

  /// Whether the other differs in nothing but the time it took.
  func isLike(_ other: UnitOutcome) -> Bool {
    var copy = other
    copy.seconds = seconds
    return copy == self
  }
}

extension UnitOutcome {
  init(_ unit: PlannedUnit, _ result: UnitResult, _ recording: Recording) {
    self.init(unit.unit, .none)
    switch result.verdict {
    case nil: break
    case .same: verdict = .same
    case .absent: verdict = .absent
    case .failed(let failure): (verdict, self.failure) = (.failed, failure)
    case .unreadable(let error): (verdict, unreadable) = (.unreadable, error.description)
    case .different(let found):
      (verdict, segment, mismatch) = (.different, result.segment, found)
      difference = result.segment.flatMap { try? Difference(found, on: $0, recording) }
      difference?.failure = "it was left out"
    }
    (steps, seconds) = (result.stepCount, result.seconds)
    (states, keyframes) = (result.comparedStateCount, result.comparedKeyframeCount)
    poses = result.comparedPoseCount > 0 ? result.comparedPoseCount : nil
  }

  init(_ unit: PlannedUnit, again verdict: Verdict<Difference>) {
    self.init(unit.unit, .none)
    switch verdict {
    case .different(let difference): (self.verdict, self.difference) = (.different, difference)
    case .failed(let failure): (self.verdict, self.failure) = (.failed, failure)
    case .unreadable(let error): (self.verdict, unreadable) = (.unreadable, error.description)
    case .same, .absent: break
    }
  }

  /// The unit's result, as one machine has it.
  var result: UnitResult {
    UnitResult(
      verdict: read(different: mismatch), segment: segment, stepCount: steps,
      comparedStateCount: states, comparedKeyframeCount: keyframes,
      comparedPoseCount: poses ?? 0, seconds: seconds)
  }

  /// What examining a difference has shown.
  var examined: Verdict<Difference>? { read(different: difference) }

  private func read<D>(different: D?) -> Verdict<D>? {
    switch verdict {
    case .none: nil
    case .same: .same
    case .absent: .absent
    case .different: different.map { .different($0) }
    case .failed: .failed(failure ?? AgentFailure(.broken, "failed"))
    // The text is all that travels; this reason adds nothing to it.
    case .unreadable: .unreadable(RecordingError(.unfit(unreadable ?? "cannot be read")))
    }
  }

  /// What is wrong with an outcome that somebody else wrote down; `nil` for nothing.
  func fault(_ unit: PlannedUnit, _ outline: RecordingOutline?) -> String? {
    guard seconds >= 0, seconds < 1e9 else { return "its time is none" }
    if unit.part == .hello {
      return verdict == .same && hello == nil || verdict == .failed && failure == nil
        ? "it says nothing of the build" : nil
    }
    let most = outline?.stepCount ?? 0
    guard (0...most).contains(steps), (0...most).contains(states),
      (0...(outline?.keyframeSteps.count ?? 0)).contains(keyframes)
    else { return "it has more steps than the recording" }
    guard verdict == .different else { return nil }
    guard let difference, difference.fits(stepCount: most),
      unit.part == .again
        || mismatch.map({ (-1..<most).contains($0.step) }) == true
          && segment.map({ unit.segments.contains($0) }) == true
    else { return "it differs at no place of the recording" }
    return nil
  }
}

extension Difference {
  /// Whether every place of it is one of a recording of so many steps.
  fileprivate func fits(stepCount: Int64) -> Bool {
    let steps = -1..<max(0, stepCount)
    return runs.count >= runs.mismatches.count && steps.contains(divergence.step)
      && steps.contains(runs.steps.lowerBound) && steps.contains(runs.steps.upperBound)
      && (growth?.fits(steps) ?? true)
  }
}

extension Growth {
  fileprivate func fits(_ steps: Range<Int64>) -> Bool {
    steps.contains(lastStep)
      && differing.allSatisfy { steps.contains($0.lowerBound) && steps.contains($0.upperBound) }
  }
}
