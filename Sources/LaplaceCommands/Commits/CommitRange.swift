import Recording

/// The commits of a range, each with what its build reads.
struct CommitRange {
  struct Commit {
    var id: String
    /// The first parent; `nil` for the first commit of all.
    var parent: String?
    var subject: String
    /// Names what the build reads: commits with one key need one build.
    var key: String

    /// As people name it.
    var shortID: String { String(id.prefix(9)) }
  }

  let repository: String
  /// The commit before the range, which counts as good.
  let good: Commit
  /// Parents before their children.
  let commits: [Commit]

  /// - Parameters:
  ///   - text: `GOOD..BAD`.
  ///   - folder: within the repository.
  ///   - reads: the files and folders that a build reads; empty for all but documentation.
  ///   - salt: what else a build depends on.
  init(_ text: String, folder: String, reads: [String], salt: String) throws {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, !ends[0].isEmpty, !text.hasPrefix("-") else {
      throw CommandFailure(
        .trouble, "--commits needs GOOD..BAD, not '\(text)'",
        advice: "name two commits, such as v1.0..HEAD")
    }
    let top = try Git.text(["rev-parse", "--show-toplevel"], in: folder)
    repository = top
    let bad = ends[1].isEmpty ? "HEAD" : ends[1]
    let range = ends[0] + ".." + bad
    let first = try Git.text(
      ["rev-parse", "--verify", "--end-of-options", ends[0] + "^{commit}"], in: top)
    _ = try Git.text(["rev-parse", "--verify", "--end-of-options", bad + "^{commit}"], in: top)
    let lines = try Git.text(
      ["log", "--reverse", "--topo-order", "--format=%H%x09%P%x09%s", "--end-of-options", range],
      in: top)
    var found: [(id: String, parent: String?, subject: String)] = []
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      found.append(
        (String(parts[0]), parts[1].split(separator: " ").first.map(String.init), String(parts[2])))
    }
    guard !found.isEmpty else {
      throw CommandFailure(.trouble, "\(range): there is no commit in this range")
    }
    let keys = try CommitRange.keys(
      of: [first] + found.map(\.id), in: top, reads: reads, salt: salt)
    good = Commit(
      id: first, parent: nil,
      subject: try Git.text(["log", "-1", "--format=%s", first], in: top), key: keys[0])
    // A branch that was merged may have begun before the range: it is compared with what is good.
    let known = Set(found.map(\.id))
    commits = zip(found, keys.dropFirst()).map { commit, key in
      let parent = commit.parent.flatMap { known.contains($0) ? $0 : nil }
      return Commit(id: commit.id, parent: parent ?? first, subject: commit.subject, key: key)
    }
  }

  /// The commits in the order of first parents from the good one, which leads, to the last.
  var mainLine: [Commit] {
    let byID = Dictionary(uniqueKeysWithValues: ([good] + commits).map { ($0.id, $0) })
    var line: [Commit] = []
    var next = commits.last
    while let commit = next {
      line.append(commit)
      next = commit.parent.flatMap { byID[$0] }
    }
    return line.reversed()
  }

  /// Names for what the builds of commits read, in their order.
  private static func keys(
    of ids: [String], in folder: String, reads: [String], salt: String
  ) throws -> [String] {
    var keys: [String] = []
    for start in stride(from: 0, to: ids.count, by: batchSize) {
      let batch = Array(ids[start..<min(start + batchSize, ids.count)])
      keys += try lists(of: batch, in: folder, reads: reads).map { list in
        let lines = list.split(separator: "\n").dropFirst().filter { line in
          !reads.isEmpty || !(line.hasSuffix(".md") || line.contains("\t.github/"))
        }
        var hash = SHA256()
        hash.feed(Array((salt + "\n" + lines.joined(separator: "\n")).utf8))
        return hash.finish()
      }
    }
    return keys
  }

  /// Trees that one shell lists: a shell for each would cost more than finding the cause, and the
  /// lists of a large project take megabytes.
  private static let batchSize = 64

  /// The files of commits' trees, each list behind a line of its own.
  private static func lists(
    of ids: [String], in folder: String, reads: [String]
  ) throws -> [Substring] {
    let script = """
      for id in $0; do
        printf '\\001%s\\n' "$id"
        git -c core.quotePath=true ls-tree -r --full-tree "$id" -- "$@" || exit
      done
      """
    let run = try Shell.run(
      ["/bin/sh", "-c", script, ids.joined(separator: " ")] + reads, in: folder)
    guard run.status == 0 else {
      throw CommandFailure(.trouble, "git ls-tree: \(run.complaint)")
    }
    let lists = run.output.split(separator: "\u{01}")
    guard lists.count == ids.count else {
      throw CommandFailure(.trouble, "git ls-tree: \(lists.count) trees of \(ids.count) commits")
    }
    return lists
  }
}

enum Git {
  /// What git answers, without the last line's end.
  static func text(
    _ words: [String], in folder: String, settings: [String: String] = [:]
  ) throws -> String {
    let run = try Shell.run(["git"] + words, in: folder, settings: settings)
    guard run.status == 0 else {
      let line = run.errors.split(separator: "\n").first.map(String.init) ?? "status \(run.status)"
      throw CommandFailure(.trouble, "git \(words[0]): \(line)")
    }
    return run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
  }
}
