import ArgumentParser
import Foundation
import LaplaceAgent

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The verb `agent`.
struct ServeCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "agent",
      abstract: "Run simulations on command: what other tools start to compare builds.",
      discussion: """
        Speaks the agent protocol on standard input and output. Tools start it by themselves where \
        this program is named as an agent, as in `\(toolName) verify FILE --agent old=OLD/\(toolName)`.
        """)
  }

  func run() throws {
    guard isatty(0) == 0 else {
      throw CommandFailure(
        .trouble, "agent: standard input is a terminal, and agents are spoken to by tools",
        advice: "\(toolName) verify RECORDING --agent NAME=\(toolName)")
    }
    if let fault = LaplaceAgent.serve(catalogue: ToolContext.current.catalogue) {
      throw CommandFailure(.trouble, "agent: \(fault)")
    }
  }
}
