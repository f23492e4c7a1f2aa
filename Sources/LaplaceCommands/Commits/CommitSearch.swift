import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation
import WorkerThreads

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
  let range: CommitRange
  private let builds: TreeBuilds
  private let launch: @Sendable (_ product: String) throws(AgentError) -> any Agent
  private let lock = Condition()
  private var trees: [String: Tree] = [:]
  /// How two trees differ, by their keys; touched by the calling thread alone.
  private var sightings: [String: Sighting?] = [:]
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

  /// A folder to build in, which is free again when nobody holds it any more.
  func builder() throws -> TreeBuilds.Builder { try TreeBuilds.Builder(cache: builds.cache) }

  /// Builds these commits' trees, one builder for each, and runs each a few times.
  ///
  /// - Throws: what keeps any tree from being built or run.
  func test(_ commits: [CommitRange.Commit], builders: [TreeBuilds.Builder]) throws {
    try inParallel(Array(zip(commits, builders))) { commit, builder in
      let tree = try self.tree(of: commit, builder, seconds: 0)
      self.lock.withLock { self.trees[commit.key] = tree }
    }
  }

  /// Builds and runs every tree of the range.
  ///
  /// - Throws: what keeps any tree from being built or run.
  func run(jobs: Int) throws {
    let all = distinct
    let share = (all.count + jobs - 1) / jobs
    // Neighbours have much in common: each builder gets a stretch of them.
    try inParallel(stride(from: 0, to: all.count, by: share).map { $0 }) { start in
      let builder = try self.builder()
      for commit in all[start..<min(start + share, all.count)] {
        let tree = try self.tree(of: commit, builder, seconds: Self.quickTime)
        self.lock.withLock { self.trees[commit.key] = tree }
      }
    }
    let wavers = trees.values.contains { tree in
      if case .ran(let behaviour) = tree { return !behaviour.isStable }
      return false
    }
    guard wavers else { return }
    // What shows in a third of the runs stays hidden by three of them in a third of all cases.
    try inParallel(all) { commit in
      guard case .ran(var behaviour)? = self.lock.withLock({ self.trees[commit.key] }) else {
        return
      }
      try self.observe(commit, &behaviour, Self.runCounts.many)
      self.lock.withLock { self.trees[commit.key] = .ran(behaviour) }
    } threads: {
      jobs
    }
  }

  /// - Parameter seconds: how long it may be run again after the first few times.
  private func tree(
    of commit: CommitRange.Commit, _ builder: TreeBuilds.Builder, seconds: Double
  ) throws -> Tree {
    var behaviour = Behaviour()
    switch lock.withLock({ trees[commit.key] }) {
    case .broken(let problem)?: return .broken(problem)
    case .ran(let known)?: behaviour = known
    case nil:
      guard builds.kept(commit.key) == nil else { break }
      lock.withLock { builtCount += 1 }
      if let problem = try builds.build(commit, in: builder) { return .broken(problem) }
    }
    let begin = MonotonicClock.seconds
    for count in Self.runCounts.few...Self.runCounts.many
    where count == Self.runCounts.few || MonotonicClock.seconds - begin < seconds {
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

  /// The change with a commit, as one that is compared with `before`.
  func change(
    _ commit: CommitRange.Commit, after before: CommitRange.Commit,
    untested: [CommitRange.Commit]
  ) -> Change? {
    guard case .ran(let old)? = trees[before.key], case .ran(let new)? = trees[commit.key] else {
      return nil
    }
    return Change(
      commit: commit, untested: untested, before: old, after: new,
      sighting: sighting(commit, before, old, new))
  }

  /// Every commit of the range whose behaviour is not that of the nearest commit before it that can
  /// be tested.
  func changes() -> [Change] {
    let byID = Dictionary(uniqueKeysWithValues: ([range.good] + range.commits).map { ($0.id, $0) })
    return range.commits.compactMap { commit in
      guard case .ran(let after)? = trees[commit.key] else { return nil }
      var untested: [CommitRange.Commit] = []
      var parent = commit.parent.flatMap { byID[$0] }
      while let one = parent {
        if case .ran(let before)? = trees[one.key] {
          if one.key == commit.key || before.isLike(after) { return nil }
          return change(commit, after: one, untested: untested.reversed())
        }
        untested.append(one)
        parent = one.parent.flatMap { byID[$0] }
      }
      return nil
    }
  }

  /// Whether a commit shows what the last one shows beside the good one; `nil` where that cannot be
  /// told: one of them has not been built, wavers, or fails in a way of its own.
  func shows(_ commit: CommitRange.Commit) -> Bool? {
    guard let last = range.commits.last, case .ran(let good)? = trees[range.good.key],
      case .ran(let bad)? = trees[last.key], case .ran(let behaviour)? = trees[commit.key],
      good.isStable, bad.isStable, behaviour.isStable, !good.isLike(bad)
    else { return nil }
    if behaviour.isLike(good) { return false }
    if behaviour.isLike(bad) { return true }
    if behaviour.failure != nil { return nil }
    guard bad.failure == nil, good.failure == nil else { return false }
    guard let whole = sighting(last, range.good, good, bad),
      let part = sighting(commit, range.good, good, behaviour)
    else { return nil }
    return part.step == whole.step && part.symptom.isLike(whole.symptom)
  }

  private func sighting(
    _ commit: CommitRange.Commit, _ other: CommitRange.Commit, _ before: Behaviour,
    _ after: Behaviour
  ) -> Sighting? {
    guard before.isStable, after.isStable, before.failure == nil, after.failure == nil,
      let product = builds.kept(commit.key), let reference = builds.kept(other.key)
    else { return nil }
    let pair = commit.key + other.key
    if let known = sightings[pair] { return known }
    let launch = launch
    func build(_ product: String) -> Build {
      Build(name: product) { () throws(AgentError) -> any Agent in try launch(product) }
    }
    let trial = AgentTrial(
      recording.header.description.name, tested: build(product), reference: build(reference),
      target: .fault, keepsPrefixes: true)
    let sighting = try? trial.run(try Session(recording), isOver: { false })
    sightings[pair] = .some(sighting)
    return sighting
  }

  // MARK: Threads

  /// Does the work for every item, on several threads; returns when all is done.
  private func inParallel<Item: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) throws -> Void,
    threads: () -> Int = { .max }
  ) throws {
    let queue = WorkQueue(
      items.map { item in
        WorkQueue.Job(build: 0, isParallel: true) { [self] in
          guard lock.withLock({ failure == nil }) else { return }
          do { try work(item) } catch { lock.withLock { failure = failure ?? error } }
        }
      })
    queue.run(threads: threads()) { progress(lock.withLock { trees.count }, distinct.count) }
    if let failure { throw failure }
  }
}
