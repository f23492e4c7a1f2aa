import Recording
import Simulation

/// Finds a small session that shows the symptom of a large one.
///
/// First it cuts stretches of time out, with the inputs in them, which makes every later try faster. Then
/// it drops inputs: all of one kind, and by delta debugging halves, quarters and so on down to single
/// ones, the last inputs first, so that what a try shares with the one before is as long as can be.
/// Then it moves the rest together in time, and makes parameters and values simpler. Every try keeps
/// the symptom: a session that is wrong in another way is none. It ends when no such change is
/// possible any more, or when it is told to.
///
/// Tries of one round run at the same time; the first that succeeds, in their order, is taken, so that
/// the result does not depend on how many there are.
package final class Shrinker {
  package struct Report: Sendable {
    package var original: Session
    /// The symptom of the original session, which all others share.
    package var symptom: Symptom
    /// Where the original shows it first.
    package var originalStep: Int64
    /// The last words of the program in the original session.
    package var originalWords: String?
    package var smallest: Session
    package var sighting: Sighting
    package var tryCount: Int
    /// Whether no smaller session was found although all ways were tried.
    package var isComplete: Bool
    /// Whether every session was run from its start, because states do not bring all back.
    package var restoresDiffer: Bool
  }

  package enum Problem: Error, Equatable {
    /// The session shows no symptom.
    case nothingFound
    /// The session does not show the same symptom when it runs again.
    case wavers(runs: Int, like: Int)
  }

  private let description: SimulationDescription
  private var trials: [any SessionTrial]
  private let makeTrial: (_ keepsPrefixes: Bool) -> any SessionTrial
  private let isOver: @Sendable () -> Bool
  /// Called with every smaller session.
  package var improved: (Session, Sighting) -> Void = { _, _ in }
  /// Called before every round of tries.
  package var progress: (Session, _ tryCount: Int) -> Void = { _, _ in }

  private(set) var best: Session
  private var sighting = Sighting(step: 0, symptom: .condition)
  /// The symptom of the original session.
  private var first = Sighting(step: 0, symptom: .condition)
  /// The best session that a new process has shown the symptom of.
  private var confirmed: (session: Session, sighting: Sighting)
  private var keepsPrefixes = true
  private var tryCount = 0
  private var successCount = 0

  /// - Parameters:
  ///   - description: of the simulation, for the fields of inputs and parameters.
  ///   - jobs: how many tries run at the same time.
  ///   - isOver: whether to end with the best so far; asked often, from several threads.
  ///   - makeTrial: gives what runs a session; each is used by one thread at a time.
  package init(
    _ session: Session, of description: SimulationDescription, jobs: Int,
    isOver: @escaping @Sendable () -> Bool,
    makeTrial: @escaping (_ keepsPrefixes: Bool) -> any SessionTrial
  ) {
    best = session
    confirmed = (session, sighting)
    self.description = description
    self.isOver = isOver
    self.makeTrial = makeTrial
    trials = (0..<max(1, jobs)).map { _ in makeTrial(true) }
  }

  /// - Throws: ``Problem``; ``TrialStopped`` when it was told to end before it knew the symptom.
  package func shrink() throws -> Report {
    let original = best
    first = try observe()
    var isComplete = false
    if keepsPrefixes {
      do {
        isComplete = try search()
        try confirm()
      } catch is PrefixesDiffer {
        keepsPrefixes = false
      }
    }
    if !keepsPrefixes {
      trials = trials.map { _ in makeTrial(false) }
      isComplete = try search()
      do {
        try confirm()
      } catch is PrefixesDiffer {
        throw Problem.wavers(runs: 2, like: 1)
      }
    }
    return Report(
      original: original, symptom: first.symptom, originalStep: first.step,
      originalWords: first.lastWords, smallest: best, sighting: sighting, tryCount: tryCount,
      isComplete: isComplete,
      restoresDiffer: !keepsPrefixes || trials.contains { !$0.keepsPrefixes })
  }

  /// A session shows its symptom only where it goes on from a state that was kept.
  private struct PrefixesDiffer: Error {}

  /// Finds the symptom, whether it is always there, and whether restored states keep it.
  private func observe() throws -> Sighting {
    func look(_ trial: any SessionTrial) throws -> Sighting? {
      tryCount += 1
      return try trial.run(best, isOver: isOver)
    }
    guard let first = try look(trials[0]) else { throw Problem.nothingFound }
    accept(best, first)
    confirmed = (best, first)
    let again = try look(makeTrial(false))
    guard let again, again.step == first.step, again.symptom.isLike(first.symptom) else {
      throw Problem.wavers(runs: 2, like: 1)
    }
    // From a state that was kept shortly before. What a state brings back may not be all there is:
    // then every session runs from its start.
    keepsPrefixes = try look(trials[0])?.isLike(first) == true
    return first
  }

  /// Runs the best session in a new process; where that does not show the symptom, goes back to the
  /// last one that did.
  private func confirm() throws {
    tryCount += 1
    let again = try makeTrial(false).run(best, isOver: { false })
    guard let again, again.isLike(first) else {
      (best, sighting) = confirmed
      throw PrefixesDiffer()
    }
    accept(best, again)
    confirmed = (best, sighting)
  }

  /// Tries all ways until none helps; `false` when it was told to end before.
  private func search() throws -> Bool {
    do {
      var before: Session
      repeat {
        before = best
        try cutStretches()
        try dropKinds()
        try dropInputs()
        try moveTogether()
        try simplifyParameters()
        try simplifyValues()
      } while best != before
      return true
    } catch is TrialStopped {
      return false
    }
  }

  private func accept(_ session: Session, _ sighting: Sighting) {
    best = session.cut(after: sighting.step)
    self.sighting = sighting
    improved(best, sighting)
  }
}

// MARK: Ways to a smaller session

extension Shrinker {
  /// Drops all inputs of a kind, the most frequent kinds first: few faults need every kind.
  private func dropKinds() throws {
    var counts: [Int: Int] = [:]
    for input in best.inputs { counts[input.input.kind, default: 0] += 1 }
    let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    guard kinds.count > 1 else { return }
    for kind in kinds {
      _ = try takeFirst(1) { _ in
        var session = self.best
        session.inputs.removeAll { $0.input.kind == kind }
        return session
      }
    }
  }

  /// Cuts stretches of time out, with their inputs: what is left runs faster, too.
  private func cutStretches() throws {
    var size = max(1, best.inputs.count / 2)
    while best.inputs.count > 1 {
      let hasCut = try removePieces(of: size) { self.cutting($0) }
      // Where not even small pieces can go with their time, smaller ones hardly will.
      if size == 1 || (!hasCut && size <= best.inputs.count / 16) { return }
      size = max(1, min(size, best.inputs.count) / 2)
    }
  }

  private func dropInputs() throws {
    guard !best.inputs.isEmpty else { return }
    if try takeFirst(1, { _ in self.dropping(0..<self.best.inputs.count) }) != nil { return }
    var size = max(1, best.inputs.count / 2)
    while !best.inputs.isEmpty {
      let hasDropped = try removePieces(of: size) { self.dropping($0) }
      if size == 1 && !hasDropped { return }
      size = max(1, min(size / 2, best.inputs.count))
    }
  }

  /// Takes pieces of `size` inputs out where that can be done, the last one first; whether it could.
  private func removePieces(
    of size: Int, _ without: @escaping (Range<Int>) -> Session
  ) throws -> Bool {
    var hasRemoved = false
    var end = best.inputs.count
    while end > 0 {
      let pieces = stride(from: end, to: 0, by: -size).map { max(0, $0 - size)..<$0 }
      guard let taken = try takeFirst(pieces.count, { without(pieces[$0]) }) else { break }
      hasRemoved = true
      end = min(pieces[taken].lowerBound, best.inputs.count)
    }
    return hasRemoved
  }

  /// Without inputs, and without the time from the first of them to the one that follows.
  private func cutting(_ range: Range<Int>) -> Session {
    let first = range.lowerBound == 0 ? 0 : best.inputs[range.lowerBound].step
    var session = dropping(range)
    guard range.lowerBound < session.inputs.count else { return session }
    let gap = session.inputs[range.lowerBound].step - first
    for later in range.lowerBound..<session.inputs.count { session.inputs[later].step -= gap }
    session.stepCount -= gap
    return session
  }

  private func dropping(_ range: Range<Int>) -> Session {
    var session = best
    session.inputs.removeSubrange(range)
    return session
  }

  /// Makes the time before each input shorter, the last inputs first.
  private func moveTogether() throws {
    var index = best.inputs.count - 1
    while index >= 0 {
      let gap = gap(before: index)
      var shorter: [Int64] = []
      for candidate in [0, 1, gap / 8, gap / 4, gap / 2, gap - gap / 4, gap - gap / 8, gap - 1]
      where candidate >= 0 && candidate < gap && !shorter.contains(candidate) {
        shorter.append(candidate)
      }
      let taken = try takeFirst(shorter.count) { self.moving(from: index, by: gap - shorter[$0]) }
      // There may be room for less; and inputs that no step takes any more are gone.
      index = min(taken == nil ? index - 1 : index, best.inputs.count - 1)
    }
  }

  /// The steps between an input and the one before, or the start.
  private func gap(before index: Int) -> Int64 {
    best.inputs[index].step - (index == 0 ? 0 : best.inputs[index - 1].step)
  }

  /// An input and all that follow, earlier: the symptom must then show earlier, too.
  private func moving(from index: Int, by steps: Int64) -> Session {
    var session = best
    for later in index..<session.inputs.count { session.inputs[later].step -= steps }
    session.stepCount -= 1
    return session
  }

  private func simplifyParameters() throws {
    if best.seed != 1 {
      _ = try takeFirst(1) { _ in
        var session = self.best
        session.seed = 1
        return session
      }
    }
    let members = FieldShape.members(description.parameters)
    while true {
      let simpler = ValueReduction.reductions(of: members, best.parameters)
      let taken = try takeFirst(simpler.count) { index in
        var session = self.best
        session.parameters = simpler[index]
        return session
      }
      if taken == nil { return }
    }
  }

  private func simplifyValues() throws {
    var index = 0
    while index < best.inputs.count {
      let input = best.inputs[index].input
      guard description.inputs.indices.contains(input.kind) else { return }
      let members = FieldShape.members(description.inputs[input.kind].fields)
      let simpler = ValueReduction.reductions(of: members, input.words)
      let taken = try takeFirst(simpler.count) { candidate in
        var session = self.best
        session.inputs[index].input.words = simpler[candidate]
        return session
      }
      if taken == nil { index += 1 }
    }
  }

  /// Takes the first of `count` sessions that shows the symptom; gives its index.
  private func takeFirst(_ count: Int, _ session: @escaping (Int) -> Session) throws -> Int? {
    if isOver() { throw TrialStopped() }
    guard count > 0 else { return nil }
    progress(best, tryCount)
    let round = TrialRound(count, session, first, isOver)
    let winner = try round.run(trials)
    tryCount += round.tryCount
    guard let winner else {
      if isOver() { throw TrialStopped() }
      return nil
    }
    accept(winner.session, winner.sighting)
    successCount += 1
    // Soon after the start, and more and more rarely.
    if keepsPrefixes && successCount & (successCount - 1) == 0 { try confirm() }
    return winner.index
  }
}
