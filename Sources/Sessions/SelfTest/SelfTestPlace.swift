/// The action of a self-test at one moment: named if the simulation ends its process there.
package struct SelfTestPlace: Equatable, Sendable {
  /// A part of the test. Later parts need the results of the first one.
  package enum Part: UInt8, Sendable {
    case straight, repetition, sharing, rollback, flips
    /// The steps after those that are tested, up to the length that the caller wants to run.
    case remainder
  }

  /// The code of the simulation that runs.
  package enum Action: UInt8, Sendable {
    case start, step, visit, restore, draw, restoreOfChange, stepAfterChange
  }

  /// How the simulation ended its process.
  package enum Ending: Equatable, Sendable {
    case crash, hang, exit
  }

  package var part = Part.straight
  package var action = Action.start
  package var stepCount: Int64 = 0
  /// The changed column, as ``FieldFlips`` numbers it.
  package var column: UInt64 = 0
  /// The changed field, the inputs of the step or the seed.
  package var label = ""

  package init() {}
}

extension SelfTestPlace {
  /// The problem, and the advice.
  ///
  /// - Parameter details: the signal or status, and the last words of the process.
  package func finding(_ ending: Ending, details: String) -> SelfTestFinding {
    let ends =
      switch ending {
      case .crash: "crashes"
      case .hang: "hangs"
      case .exit: "ends the program"
      }
    let endsRun = ending == .exit ? ends : ends + " the simulation"
    let (problem, advice): (String, String) =
      switch action {
      case .start:
        ("starting a run\(label) \(ends)", "repair init(parameters:seed:)")
      case .step:
        (
          "the next step \(ends)" + (label.isEmpty ? "" : " with \(label)"),
          "repair step(_:) for this state and these inputs"
        )
      case .visit:
        ("visitState(_:) \(ends)", "let visitState(_:) accept every state that a step can leave")
      case .draw:
        ("drawing(_:) \(ends)", "let drawing(_:) accept every state that a step can leave")
      case .restore:
        (
          "restoring a state of its own \(endsRun)",
          "let stateWasRestored() accept every state that a step can leave"
        )
      case .restoreOfChange:
        ("changing \(label) \(endsRun) when it is restored", Self.rangeAdvice)
      case .stepAfterChange:
        ("changing \(label) \(endsRun) in the step after it is restored", Self.rangeAdvice)
      }
    return SelfTestFinding(
      .crash, stepCount: action == .start ? nil : stepCount,
      "\(problem)\(circumstance) (\(details))", advice: advice)
  }

  private static var rangeAdvice: String {
    "declare its range (`in:`) or refuse it in `isStateSound()`"
  }

  private var circumstance: String {
    switch part {
    case .straight, .remainder: ""
    case .repetition: " in a second run of the same inputs"
    case .sharing: " in a run that is interleaved with another one"
    case .rollback: " in a run that was restored"
    case .flips:
      action == .restoreOfChange || action == .stepAfterChange
        ? "" : " after a changed state was restored"
    }
  }
}

/// Parts of a self-test that are skipped, because they were done or the simulation ends there.
package struct SelfTestLimits: Equatable, Sendable {
  /// The last step count that is tested.
  package var stepCount = Int64.max
  package var draws = true
  package var restores = true
  package var done: Set<UInt8> = []
  /// Columns that are not changed.
  package var columns: Set<UInt64> = []

  package init() {}

  package func isDone(_ part: SelfTestPlace.Part) -> Bool { done.contains(part.rawValue) }

  /// Excludes what ended the process.
  ///
  /// - Returns: false if nothing is left to test.
  package mutating func exclude(_ place: SelfTestPlace) -> Bool {
    switch (place.part, place.action) {
    case (_, .restoreOfChange), (_, .stepAfterChange): columns.insert(place.column)
    case (.straight, .start): return false
    case (.straight, .step): stepCount = min(stepCount - 1, place.stepCount)
    case (.straight, .visit): stepCount = min(stepCount - 1, place.stepCount - 1)
    case (.straight, .draw): draws = false
    case (.straight, .restore): restores = false
    default: done.insert(place.part.rawValue)
    }
    return stepCount >= 0
  }
}
