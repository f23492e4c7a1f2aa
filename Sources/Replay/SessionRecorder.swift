import Recording
import Simulation

/// Runs a simulation and writes everything that happens to a recording.
///
/// ```swift
/// let run = SimulationRun<MyGame>(parameters: .init(), seed: 1)
/// let recorder = try SessionRecorder(run, path: "session.mcap", parameters: [], seed: 1)
/// try recorder.step([input])
/// try recorder.finish()
/// ```
public final class SessionRecorder {
  public let run: any RunningSimulation
  private let writer: RecordingWriter
  private let recordsState: Bool
  private var state = StateImage()
  private var keyframe = StateImage()

  /// Starts a recording of `run`, which stands before step 0.
  ///
  /// The file appears under `path` when ``finish()`` succeeds; until then it grows beside it.
  ///
  /// - Throws: `RecordingError` when the file cannot be made, or
  ///   `RecordingError.Reason.arithmeticUnsound(_:)` when this thread does not compute as IEEE 754
  ///   says (see `FloatingPointProbe`): its digests would mean nothing elsewhere.
  public init(
    _ run: any RunningSimulation, path: String, parameters: [UInt64], seed: UInt64,
    tracks: RecordingTracks = .everything, options: RecordingOptions = .init()
  ) throws(RecordingError) {
    let probe = FloatingPointProbe()
    guard probe.isConforming else { throw RecordingError(.arithmeticUnsound(probe.summary)) }
    self.run = run
    recordsState = tracks.state
    run.save(.everything, into: &keyframe)
    // Who ran the steps: this program, or the agent's.
    let agent = (run as? AgentRun)?.hello
    let floatingPoint = agent?.build.first { $0.name == floatingPointFactName }
    if let found = floatingPoint?.value, found != FloatingPointProbe.conformingSummary {
      throw RecordingError(.arithmeticUnsound(found))
    }
    writer = try RecordingWriter(
      path: path,
      header: RecordingHeader(
        description: run.description, parameters: parameters, seed: seed,
        engineVersion: agent?.engineVersion ?? engineVersion, build: agent?.build ?? buildFacts(),
        tracks: tracks),
      initial: keyframe, initialDigest: run.digest(), options: options)
  }

  /// Takes one step with `inputs` and records it.
  ///
  /// - Throws: `SimulationError` when an input is refused, with nothing changed;
  ///   `RecordingError` when it cannot be written; `AgentError` when an ``AgentRun`` fails.
  public func step(_ inputs: [RecordWords]) throws {
    do {
      try run.step(inputs)
    } catch {
      try run.checkAgent()
      throw error
    }
    if recordsState { run.save(.everyStep, into: &state) }
    try run.checkAgent()
    try writer.append(
      inputs: inputs, digest: run.digest(), state: recordsState ? state : nil)
    if writer.keyframeDue {
      run.save(.everything, into: &keyframe)
      try run.checkAgent()
      try writer.appendKeyframe(keyframe)
    }
  }

  /// Notes `text` at the present step.
  public func mark(_ text: String) throws(RecordingError) { try writer.addMarker(text) }

  /// Completes the file and gives it its name.
  public func finish() throws(RecordingError) { try writer.finish() }

  /// Gives the recording up; what was there under its name stays as it was.
  public func abandon() { writer.abandon() }
}
