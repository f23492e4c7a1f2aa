import AgentProtocol
import Simulation
import Synchronization
import SystemC

/// The agents' processes that are alive, so that none outlives the tool.
///
/// Each leads a process group of its own: a signal reaches what it started itself (a browser, say),
/// and the terminal's Ctrl-C reaches the tool alone, which then ends them in order.
package enum AgentProcesses {
  private static let alive = Mutex<Set<pid_t>>([])
  private static let ending = Mutex(false)

  /// One child at a time: between a pipe's making and its closing on exec, no other may start; nor
  /// may the tool end between a child's start and its entry here.
  private static let starting = Mutex<Void>(())

  /// Starts a child and enters it.
  static func start(
    _ spawn: () throws(AgentError) -> (id: pid_t, ends: [Int32])
  ) throws(AgentError) -> (id: pid_t, ends: [Int32]) {
    let result = starting.withLock { _ -> Result<(id: pid_t, ends: [Int32]), AgentError> in
      do throws(AgentError) {
        let child = try spawn()
        alive.withLock { _ = $0.insert(child.id) }
        return .success(child)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  static func remove(_ id: pid_t) { alive.withLock { _ = $0.remove(id) } }

  /// Ends all of them: asks, waits for at most a second, then insists. For a tool that dies.
  package static func endAll() {
    ending.withLock { $0 = true }
    // From here on none starts.
    starting.withLock { _ in endEntered() }
  }

  /// Ends those that are alive, for a tool that goes on without them.
  package static func interruptAll() { endEntered() }

  private static func endEntered() {
    let ids = alive.withLock { $0 }
    for id in ids { kill(-id, SIGTERM) }
    for _ in 0..<100 {
      if !ids.contains(where: { kill($0, 0) == 0 && !isZombie($0) }) { break }
      usleep(10_000)
    }
    for id in ids { kill(-id, SIGKILL) }
  }

  /// Does not return when the tool is about to die: that its agents end is then no news.
  static func waitIfToolEnds() {
    while ending.withLock({ $0 }) { sleep(1) }
  }

  /// Whether the child has ended and only waits to be collected; it keeps its id until then.
  static func isZombie(_ id: pid_t) -> Bool {
    var info = siginfo_t()
    let found = waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT)
    // Without an ended child, `waitid` succeeds and leaves the signal number at 0.
    return found == 0 && info.si_signo != 0
  }
}
