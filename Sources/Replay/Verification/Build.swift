import AgentProtocol
import Recording
import Sessions
import Simulation

/// One build of a simulation: something that gives agents, any number of them.
public struct Build: Sendable {
  /// What verification expects of it.
  public enum Expectation: String, Codable, CaseIterable, Sendable {
    /// The recording's bits.
    case same = "same"
    /// Other bits: a negative control, which shows that a difference would be seen.
    case different = "different"
  }

  /// How reports name it.
  public var name: String
  /// What it runs on, as its maker calls it; `nil` leaves the word to the build itself.
  public var instructionSet: String?
  /// One line for people: compiler, options, emulator.
  public var summary: String
  /// Whether it has to agree with the recordings or to diverge.
  public var expectation: Expectation
  /// Whether several of its agents may work at the same time.
  public var isParallel: Bool
  /// Processors that one of its agents keeps busy: so many fewer others work at the same time.
  public var threads = 1
  /// Whether every agent is a process of its own: then a second run has new hash seeds.
  public var isSeparateProcess: Bool
  package let launch: @Sendable () throws(AgentError) -> any Agent

  /// - Parameters:
  ///   - name: for reports.
  ///   - instructionSet: for reports; `nil` leaves the word to the build itself.
  ///   - summary: one line for people: compiler, options, emulator.
  ///   - expectation: whether it is to give the same bits.
  ///   - isParallel: whether several of its agents may work at the same time.
  ///   - isSeparateProcess: whether every agent is a process of its own.
  ///   - launch: gives a new agent; called from several threads.
  public init(
    name: String, instructionSet: String? = nil, summary: String = "",
    expectation: Expectation = .same, isParallel: Bool = true, isSeparateProcess: Bool = true,
    launch: @escaping @Sendable () throws(AgentError) -> any Agent
  ) {
    self.name = name
    self.instructionSet = instructionSet
    self.summary = summary
    self.expectation = expectation
    self.isParallel = isParallel
    self.isSeparateProcess = isSeparateProcess
    self.launch = launch
  }

  /// The simulations of this process.
  public static func inProcess(name: String = "this build", catalogue: [CatalogueEntry]) -> Build {
    Build(name: name, isSeparateProcess: false) { () throws(AgentError) -> any Agent in
      InProcessAgent(name: name, catalogue: catalogue)
    }
  }

  /// A program that speaks the agent protocol.
  ///
  /// - Parameters:
  ///   - name: for reports.
  ///   - arguments: the program and its arguments, as they are: no shell reads them.
  ///   - instructionSet: for reports; `nil` leaves the word to the build itself.
  ///   - summary: one line for people: compiler, options, emulator.
  ///   - expectation: whether it is to give the same bits.
  ///   - isParallel: whether several of its agents may work at the same time.
  ///   - timeout: seconds that one reply may take.
  ///   - firstTimeout: seconds that the first reply may take: some take long to start.
  public static func program(
    name: String, arguments: [String], instructionSet: String? = nil, summary: String = "",
    expectation: Expectation = .same, isParallel: Bool = true, timeout: Double = 120,
    firstTimeout: Double = 300
  ) -> Build {
    Build(
      name: name, instructionSet: instructionSet, summary: summary, expectation: expectation,
      isParallel: isParallel
    ) { () throws(AgentError) -> any Agent in
      let agent = try PipeAgent(name: name, arguments: arguments)
      agent.timeout = timeout
      agent.firstTimeout = firstTimeout
      return agent
    }
  }

  /// A build that a command line starts: words separated by spaces, a word with spaces in quotes.
  public static func program(
    name: String, command: String, timeout: Double = 120, firstTimeout: Double = 300
  ) -> Build {
    .program(
      name: name, arguments: CommandWords.split(command), timeout: timeout,
      firstTimeout: firstTimeout)
  }
}
