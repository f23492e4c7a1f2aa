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
  /// - Throws: ``Problem``.
  package func flip(
    in run: any RunningSimulation
  ) throws(Problem) -> (before: ScalarValue, after: ScalarValue) {
    guard let view = state(of: run), let row = reader.rows(in: view).first,
      let place = reader.place, let before = reader.scalar(row, in: view),
      let byte = view.byteOffset(
        table: reader.table, group: place.group, field: place.field, row: row)
    else { throw .absent }
    var image = view.image
    image.bytes[byte] ^= 1
    let after = ScalarValue(type: before.type, bits: before.bits ^ 1)
    do {
      try run.restore(image, stepCount: run.stepCount)
    } catch {
      throw .refused(after)
    }
    let now = state(of: run).flatMap { reader.scalar(row, in: $0) }
    guard let now, now.bits == after.bits else { throw .corrected }
    return (before, now)
  }

  private func state(of run: any RunningSimulation) -> StateView? {
    StateView(
      schema: run.description.state, selection: .everything, image: imageFromNowhere(run))
  }
}
