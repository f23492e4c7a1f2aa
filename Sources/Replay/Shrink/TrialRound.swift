import WorkerThreads

/// Sessions that are tried at the same time; the first one in their order that shows the symptom wins.
///
/// Unchecked, because what changes is touched under `lock` only, a trial belongs to one thread, and
/// the sessions are made of what does not change during the round.
final class TrialRound: @unchecked Sendable {
  typealias Winner = (index: Int, session: Session, sighting: Sighting)

  private let count: Int
  private let session: (Int) -> Session
  private let first: Sighting
  private let isOver: @Sendable () -> Bool
  private let lock = Condition()
  private var next = 0
  private var winner: Winner?
  private var failure: (any Error)?
  private(set) var tryCount = 0

  /// - Parameter session: gives the session of an index; called from several threads.
  init(
    _ count: Int, _ session: @escaping (Int) -> Session, _ first: Sighting,
    _ isOver: @escaping @Sendable () -> Bool
  ) {
    self.count = count
    self.session = session
    self.first = first
    self.isOver = isOver
  }

  /// - Throws: what keeps any session from being run.
  func run(_ trials: [any SessionTrial]) throws -> Winner? {
    let others = trials.dropFirst().prefix(count - 1).map { trial in
      let hands = Hands(trial: trial)
      return SystemThread.large(named: "trial") { [self] in work(hands.trial) }
    }
    work(trials[0])
    for other in others { other.join() }
    if let failure { throw failure }
    return winner
  }

  /// Hands a trial over to its thread.
  private struct Hands: @unchecked Sendable { let trial: any SessionTrial }

  private func work(_ trial: any SessionTrial) {
    while let index = take() {
      let session = session(index)
      do {
        let sighting = try trial.run(session) { self.isSettled(before: index) }
        if let sighting, sighting.isLike(first) { note((index, session, sighting)) }
      } catch is TrialStopped {
        continue
      } catch {
        lock.withLock { failure = failure ?? error }
      }
    }
  }

  private func take() -> Int? {
    if isOver() { return nil }
    return lock.withLock {
      guard next < count, failure == nil, next < winner?.index ?? .max else { return nil }
      defer { next += 1 }
      tryCount += 1
      return next
    }
  }

  private func isSettled(before index: Int) -> Bool {
    isOver() || lock.withLock { failure != nil || winner?.index ?? .max < index }
  }

  private func note(_ found: Winner) {
    lock.withLock { if found.index < winner?.index ?? .max { winner = found } }
  }
}
