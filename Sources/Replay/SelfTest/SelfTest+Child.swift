import AgentProtocol
import Recording
import Sessions
import Simulation
import WorkerThreads

extension SelfTest {
  /// Crashes after which the test ends with what it has found.
  private static let crashCountMax = 16
  private static let hangCountMax = 3

  /// Tests in child processes. What ends one is a finding, and the next one goes on without it.
  ///
  /// - Parameters:
  ///   - program: a program with its arguments, which has the same simulation; `nil` to test in this
  ///     process.
  ///   - timeout: how long one call of the simulation may run, in seconds.
  ///   - progress: called with the parts done, of a hundred.
  /// - Throws: `SimulationError` when the parameters or an input do not fit.
  package func run(
    in program: [String]?, timeout: Double, progress: (Int) -> Void = { _ in }
  ) throws -> SelfTestReport {
    guard let program else { return try run(progress: progress) }
    var test = self
    var report = emptyReport
    var endings: [SelfTestPlace.Ending] = []
    while true {
      let outcome = try test.runChild(program, report, timeout: timeout, progress: progress)
      switch outcome {
      case .notRun: return try run(progress: progress)
      case .finished(let whole): return whole
      case .ended(let place, let ending, let details, let upToThere):
        if let upToThere {
          report = upToThere
          for part in 0..<place.part.rawValue { test.limits.done.insert(part) }
        }
        report.findings.append(place.finding(ending, details: details))
        endings.append(ending)
        guard test.limits.exclude(place) else { return report }
        let hangs = endings.count { $0 == .hang }
        if endings.count >= Self.crashCountMax || hangs >= Self.hangCountMax {
          report.findings.append(
            SelfTestFinding(
              .crash, "the test was not done to its end: it crashed or hung too often",
              advice: "repair what was found, and test again"))
          return report
        }
      }
    }
  }

  private enum ChildOutcome {
    /// The program did not do the test, or the simulation refuses it.
    case notRun
    case finished(SelfTestReport)
    /// The report is that after the last part of the test that was done.
    case ended(SelfTestPlace, SelfTestPlace.Ending, String, SelfTestReport?)
  }

  private func runChild(
    _ program: [String], _ report: SelfTestReport, timeout: Double,
    progress: (Int) -> Void
  ) throws(AgentError) -> ChildOutcome {
    let path = Files.temporaryName("selftest")
    defer { Files.remove(path) }
    let request = SelfTestRequest(self, report).encoded
    guard let channel = SelfTestChannel(path: path, requestSize: request.count) else {
      return .notRun
    }
    channel.message = request
    let child = try ChildProcess(
      path: program[0], arguments: Array(program.dropFirst()),
      settings: PipeAgent.withoutBacktraces.merging([SelfTestChannel.variable: path]) { $1 })
    var errors = ErrorTail()
    var (beat, since) = (channel.beat, MonotonicClock.seconds)
    var hangs = false
    while child.wait(seconds: 0.05) == nil {
      child.drain(into: &errors)
      progress(channel.progress)
      if channel.beat != beat {
        // Both have opened it: a signal to the tool leaves no file.
        if beat == 0 { Files.remove(path) }
        (beat, since) = (channel.beat, MonotonicClock.seconds)
      }
      hangs = MonotonicClock.seconds - since > timeout
      if hangs { child.end(patience: 0) }
    }
    AgentProcesses.waitIfToolEnds()
    child.drain(into: &errors)
    if channel.isFinished, let whole = SelfTestReport(channel.message) { return .finished(whole) }
    guard channel.beat > 0, let ending = child.wait(seconds: 0) else { return .notRun }
    let isExit = if case .status = ending { true } else { false }
    if isExit && channel.isRefused { return .notRun }
    var details = hangs ? "no answer within \(Int(timeout.rounded(.up))) s" : "\(ending)"
    if !hangs, let words = errors.lastWords { details += "; \(words)" }
    return .ended(
      channel.place, hangs ? .hang : isExit ? .exit : .crash, details,
      SelfTestReport(channel.message))
  }
}

extension ChildProcess {
  /// Reads what the child printed, so that it never waits for a reader; keeps the last errors.
  fileprivate func drain(into tail: inout ErrorTail) {
    // A flood is left for the next time.
    for _ in 0..<64 {
      let printed = ChildProcess.readSome(output)
      let errors = ChildProcess.readSome(errors)
      tail.append(errors ?? [])
      if (printed ?? []).isEmpty && (errors ?? []).isEmpty { return }
    }
  }
}
