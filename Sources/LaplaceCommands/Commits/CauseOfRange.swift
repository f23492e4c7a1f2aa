/// Finds the commit with which the difference between a range's two ends came, as `git bisect` does:
/// it builds few trees, and so knows the answer long before every tree of the range has been built.
struct CauseOfRange {
  /// The first commit that shows the difference.
  var commit: CommitRange.Commit
  /// Commits just before it that say nothing: the difference may be theirs.
  let untested: [CommitRange.Commit]
  /// The last commit that can be tested and does not show the difference.
  let before: CommitRange.Commit

  /// - Parameter jobs: how many trees are built at the same time.
  /// - Returns: `nil` where the ends do not differ, cannot be tested, or waver.
  /// - Throws: what keeps any tree from being built or run.
  /// - Complexity: two trees and log(commits) / log(jobs + 1) rounds of `jobs` trees.
  init?(_ search: CommitSearch, jobs: Int) throws {
    let line = search.range.mainLine
    let last = line[line.count - 1]
    let builders = try (0..<jobs).map { _ in try search.builder() }
    for end in jobs > 1 ? [[line[0], last]] : [[line[0]], [last]] {
      try search.test(end, builders: builders)
    }
    guard search.shows(last) == true else { return nil }
    var (low, high) = (0, line.count - 1)
    while true {
      // One commit for each tree that may still be tested.
      var known: Set<String> = [line[low].key, line[high].key]
      let open = (low + 1..<max(high, low + 1)).filter {
        search.tree(line[$0]) == nil && known.insert(line[$0].key).inserted
      }
      guard !open.isEmpty else { break }
      let count = min(jobs, open.count)
      let probes = (1...count).map { open[$0 * open.count / (count + 1)] }
      try search.test(probes.map { line[$0] }, builders: builders)
      for index in low + 1..<high {
        guard let shows = search.shows(line[index]) else { continue }
        if shows {
          high = index
          break
        }
        low = index
      }
    }
    // Commits with the tree of one of the ends say what it says.
    while low + 1 < high, line[low + 1].key == line[low].key { low += 1 }
    while low + 1 < high, line[high - 1].key == line[high].key { high -= 1 }
    (commit, untested, before) = (line[high], Array(line[low + 1..<high]), line[low])
  }

  /// What came with the commit.
  func change(_ search: CommitSearch) -> CommitSearch.Change? {
    search.change(commit, after: before, untested: untested)
  }
}
