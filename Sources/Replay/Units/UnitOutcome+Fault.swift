import Recording
import Simulation

extension UnitOutcome {
  /// What is wrong with an outcome that somebody else wrote down; `nil` for nothing.
  func fault(_ unit: PlannedUnit, _ outline: RecordingOutline?) -> String? {
    guard seconds >= 0, seconds < 1e9 else { return "its time is none" }
    if unit.part == .hello {
      return verdict == .same && hello == nil
        ? "it says nothing of the build" : nil
    }
    let most = outline?.stepCount ?? 0
    guard (0...most).contains(steps), (0...most).contains(states),
      (0...(outline?.keyframeSteps.count ?? 0)).contains(keyframes)
    else { return "it has more steps than the recording" }
    guard let difference else { return nil }
    guard difference.fits(stepCount: most),
      unit.part == .again || segment.map({ unit.segments.contains($0) }) == true
    else { return "it differs at no place of the recording" }
    return nil
  }
}

extension Difference {
  /// Whether every place of it is one of a recording of so many steps.
  fileprivate func fits(stepCount: Int64) -> Bool {
    let steps = -1..<max(0, stepCount)
    return runs.count >= runs.mismatches.count && steps.contains(mismatch.step)
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
