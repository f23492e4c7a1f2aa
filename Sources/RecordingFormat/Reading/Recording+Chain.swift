import DeterministicMath
import Simulation

extension RecordingChain {
  /// Adds a step of a recording.
  package mutating func append(
    _ step: Int64, of recording: Recording
  ) throws(RecordingError) {
    append(
      lines: try recording.inputs(at: step).map { Array(inputJSON.text(step: step, $0).utf8) },
      digest: try recording.digest(after: step))
  }
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
