import DeterministicMath
import Recording
import Simulation

/// Keeps the last seconds of a run whose Swift type is not known.
///
/// Inputs are words. ``FlightRecorder`` does the same with typed inputs, and says what it is for.
public final class AnyFlightRecorder {
  /// The run that is recorded; step it through the recorder only.
  public let run: any RunningSimulation
  private let ring: FlightRing
  private let recordsState: Bool
  private var state = StateImage()
  private var keyframe = StateImage()
  /// Where the recorder has left the run.
  private var place: (stepCount: Int64, digest: StateDigest)
  private var failure: RecordingError?
  private var hasDiverged = false
  /// The digests of the last steps, each at its step modulo their number.
  private var digests: [StateDigest]
  private let firstStep: Int64
  /// Another player's digest of a step may come so many steps later.
  private static let digestCount = 4096

  /// Starts to record `run` where it stands.
  ///
  /// - Parameters:
  ///   - run: the run that is recorded; step it through the recorder only.
  ///   - path: of the file that the ring lies in, so that it outlives the process; `nil`: memory of
  ///     the process.
  ///   - options: how much is kept.
  /// - Throws: `RecordingError`:
  ///   - when the file cannot be made, or there is no memory for the ring;
  ///   - `RecordingError.Reason.runNotFresh(stepCount:)` when the run was restored to step 0, which
  ///     need not be the state that its parameters and its seed give;
  ///   - otherwise as ``AnySessionRecorder/init(_:path:tracks:options:)``, which may throw `AgentError`.
  public init(
    _ run: any RunningSimulation, path: String? = nil, options: FlightOptions = .init()
  ) throws {
    guard run.isFresh || run.stepCount > 0 else {
      throw RecordingError(.runNotFresh(stepCount: 0))
    }
    // A ring keeps no poses: with the states, or by running the simulation, it has them all.
    let header = try recordingHeader(of: run, tracks: RecordingTracks(state: options.tracks.state))
    self.run = run
    recordsState = options.tracks.state
    try run.save(.everything, into: &keyframe)
    if recordsState { try run.save(.everyStep, into: &state) }
    firstStep = run.stepCount
    place = (run.stepCount, run.digest())
    if let fault = run.fault { throw RecordingError(.stateUnsound(fault)) }
    digests = Array(repeating: place.digest, count: AnyFlightRecorder.digestCount)
    ring = try FlightRing(
      path: path, header, options, keyframe: keyframe, digest: place.digest, at: place.stepCount,
      stateSize: recordsState ? state.bytes.count : 0)
  }

  /// The file that the ring lies in; `nil` when it lies in the process's own memory.
  public var path: String? { ring.path }

  /// Takes one step with `inputs` and keeps it.
  ///
  /// - Throws: `SimulationError` when an input is refused, with nothing changed; `RecordingError`
  ///   when other code stepped the run, when the step has left a value that is not a number, or when
  ///   there is no room for a state that has grown: the ring keeps what came before, and takes no
  ///   more; `AgentError` when an ``AgentRun`` fails.
  public func step(_ inputs: [RecordWords]) throws {
    try step(inputs) { try run.step(inputs) }
  }

  /// Keeps the step that `advance` takes with `inputs`.
  package func step(_ inputs: [RecordWords], advance: () throws -> Void) throws {
    // The run keeps its digest: asking again costs nothing while it stands still.
    guard run.stepCount == place.stepCount, run.digest() == place.digest else {
      throw RecordingError(.runMoved(stepCount: run.stepCount))
    }
    try checkOpen()
    try keep { () throws(RecordingError) in try ring.begin(place.stepCount, inputs: inputs) }
    do {
      try advance()
    } catch {
      try keep { () throws(RecordingError) in try ring.refuse(place.stepCount) }
      throw error
    }
    let digest =
      recordsState ? try run.digest(saving: .everyStep, into: &state) : run.digest()
    if let fault = run.fault {
      failure = RecordingError(.stateUnsound(fault), step: place.stepCount)
      try checkOpen()
    }
    let step = place.stepCount
    place = (run.stepCount, digest)
    digests[Int(step % Int64(digests.count))] = digest
    try keep { () throws(RecordingError) in
      try ring.end(step, digest: digest, state: recordsState ? state : nil)
    }
    guard ring.wantsKeyframe(after: place.stepCount) else { return }
    try run.save(.everything, into: &keyframe)
    try keep { () throws(RecordingError) in
      try ring.append(keyframe: keyframe, digest: digest, at: place.stepCount)
    }
  }

  /// An entry that is missing makes the ring end before it.
  private func keep(_ body: () throws(RecordingError) -> Void) throws(RecordingError) {
    do throws(RecordingError) {
      try body()
    } catch {
      failure = error
      throw error
    }
  }

  private func checkOpen() throws(RecordingError) { if let failure { throw failure } }

  /// Notes `text` at the present step.
  public func mark(_ text: String) throws(RecordingError) {
    try checkOpen()
    try keep { () throws(RecordingError) in try ring.append(marker: text, at: place.stepCount) }
  }

  /// What is held now, to be written on another thread perhaps.
  ///
  /// - Throws: `RecordingError` when no step was taken yet, or after ``finish()``.
  /// - Complexity: copies the ring.
  public func log() throws(RecordingError) -> FlightLog {
    if case .closed = failure?.reason { throw RecordingError(.closed) }
    return try ring.log()
  }

  /// Writes what is held as a recording, and goes on.
  ///
  /// - Parameters:
  ///   - path: of the recording; it appears there when it is complete.
  ///   - replaces: whether a regular file of that name gives way.
  /// - Throws: `RecordingError`; no file is left then, and what was there stays.
  public func dump(to path: String, replaces: Bool = false) throws(RecordingError) {
    try log().write(to: path, replaces: replaces)
  }

  /// Compares the digest after a step with that of another player or build; the first time they
  /// differ, what is held is written as a recording.
  ///
  /// - Parameters:
  ///   - digest: the other one.
  ///   - step: after which both were computed.
  ///   - path: of the recording.
  /// - Returns: whether they agree; `nil` when the step was not taken yet, or is more than 4096 steps
  ///   ago.
  /// - Throws: `RecordingError` when the recording cannot be written.
  @discardableResult
  public func check(
    _ digest: StateDigest, after step: Int64, dumpingTo path: String
  ) throws(RecordingError) -> Bool? {
    guard step < place.stepCount, step >= max(firstStep, place.stepCount - Int64(digests.count))
    else { return nil }
    let isSame = digests[Int(step % Int64(digests.count))] == digest
    if !isSame, !hasDiverged {
      try dump(to: path)
      hasDiverged = true
    }
    return isSame
  }

  /// Ends the recording and removes the ring's file: what is left there tells of a process that did
  /// not come to this.
  public func finish() {
    failure = RecordingError(.closed)
    ring.remove()
  }
}
