import Dispatch
import Foundation
import Replay

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a signal to the tool does to the agents that it started.
enum Interrupts {
  /// From now on, a signal that ends the process ends its agents first.
  ///
  /// Agents are process groups of their own, which the terminal's Ctrl-C does not reach.
  static func endAgentsFirst() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number, SIG_IGN)
      // `nohup` and its like asked for this signal to be ignored, and it stays so.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        AgentProcesses.endAll()
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      source.activate()
      // It is to last as long as the process.
      _ = Unmanaged.passRetained(source as AnyObject)
    }
  }
}
