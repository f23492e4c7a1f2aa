import ArgumentParser
import Foundation
import Recording
import Replay
import Simulation
import WorkerThreads

/// What is verified, in which builds, and from where: for one machine or for many.
struct VerifyOptions: ParsableArguments {
  @Argument(help: "The recordings to verify.", completion: .recording)
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
      valueName: "names"), completion: .builds)
  var builds: String?

  @Option(
    help: ArgumentHelp("The build list to read, as Tools/builds writes it.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var manifest = BuildManifest.defaultPath

  @Flag(help: "Run agents and listed builds only, not this build.")
  var agentsOnly = false

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

  @OptionGroup var limit: AgentTimeout

  func validate() throws {
    if recordings.isEmpty { throw ValidationError("name at least one recording") }
  }

  /// - Parameter jobs: see ``Verification/Options/jobs``.
  func verification(jobs: Int) -> Verification.Options {
    var options = Verification.Options(jobs: jobs)
    options.restores =
      switch keyframes {
      case nil: .oneBuild
      case true?: .everyBuild
      case false?: .noBuild
      }
    options.splits = split
    options.keepsGoing = keepGoing
    return options
  }
}

// MARK: As words

extension VerifyOptions {
  /// The options as words that give them back, without recordings: a plan lists those by themselves.
  /// One stands for them, as the options cannot be parsed without.
  var words: [String] {
    var words = ["-"]
    for agent in agents { words += ["--agent", "\(agent.name)=\(agent.command)"] }
    if let builds { words += ["--builds", builds, "--manifest", manifest] }
    if require { words.append("--require") }
    if let workers {
      words += ["--workers", workers.counts.map { "\($0)" }.joined(separator: ",")]
    }
    if let timeout = limit.timeout { words += ["--timeout", "\(timeout)"] }
    let flags = [
      (agentsOnly, "--agents-only"), (oversubscribe, "--oversubscribe"), (split, "--split"),
      (keepGoing, "--keep-going"), (keyframes == true, "--keyframes"),
      (keyframes == false, "--no-keyframes"),
    ]
    return words + flags.filter(\.0).map(\.1)
  }
}

// MARK: Recordings

extension VerifyOptions {
  /// Opens the recordings one after the other. One bad file must not hide what the others show: its
  /// failure is handed over in its place, unless it is the only file.
  ///
  /// - Parameter isAlone: whether one build is to run all of them.
  func openAll(
    isAlone: Bool, _ context: ToolContext,
    _ visit: (String, Result<Recording, CommandFailure>) throws -> Void
  ) throws {
    for path in recordings {
      do {
        let recording = try openVerifiable(path, isAlone: isAlone, context)
        try visit(path, .success(recording))
      } catch let failure as CommandFailure where recordings.count > 1 {
        try visit(path, .failure(failure))
      }
    }
  }

  private func openVerifiable(
    _ path: String, isAlone: Bool, _ context: ToolContext
  ) throws -> Recording {
    let file = try open(path)
    // Another build may have a simulation that this one does not.
    if isAlone && !agentsOnly {
      _ = try context.entry(recorded: file.header.description.name, in: path)
    }
    return file
  }
}

// MARK: The next command

extension VerifyOptions {
  /// The command that shows a build's difference from one recording again, with the flags that
  /// were given.
  func commandAgain(_ path: String, _ difference: Difference, _ build: Build) -> String {
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
    if agentsOnly { words.append("--agents-only") }
    if split { words.append("--split") }
    if keepGoing { words.append("--keep-going") }
    return ([toolName] + words.map(shellWord)).joined(separator: " ")
  }
}

// MARK: Builds

extension VerifyOptions {
  /// This build, the agents, and those of the build list, with those that there are not.
  func listedBuilds() throws -> [ListedBuild] {
    let (first, other) = (limit.timeout ?? 300, limit.timeout ?? 120)
    var all = agentsOnly ? [] : [ListedBuild(name: ListedBuild.ownName)]
    for workers in workers?.counts ?? [] { all.append(shared(among: workers)) }
    for agent in agents {
      all.append(
        ListedBuild(
          name: agent.name, command: CommandWords.split(agent.command), timeout: other,
          firstTimeout: first))
    }
    if let builds {
      for entry in try BuildManifest.read(manifest).selected(builds, from: manifest) {
        all.append(ListedBuild(entry, timeout: other, firstTimeout: first))
      }
    }
    if !all.contains(where: { $0.skipped == nil }) {
      throw CommandFailure(
        .trouble, "there is no build to run", advice: "name one by --agent or --builds")
    }
    let names = all.filter { $0.skipped == nil }.map(\.name)
    if let name = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      throw CommandFailure(.trouble, "two builds have the name '\(name)'")
    }
    return all
  }

  private func shared(among workers: Int) -> ListedBuild {
    let processors = Processors.usableCount
    var build = ListedBuild(name: count(workers, "worker"), workers: workers)
    build.summary = "this build, each step shared among \(workers)"
    if workers > processors && !oversubscribe {
      build.instructionSet = Build.inProcess(catalogue: []).instructionSet
      build.skipped =
        "\(count(processors, "processor")) here; --oversubscribe runs it all the same"
    }
    return build
  }
}
