import Recording
import Replay
import Sessions
import Simulation
import Synchronization

/// Runs recordings in processes that count what they reach, one process for each.
struct CoverageRun: Sendable {
  /// The program with counters, and its arguments.
  let program: [String]
  let tools: CoverageTools
  let timeout: Double
  let firstTimeout: Double
  /// Where counts are kept meanwhile.
  let folder: String

  /// What one recording reached.
  struct Reached: Sendable {
    /// Functions, by their names in the machine code.
    var symbols: Set<String> = []
    /// Its counts.
    var file = ""
  }

  /// - Throws: `CommandFailure` where the program counts nothing.
  func check(advice: String) throws {
    try attempt(program[0]) {
      let agent = try agent("check")
      defer { agent.stop(patience: patience) }
      _ = try agent.hello()
    }
    guard counts("check").isEmpty else { return }
    throw CommandFailure(
      .trouble, "\(program[0]): was built without counters, so nothing can be said", advice: advice)
  }

  /// Runs them side by side; each steps in one thread, as threads that count at once lose counts.
  ///
  /// - Returns: what each one reached, in the order of `paths`, or why it says nothing.
  func run(
    _ paths: [String], jobs: Int, progress: (Int) -> Void
  ) -> [Result<Reached, any Error>] {
    let results = Mutex<[Int: Result<Reached, any Error>]>([:])
    let queue = WorkQueue(
      paths.indices.map { index in
        WorkQueue.Job(build: 0, isParallel: true) {
          let result = Result { try reached(paths[index], name: "\(index)") }
          results.withLock { $0[index] = result }
        }
      })
    queue.run(threads: jobs) { progress(results.withLock(\.count)) }
    let all = results.withLock { $0 }
    return paths.indices.compactMap { all[$0] }
  }

  private func reached(_ path: String, name: String) throws -> Reached {
    let recording = try Recording(path: path)
    let agent = try agent(name)
    do {
      defer { agent.stop(patience: patience) }
      let verdict = try attempt(path, agent: agent) { try Verifier(recording).verify(agent) }
      if let difference = verdict.difference {
        throw CommandFailure(
          .different,
          "\(path): the program with counters differs from it, at step \(difference.step)")
      }
    }
    let files = counts(name)
    guard !files.isEmpty else {
      throw CommandFailure(.crashed, "\(path): the program ended without writing its counts")
    }
    let merged = "\(folder)/\(name).profdata"
    try tools.merge(files, into: merged)
    for file in files { Files.remove(file) }
    return Reached(symbols: try tools.reached(merged), file: merged)
  }

  /// Writing the counts of a large program takes a while on a busy machine.
  private var patience: Double { 60 }

  private func agent(_ name: String) throws -> PipeAgent {
    // A launcher may start the program: each process writes its own file, and each library.
    let agent = try PipeAgent(
      name: "agent", arguments: program,
      settings: ["LLVM_PROFILE_FILE": "\(folder)/\(name)+%p-%m.profraw"])
    (agent.timeout, agent.firstTimeout) = (timeout, firstTimeout)
    return agent
  }

  private func counts(_ name: String) -> [String] {
    Files.names(in: folder).filter { $0.hasPrefix(name + "+") && $0.hasSuffix(".profraw") }
      .sorted().map { "\(folder)/\($0)" }
  }
}
