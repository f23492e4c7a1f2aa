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
  let inputJSON: InputJSON

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

  /// The value as 64 hexadecimal digits.
  package var text: String { SHA256.text(value) }
}
