import ArgumentParser
import Recording
import Replay
import WorkerThreads

struct CoverageCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "coverage",
      abstract: "List the functions and branches of a simulation that no recording reaches.",
      discussion: """
        Replays each recording, from the start and from every key frame, in a process of its own that \
        was built with counters, and lists what none of them reaches: functions, and within the \
        functions that are reached each branch, which is a stretch of code between braces or a side of \
        a condition; '>>' stands where it begins. Only sources of the package in whose folder the tool \
        runs are listed, not those of packages that it uses.

        --build makes the program with counters, in \(CountingBuild.folder). Programs that are built in \
        other ways need -profile-generate and -profile-coverage-mapping from swiftc, or \
        -fprofile-instr-generate and -fcoverage-mapping from clang, and are named with --agent.

        What need not be reached stands in the file of exceptions, a line for each: PATTERN | reason, \
        where * stands for anything. A pattern is compared with 'FILE FUNCTION', one with '>>' in it \
        with 'FILE FUNCTION: STATEMENT'.

        Status 0: all is reached or excepted; 1: something is not, or an exception is needless.

        EXAMPLES
          \(toolName) coverage --build
          \(toolName) coverage Recordings drag.mcap --build --alone
          \(toolName) coverage --agent ./robot --sources src --exceptions coverage.exceptions
        """)
  }

  static let documents = Documents(
    "What no recording reaches, and what one alone does.", CoverageReport.self)

  @Argument(
    help: "Recordings, and folders of recordings; default: Recordings.", completion: .recording)
  var recordings: [String] = []

  @Flag(help: "Build the package in this folder with counters, in \(CountingBuild.folder).")
  var build = false

  @Option(
    help: ArgumentHelp("With --build: the product; default: this tool's name.", valueName: "name"))
  var product: String?

  @Option(
    help: ArgumentHelp(
      "The program with counters that runs the simulation; default: this one.", valueName: "command"
    ))
  var agent: AgentCommand?

  @Option(
    help: ArgumentHelp(
      "The file that holds the counted code, where --agent starts it through another program.",
      valueName: "file"), completion: .file())
  var object: String?

  @Option(
    help: ArgumentHelp(
      "A folder of sources to list; repeat for more; default: the package's.", valueName: "folder"),
    completion: .directory)
  var sources: [String] = []

  @Option(
    help: ArgumentHelp(
      "What need not be reached; default: coverage.exceptions in the folder of recordings.",
      valueName: "file"), completion: .file())
  var exceptions: String?

  @Flag(help: "List instead, for each recording, the functions that it alone reaches.")
  var alone = false

  @Flag(help: "List the exceptions as well.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The folder with llvm-profdata and llvm-cov; default: the one of swift.", valueName: "folder"),
    completion: .directory)
  var llvm: String?

  @Option(help: "Recordings that run at the same time; default: one for each processor.")
  var jobs: Int?

  @OptionGroup var timeLimit: AgentTimeout

  @OptionGroup var output: FormatOption

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a count of 1 or more") }
    if build, agent != nil { throw ValidationError("choose one: --build or --agent") }
    if product != nil, !build { throw ValidationError("--product goes with --build") }
  }

  func run() throws {
    let console = ToolContext.current.console
    let set = try RecordingSet(recordings.isEmpty ? ["Recordings"] : recordings)
    let own = try CoverageSources(sources)
    let rules = try rules(set)
    let tools = try CoverageTools(in: llvm)
    let program = try program(console)
    let object = self.object ?? CommandWords.path(of: program[0]) ?? program[0]
    let folder = try makeTemporaryFolder("coverage")
    defer { Files.remove(folder) }
    let run = CoverageRun(
      program: program, tools: tools, timeout: timeLimit.next,
      firstTimeout: timeLimit.first, folder: folder)
    try run.check(
      advice: agent == nil
        ? "\(toolName) coverage --build"
        : "build it with -profile-generate -profile-coverage-mapping (swiftc), or with "
          + "-fprofile-instr-generate -fcoverage-mapping (clang)")
    let results = run.run(
      set.paths, jobs: jobs ?? Processors.usableCount, progress: { _ in })
    var status = ExitStatus.same
    var (paths, reached): ([String], [CoverageRun.Reached]) = ([], [])
    for (path, result) in zip(set.paths, results) {
      switch result {
      case .success(let one):
        paths.append(path)
        reached.append(one)
      case .failure(let error):
        let failure = failure(error, path: path)
        console.complain(failure)
        status = .graver(status, failure.status)
      }
    }
    guard !reached.isEmpty else { throw CommandFailure(status, "") }
    let map = try map(reached, of: object, tools, own, folder)
    let report = try CoverageReport(
      program: program.joined(separator: " "), paths: paths, reached: reached.map(\.symbols),
      map: map, sources: own, exceptions: rules
    ) { try tools.readable($0, folder: folder) }
    if output.format == .json {
      console.show(json(report))
    } else {
      for line in alone ? report.alone : report.lines(all: all) { console.result(line) }
    }
    if !alone, !report.isWhole { status = .graver(status, .different) }
    if status != .same { throw CommandFailure(status, "") }
  }

  private func rules(_ set: RecordingSet) throws -> CoverageExceptions {
    if let exceptions { return try CoverageExceptions(path: exceptions) }
    let beside = set.folders.map { $0 + "/coverage.exceptions" }
    let found = beside.first { Files.exists($0) }
    return try found.map { try CoverageExceptions(path: $0) } ?? CoverageExceptions()
  }

  /// The program with counters, with its arguments.
  private func program(_ console: any Console) throws -> [String] {
    if let agent {
      let words = agent.words
      guard !words.isEmpty else { throw CommandFailure(.trouble, "--agent names no program") }
      return words
    }
    guard build else {
      guard let path = ToolContext.current.program else {
        throw CommandFailure(
          .trouble, "this program cannot be started anew: name one with counters with --agent")
      }
      return [path, "agent"]
    }
    console.progress("building with counters")
    defer { console.progress("") }
    return [try CountingBuild.make(product ?? ToolContext.current.name), "agent"]
  }

  private func map(
    _ reached: [CoverageRun.Reached], of object: String, _ tools: CoverageTools,
    _ own: CoverageSources, _ folder: String
  ) throws -> CoverageMap {
    let merged = "\(folder)/all.profdata"
    try tools.merge(reached.map(\.file), into: merged)
    return try tools.map(object, merged, own, folder: folder)
  }
}
