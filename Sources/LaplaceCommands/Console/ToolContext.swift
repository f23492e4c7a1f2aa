import Recording
import Simulation
import WorkerThreads

/// What a run of the tool works with: what it is called, the simulations it knows, where it writes.
struct ToolContext: @unchecked Sendable {
  /// As a person calls it.
  var name: String
  var catalogue: [CatalogueEntry]
  // The console is used from the one task that runs the command.
  var console: any Console
  /// Whether nobody watches and nothing golden may be written: the environment says CI.
  var isUnattended = false

  /// The file of this program, which can be started anew; `nil` where a run is part of another
  /// program.
  var program: String?

  /// Gives a line that a person types; `nil` where none is there to ask.
  var answer: (() -> String?)?

  /// Copies of what can be read only once.
  let copies = InputCopies()

  @TaskLocal static var current = ToolContext(
    name: "laplace", catalogue: [], console: StandardConsole())

  /// A context in which each simulation's runs share their steps among threads.
  func shared(among workers: Int?) -> ToolContext {
    guard let workers, workers > 1 else { return self }
    var context = self
    context.catalogue = catalogue.map { $0.shared { ThreadTeam(workers: workers) } }
    return context
  }

  /// The simulation called `name`.
  func entry(named name: String) throws -> CatalogueEntry {
    if let entry = catalogue.first(where: { $0.name == name }) { return entry }
    if let entry = catalogue.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return entry
    }
    let near = nearest(to: name, in: catalogue.map(\.name))
    throw CommandFailure(
      .trouble, "no simulation '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
      advice: "\(toolName) list")
  }

  /// The simulation that a recording was made of.
  func entry(recorded name: String, in path: String) throws -> CatalogueEntry {
    guard let entry = catalogue.first(where: { $0.name == name }) else {
      throw CommandFailure(
        .refused, "\(path): records the simulation '\(name)', which this tool does not have",
        advice:
          "use the tool of the project that recorded it, or name a program that runs it with --agent; "
          + "`\(toolName) info \(shellWord(path))` still reads it")
    }
    return entry
  }
}

/// What the tool that runs is called, as a word of a command.
var toolName: String { shellWord(ToolContext.current.name) }

extension Console {
  /// A line for a person on what is wrong, in the name of the tool that runs.
  func complain(_ message: String) { say("\(ToolContext.current.name): \(message)") }

  /// Writes the line of a failure, and what it quotes.
  func complain(_ failure: CommandFailure) {
    if !failure.message.isEmpty { complain(failure.message) }
    for line in failure.quoted { say("    | \(line)") }
  }
}
