import Sessions
import Simulation

/// Differences of one build that look alike, and so probably have one cause.
///
/// A recording belongs to a cause when its first differing step shows all fields of the cause's
/// smallest witness, in a difference of the same mechanism.
public struct DifferenceCause: Equatable, Sendable {
  /// How the states of a difference are unlike.
  public enum Mechanism: String, Sendable {
    /// Values differ by a few units in the last place, or by a sign of zero: rounding.
    case lastBits = "last bits"
    /// Values differ by more.
    case values = "values"
    /// Rows are missing, surplus or elsewhere.
    case rows = "rows"
    /// No state shows it: nothing can be told but the step.
    case unseen = "no state"
    /// It is not the same when the build runs again.
    case wavering = "not repeatable"
  }

  /// The recording with the fewest differing values: an index of ``VerificationReport/recordings``.
  public var witness: Int
  /// How the states differ there.
  public var mechanism: Mechanism
  /// The fields that differ there: `bodies.velocityX`.
  public var fields: [String]
  /// Its recordings, the witness first, then in their order.
  public var recordings: [Int]
}

extension VerificationReport {
  /// The differences of a build, by cause: the smallest witness first.
  ///
  /// - Complexity: O(recordings × causes).
  public func causes(of build: Int) -> [DifferenceCause] {
    DifferenceCause.all(
      of: recordings.indices.compactMap { recording in
        guard case .different(let difference) = pairs[recording][build].verdict else { return nil }
        return DifferenceSymptom(recording, difference)
      })
  }
}

extension DifferenceCause {
  /// The causes of what recordings show: the smallest witness first.
  package static func all(of symptoms: [DifferenceSymptom]) -> [DifferenceCause] {
    var causes: [DifferenceCause] = []
    var witnesses: [DifferenceSymptom] = []
    for symptom in symptoms.sorted(by: { $0.precedes($1) }) {
      if let index = witnesses.firstIndex(where: { $0.signature.explains(symptom.signature) }) {
        causes[index].recordings.append(symptom.recording)
      } else {
        witnesses.append(symptom)
        causes.append(
          DifferenceCause(
            witness: symptom.recording, mechanism: symptom.signature.mechanism,
            fields: symptom.signature.fields, recordings: [symptom.recording]))
      }
    }
    for index in causes.indices {
      let others = causes[index].recordings.dropFirst().sorted()
      causes[index].recordings = [causes[index].witness] + others
    }
    return causes
  }
}

/// What one recording shows of a cause.
package struct DifferenceSymptom: Equatable, Sendable {
  /// The recording's index.
  package var recording: Int
  package var step: Int64
  package var signature: DifferenceSignature
  /// How little it is a witness: 0 where motion differs, 1 where only derived values do, 2 where no
  /// state shows anything.
  package var rank: Int
  /// Places that differ.
  package var count: Int

  package init(
    recording: Int, step: Int64, signature: DifferenceSignature, rank: Int, count: Int
  ) {
    self.recording = recording
    self.step = step
    self.signature = signature
    self.rank = rank
    self.count = count
  }

  package init(_ recording: Int, _ difference: Difference) {
    let comparison = difference.divergence.comparison
    let count = comparison?.count ?? 0
    self.init(
      recording: recording, step: difference.step,
      signature: DifferenceSignature(comparison, agreement: difference.runs.agreement),
      // What no state shows is no witness; what is stored at key frames only is mostly derived.
      rank: count == 0 ? 2 : comparison?.hasEveryStepDifference == true ? 0 : 1, count: count)
  }

  func precedes(_ other: DifferenceSymptom) -> Bool {
    (rank, count, signature.fields.count, step, Int64(recording))
      < (other.rank, other.count, other.signature.fields.count, other.step, Int64(other.recording))
  }
}
