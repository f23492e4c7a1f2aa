import Recording

/// What is signed of a recording: how many steps it has, and the last value of its hash chain.
///
/// The chain covers what the run depends on, every input and every digest; states follow from these,
/// and `laplace verify` compares them. It does not depend on which states are stored: a recording that is
/// densified keeps its signature. One that is cut, or rescued, has another chain.
public struct ChainStatement: Equatable, Sendable {
  /// How many steps were recorded.
  public let stepCount: Int64
  /// The chain's value after the last step, as 64 hexadecimal digits.
  public let lastValue: String

  /// The name of what is signed, so that a signature of it is none of anything else.
  static let name = "laplace-chain-1"

  /// Reads a recording, every byte of it, and hashes all its inputs and digests again.
  ///
  /// - Throws: ``SigningError``: for a recording that is damaged, has no chain, or one that breaks.
  /// - Complexity: O(file) in time; memory for a block.
  public init(recordingAt path: String) throws(SigningError) {
    let verdict: Recording.ChainVerdict
    do throws(RecordingError) {
      let recording = try Recording(path: path)
      (stepCount, verdict) = (recording.stepCount, try recording.verifyChain())
    } catch {
      throw .recording(error)
    }
    switch verdict {
    case .absent: throw .noChain
    case .breaks(let steps): throw .chainBreaks(steps)
    case .holds(let last): lastValue = last
    }
  }

  init(stepCount: Int64, lastValue: String) {
    (self.stepCount, self.lastValue) = (stepCount, lastValue)
  }

  /// The bytes that are signed, a line of text: `laplace-chain-1 sha256-1 STEPS VALUE` and a line feed.
  ///
  /// Any other program can sign or check them, too.
  public var message: String {
    "\(ChainStatement.name) \(RecordingChain.name) \(stepCount) \(lastValue)\n"
  }
}
