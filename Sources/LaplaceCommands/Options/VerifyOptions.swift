import ArgumentParser
import Recording
import Replay
import Simulation
import WorkerThreads

/// What is verified, in which builds, and from where: for one machine or for many.
struct VerifyOptions: ParsableArguments {
  @Argument(help: "The recordings to verify.", completion: .recording)
  var recordings: [String] = []

  @OptionGroup var others: OtherBuilds

  @Option(
    help: ArgumentHelp(
      """
      Numbers of worker threads: this build runs once with each, and every digest must agree. The \
      threads share every step, however small. Numbers above the processor count are skipped.
      """, valueName: "n[,n…]"))
  var workers: WorkerCounts?

  @Flag(help: "Also run with more threads than there are processors: many times slower.")
  var oversubscribe = false

  @OptionGroup var restore: RestoreOption

  @Flag(
    help: """
      Cut each recording at key frames into as many pieces as there are jobs, and run the pieces \
      side by side instead of the whole: faster for a single long recording.
      """)
  var split = false

  @Flag(help: "Follow a difference to the end of the recording, and print how it grows or heals.")
  var keepGoing = false

  func validate() throws {
    if recordings.isEmpty { throw ValidationError("name at least one recording") }
  }

  /// - Parameter jobs: see `Verification.Options.jobs`.
  func verification(jobs: Int) -> Verification.Options {
    var options = Verification.Options(jobs: jobs)
    options.restores = restore.restores
    options.splits = split
    options.keepsGoing = keepGoing
    // One recording that crashes this build must not hide the others.
    options.givesUp = !others.isEmpty
    return options
  }
}

// MARK: As words

extension VerifyOptions {
  /// The options as words that give them back, without recordings: a plan lists those by themselves.
  /// One stands for them, as the options cannot be parsed without.
  var words: [String] {
    var words = ["-"] + others.words
    if let workers {
      words += ["--workers", workers.counts.map { "\($0)" }.joined(separator: ",")]
    }
    let flags = [
      (oversubscribe, "--oversubscribe"), (split, "--split"), (keepGoing, "--keep-going"),
      (restore.keyframes == true, "--keyframes"), (restore.keyframes == false, "--no-keyframes"),
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
    if isAlone && !others.agentsOnly {
      _ = try context.entry(recorded: file.header.description.name, in: path)
    }
    return file
  }
}

// MARK: The next command

extension VerifyOptions {
  /// The command that goes on from a build's difference from one recording.
  ///
  /// A difference as changed code makes it leads to the phase of its step, any other to its cause.
  func next(
    _ path: String, _ simulation: String, _ difference: Difference, _ build: Build
  ) -> String {
    let isOwn = build.name == ListedBuild.ownName
    var words = ["bisect", path]
    if isOwn, difference.restored != nil {
      words = ["selftest", simulation, "--input", path]
    } else if difference.isUnlikeChange || !isOwn && !build.isOther {
      words = ["hunt", simulation, "--input", path]
    }
    if build.isOther {
      let listed = try? listedBuilds().first { $0.name == build.name }
      words += listed?.agentWords ?? []
      if let timeout = others.limit.timeout {
        words += ["--timeout", timeout.rounded() == timeout ? "\(Int(timeout))" : "\(timeout)"]
      }
    }
    return ([toolName] + words.map(shellWord)).joined(separator: " ")
  }
}

// MARK: Builds

extension VerifyOptions {
  /// This build, the agents, and those of the build list, with those that there are not.
  func listedBuilds() throws -> [ListedBuild] {
    var all = others.agentsOnly ? [] : [own]
    for workers in workers?.counts ?? [] { all.append(shared(among: workers)) }
    all += try others.listed()
    try OtherBuilds.check(all)
    return all
  }

  private var own: ListedBuild {
    var build = ListedBuild(name: ListedBuild.ownName)
    let limit = others.limit.timeout
    (build.timeout, build.firstTimeout) = (limit ?? build.timeout, limit ?? build.firstTimeout)
    return build
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
