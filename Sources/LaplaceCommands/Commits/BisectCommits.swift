import Foundation
import Recording
import Replay
import Simulation
import WorkerThreads

/// `bisect --commits`: every commit of a range that changes what a recording's inputs lead to.
struct BisectCommits {
  let path: String
  let file: Recording
  let options: CommitOptions
  let range: String
  let agent: AgentArgument?
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
    var changes: [Change]
    var broken: [Broken]
    /// The commit with which the difference between the range's two ends came.
    var cause: String?
    var seconds: Double
  }

  func run() throws {
    let console = ToolContext.current.console
    let begin = Date()
    try requireWholeRun(file, path)
    let name = ToolContext.current.name
    let command = options.build ?? "swift build --product \(shellWord(name))"
    let product = options.product ?? ".build/debug/\(name)"
    let folder = options.repository ?? FileManager.default.currentDirectoryPath
    let commits = try CommitRange(
      range, folder: folder, reads: options.reads, salt: "\(command)\n\(product)")
    let builds = TreeBuilds(
      repository: commits.repository, command: command, product: product,
      cache: try cache(commits.repository))
    let search = CommitSearch(file, commits, builds, launch: ProductLauncher(agent, limit).launch)
    search.progress = { done, all in
      console.progress("bisecting: \(done) of \(count(all, "source tree")) built and run")
    }
    let processors = Processors.usableCount
    do {
      defer { console.progress("") }
      try search.run(jobs: options.jobs ?? max(1, processors / 2))
    } catch {
      throw failure(error, path: path)
    }
    try check(commits, search)
    let changes = try search.changes()
    let cause = cause(changes, search)
    let result = Result(
      recording: path, commits: commits.commits.count, trees: search.distinct.count,
      built: search.builtCount, changes: changes.map(entry),
      broken: commits.commits.compactMap { commit in
        guard case .broken(let problem)? = search.tree(commit) else { return nil }
        return Result.Broken(commit: commit.id, subject: commit.subject, problem: problem)
      }, cause: cause?.id, seconds: -begin.timeIntervalSinceNow)
    if format == .json {
      console.result(json(result))
    } else {
      tell(result, cause)
    }
    if !changes.isEmpty { throw CommandFailure(.different, "", advice: nil) }
  }

  /// The ends must be testable: without them nothing is known of the range.
  private func check(_ commits: CommitRange, _ search: CommitSearch) throws {
    for commit in [commits.good] + (commits.commits.last.map { [$0] } ?? []) {
      let problem: String
      switch search.tree(commit) {
      case .broken(let reason)?: problem = "does not build: \(reason)"
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
    let files = FileManager.default
    let folder: String
    if let given = options.cache {
      folder = URL(fileURLWithPath: given).path
    } else {
      let caches = files.urls(for: .cachesDirectory, in: .userDomainMask).first
      let name = repository.split(separator: "/").joined(separator: "-")
      folder = (caches ?? files.temporaryDirectory).path + "/laplace/builds/" + name
    }
    do {
      try files.createDirectory(
        atPath: folder + "/products", withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        .trouble, "\(folder): cannot be made: \(plain(error))", advice: "name a folder with --cache"
      )
    }
    return folder
  }

  /// The first change that shows what the last commit shows beside the good one.
  private func cause(
    _ changes: [CommitSearch.Change], _ search: CommitSearch
  ) -> CommitRange.Commit? {
    guard let whole = search.whole() else { return nil }
    return changes.first { change in
      guard let sighting = search.fromGood(change.commit) else { return false }
      return sighting.step == whole.step && sighting.symptom.isLike(whole.symptom)
    }?.commit
  }

  // MARK: Results

  private func entry(_ change: CommitSearch.Change) -> Result.Change {
    var fields: [String] = []
    if case .difference(let signature)? = change.sighting?.symptom { fields = signature.fields }
    return Result.Change(
      commit: change.commit.id, subject: change.commit.subject, effect: effect(change),
      step: change.sighting?.step, fields: fields, reproduces: change.after.reproduces(file),
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

  private func tell(_ result: Result, _ cause: CommitRange.Commit?) {
    let console = ToolContext.current.console
    let broken = result.broken.isEmpty ? "" : ", \(result.broken.count) of which do not build"
    console.result(
      "\(path): \(count(result.changes.count, "commit")) of \(result.commits) "
        + (result.changes.count == 1 ? "changes" : "change")
        + " what the build does (\(result.trees) "
        + "source trees, \(result.built) built now\(broken), "
        + "\(String(format: "%.1f", result.seconds)) s)")
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
      console.result(
        "the difference of the last commit came with \(cause.shortID) \(cause.subject)")
    }
  }
}
