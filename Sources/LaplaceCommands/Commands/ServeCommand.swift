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
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Run simulations on command: what other tools start to compare builds.",
    discussion: """
      Speaks the agent protocol on standard input and output. Tools start it by themselves where \
      this program is named as an agent, as in `verify FILE --agent old=OLD/PROGRAM`.
      """)

  func run() throws {
    guard isatty(0) == 0 else {
      throw CommandFailure(
        .trouble, "agent: standard input is a terminal, and agents are spoken to by tools",
        advice: "name this program as an agent: verify FILE --agent NAME=PROGRAM")
    }
    if let fault = LaplaceAgent.serve(catalogue: ToolContext.current.catalogue) {
      throw CommandFailure(.trouble, "agent: \(fault)")
    }
  }
}
