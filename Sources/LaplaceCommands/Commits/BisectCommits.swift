import Recording
import Replay
import Sessions
import Simulation
import WorkerThreads

/// `bisect --commits`: every commit of a range that changes what a recording's inputs lead to.
struct BisectCommits {
  let path: String
  let file: Recording
  let options: CommitOptions
  let range: String
  let agent: AgentCommand?
  let limit: AgentTimeout
  let format: OutputFormat

  struct Result: VersionedDocument {
    struct Commit: Codable {
      var commit: String
      var subject: String
    }

    struct Change: Codable {
      var commit: String
      var subject: String
      var effect: String
      /// The first differing step, where both builds always do the same; −1 before step 0.
      var step: Int64?
      var fields: [String]
      /// Whether the build reproduces the recording.
      var reproduces: Bool
      /// Commits just before that cannot be built: the change may be theirs.
      var orIn: [Commit]
    }

    struct Broken: Codable {
      var commit: String
      var subject: String
      var problem: String
    }

    var version = documentVersion
    var recording: String
    var commits: Int
    var trees: Int
    var built: Int
    /// Whether every commit was looked at, not only as many as lead to the cause.
    var isWhole: Bool
    var changes: [Change]
    var broken: [Broken]
    /// The commit with which the difference between the range's two ends came.
    var cause: String?
    /// When that was known, in seconds since the start; the other commits took the rest.
    var causeSeconds: Double?
    var seconds: Double
  }

  func run() throws {
    let console = ToolContext.current.console
    let begin = MonotonicClock.seconds
    try requireWholeRun(file, path)
    let name = ToolContext.current.name
    let command = options.build ?? "swift build --product \(shellWord(name))"
    let product = options.product ?? ".build/debug/\(name)"
    let folder = options.repository ?? Files.currentFolder
    let commits = try CommitRange(
      range, folder: folder, reads: options.reads, salt: "\(command)\n\(product)")
    let builds = try TreeBuilds(
      repository: commits.repository, command: command, product: product,
      cache: try cache(commits.repository))
    let search = CommitSearch(file, commits, builds, launch: ProductLauncher(agent, limit).launch)
    search.progress = { done, all in
      console.progress("bisecting: \(done) of \(count(all, "source tree")) built and run")
    }
    var found: (cause: CauseOfRange, seconds: Double)?
    let changes: [CommitSearch.Change]
    do {
      defer { console.progress("") }
      let jobs = options.jobs ?? max(1, Processors.usableCount / 2)
      found = try CauseOfRange(search, jobs: jobs).map { ($0, MonotonicClock.seconds - begin) }
      try check(commits, search)
      if options.causeOnly {
        changes = found.flatMap { $0.cause.change(search) }.map { [$0] } ?? []
      } else {
        // What `git bisect` tells is told as soon.
        if let (cause, seconds) = found {
          console.say(
            "\(path): \(words(cause)) (\(count(search.builtCount, "build")), "
              + "\(formatted(seconds, "%.1f")) s); now the other commits of the range")
        }
        try search.run(jobs: jobs)
        changes = search.changes()
        // What was taken back and made again came with the first of the two.
        if let first = changes.first(where: { search.shows($0.commit) == true }) {
          found?.cause.commit = first.commit
        }
      }
    } catch {
      throw failure(error, path: path)
    }
    let result = Result(
      recording: path, commits: commits.commits.count, trees: search.distinct.count,
      built: search.builtCount, isWhole: !options.causeOnly, changes: changes.map(entry),
      broken: commits.commits.compactMap { commit in
        guard case .broken(let problem)? = search.tree(commit) else { return nil }
        return Result.Broken(commit: commit.id, subject: commit.subject, problem: problem)
      }, cause: found?.cause.commit.id, causeSeconds: found?.seconds,
      seconds: MonotonicClock.seconds - begin)
    if format == .json {
      console.show(json(result))
    } else {
      tell(result, found?.cause)
    }
    if !changes.isEmpty { throw CommandFailure(.different, "", advice: nil) }
  }

  private func words(_ cause: CauseOfRange) -> String {
    "the difference of the last commit came with \(cause.commit.shortID) \(cause.commit.subject)"
  }

  /// The ends must be testable: without them nothing is known of the range.
  private func check(_ commits: CommitRange, _ search: CommitSearch) throws {
    for commit in [commits.good] + (commits.commits.last.map { [$0] } ?? []) {
      let problem: String
      switch search.tree(commit) {
      case .broken(let reason)?: problem = "does not build: \(reason)"
      case .ran(let behaviour)? where !behaviour.isStable && options.causeOnly:
        problem = "does not always do the same: leave out --cause-only"
      case .ran(let behaviour)?:
        guard commit.id == commits.good.id, let reason = behaviour.failure else { continue }
        problem = "cannot run \(path): it \(reason)"
      case nil: continue
      }
      throw CommandFailure(.untestable, "\(commit.shortID) \(commit.subject): \(problem)")
    }
  }

  /// A folder for the builds of one repository.
  private func cache(_ repository: String) throws -> String {
    let name = repository.split(separator: "/").joined(separator: "-")
    var folder = options.cache ?? "\(Files.cacheFolder)/laplace/builds/\(name)"
    if !folder.hasPrefix("/") { folder = "\(Files.currentFolder)/\(folder)" }
    try makeFolder(folder + "/products", advice: "name a folder with --cache")
    return folder
  }

  // MARK: Results

  private func entry(_ change: CommitSearch.Change) -> Result.Change {
    var fields: [String] = []
    if case .difference(let found)? = change.sighting?.symptom { fields = found.fields }
    return Result.Change(
      commit: change.commit.id, subject: change.commit.subject, effect: effect(change),
      step: change.sighting?.step, fields: fields,
      reproduces: (try? change.after.reproduces(file)) ?? false,
      orIn: change.untested.map { Result.Commit(commit: $0.id, subject: $0.subject) })
  }

  private func effect(_ change: CommitSearch.Change) -> String {
    let (before, after) = (change.before, change.after)
    if let failure = after.failure { return "it \(failure)" }
    if !after.isStable {
      let most = after.courses.map(\.count).max() ?? 0
      let runs = "\(after.runCount - most) of \(after.runCount) runs are unlike the others"
      return before.isStable
        ? "no longer always the same: \(runs)" : "does something else, and \(runs)"
    }
    if !before.isStable { return "always the same again" }
    if before.failure != nil { return "runs again" }
    return change.sighting?.text ?? "another state"
  }

  private func tell(_ result: Result, _ cause: CauseOfRange?) {
    let console = ToolContext.current.console
    let seconds = formatted(result.seconds, "%.1f")
    if result.isWhole {
      let broken = result.broken.isEmpty ? "" : ", \(result.broken.count) of which do not build"
      console.result(
        "\(path): \(count(result.changes.count, "commit")) of \(result.commits) "
          + (result.changes.count == 1 ? "changes" : "change")
          + " what the build does (\(result.trees) "
          + "source trees, \(result.built) built now\(broken), \(seconds) s)")
    } else {
      console.result(
        "\(path): the last of \(count(result.commits, "commit")) "
          + (cause == nil ? "does what the good one does" : "differs from the good one")
          + " (\(result.built) of \(count(result.trees, "source tree")) built now, \(seconds) s)")
    }
    for change in result.changes {
      let mark = change.reproduces ? "  reproduces the recording" : ""
      console.result("  \(change.commit.prefix(9)) \(change.subject)")
      console.result("    \(change.effect)\(mark)")
      for other in change.orIn {
        console.result("    or in \(other.commit.prefix(9)) \(other.subject), which does not build")
      }
    }
    for commit in result.broken {
      console.result("  \(commit.commit.prefix(9)) \(commit.subject)")
      console.result("    does not build: \(commit.problem)")
    }
    if let cause {
      console.result(words(cause))
    }
  }
}
