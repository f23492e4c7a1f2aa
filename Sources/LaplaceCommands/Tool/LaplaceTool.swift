import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Simulation
import SystemC

/// The command-line tool as a library: a project makes its own tool with its own simulations.
///
/// ```swift
/// import LaplaceCommands
/// import Simulation
///
/// LaplaceTool.main(catalogue: [
///   CatalogueEntry(MyGame.self, summary: "my game", defaultStepCount: 600)
/// ])
/// ```
///
/// The tool is an agent too, through which other builds are compared with it: as the verb `agent`,
/// and without arguments where a tool starts it (`verify --agent old=OLD/mytool`).
public enum LaplaceTool {
  /// Runs the process's arguments and exits with their status.
  public static func main(catalogue: [CatalogueEntry]) -> Never {
    let words = CommandLine.unsafeArgv
    // As they are: `CommandLine.arguments` replaces what is not UTF-8.
    var arguments = (0..<Int(CommandLine.argc)).compactMap { words[$0] }.map {
      String(fileName: $0)
    }
    let path = arguments.isEmpty ? "" : arguments.removeFirst()
    if arguments.isEmpty && isStartedAsAgent { arguments = ["agent"] }
    Interrupts.handle()
    let name = path.split(separator: "/").last.map(String.init) ?? "laplace"
    let console = StandardConsole()
    let status = run(
      arguments, catalogue: catalogue, console: console, name: name, isUnattended: isUnderCI,
      program: Files.program,
      answer: isatty(0) == 1 && console.isInteractive ? { readLine() } : nil)
    Interrupts.dieIfAsked()
    if console.resultFailure != 0 {
      let reason = String(cString: strerror(console.resultFailure))
      console.say("\(name): standard output: cannot be written: \(reason)")
      exit(ExitStatus.trouble.rawValue)
    }
    exit(status.rawValue)
  }

  /// Whether a tool started this program, without arguments, to use it as an agent.
  private static var isStartedAsAgent: Bool {
    environment(PipeAgent.environmentVariable) == "1" && isatty(0) == 0
  }

  /// Runs `arguments` and returns the exit status.
  ///
  /// - Parameters:
  ///   - arguments: of the command line, without the program's name.
  ///   - catalogue: the simulations it knows.
  ///   - console: where it writes.
  ///   - name: what it calls itself, in messages and in the commands that it suggests.
  @discardableResult
  public static func run(
    _ arguments: [String], catalogue: [CatalogueEntry], console: any Console,
    name: String = "laplace"
  ) -> ExitStatus {
    run(arguments, catalogue: catalogue, console: console, name: name, isUnattended: false)
  }

  /// - Parameters:
  ///   - isUnattended: whether nothing golden may be written.
  ///   - program: the file of this program, where it is the tool and nothing else.
  ///   - answer: gives a line that a person types; `nil` where there is none to ask.
  package static func run(
    _ arguments: [String], catalogue: [CatalogueEntry], console: any Console, name: String,
    isUnattended: Bool, program: String? = nil, answer: (() -> String?)? = nil
  ) -> ExitStatus {
    let context = ToolContext(
      name: name, catalogue: catalogue, console: console, isUnattended: isUnattended,
      program: program, answer: answer)
    defer { context.copies.remove() }
    return ToolContext.$current.withValue(context) {
      do {
        try checkVerb(arguments)
        var command = try LaplaceCommand.parseAsRoot(arguments)
        try command.run()
        return .same
      } catch let failure as CommandFailure {
        console.complain(failure)
        if let advice = failure.advice { console.say("  next: \(advice)") }
        return failure.status
      } catch {
        return end(error, console)
      }
    }
  }

  /// A word that is no verb gets the nearest one as a suggestion.
  private static func checkVerb(_ arguments: [String]) throws {
    let verbs = LaplaceCommand.configuration.subcommands.compactMap { verb in
      verb.configuration.commandName
    }
    guard let word = arguments.first, !word.hasPrefix("-"), word != "help", !verbs.contains(word)
    else { return }
    let near = nearest(to: word, in: verbs).map { "; did you mean '\($0)'?" } ?? ""
    throw CommandFailure(.trouble, "no verb '\(word)'\(near)", advice: "\(toolName) --help")
  }

  /// Help and completions are results; whatever else the parser says is for a person.
  private static func end(_ error: any Error, _ console: any Console) -> ExitStatus {
    if LaplaceCommand.exitCode(for: error) == .success {
      console.write(result: LaplaceCommand.fullMessage(for: error))
      return .same
    }
    let message = LaplaceCommand.fullMessage(for: error)
    if message.hasPrefix("Error: ") {
      console.complain(String(message.dropFirst("Error: ".count)))
    } else {
      for line in message.lines { console.say(line) }
    }
    return .trouble
  }
}

struct LaplaceCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: ToolContext.current.name,
      abstract: "Record, replay, verify and bisect deterministic simulations, to the last bit.",
      discussion: """
        EXIT STATUS
          0    same, or done
          1    different
          2    wrong usage, or a file that cannot be read or written
          3    done, but something was lost or left out
          4    refused: incompatible
          5    the lock file lacks a recording, or has another digest for it; a change waits
          6    the simulation or an agent crashed, hung or broke the protocol
          125  cannot test

        FILES
          An input may be a pipe, and `-` is standard input. A recording from a pipe is copied to a \
        temporary file of at most \(InputCopies.limit >> 30) GB.
          An output replaces a file only with --force, and never an input of the same run. Reports, \
        pages, pictures, plans and the lock of `accept` also replace those of an earlier run. Devices \
        and pipes are written directly.
        """,
      version: engineVersion,
      subcommands: [
        ListCommand.self, RecordCommand.self, InfoCommand.self, ReplayCommand.self,
        VerifyCommand.self, CICommand.self, ReproCommand.self, ReviewCommand.self, DiffCommand.self,
        BisectCommand.self, AcceptCommand.self,
        RecoverCommand.self, DensifyCommand.self, ViewCommand.self, OpenCommand.self,
        PlaygroundCommand.self,
        RenderCommand.self,
        SelftestCommand.self,
        DoctorCommand.self, ServeCommand.self, TraceCommand.self, GrepCommand.self,
        WhyCommand.self, HuntCommand.self, CoverageCommand.self, ShrinkCommand.self,
        CutCommand.self, ExportCommand.self,
        DuCommand.self, PlanCommand.self, UnitCommand.self, MergeCommand.self, SchemaCommand.self,
      ])
  }
}
