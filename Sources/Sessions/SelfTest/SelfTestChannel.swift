import Recording
import Simulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Memory in which a child process does a self-test under the eyes of its parent.
///
/// A trap, a hang or an exit of the simulation leaves the place where it happened, at the cost of a
/// few stores for each call of the simulation. The parent writes a request; the child replaces it by
/// the report after each part of the test.
package final class SelfTestChannel {
  /// Names the file to a child process.
  package static let variable = "LAPLACE_SELFTEST"

  private enum Word: Int {
    case beat, action, stepCount, column, labelSize, progress, messageSize, result
  }
  private static let (labelOffset, labelSizeMax, messageOffset) = (256, 3840, 4096)
  /// Room for a report, next to the request.
  private static let reportSizeMax = 4 << 20

  private let base: UnsafeMutableRawPointer
  private let size: Int
  private var part = SelfTestPlace.Part.straight

  /// Maps a file; `nil` if it cannot be made or read.
  ///
  /// - Parameter requestSize: the size of the request that a new file is made for, in bytes; `nil`
  ///   for a file that exists.
  package init?(path: String, requestSize: Int? = nil) {
    let file = open(path, O_RDWR | O_CLOEXEC | (requestSize == nil ? 0 : O_CREAT | O_EXCL), 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    if let requestSize {
      let whole = Self.messageOffset + requestSize + Self.reportSizeMax
      guard ftruncate(file, off_t(whole)) == 0 else { return nil }
    }
    guard let bytes = Files.size(path), bytes > Self.messageOffset else { return nil }
    size = Int(bytes)
    let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let place, place != MAP_FAILED else { return nil }
    base = place
  }

  deinit { munmap(base, size) }

  private subscript(word: Word) -> UInt64 {
    get { base.load(fromByteOffset: word.rawValue * 8, as: UInt64.self) }
    set { base.storeBytes(of: newValue, toByteOffset: word.rawValue * 8, as: UInt64.self) }
  }

  /// A request or a report; empty if there is none.
  package var message: [UInt8] {
    get {
      let count = Int(min(self[.messageSize], UInt64(size - Self.messageOffset)))
      return Array(UnsafeRawBufferPointer(start: base + Self.messageOffset, count: count))
    }
    set {
      // One that has no room is not sent: the parent goes on from the report before.
      guard newValue.count <= size - Self.messageOffset else { return }
      UnsafeMutableRawBufferPointer(start: base + Self.messageOffset, count: newValue.count)
        .copyBytes(from: newValue)
      self[.messageSize] = UInt64(newValue.count)
    }
  }

  /// Changes with each call of the simulation.
  package var beat: UInt64 { self[.beat] }

  /// The hundredths of the test that are done.
  package var progress: Int {
    get { Int(truncatingIfNeeded: self[.progress]) }
    set { self[.progress] = UInt64(newValue) }
  }

  /// True once the last report is written.
  package var isFinished: Bool { self[.result] == 1 }

  /// True if the simulation refuses the parameters or an input.
  package var isRefused: Bool { self[.result] == 2 }

  /// The last call of the simulation.
  package var place: SelfTestPlace {
    var place = SelfTestPlace()
    place.part =
      SelfTestPlace.Part(rawValue: UInt8(truncatingIfNeeded: self[.action] >> 8)) ?? .straight
    place.action =
      SelfTestPlace.Action(rawValue: UInt8(truncatingIfNeeded: self[.action])) ?? .start
    place.stepCount = Int64(bitPattern: self[.stepCount])
    place.column = self[.column]
    let count = Int(min(self[.labelSize], UInt64(Self.labelSizeMax)))
    place.label = String(
      decoding: UnsafeRawBufferPointer(start: base + Self.labelOffset, count: count), as: UTF8.self)
    return place
  }

  func begin(_ part: SelfTestPlace.Part) { self.part = part }

  /// Notes a call of the simulation.
  func note(
    _ action: SelfTestPlace.Action, _ stepCount: Int64, column: UInt64 = 0, label: String = ""
  ) {
    self[.action] = UInt64(part.rawValue) << 8 | UInt64(action.rawValue)
    self[.stepCount] = UInt64(bitPattern: stepCount)
    self[.column] = column
    var count = 0
    for byte in label.utf8.prefix(Self.labelSizeMax) {
      base.storeBytes(of: byte, toByteOffset: Self.labelOffset + count, as: UInt8.self)
      count += 1
    }
    self[.labelSize] = UInt64(count)
    self[.beat] &+= 1
  }
}

// MARK: The child

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
    channel[.result] = isDone ? 1 : 2
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

extension SelfTestReport {
  private static var counts: [WritableKeyPath<SelfTestReport, Int>] {
    [
      \.propertyCount, \.comparedValueCount, \.comparedStateCount, \.rollbackCount, \.drawingCount,
      \.flipCount, \.caughtFlipCount, \.refusedFlipCount, \.correctedFlipCount,
      \.flippedColumnCount, \.columnCount,
    ]
  }

  func append(to writer: inout WireWriter) {
    writer.append(simulation)
    writer.append(words: [
      seed, UInt64(bitPattern: stepCount), UInt64(bitPattern: distance), flipsAreSampled ? 1 : 0,
    ])
    writer.append(words: Self.counts.map { UInt64(self[keyPath: $0]) })
    for names in [unseenTables, ungivenInputs] {
      writer.append(count: names.count)
      for name in names { writer.append(name) }
    }
    writer.append(count: findings.count)
    for finding in findings {
      writer.append(finding.kind.rawValue)
      writer.append(finding.stepCount ?? -1)
      writer.append(finding.problem)
      writer.append(finding.advice)
    }
  }

  init(_ reader: inout WireReader) throws {
    simulation = try reader.string()
    let words = try reader.words()
    guard words.count == 4 else { throw AgentError.garbled }
    (seed, stepCount, distance) = (
      words[0], Int64(bitPattern: words[1]), Int64(bitPattern: words[2])
    )
    flipsAreSampled = words[3] == 1
    for (count, word) in zip(Self.counts, try reader.words()) {
      self[keyPath: count] = Int(truncatingIfNeeded: word)
    }
    for names in [\SelfTestReport.unseenTables, \.ungivenInputs] {
      for _ in 0..<(try reader.count(minimumSize: 4)) {
        self[keyPath: names].append(try reader.string())
      }
    }
    for _ in 0..<(try reader.count(minimumSize: 20)) {
      let kind = SelfTestFinding.Kind(rawValue: try reader.string())
      let step = try reader.int64()
      guard let kind else { throw AgentError.garbled }
      findings.append(
        SelfTestFinding(
          kind, stepCount: step < 0 ? nil : step, try reader.string(), advice: try reader.string()))
    }
  }

  /// The report that a child process wrote; `nil` if it wrote none.
  package init?(_ message: [UInt8]) {
    var reader = WireReader(message)
    guard !message.isEmpty, let report = try? SelfTestReport(&reader) else { return nil }
    self = report
  }

  var encoded: [UInt8] {
    var writer = WireWriter()
    append(to: &writer)
    return writer.bytes
  }
}
