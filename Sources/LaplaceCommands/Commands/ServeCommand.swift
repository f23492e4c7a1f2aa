import AgentProtocol
import ArgumentParser
import CCrashPlace
import LaplaceAgent
import Sessions
import SystemC

/// The verb `agent`.
struct ServeCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "agent",
      abstract: "Serve simulations to another tool, which compares builds.",
      discussion: """
        Speaks the agent protocol on standard input and output. A tool starts it by itself where \
        this program is named as an agent, as in `\(toolName) verify FILE --agent old=OLD/\(toolName)`.
        """)
  }

  @Option(help: "The number of threads that share each step.")
  var workers: Int?

  func validate() throws { try validateWorkers(workers, hasAgent: false) }

  func run() throws {
    let catalogue = ToolContext.current.catalogue
    if SelfTestChannel.serve(catalogue) { return }
    guard isatty(0) == 0 else {
      throw CommandFailure(
        .trouble, "agent: standard input is a terminal, but an agent needs a tool to speak with it",
        advice: "\(toolName) verify RECORDING --agent NAME=\(toolName)")
    }
    crash_place_note()
    if let fault = LaplaceAgent.serve(
      catalogue: ToolContext.current.shared(among: workers).catalogue)
    {
      throw CommandFailure(.trouble, "agent: \(fault)")
    }
  }
}
