import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation

/// Starts what a build has made as an agent.
struct ProductLauncher: Sendable {
  /// `{}` in the command stands for the product; `nil`: the product is the program.
  private let agent: AgentCommand?
  private let limit: AgentTimeout

  init(_ agent: AgentCommand?, _ limit: AgentTimeout) { (self.agent, self.limit) = (agent, limit) }

  /// - Parameter product: its path.
  func launch(_ product: String) throws(AgentError) -> any Agent {
    let quoted = product.contains(" ") ? "'\(product)'" : product
    return try limit.start(
      name: agent?.name ?? "build",
      command: (agent?.command ?? "{}").replacing("{}", by: quoted))
  }

  func build(_ product: String) -> Build {
    Build(name: product) { () throws(AgentError) -> any Agent in try launch(product) }
  }
}

/// Refuses a recording that no other build can run from its start.
func requireWholeRun(_ file: Recording, _ path: String) throws {
  guard file.header.firstStep == 0 else {
    throw CommandFailure(
      .refused, "\(path): begins in the middle of its run: no build can run it from its start")
  }
}
