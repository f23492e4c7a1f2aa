import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The agents' processes that are alive, so that none outlives the tool.
///
/// Each leads a process group of its own: a signal reaches what it started itself (a browser, say),
/// and the terminal's Ctrl-C reaches the tool alone, which then ends them in order.
package enum AgentProcesses {
  private static let alive = Mutex<Set<pid_t>>([])

  static func add(_ id: pid_t) { alive.withLock { _ = $0.insert(id) } }
  static func remove(_ id: pid_t) { alive.withLock { _ = $0.remove(id) } }

  /// How many are alive.
  package static var count: Int { alive.withLock { $0.count } }

  /// Ends all of them: asks, waits for at most a second, then insists. For a tool that dies.
  package static func endAll() {
    let ids = alive.withLock { $0 }
    for id in ids { kill(-id, SIGTERM) }
    for _ in 0..<100 {
      if !ids.contains(where: { kill($0, 0) == 0 && !isZombie($0) }) { break }
      usleep(10_000)
    }
    for id in ids { kill(-id, SIGKILL) }
  }

  /// Whether the child has ended and only waits to be collected; it keeps its id until then.
  static func isZombie(_ id: pid_t) -> Bool {
    var info = siginfo_t()
    let found = waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT)
    // Without an ended child, `waitid` succeeds and leaves the signal number at 0.
    return found == 0 && info.si_signo != 0
  }
}
