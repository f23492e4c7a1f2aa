import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

/// Parses `NAME=COMMAND`.
struct AgentArgument: ExpressibleByArgument {
  var name: String
  var command: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
      return nil
    }
    name = String(argument[..<equals])
    command = String(argument[argument.index(after: equals)...])
  }
}

/// Parses `COMMAND` or `NAME=COMMAND`, where one agent is meant and its name only serves messages.
struct AgentCommand: ExpressibleByArgument {
  var name = "agent"
  var command: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    command = argument
    // A name is one word without a slash: `=` may well stand later in a command.
    guard let named = AgentArgument(argument: argument),
      !named.name.contains(where: { $0 == " " || $0 == "/" || $0 == "\"" || $0 == "'" })
    else { return }
    (name, command) = (named.name, named.command)
  }

  func start(_ limit: AgentTimeout) throws(AgentError) -> PipeAgent {
    try limit.start(name: name, command: command)
  }

  /// A player that runs the recorded simulation in the program.
  func player(of file: Recording, in path: String, _ limit: AgentTimeout) throws -> Player {
    let program = try attempt(path) { try start(limit) }
    return try attempt(path, agent: program) { try Player(file, agent: program) }
  }
}

/// How long an agent may take.
struct AgentTimeout: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time limit for an agent's answer; default: 300 for the first, then 120.",
      valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= 1_000_000) {
      throw ValidationError("--timeout needs a time in seconds, more than 0")
    }
  }

  func start(name: String, command: String) throws(AgentError) -> PipeAgent {
    let agent = try PipeAgent(name: name, command: command)
    agent.timeout = timeout ?? 120
    agent.firstTimeout = timeout ?? 300
    return agent
  }
}
