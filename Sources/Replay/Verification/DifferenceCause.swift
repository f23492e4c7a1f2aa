import Sessions
import Simulation

/// Differences of one build that look alike, and so probably have one cause.
///
/// A recording belongs to a cause when its first differing step shows all fields of the cause's
/// smallest witness, in a difference of the same mechanism.
public struct DifferenceCause: Equatable, Codable, Sendable {
  /// The build: an index of ``VerificationReport/builds``.
  public var build: Int
  /// The signature of the witness: of the recording with the fewest differing values.
  public var signature: DifferenceSignature
  /// Indices of ``VerificationReport/recordings``, the witness first, then in their order.
  public var recordings: [Int]
}

extension VerificationReport {
  /// The differences of a build, by cause: the smallest witness first.
  ///
  /// - Complexity: O(recordings × causes).
  public func causes(of build: Int) -> [DifferenceCause] {
    DifferenceCause.all(
      of: recordings.indices.compactMap { recording in
        guard case .different(let difference) = recordings[recording].runs[build].verdict else {
          return nil
        }
        return (recording, difference)
      }, in: build)
  }
}

extension DifferenceCause {
  /// The causes of what recordings show: the smallest witness first.
  package static func all(
    of differences: [(recording: Int, difference: Difference)], in build: Int
  ) -> [DifferenceCause] {
    var causes: [DifferenceCause] = []
    for (recording, difference) in differences.sorted(by: { precedes($0, $1) }) {
      let signature = difference.signature
      if let index = causes.firstIndex(where: { $0.signature.explains(signature) }) {
        causes[index].recordings.append(recording)
      } else {
        causes.append(DifferenceCause(build: build, signature: signature, recordings: [recording]))
      }
    }
    for index in causes.indices { causes[index].recordings[1...].sort() }
    return causes
  }

  /// Returns true if `a` is the better witness. A difference of motion is better than one of derived
  /// values, and that is better than one that no state shows.
  private static func precedes(
    _ a: (recording: Int, difference: Difference), _ b: (recording: Int, difference: Difference)
  ) -> Bool {
    func order(_ one: Difference) -> (Int, Int, Int, Int64) {
      let divergence = one.divergence
      let count = divergence.differenceCount
      return (
        count == 0 ? 2 : divergence.showsEveryStep ? 0 : 1, count,
        divergence.signature.fields.count, one.step
      )
    }
    let (one, other) = (order(a.difference), order(b.difference))
    return one == other ? a.recording < b.recording : one < other
  }
}

extension Difference {
  /// The mechanism and the fields of the difference, over all runs.
  package var signature: DifferenceSignature {
    var signature = divergence.signature
    if runs.agreement != .always { signature.mechanism = .wavering }
    return signature
  }
}
