import Recording
import Simulation

/// Runs a simulation and writes everything that happens to a recording.
///
/// ```swift
/// let run = SimulationRun<MyGame>(seed: 1)
/// let recorder = try SessionRecorder(run, path: "session.mcap")
/// try recorder.step([.jump(height: 2)])
/// try recorder.finish()
/// ```
///
/// From then on the run is stepped through its recorder only. ``AnySessionRecorder`` records a run
/// whose Swift type is not known.
public final class SessionRecorder<S: Simulation> {
  /// The run that is recorded; step it through the recorder only.
  public let run: SimulationRun<S>
  let recorder: AnySessionRecorder

  /// Starts a recording of `run`: its simulation, its parameters, its seed.
  ///
  /// The file appears under `path` when ``finish()`` succeeds; until then it grows beside it.
  ///
  /// - Throws: `RecordingError`, as ``AnySessionRecorder/init(_:path:tracks:options:)`` does.
  public init(
    _ run: SimulationRun<S>, path: String, tracks: RecordingTracks = .everything,
    options: RecordingOptions = .init()
  ) throws {
    self.run = run
    recorder = try AnySessionRecorder(run, path: path, tracks: tracks, options: options)
  }

  /// Starts a recording of the run that a flight recorder keeps; ``step(_:)`` and ``mark(_:)`` of
  /// this recorder give each step and each note to both.
  ///
  /// ```swift
  /// let flight = try FlightRecorder(SimulationRun<MyGame>(seed: 1), path: "game.flight")
  /// let session = try SessionRecorder(with: flight, path: "session.mcap")
  /// try session.step([.jump(height: 2)])
  /// ```
  ///
  /// After ``finish()``, step the run through the flight recorder again.
  ///
  /// - Throws: `RecordingError`, as ``AnySessionRecorder/init(_:path:tracks:options:)`` does.
  public init(
    with flight: FlightRecorder<S>, path: String, tracks: RecordingTracks = .everything,
    options: RecordingOptions = .init()
  ) throws {
    run = flight.run
    recorder = try AnySessionRecorder(
      with: flight.recorder, path: path, tracks: tracks, options: options)
  }

  /// Stored properties that the simulation's description leaves out; searched for in debug builds
  /// only.
  public var coverageGaps: [CoverageGap] { recorder.coverageGaps }

  /// Takes one step with `inputs` and records it.
  ///
  /// - Throws: `SimulationError` when an input is refused, with nothing changed;
  ///   `RecordingError` when it cannot be written, or when other code stepped the run.
  public func step(_ inputs: [S.Input]) throws {
    let checked = try inputs.map { try $0.checked() }
    // Not by key paths: a generic function makes them anew at each call, which takes a microsecond.
    try recorder.step(checked.map { $0.words }) { run.advance(checked.map { $0.value }) }
  }

  /// Notes `text` at the present step.
  public func mark(_ text: String) throws(RecordingError) { try recorder.mark(text) }

  /// Completes the file and gives it its name.
  public func finish() throws(RecordingError) { try recorder.finish() }

  /// The last value of the hash chain as 64 hexadecimal digits, once the recording is finished; `nil`
  /// where none was asked for: see `RecordingTracks.chain`.
  public var chainValue: String? { recorder.chainValue }

  /// Gives the recording up; what was there under its name stays as it was.
  public func abandon() { recorder.abandon() }
}
