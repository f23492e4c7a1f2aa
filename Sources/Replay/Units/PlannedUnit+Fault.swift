import Recording

extension PlannedUnit {
  /// The fault of a unit that another program wrote; `nil` if there is none.
  package func fault(buildCount: Int, _ outline: RecordingOutline?) -> String? {
    guard (0..<buildCount).contains(build) else { return "the plan has no build \(build)" }
    // So small that sums over a million units still fit.
    guard (0...RecordingOutline.costMax).contains(cost) else { return "its cost is none" }
    guard part != .hello else { return nil }
    guard let outline else {
      return recording.map { "the plan has no recording \($0)" } ?? "it names no recording"
    }
    guard !segments.isEmpty, segments.allSatisfy({ $0.fits(outline) }) else {
      return "it has a stretch that the recording does not have"
    }
    if part == .again {
      guard let mismatch, (-1..<outline.stepCount).contains(mismatch.step) else {
        return "it has a step that the recording does not have"
      }
    }
    return nil
  }
}

extension Segment {
  /// True if the recording has such a stretch.
  fileprivate func fits(_ outline: RecordingOutline) -> Bool {
    guard firstStep >= 0, end <= outline.stepCount, firstStep <= end else { return false }
    let steps = [firstStep] + restarts + [end]
    return keyframe.map { outline.keyframeSteps.contains($0) || $0 == outline.firstKeyframe }
      != false
      && zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
