import AgentProtocol
import Sessions
import Simulation

/// A fault on purpose: the lowest bit of one value, flipped after one step of a run.
package struct BitFlip: Sendable {
  /// The reason why a flip was not possible. The run is of no use afterwards.
  package enum Problem: Error, Equatable {
    /// The state has no such row, or the optional is empty.
    case absent
    /// The simulation does not accept the value.
    case refused(ScalarValue)
    /// The simulation computes the value again from other fields whenever it is restored.
    case corrected
  }

  /// The name of the note by which a recording shows that it holds a fault on purpose.
  package static let noteName = "planted"

  /// The field.
  package let reader: PathReader
  /// The step after which the bit is flipped.
  package let step: Int64

  package init(_ reader: PathReader, after step: Int64) {
    (self.reader, self.step) = (reader, step)
  }

  /// The note of the recording.
  package var note: BuildFact {
    BuildFact(
      name: BitFlip.noteName,
      value: "the lowest bit of \(reader.path.text) was flipped on purpose after step \(step)")
  }

  /// Flips the bit in the present state of a run.
  ///
  /// - Returns: the value before and after.
  /// - Throws: ``Problem``; what ends the run.
  package func flip(
    in run: any RunningSimulation
  ) throws -> (before: ScalarValue, after: ScalarValue) {
    let view = try run.stateView()
    guard let row = reader.rows(in: view).first, let place = reader.place,
      let before = reader.scalar(row, in: view),
      let byte = view.byteOffset(
        table: reader.table, group: place.group, field: place.field, row: row)
    else { throw Problem.absent }
    // Without the mark of the run that saved it: it counts as read from a file.
    var image = StateImage(rowCounts: view.image.rowCounts, bytes: view.image.bytes)
    image.bytes[byte] ^= 1
    let after = ScalarValue(type: before.type, bits: before.bits ^ 1)
    do {
      try run.restore(image, stepCount: run.stepCount)
    } catch  where error.isRefusal {
      throw Problem.refused(after)
    }
    let now = reader.scalar(row, in: try run.stateView())
    guard let now, now.bits == after.bits else { throw Problem.corrected }
    return (before, now)
  }
}
