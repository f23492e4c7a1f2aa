import AgentProtocol
import Recording
import Simulation
import SystemC

extension SelfTestChannel {
  /// Does the self-test that this process was started for.
  ///
  /// - Returns: false if it was started for something else.
  package static func serve(_ catalogue: [CatalogueEntry]) -> Bool {
    guard let path = environment(variable) else { return false }
    unsetenv(variable)
    guard let channel = SelfTestChannel(path: path),
      let request = try? SelfTestRequest(channel.message),
      let entry = catalogue.first(where: { $0.name == request.report.simulation })
    else { return true }
    channel.message = []
    var test = SelfTest(
      entry, parameters: request.parameters, seed: request.report.seed, script: request.script,
      options: request.options)
    test.limits = request.limits
    test.channel = channel
    var report = request.report
    let isDone = (try? test.run(&report, progress: { channel.progress = $0 })) != nil
    channel.end(isDone: isDone)
    return true
  }
}

/// A self-test as a message to a child process, and as its answer.
package struct SelfTestRequest {
  package var parameters: [UInt64]
  package var script: [ScriptedInput]
  package var options: SelfTest.Options
  package var limits: SelfTestLimits
  /// The report so far.
  package var report: SelfTestReport

  package init(_ test: SelfTest, _ report: SelfTestReport) {
    (parameters, script, options) = (test.parameters, test.script, test.options)
    (limits, self.report) = (test.limits, report)
  }

  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(words: parameters)
    writer.append(words: script.map { UInt64(bitPattern: $0.step) })
    writer.append(records: script.map(\.input))
    let numbers = [
      options.stepCount, options.distance, Int64(options.flipsOfColumn),
      Int64(options.sampledStateSize), options.wholeStepCount, limits.stepCount,
      limits.draws ? 1 : 0, limits.restores ? 1 : 0,
    ]
    writer.append(words: numbers.map { UInt64(bitPattern: $0) })
    writer.append(words: limits.done.map { UInt64($0) })
    writer.append(words: Array(limits.columns))
    report.append(to: &writer)
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws {
    var reader = WireReader(bytes)
    parameters = try reader.words()
    let steps = try reader.words()
    script = zip(steps, try reader.records()).map {
      ScriptedInput(step: Int64(bitPattern: $0), input: $1)
    }
    let numbers = try reader.words().map { Int64(bitPattern: $0) }
    guard numbers.count == 8 else { throw AgentError.garbled }
    options = SelfTest.Options(stepCount: numbers[0])
    (options.distance, options.flipsOfColumn) = (numbers[1], Int(numbers[2]))
    (options.sampledStateSize, options.wholeStepCount) = (Int(numbers[3]), numbers[4])
    limits = SelfTestLimits()
    (limits.stepCount, limits.draws, limits.restores) = (
      numbers[5], numbers[6] == 1, numbers[7] == 1
    )
    limits.done = Set(try reader.words().map { UInt8(truncatingIfNeeded: $0) })
    limits.columns = Set(try reader.words())
    report = try SelfTestReport(&reader)
  }
}
