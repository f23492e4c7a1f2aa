import AgentProtocol
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import Synchronization
import TestSupport
import Testing

/// What happens at the same time, and how much is asked for at once.
@Suite struct SchedulingTests {
  /// Counts agents launched, and threads at work: now, and at most.
  final class Census: Sendable {
    struct Numbers {
      var launched = 0
      var working = 0
      var workingMax = 0
      var stepCounts: [Int] = []
    }
    let numbers = Mutex(Numbers())
  }

  final class CountedAgent: Agent {
    let name = "counted"
    private let inner: InProcessAgent
    private let census: Census
    private let secondsPerStep: Double
    private let threads: Int

    init(
      _ catalogue: [CatalogueEntry], _ census: Census, secondsPerStep: Double, threads: Int
    ) {
      self.threads = threads
      inner = InProcessAgent(catalogue: catalogue)
      self.census = census
      self.secondsPerStep = secondsPerStep
      census.numbers.withLock { $0.launched += 1 }
    }

    func send(_ request: AgentRequest) throws(AgentError) -> AgentReply {
      census.numbers.withLock { numbers in
        numbers.working += threads
        numbers.workingMax = max(numbers.workingMax, numbers.working)
        if case .run(let steps) = request { numbers.stepCounts.append(steps.count) }
      }
      defer { census.numbers.withLock { $0.working -= threads } }
      if case .run(let steps) = request {
        Thread.sleep(forTimeInterval: max(0.001, secondsPerStep * Double(steps.count)))
      }
      return try inner.send(request)
    }
  }

  func counted(
    _ census: Census, isParallel: Bool = true, secondsPerStep: Double = 0, threads: Int = 1
  ) -> Build {
    let catalogue = particleCatalogue(Sound.self)
    var build = Build(name: "counted", isParallel: isParallel) {
      () throws(AgentError) -> any Agent in
      CountedAgent(catalogue, census, secondsPerStep: secondsPerStep, threads: threads)
    }
    build.threads = threads
    return build
  }

  func run(
    _ stepCount: Int64, times: Int = 1, _ build: Build, jobs: Int, keyframes: Bool = false
  ) throws -> VerificationReport {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try recordParticles(to: path, stepCount: stepCount)
    var options = Verification.Options(jobs: jobs)
    options.restores = keyframes ? .everyBuild : .noBuild
    let files = try (0..<times).map { ("\($0)", try Recording(path: path)) }
    return Verification(
      files.map { (name: $0.0, recording: $0.1) }, builds: [build], options: options
    ).run()
  }

  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func neverMoreAtWorkThanJobsAndAgentsAreKept() throws {
    let census = Census()
    let report = try run(2000, times: 6, counted(census), jobs: 3, keyframes: true)
    #expect(report.isSame(0))
    let numbers = census.numbers.withLock { $0 }
    #expect(numbers.workingMax <= 3)
    #expect(numbers.launched <= 3)
  }

  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func serialBuildHasOneAgent() throws {
    let census = Census()
    let report = try run(
      1000, times: 4, counted(census, isParallel: false), jobs: 3, keyframes: true)
    #expect(report.isSame(0))
    let numbers = census.numbers.withLock { $0 }
    #expect(numbers.workingMax == 1)
    #expect(numbers.launched == 1)
  }

  /// A build of two threads beside a build of one.
  @Test(arguments: Sample.of([1, 2, 3, 5]))
  func agentsOfSeveralThreadsTakeSeveralSeats(jobs: Int) throws {
    let census = Census()
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try recordParticles(to: path, stepCount: 1000)
    var options = Verification.Options(jobs: jobs)
    options.restores = .everyBuild
    let files = try (0..<4).map { ("\($0)", try Recording(path: path)) }
    var builds = [counted(census), counted(census, threads: 2)]
    builds[0].name = "of one thread"
    let report = Verification(
      files.map { (name: $0.0, recording: $0.1) }, builds: builds, options: options
    ).run()
    #expect(report.isSame(0) && report.isSame(1))
    // Where there is one seat only, it takes it.
    #expect(census.numbers.withLock { $0.workingMax } <= max(jobs, 2))
  }

  /// Small steps are asked for in thousands: a pipe's latency does not add up.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on")) func requestsGrow()
    throws
  {
    let census = Census()
    #expect(try run(30_000, counted(census), jobs: 1).isSame(0))
    let counts = census.numbers.withLock { $0.stepCounts }
    #expect(counts.first == 4)
    // Thousands on an idle machine; a busy one may make replies too slow to ask for more.
    #expect(counts.max() ?? 0 >= 256)
    #expect(counts.count < 150)
  }

  /// Slow steps are asked for one by one, so that no reply takes long.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func slowStepsAreAskedForOneByOne()
    throws
  {
    let census = Census()
    #expect(try run(8, counted(census, secondsPerStep: 0.3), jobs: 1).isSame(0))
    #expect(census.numbers.withLock { $0.stepCounts } == [4, 2, 1, 1])
  }
}
