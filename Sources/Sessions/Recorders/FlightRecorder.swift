import DeterministicMath
import Recording
import Simulation

/// Keeps the last seconds of a run in memory, always on, and writes them when they are wanted.
///
/// ```swift
/// let recorder = try FlightRecorder(run, path: "game.flight")
/// try recorder.step([.jump(height: 2)])
/// try recorder.dump(to: "what-just-happened.mcap")
/// ```
///
/// A step costs its digest and a copy of some hundred bytes. What is kept always begins with a key
/// frame: what is dumped replays and verifies as any recording, though its run may have begun hours
/// before.
///
/// With a `path`, the ring lies in the memory of that file, which outlives the process whatever ends
/// it: a trap, SIGKILL, a debugger. The inputs of a step are in it before the step is taken. Nothing
/// has to run when the process dies, so there is no signal handler to install or to fear. What it
/// leaves becomes a recording by `laplace recover game.flight -o crash.mcap`, or at the next start,
/// by `FlightLog`. Without a `path`, the ring is gone with the process.
///
/// From then on the run is stepped through its recorder only, or through that of
/// ``SessionRecorder/init(with:path:tracks:options:)``, which records the whole session as well.
/// ``AnyFlightRecorder`` records a run whose Swift type is not known.
public final class FlightRecorder<S: Simulation> {
  /// The run that is recorded; step it through the recorder only.
  public let run: SimulationRun<S>
  let recorder: AnyFlightRecorder

  /// Starts to record `run` where it stands.
  ///
  /// - Parameters:
  ///   - run: the run that is recorded; step it through the recorder only.
  ///   - path: of the file that the ring lies in, so that it outlives the process; what a dead
  ///     process left there is moved aside. `nil`: memory of the process.
  ///   - options: how much is kept.
  /// - Throws: `RecordingError`, as ``AnyFlightRecorder/init(_:path:options:)`` does.
  public init(
    _ run: SimulationRun<S>, path: String? = nil, options: FlightOptions = .init()
  ) throws {
    self.run = run
    recorder = try AnyFlightRecorder(run, path: path, options: options)
  }

  /// The file that the ring lies in; `nil` when it lies in the process's own memory.
  public var path: String? { recorder.path }

  /// Takes one step with `inputs` and keeps it.
  ///
  /// - Throws: as ``AnyFlightRecorder/step(_:)``.
  public func step(_ inputs: [S.Input]) throws {
    let checked = try inputs.map { try $0.checked() }
    // Not by key paths: a generic function makes them anew at each call, which takes a microsecond.
    try recorder.step(checked.map { $0.words }) { run.advance(checked.map { $0.value }) }
  }

  /// Notes `text` at the present step.
  public func mark(_ text: String) throws(RecordingError) { try recorder.mark(text) }

  /// What is held now, to be written on another thread perhaps; copies the ring.
  public func log() throws(RecordingError) -> FlightLog { try recorder.log() }

  /// Writes what is held as a recording, and goes on.
  ///
  /// - Throws: `RecordingError`; no file is left then, and what was there stays.
  public func dump(to path: String, replaces: Bool = false) throws(RecordingError) {
    try recorder.dump(to: path, replaces: replaces)
  }

  /// Compares the digest after a step with that of another player or build; the first time they
  /// differ, what is held is written as a recording.
  ///
  /// - Returns: as ``AnyFlightRecorder/check(_:after:dumpingTo:)``.
  @discardableResult
  public func check(
    _ digest: StateDigest, after step: Int64, dumpingTo path: String
  ) throws(RecordingError) -> Bool? {
    try recorder.check(digest, after: step, dumpingTo: path)
  }

  /// Ends the recording and removes the ring's file: what is left there tells of a process that did
  /// not come to this.
  public func finish() { recorder.finish() }
}
