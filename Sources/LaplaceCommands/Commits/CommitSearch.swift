import Foundation
import Recording
import Replay
import Simulation

/// Builds and runs every distinct source tree of a range, and compares each commit with its parent.
///
/// Unchecked, because what several threads change is touched under `lock` only.
final class CommitSearch: @unchecked Sendable {
  /// What is known of a tree.
  enum Tree {
    case broken(String)
    case ran(Behaviour)
  }

  /// A commit whose behaviour is not its parent's.
  struct Change {
    var commit: CommitRange.Commit
    /// Commits between the one that it is compared with and this one, which say nothing.
    var untested: [CommitRange.Commit]
    var before: Behaviour
    var after: Behaviour
    /// Where the two part, when both always do the same.
    var sighting: Sighting?
  }

  private let recording: Recording
  private let range: CommitRange
  private let builds: TreeBuilds
  private let launch: @Sendable (_ product: String) throws(AgentError) -> any Agent
  private let lock = NSLock()
  private var trees: [String: Tree] = [:]
  private(set) var builtCount = 0
  private var failure: (any Error)?
  /// Called on the calling thread with how many trees are known.
  var progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }

  /// Runs of each tree: so many at least, and so many where one wavers, or where they are quick.
  private static let runCounts = (few: 3, many: 24)
  /// What the runs of a tree may cost before one wavers, in seconds: building takes longer by far.
  private static let quickTime = 1.0

  init(
    _ recording: Recording, _ range: CommitRange, _ builds: TreeBuilds,
    launch: @escaping @Sendable (_ product: String) throws(AgentError) -> any Agent
  ) {
    self.recording = recording
    self.range = range
    self.builds = builds
    self.launch = launch
  }

  /// One commit for each key, in their order.
  private(set) lazy var distinct: [CommitRange.Commit] = {
    var known: Set<String> = []
    return ([range.good] + range.commits).filter { known.insert($0.key).inserted }
  }()

  func tree(_ commit: CommitRange.Commit) -> Tree? { trees[commit.key] }

  /// - Throws: what keeps any tree from being built or run.
  func run(jobs: Int) throws {
    let all = distinct
    let share = (all.count + jobs - 1) / jobs
    // Neighbours have much in common: each builder gets a stretch of them.
    try inParallel(stride(from: 0, to: all.count, by: share).map { $0 }) { start in
      let builder = try TreeBuilds.Builder(cache: self.builds.cache)
      for commit in all[start..<min(start + share, all.count)] {
        let tree = try self.tree(of: commit, builder)
        self.locked { self.trees[commit.key] = tree }
      }
    }
    let wavers = trees.values.contains { tree in
      if case .ran(let behaviour) = tree { return !behaviour.isStable }
      return false
    }
    guard wavers else { return }
    // What shows in a third of the runs stays hidden by three of them in a third of all cases.
    try inParallel(all) { commit in
      guard case .ran(var behaviour)? = self.locked({ self.trees[commit.key] }) else { return }
      try self.observe(commit, &behaviour, Self.runCounts.many)
      self.locked { self.trees[commit.key] = .ran(behaviour) }
    } threads: {
      jobs
    }
  }

  private func tree(
    of commit: CommitRange.Commit, _ builder: TreeBuilds.Builder
  ) throws -> Tree {
    if builds.kept(commit.key) == nil {
      locked { builtCount += 1 }
      if let problem = try builds.build(commit, in: builder) { return .broken(problem) }
    }
    var behaviour = Behaviour()
    let begin = Date()
    for count in Self.runCounts.few...Self.runCounts.many
    where count == Self.runCounts.few || -begin.timeIntervalSinceNow < Self.quickTime {
      try observe(commit, &behaviour, count)
    }
    return .ran(behaviour)
  }

  private func observe(
    _ commit: CommitRange.Commit, _ behaviour: inout Behaviour, _ count: Int
  ) throws {
    guard let product = builds.kept(commit.key) else { return }
    while behaviour.runCount < count {
      let agent = try launch(product)
      defer { agent.stop() }
      behaviour.note(Behaviour.course(of: recording, on: agent))
    }
  }

  // MARK: Changes

  /// Every commit of the range whose behaviour is not that of the nearest commit before it that can
  /// be tested.
  func changes() throws -> [Change] {
    let byID = Dictionary(uniqueKeysWithValues: ([range.good] + range.commits).map { ($0.id, $0) })
    return range.commits.compactMap { commit in
      guard case .ran(let after)? = trees[commit.key] else { return nil }
      var untested: [CommitRange.Commit] = []
      var parent = commit.parent.flatMap { byID[$0] }
      while let one = parent {
        if case .ran(let before)? = trees[one.key] {
          if one.key == commit.key || before.isLike(after) { return nil }
          return Change(
            commit: commit, untested: untested.reversed(), before: before, after: after,
            sighting: sighting(commit, one, before, after))
        }
        untested.append(one)
        parent = one.parent.flatMap { byID[$0] }
      }
      return nil
    }
  }

  /// How the last commit differs from the good one.
  func whole() -> Sighting? {
    guard let last = range.commits.last, case .ran(let before)? = trees[range.good.key],
      case .ran(let after)? = trees[last.key]
    else { return nil }
    return sighting(last, range.good, before, after)
  }

  /// Where a commit's build parts from the good one's.
  func fromGood(_ commit: CommitRange.Commit) -> Sighting? {
    guard case .ran(let before)? = trees[range.good.key], case .ran(let after)? = trees[commit.key]
    else { return nil }
    return sighting(commit, range.good, before, after)
  }

  private func sighting(
    _ commit: CommitRange.Commit, _ other: CommitRange.Commit, _ before: Behaviour,
    _ after: Behaviour
  ) -> Sighting? {
    guard before.isStable, after.isStable, before.failure == nil, after.failure == nil,
      let product = builds.kept(commit.key), let reference = builds.kept(other.key)
    else { return nil }
    let launch = launch
    func build(_ product: String) -> Build {
      Build(name: product) { () throws(AgentError) -> any Agent in try launch(product) }
    }
    let trial = AgentTrial(
      recording.header.description.name, tested: build(product), reference: build(reference),
      target: .fault, keepsPrefixes: true)
    return try? trial.run(Session(recording), isOver: { false })
  }

  // MARK: Threads

  private func locked<R>(_ body: () -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// Does the work for every item, on several threads; returns when all is done.
  private func inParallel<Item: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) throws -> Void,
    threads: () -> Int = { .max }
  ) throws {
    let group = DispatchGroup()
    let next = NextItem(items)
    for _ in 0..<min(threads(), items.count) {
      group.enter()
      let thread = Thread { [self] in
        while let item = next.take(), locked({ failure == nil }) {
          do { try work(item) } catch { locked { failure = failure ?? error } }
        }
        group.leave()
      }
      thread.start()
    }
    while group.wait(timeout: .now() + 0.1) == .timedOut {
      let done = locked { trees.count }
      progress(done, distinct.count)
    }
    if let failure { throw failure }
  }
}

/// Hands out the elements of a list, one after the other.
private final class NextItem<Item: Sendable>: @unchecked Sendable {
  private var rest: ArraySlice<Item>
  private let lock = NSLock()

  init(_ items: [Item]) { rest = items[...] }

  func take() -> Item? {
    lock.lock()
    defer { lock.unlock() }
    return rest.popFirst()
  }
}
