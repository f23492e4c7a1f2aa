import WorkerThreads

/// A thread that does one thing at a time while its owner does another.
///
/// Unchecked, because everything that changes is touched under `condition` only, and the owner waits
/// before it looks at what the work has left.
final class SecondThread: @unchecked Sendable {
  private let condition = Condition()
  private var work: (() -> Void)?
  private var isBusy = false
  private var isStarted = false
  private var isEnded = false

  /// Begins `work`.
  func begin(_ work: @escaping () -> Void) {
    condition.lock()
    self.work = work
    isBusy = true
    if !isStarted { start() }
    isStarted = true
    condition.wakeAll()
    condition.unlock()
  }

  /// Returns when the work is done.
  func wait() {
    condition.lock()
    while isBusy { condition.wait() }
    condition.unlock()
  }

  /// Ends the thread; nothing may be begun afterwards.
  func end() {
    condition.lock()
    isEnded = true
    condition.wakeAll()
    condition.unlock()
  }

  private func start() {
    let thread = SystemThread.large(named: "second") { [self] in
      condition.lock()
      while !isEnded {
        if let next = work {
          work = nil
          condition.unlock()
          next()
          condition.lock()
          isBusy = false
          condition.wakeAll()
        } else {
          condition.wait()
        }
      }
      condition.unlock()
    }
    thread.detach()
  }
}
