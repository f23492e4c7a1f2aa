import AgentProtocol
import Sessions
import Simulation
import WorkerThreads

/// Agents that are kept between jobs: a browser takes seconds to start.
///
/// Unchecked, because everything that changes is touched under `lock` only, and an agent that was
/// taken belongs to the taker until it is given back.
final class AgentPool: @unchecked Sendable {
  private let builds: [Build]
  private let lock = Condition()
  private var idle: [[any Agent]]
  private var hellos: [AgentHello?]
  private var failures: [AgentFailure?]

  init(_ builds: [Build]) {
    self.builds = builds
    idle = builds.map { _ in [] }
    hellos = builds.map { _ in nil }
    failures = builds.map { _ in nil }
  }

  /// An agent of the build that has said hello.
  ///
  /// - Throws: ``AgentFailure``, at once when the build was given up.
  func take(_ build: Int) throws(AgentFailure) -> any Agent {
    lock.lock()
    let (kept, failure) = (failures[build] == nil ? idle[build].popLast() : nil, failures[build])
    lock.unlock()
    if let failure { throw failure }
    if let kept { return kept }
    return try launch(build)
  }

  private func launch(_ build: Int) throws(AgentFailure) -> any Agent {
    var launched: (any Agent)?
    do throws(AgentError) {
      let agent = try builds[build].launch()
      launched = agent
      let hello = try agent.hello()
      lock.lock()
      hellos[build] = hellos[build] ?? hello
      lock.unlock()
      return agent
    } catch {
      // One that does not even greet will not do so for the next recording either.
      let failure = AgentFailure(error, lastWords: launched?.lastWords)
      launched?.stop()
      giveUp(build, failure)
      throw failure
    }
  }

  func giveBack(_ agent: any Agent, _ build: Int) {
    lock.withLock { idle[build].append(agent) }
  }

  /// The build is asked no more; its other jobs end with the same failure.
  func giveUp(_ build: Int, _ failure: AgentFailure) {
    lock.withLock { if failures[build] == nil { failures[build] = failure } }
  }

  func failure(of build: Int) -> AgentFailure? {
    lock.withLock { failures[build] }
  }

  func hello(of build: Int) -> AgentHello? {
    lock.withLock { hellos[build] }
  }

  /// Ends the idle agents of a build.
  func stop(_ build: Int) {
    lock.lock()
    let agents = idle[build]
    idle[build] = []
    lock.unlock()
    for agent in agents { agent.stop() }
  }
}
