import AgentProtocol
import DeterministicMath
import Simulation

/// The hash chain of a recording: each step's value is the hash of the value before, of the step's
/// inputs and of its digest.
///
/// Whoever knows the last value knows that no input and no digest was changed since. It depends on the
/// run alone, not on which states are stored: densifying a recording leaves it as it is.
package struct RecordingChain {
  /// The name in files, which never changes.
  package static let name = "sha256-1"
  /// Bytes of a value.
  static let size = 32

  /// After the steps so far.
  package private(set) var value: [UInt8]
  private let inputJSON: InputJSON

  /// The chain before the first step: the hash of what the run depends on.
  package init(_ header: RecordingHeader, initialDigest: StateDigest) {
    inputJSON = InputJSON(header.description.inputs)
    var facts = ByteWriter()
    facts.append(RecordingChain.name)
    let description = Preamble.binary(header.description)
    facts.append(UInt32(description.count))
    facts.append(description)
    facts.append(UInt32(header.parameters.count))
    for word in header.parameters { facts.append(word) }
    facts.append(header.seed)
    facts.append(UInt64(bitPattern: header.firstStep))
    facts.append(initialDigest.low)
    facts.append(initialDigest.high)
    facts.append(header.engineVersion)
    for fact in header.build {
      facts.append(fact.name)
      facts.append(fact.value)
    }
    value = RecordingChain.hash(facts.bytes)
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.feed(bytes)
    return hash.finishBytes()
  }

  /// Adds a step.
  ///
  /// - Parameter lines: its inputs as the file has them, in their order.
  mutating func append(lines: [[UInt8]], digest: StateDigest) {
    var link = ByteWriter()
    link.bytes.reserveCapacity(64)
    link.append(value)
    for line in lines {
      link.append(line)
      link.append(UInt8(ascii: "\n"))
    }
    link.append(digest.low)
    link.append(digest.high)
    value = RecordingChain.hash(link.bytes)
  }

  /// Adds a step of a recording.
  package mutating func append(
    _ step: Int64, of recording: Recording
  ) throws(RecordingError) {
    append(
      lines: try recording.inputs(at: step).map { Array(inputJSON.text(step: step, $0).utf8) },
      digest: try recording.digest(after: step))
  }

  /// The value as 64 hexadecimal digits.
  package var text: String { SHA256.text(value) }
}

extension Recording {
  /// What became of a hash chain.
  package enum ChainVerdict: Equatable, Sendable {
    /// The recording has none.
    case absent
    /// It holds over all steps; this is the last value.
    case holds(last: String)
    /// The first stored value that differs from what the steps before it give stands behind these steps;
    /// up to them the chain holds.
    case breaks(Range<Int64>)
  }

  /// Hashes all inputs and digests again and compares with the stored values, one behind each block.
  ///
  /// - Complexity: O(steps), a microsecond each or less.
  package func verifyChain() throws(RecordingError) -> ChainVerdict {
    guard header.tracks.chain else { return .absent }
    var chain = RecordingChain(header, initialDigest: try digest(after: -1))
    for steps in blockSteps {
      for step in steps { try chain.append(step, of: self) }
      if chain.value != (try chainValue(ofBlockAt: steps.lowerBound)) { return .breaks(steps) }
    }
    return .holds(last: chain.text)
  }
}
