import Dispatch
import Replay
import Synchronization
import SystemC

/// What a signal to the tool does to its work and to the agents that it started.
enum Interrupts {
  private struct State {
    /// The first signal that came.
    var number: Int32?
    var isRecording = false
  }

  private static let state = Mutex(State())
  /// How long a recording may take to end by itself, in seconds; its agents are then ended.
  private static let patience = 2.0

  /// From now on, a signal that ends the process lets a recording be finished, and ends its agents
  /// first. A second signal does not wait.
  ///
  /// Agents are process groups of their own, which the terminal's Ctrl-C does not reach.
  static func handle() {
    // A write beyond the limit of a file's size fails instead, as one on a full disk does.
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number, SIG_IGN)
      // `nohup` and its like asked for this signal to be ignored, and it stays so.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let waits = state.withLock { state in
          defer { state.number = state.number ?? number }
          return state.isRecording && state.number == nil
        }
        guard waits else { die(number) }
        // The recording sees the signal at its next step, and the tool then dies where it is called.
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
          AgentProcesses.interruptAll()
          DispatchQueue.global().asyncAfter(deadline: .now() + 2 * patience) { die(number) }
        }
      }
      source.activate()
      // It is to last as long as the process.
      _ = Unmanaged.passRetained(source as AnyObject)
    }
  }

  /// Runs `body`, which records and asks ``check(_:)`` at each step.
  static func whileRecording<R>(_ body: () throws -> R) rethrows -> R {
    state.withLock { $0.isRecording = true }
    defer { state.withLock { $0.isRecording = false } }
    return try body()
  }

  /// Throws when a signal asked the tool to end.
  static func check(_ stepCount: Int64) throws {
    if let interruption = interruption(stepCount) { throw interruption }
  }

  /// A signal that asked the tool to end, as a recording's end; `nil` when none did.
  static func interruption(_ stepCount: Int64) -> CommandFailure? {
    let names: [Int32: String] = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"]
    return state.withLock(\.number).map { number in
      CommandFailure(
        .trouble,
        "interrupted by \(names[number] ?? "signal \(number)") after step \(stepCount - 1)")
    }
  }

  /// Ends the process by the signal that asked for it, if one did.
  static func dieIfAsked() {
    if let number = state.withLock(\.number) { die(number) }
  }

  /// Ends the agents and the process.
  private static func die(_ number: Int32) -> Never {
    AgentProcesses.endAll()
    // To its parent the tool then ends as by the signal itself, also when it was started by a
    // thread that blocks it.
    signal(number, SIG_DFL)
    var own = sigset_t()
    sigemptyset(&own)
    sigaddset(&own, number)
    pthread_sigmask(SIG_UNBLOCK, &own, nil)
    kill(getpid(), number)
    _exit(128 + number)
  }
}
