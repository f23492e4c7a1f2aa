import ArgumentParser
import Foundation
import Recording
import Replay
import Simulation
import WorkerThreads

struct VerifyCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify",
      abstract: "Replay recordings here and in other builds; every digest must agree.",
      discussion: """
        Builds run side by side. Builds that give the same bits form a class; class A is the \
        recording's own. A build that diverges from a recording stops there and is run again to see \
        whether it diverges again; the step, table, row and field are printed.

        A build that the build list marks as different is a negative control: it must diverge.
        The documentation, Verifying builds, describes the keys of --format json.

        EXAMPLES
          \(toolName) verify Recordings/*.mcap
          \(toolName) verify orbit.mcap --agent debug=.build/debug/\(toolName)
          \(toolName) verify orbit.mcap --agent wasm="wasmkit run agent.wasm" --timeout 600
          \(toolName) verify Recordings/*.mcap --builds quick --keyframes
          \(toolName) verify long-session.mcap --split
          \(toolName) verify Recordings/*.mcap --builds all --require --markdown
          \(toolName) verify orbit.mcap --builds arm64,x87 --keep-going
        """)
  }

  @Argument(help: "The recordings to verify.")
  var recordings: [String] = []

  @Option(
    name: .customLong("agent"),
    help: ArgumentHelp(
      "Another build to run: a name, and the command that starts it or the path of its tool.",
      valueName: "name=command"))
  var agents: [AgentArgument] = []

  @Option(
    help: ArgumentHelp(
      "Builds of the build list to run: all, quick, or names separated by commas.",
      valueName: "names"))
  var builds: String?

  @Option(
    help: ArgumentHelp("The build list to read, as Tools/builds writes it.", valueName: "file"))
  var manifest = BuildManifest.defaultPath

  @Flag(help: "Fail when a build has to be skipped.")
  var require = false

  @Option(
    help: ArgumentHelp(
      """
      Numbers of worker threads: this build runs once with each, and every digest must agree. The \
      threads share every step, however small. Numbers above the processor count are skipped.
      """, valueName: "n[,n…]"))
  var workers: WorkerCounts?

  @Flag(help: "Also run with more threads than there are processors: many times slower.")
  var oversubscribe = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Also run on from every key frame, and from states saved in between, in every build or in none; \
      default: in the first build that reproduces the recording.
      """)
  var keyframes: Bool?

  @Flag(
    help: """
      Cut each recording at key frames into as many pieces as there are jobs, and run the pieces \
      side by side instead of the whole: faster for a single long recording.
      """)
  var split = false

  @Flag(help: "Follow a difference to the end of the recording, and print how it grows or heals.")
  var keepGoing = false

  @Option(help: "Parallel jobs; default: one for each processor.")
  var jobs: Int?

  @OptionGroup var limit: AgentTimeout

  @Option(
    help: ArgumentHelp(
      "The lock file whose digests the recordings must have.", valueName: "lock file"))
  var lock: String?

  @Flag(help: "Write the table of builds as Markdown.")
  var markdown = false

  @OptionGroup var output: FormatOption

  func validate() throws {
    if recordings.isEmpty { throw ValidationError("name at least one recording") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a count of 1 or more") }
  }

  func run() throws {
    let context = ToolContext.current
    let (builds, skipped) = try allBuilds(context)
    var status = ExitStatus.same
    var files: [(path: String, recording: Recording?)] = []
    for path in recordings {
      do {
        files.append((path, try openVerifiable(path, isAlone: builds.count == 1, context)))
      } catch let failure as CommandFailure where recordings.count > 1 {
        // One bad file must not hide what the others show.
        context.console.complain(failure.message)
        status = .graver(status, failure.status)
        files.append((path, nil))
      }
    }
    // This tool may run the simulation too; with unsound arithmetic its own run would be wrong.
    let recorded = Set(files.compactMap { $0.recording?.header.description.name })
    if context.catalogue.contains(where: { recorded.contains($0.name) }) {
      try requireSoundArithmetic()
    }
    let report = verify(files, builds, context)
    status = .graver(status, VerificationStatus.of(report))
    if require && !skipped.isEmpty { status = .graver(status, .trouble) }
    if let lock { status = .graver(status, try Baseline.check(lock, files, context.console)) }
    write(report, skipped, status, context.console)
    if status != .same { throw CommandFailure(status, "") }
  }

  private func openVerifiable(
    _ path: String, isAlone: Bool, _ context: ToolContext
  ) throws -> Recording {
    let file = try open(path)
    // Another build may have a simulation that this one does not.
    if isAlone { _ = try context.entry(recorded: file.header.description.name, in: path) }
    return file
  }

  private func verify(
    _ files: [(path: String, recording: Recording?)], _ builds: [Build], _ context: ToolContext
  ) -> VerificationReport {
    var options = Verification.Options(jobs: jobs ?? Processors.usableCount)
    options.restores =
      switch keyframes {
      case nil: .oneBuild
      case true?: .everyBuild
      case false?: .noBuild
      }
    options.splits = split
    options.keepsGoing = keepGoing
    let readable = files.compactMap { file in file.recording.map { (file.path, $0) } }
    let verification = Verification(
      readable.map { (name: $0.0, recording: $0.1) }, builds: builds, options: options,
      reference: .inProcess(catalogue: context.catalogue))
    let title = "\(count(builds.count, "build")), \(count(readable.count, "recording"))"
    let report = verification.run { done, total in
      ProgressBar(title: title, total: total).update(done)
    }
    context.console.progress("")
    return report
  }

  private func write(
    _ report: VerificationReport, _ skipped: [BuildManifest.Entry], _ status: ExitStatus,
    _ console: any Console
  ) {
    let text = VerificationText(
      report: report, skipped: skipped, isMarkdown: markdown, commandAgain: commandAgain)
    text.sayTrouble(console)
    if output.format == .json {
      console.result(json(VerificationJSON(report, skipped, status)))
    } else {
      text.writeResults(console)
    }
  }
}

// MARK: The next command

extension VerifyCommand {
  /// The command that shows a build's difference from one recording again, with the flags that
  /// were given.
  private func commandAgain(_ path: String, _ difference: Difference, _ build: Build) -> String {
    var words = ["verify", path]
    if let agent = agents.first(where: { $0.name == build.name }) {
      words += ["--agent", "\(agent.name)=\(agent.command)"]
    } else if build.isSeparateProcess {
      words += ["--builds", build.name]
      if manifest != BuildManifest.defaultPath { words += ["--manifest", manifest] }
    } else if let workers = workers?.counts.first(where: { count($0, "worker") == build.name }) {
      words += ["--workers", "\(workers)"]
      if oversubscribe { words.append("--oversubscribe") }
    }
    if build.isSeparateProcess, let timeout = limit.timeout {
      words += ["--timeout", timeout.rounded() == timeout ? "\(Int(timeout))" : "\(timeout)"]
    }
    // Where restoring is to blame, it has to happen in this very build.
    let isFirst = !build.isSeparateProcess && workers == nil
    if keyframes == true || (difference.restored != nil && !isFirst && !split) {
      words.append("--keyframes")
    } else if keyframes == false {
      words.append("--no-keyframes")
    }
    if split { words.append("--split") }
    if keepGoing { words.append("--keep-going") }
    return ([toolName] + words.map(shellWord)).joined(separator: " ")
  }
}

// MARK: Builds

extension VerifyCommand {
  /// This build, the agents, and those of the manifest; and the manifest's that there are not.
  private func allBuilds(
    _ context: ToolContext
  ) throws -> (builds: [Build], skipped: [BuildManifest.Entry]) {
    var all = [Build.inProcess(catalogue: context.catalogue)]
    var skipped: [BuildManifest.Entry] = []
    let processors = Processors.usableCount
    for workers in workers?.counts ?? [] {
      if workers <= processors || oversubscribe {
        all.append(shared(among: workers, context))
      } else {
        skipped.append(
          BuildManifest.Entry(
            name: count(workers, "worker"), instructionSet: all[0].instructionSet,
            description: sharedSummary(workers),
            skipped: "\(count(processors, "processor")) here; --oversubscribe runs it all the same")
        )
      }
    }
    for agent in agents {
      all.append(
        .program(
          name: agent.name, command: agent.command, timeout: limit.timeout ?? 120,
          firstTimeout: limit.timeout ?? 300))
    }
    if let builds {
      for entry in try BuildManifest.read(manifest).selected(builds, from: manifest) {
        guard let command = entry.command, entry.skipped == nil else {
          skipped.append(entry)
          continue
        }
        all.append(
          .program(
            name: entry.name, arguments: command, instructionSet: entry.instructionSet,
            summary: entry.description ?? "",
            expectation: entry.expect == .different ? .different : .same,
            isParallel: entry.parallel ?? true, timeout: limit.timeout ?? 120,
            firstTimeout: limit.timeout ?? 300))
      }
    }
    let names = all.map(\.name)
    if let name = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      throw CommandFailure(.trouble, "two builds have the name '\(name)'")
    }
    return (all, skipped)
  }

  private func sharedSummary(_ workers: Int) -> String {
    "this build, each step shared among \(workers)"
  }

  /// This build with a team for each run, which shares even what is not worth it.
  private func shared(among workers: Int, _ context: ToolContext) -> Build {
    let catalogue = context.catalogue.map { entry in
      entry.shared {
        let team = ThreadTeam(workers: workers)
        team.leastSharedWork = 0
        team.leastPart = 1
        return team
      }
    }
    var build = Build.inProcess(name: count(workers, "worker"), catalogue: catalogue)
    build.summary = sharedSummary(workers)
    build.threads = workers
    return build
  }
}
