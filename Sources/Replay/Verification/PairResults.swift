import Recording
import Simulation

/// Puts the results of units together, pair by pair.
struct PairResults {
  private typealias Place = UnitResults.PairID

  private var whole: [Place: UnitOutcome] = [:]
  /// Later pieces of split recordings, in order.
  private var pieces: [Place: [UnitOutcome]] = [:]
  private var parts: [Place: [UnitOutcome]] = [:]
  private var restores: [Place: (keyframes: Int, restarts: Int)] = [:]

  mutating func add(_ units: [PlannedUnit], _ results: UnitResults) {
    for (index, unit) in units.enumerated() {
      let place = Place(recording: unit.recordingIndex, build: unit.build)
      switch unit.part {
      case .start: whole[place] = results[index]
      case .piece: pieces[place, default: []].append(results[index])
      case .restores: parts[place, default: []].append(results[index])
      case .hello, .again: continue
      }
      guard unit.part != .start, results[index].verdict == .same else { continue }
      restores[place, default: (0, 0)].keyframes += unit.segments.count
      restores[place, default: (0, 0)].restarts += unit.segments.reduce(0) {
        $0 + $1.restarts.count
      }
    }
  }

  /// Where the pair differs first: on the run from the start if that differs, otherwise on the run
  /// from a key frame that differs at the earliest step.
  func difference(
    _ recording: Int, _ build: Int
  ) -> (segment: Segment, mismatch: DigestMismatch)? {
    let place = Place(recording: recording, build: build)
    guard let whole = whole[place] else { return nil }
    if let difference = whole.found { return difference }
    let others = (pieces[place] ?? []) + (parts[place] ?? [])
    guard whole.verdict == .same, failure(among: others.filter { !$0.isLeftOut }) == nil else {
      return nil
    }
    return others.compactMap(\.found).min { $0.mismatch.step < $1.mismatch.step }
  }

  /// The pair without its differences, which are examined later.
  func pair(_ recording: Int, _ build: Int) -> VerificationReport.Pair {
    let place = Place(recording: recording, build: build)
    let (whole, parts) = (whole[place] ?? UnitOutcome(verdict: .absent), parts[place] ?? [])
    let pieces = pieces[place] ?? []
    var pair = VerificationReport.Pair(
      verdict: .same, stepCount: whole.steps, restoredStepCount: 0, keyframeCount: 0,
      restartCount: 0, seconds: ([whole] + pieces + parts).reduce(0) { $0 + $1.seconds })
    // Key frames of a pair that differs from the start may or may not have been run before that was
    // known: they count as not run, so that the report does not depend on it.
    if case .different = whole.verdict { return pair }
    // Steps from the start, as far as they follow each other without a gap.
    for piece in pieces {
      pair.stepCount += piece.steps
      if piece.verdict != .same { break }
    }
    (pair.keyframeCount, pair.restartCount) = restores[place] ?? (0, 0)
    let all = [whole] + pieces + parts
    pair.comparedStateCount = all.reduce(0) { $0 + $1.states }
    pair.comparedKeyframeCount = all.reduce(0) { $0 + $1.keyframes }
    pair.comparedPoseCount = all.reduce(0) { $0 + $1.poses }
    pair.restoredStepCount = parts.reduce(0) { $0 + $1.steps }
    pair.verdict = failure(among: [whole] + pieces + parts) ?? .same
    return pair
  }

  private func failure(among results: [UnitOutcome]) -> Verdict? {
    // What was left out says the least.
    for result in results.filter({ !$0.isLeftOut }) + results.filter(\.isLeftOut) {
      switch result.verdict {
      case .failed(let failure): return .failed(failure)
      case .unreadable(let error): return .unreadable(error)
      case .absent: return .absent
      case .same, .different, nil: continue
      }
    }
    return nil
  }
}
