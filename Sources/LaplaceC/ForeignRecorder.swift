import AgentProtocol
import CLaplace
import DeterministicMath
import Recording
import Simulation

/// Records steps that a caller takes.
final class ForeignRecorder {
  private let state: ForeignState
  private let writer: RecordingWriter
  private var image = StateImage()
  private var keyframe = StateImage()

  init(
    path: String, _ simulation: ForeignSimulation, seed: UInt64,
    _ rows: UnsafePointer<laplace_rows>?
  ) throws {
    let probe = FloatingPointProbe()
    guard probe.isConforming else { throw RecordingError(.arithmeticUnsound(probe.summary)) }
    state = ForeignState(simulation)
    try state.take(rows)
    state.save(.everything, into: &keyframe)
    let digest = state.digest()
    if let fault = state.fault { throw Refusal(fault.description) }
    writer = try RecordingWriter(
      path: path,
      header: RecordingHeader(
        description: simulation.description, parameters: [], seed: seed,
        engineVersion: simulation.version, build: simulation.build),
      initial: keyframe, initialDigest: digest)
  }

  /// Notes a step that has been taken.
  func note(
    _ inputs: UnsafePointer<laplace_input>?, _ inputCount: UInt32,
    _ rows: UnsafePointer<laplace_rows>?
  ) throws -> StateDigest {
    let words = try state.simulation.words(inputs, inputCount)
    try state.take(rows)
    let digest = state.digest()
    if let fault = state.fault { throw Refusal(fault.description) }
    state.save(.everyStep, into: &image)
    try writer.append(inputs: words, digest: digest, state: image)
    if writer.keyframeDue {
      state.save(.everything, into: &keyframe)
      try writer.appendKeyframe(keyframe)
    }
    return digest
  }

  func mark(_ text: String) throws { try writer.addMarker(text) }

  func finish() throws { try writer.finish() }
}
