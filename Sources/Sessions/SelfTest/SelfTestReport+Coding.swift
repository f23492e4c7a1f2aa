import AgentProtocol
import Recording
import Simulation

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
