import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

/// Parses `COMMAND` or `NAME=COMMAND`; without a name, the program's own is used.
struct AgentCommand: ExpressibleByArgument {
  var name: String
  var command: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    // A name is one word without a slash: `=` may well stand later in a command.
    if let equals = argument.firstIndex(of: "="), equals != argument.startIndex,
      !argument[..<equals].contains(where: { " /\"'".contains($0) })
    {
      name = String(argument[..<equals])
      command = String(argument[argument.index(after: equals)...])
    } else {
      (name, command) = (CommandWords.split(argument).first?.pathName ?? argument, argument)
    }
  }

  /// The words of the command: a program, and arguments that may name files.
  var words: [String] { CommandWords.split(command) }

  func start(_ limit: AgentTimeout) throws(AgentError) -> PipeAgent {
    try limit.start(name: name, command: command)
  }

  /// The program as a build.
  func build(_ limit: AgentTimeout) -> Build {
    .program(name: name, command: command, timeout: limit.next, firstTimeout: limit.first)
  }

  /// A player that runs the recorded simulation in the program.
  func player(of file: Recording, in path: String, _ limit: AgentTimeout) throws -> Player {
    let program = try attempt(path) { try start(limit) }
    return try attempt(path, agent: program) { try Player(file, agent: program) }
  }
}

/// The program that runs a recorded simulation in place of this one.
struct AgentOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The program that runs the simulation; default: this one.", valueName: "command"))
  var agent: AgentCommand?

  @OptionGroup var limit: AgentTimeout
}

/// How long an agent may take.
struct AgentTimeout: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time limit for an agent's answer; default: 300 for the first, then 120.",
      valueName: "seconds"))
  var timeout: Double?

  /// The limits for the first answer and for those that follow, in seconds.
  var first: Double { timeout ?? 300 }
  var next: Double { timeout ?? 120 }

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= 1_000_000) {
      throw ValidationError("--timeout needs a time in seconds, more than 0")
    }
  }

  func start(name: String, command: String) throws(AgentError) -> PipeAgent {
    let agent = try PipeAgent(name: name, command: command)
    (agent.timeout, agent.firstTimeout) = (next, first)
    return agent
  }
}
