import Sessions
import Simulation

/// Finds which differing fields of the step before make a field differ: puts fields of one run into
/// the other by a restore, takes the step, and looks.
package struct CauseSearch {
  /// One of two runs that are compared: a state before any step, and what each step was given.
  package struct Side {
    /// The whole state after `stepCount` steps.
    package var state: (Int64) throws -> StateView
    package var inputs: (Int64) throws -> [RecordWords]

    package init(
      state: @escaping (Int64) throws -> StateView,
      inputs: @escaping (Int64) throws -> [RecordWords]
    ) {
      (self.state, self.inputs) = (state, inputs)
    }
  }

  /// Why a field differs after a step.
  package struct Level: Codable {
    package enum Cause: String, Codable, CaseIterable {
      /// The fewest fields of the step before that suffice.
      case fields
      /// The inputs of the step alone suffice.
      case inputs
      /// Fields and the inputs of the step are both needed.
      case fieldsAndInputs = "fields and inputs"
      /// The state before is equal: the step itself made the difference.
      case equalBefore = "equal before"
      /// All of the other run's state before the step, and its inputs, do not do it here.
      case step = "the step"
      /// The first run, restored, does not even repeat itself.
      case inexactRestore = "inexact restore"
    }

    /// The step that was taken.
    package var step: Int64
    package var cause: Cause
    /// The fields that suffice, if the cause has some.
    package var comparison: StateComparison?
    /// Fields that differed before it, and how often the step was taken.
    package var candidateCount: Int
    package var tryCount: Int
    /// Whether the search ended before every field had been left out in turn.
    package var isCut: Bool
  }

  /// How often a step may be taken for one level: where hundreds of fields are all needed, it is of
  /// no use to know which few are not.
  private static let tryLimit = 4000

  private let base: Side
  private let donor: Side
  private let start: () throws -> any RunningSimulation

  /// - Parameter start: gives a fresh run of the first side's simulation, parameters and seed, which
  ///   takes the steps of a level.
  package init(base: Side, donor: Side, start: @escaping () throws -> any RunningSimulation) {
    (self.base, self.donor, self.start) = (base, donor, start)
  }

  /// Whether a state has what is to be explained.
  package typealias Symptom = (StateView) -> Bool

  /// - Parameters:
  ///   - step: after which the symptom shows.
  ///   - symptom: whether a state has what the second run has; the first run's has not.
  ///   - depth: how many steps to go back, at least 1.
  /// - Throws: what the sides throw; `AgentError`.
  package func levels(
    step: Int64, symptom: @escaping Symptom, depth: Int
  ) throws -> [Level] {
    var (levels, step, symptom): ([Level], Int64, Symptom) = ([], step, symptom)
    while levels.count < depth, step >= 0 {
      let transplant = StateTransplant(
        base: try base.state(step), donor: try donor.state(step))
      let (level, parts) = try level(step, transplant, symptom)
      levels.append(level)
      guard !parts.isEmpty else { break }
      symptom = { transplant.isNearDonor(parts, in: $0) }
      step -= 1
    }
    return levels
  }

  /// What is put into the first run: a part of a state, or the step's inputs.
  private enum Item: Equatable {
    case part(StateTransplant.Part)
    case inputs
  }

  private func level(
    _ step: Int64, _ transplant: StateTransplant, _ symptom: @escaping Symptom
  ) throws -> (Level, [StateTransplant.Part]) {
    let (ours, theirs) = (try base.inputs(step), try donor.inputs(step))
    var (tryCount, totalCount, isCut) = (0, 0, false)
    // A run of its own: what mixtures of an earlier level left behind cannot matter.
    var run = try start()
    var isIsolated = false
    func holds(_ items: [Item]) throws -> Bool {
      guard tryCount < Self.tryLimit else { return false }
      tryCount += 1
      if isIsolated { run = try start() }
      let parts = items.compactMap { item -> StateTransplant.Part? in
        if case .part(let part) = item { part } else { nil }
      }
      do {
        try run.restore(transplant.image(with: parts), stepCount: step)
        try run.step(items.contains(.inputs) ? theirs : ours)
      } catch  where error.isRefusal {
        // No run could reach such a mixture, so it shows nothing.
        return false
      }
      return symptom(try run.stateView())
    }
    func level(_ cause: Level.Cause, _ fields: StateComparison? = nil) -> Level {
      Level(
        step: step, cause: cause, comparison: fields, candidateCount: transplant.parts.count,
        tryCount: totalCount + tryCount,
        isCut: isCut || tryCount == Self.tryLimit)
    }
    if try holds([]) { return (level(.inexactRestore), []) }
    var items = transplant.parts.map(Item.part)
    if ours != theirs { items.append(.inputs) }
    if items.isEmpty { return (level(.equalBefore), []) }
    guard try holds(items) else {
      return (level(.step), [])
    }
    var smallest = try smallestSubset(of: items, holds: holds)
    isCut = tryCount == Self.tryLimit
    totalCount = tryCount
    // Mixtures are states that no run reaches: what one leaves behind may change the next. What a
    // fresh run does not confirm is searched for again, each time with a fresh one.
    isIsolated = true
    tryCount = 0
    if try !holds(smallest) { smallest = try smallestSubset(of: items, holds: holds) }
    let parts = smallest.compactMap { item -> StateTransplant.Part? in
      if case .part(let part) = item { part } else { nil }
    }
    guard !parts.isEmpty, let fields = transplant.differences(of: parts, limit: 16) else {
      return (level(.inputs), [])
    }
    return (level(smallest.contains(.inputs) ? .fieldsAndInputs : .fields, fields), parts)
  }
}
