import DeterministicMath
import Recording

/// What one process does with one build, and in general with one recording: the unit of work that
/// any scheduler hands out.
package struct PlannedUnit: Codable, Equatable, Sendable {
  /// What is done.
  package enum Part: String, Codable, CaseIterable, Sendable {
    /// The build's agent is started and says what it is.
    case hello
    /// From the start; to the end, unless there are pieces.
    case start
    /// A later piece of a recording that was split.
    case piece
    /// From key frames, each to the next one, restarted in between.
    case restores
    /// What differed is run again, several times where it wavers, to name the field.
    case again
  }

  /// Names the unit in its plan: `12/3/start`. A plan that is made again has the same names.
  package var unit: String
  /// What is done.
  package var part: Part
  /// The recording's number in the plan; `nil` where none is needed.
  package var recording: Int?
  /// The build's number in the plan.
  package var build: Int
  /// Stretches between key frames.
  var segments: [Segment] = []
  /// Whether stored states are compared with the build's.
  var comparesStates = false
  /// Where the build differed, for ``Part/again``.
  var mismatch: DigestMismatch?
  /// How much work it is, in no unit.
  package var cost: Int64

  init(hello build: Int) {
    (unit, part, self.build, cost) = ("-/\(build)/hello", .hello, build, 0)
  }

  init(_ unit: VerificationUnit) {
    self.unit = "\(unit.recording)/\(unit.build)/\(unit.kind.rawValue)"
    if unit.number > 0 { self.unit += "/\(unit.number)" }
    part =
      switch unit.kind {
      case .start: .start
      case .piece: .piece
      case .restores: .restores
      }
    (recording, build, segments) = (unit.recording, unit.build, unit.segments)
    (comparesStates, cost) = (unit.comparesStates, unit.cost)
  }

  /// A difference that is to be examined.
  init(
    again recording: Int, _ build: Int, _ segment: Segment, _ mismatch: DigestMismatch, cost: Int64
  ) {
    unit = "\(recording)/\(build)/again"
    (part, self.recording, self.build) = (.again, recording, build)
    (segments, self.mismatch, self.cost) = ([segment], mismatch, cost)
  }

  /// What is wrong with a unit that somebody else wrote down; `nil` for nothing.
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

  /// As ``Verification`` runs it; `nil` for parts of another kind.
  var verification: VerificationUnit? {
    let kind: VerificationUnit.Kind
    switch part {
    case .start: kind = .start
    case .piece: kind = .piece
    case .restores: kind = .restores
    case .hello, .again: return nil
    }
    return VerificationUnit(
      recording: recording ?? 0, build: build, segments: segments, kind: kind,
      comparesStates: comparesStates, cost: cost)
  }
}

extension Segment {
  /// Whether the recording has such a stretch.
  fileprivate func fits(_ outline: RecordingOutline) -> Bool {
    guard firstStep >= 0, end <= outline.stepCount, firstStep <= end else { return false }
    let steps = [firstStep] + restarts + [end]
    return keyframe.map { outline.keyframeSteps.contains($0) || $0 == outline.firstKeyframe }
      != false
      && zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
