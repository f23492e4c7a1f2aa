import AgentProtocol
import DeterministicMath
import Recording
import Simulation
import WorkerThreads

/// Records a run whose Swift type is not known: an ``AgentRun``, or one of a catalogue's entry.
///
/// Inputs are words. ``SessionRecorder`` does the same with typed inputs.
public final class AnySessionRecorder {
  /// The run that is recorded; step it through the recorder only.
  public let run: any RunningSimulation
  private let writer: RecordingWriter
  /// Keeps each step as well.
  private let flight: AnyFlightRecorder?
  /// `nil`: each step waits for what it writes.
  private let thread: WriterThread?
  /// Whether anything is recorded of states between key frames.
  private let takesStates: Bool
  /// What is left out so that recording takes no more time than it may; `nil`: nothing.
  @exclusivity(unchecked) private var budget: RecordingBudget?
  /// The step count of the last key frame.
  private var lastKeyframe: Int64 = 0
  /// In nanoseconds; for tests that need a clock of their own.
  package var clock: () -> Int64 = { MonotonicClock.nanoseconds }
  private var state = StateImage()
  private var keyframe = StateImage()
  /// Stored properties of the simulation that its description leaves out: a restored run would go
  /// on without them. Only debug builds search for them, once.
  public let coverageGaps: [CoverageGap]
  /// Where the recorder has left the run.
  // Unchecked: a plain value, read and written between calls.
  @exclusivity(unchecked) private var place: (stepCount: Int64, digest: StateDigest)

  /// Starts a recording of `run`: its simulation, its parameters, its seed.
  ///
  /// The file appears under `path` when ``finish()`` succeeds; until then it grows beside it.
  ///
  /// - Throws: `RecordingError`:
  ///   - when the file cannot be made;
  ///   - `RecordingError.Reason.runNotFresh(stepCount:)` when the run has taken a step already;
  ///   - `RecordingError.Reason.unfit(_:)` when its parameters cannot be written;
  ///   - `RecordingError.Reason.stateUnsound(_:)` when its state holds what is not a number;
  ///   - `RecordingError.Reason.arithmeticUnsound(_:)` when this thread does not compute as IEEE
  ///     754 says (see `FloatingPointProbe`): its digests would mean nothing elsewhere.
  ///
  ///   `AgentError` when an ``AgentRun`` cannot give its state.
  public convenience init(
    _ run: any RunningSimulation, path: String, tracks: RecordingTracks = .everything,
    options: RecordingOptions = .init()
  ) throws {
    try self.init(run, path: path, tracks: tracks, options: options, notes: [])
  }

  /// Starts a recording of the run that a flight recorder keeps; ``step(_:)`` of this recorder gives
  /// each step to both.
  ///
  /// - Throws: as ``init(_:path:tracks:options:)``.
  public convenience init(
    with flight: AnyFlightRecorder, path: String, tracks: RecordingTracks = .everything,
    options: RecordingOptions = .init()
  ) throws {
    try self.init(
      flight.run, path: path, tracks: tracks, options: options, notes: [], flight: flight)
  }

  /// - Parameters:
  ///   - notes: notes on the recording, in its file.
  ///   - part: the header of a recording that begins in mid-run: the run was restored to its first
  ///     state. `nil`: a fresh run.
  ///   - flight: keeps each step as well.
  package init(
    _ run: any RunningSimulation, path: String, tracks: RecordingTracks,
    options: RecordingOptions, notes: [BuildFact], part: RecordingHeader? = nil,
    flight: AnyFlightRecorder? = nil
  ) throws {
    guard run.isFresh || part != nil else {
      throw RecordingError(.runNotFresh(stepCount: run.stepCount))
    }
    var header = try recordingHeader(of: run, tracks: tracks)
    header.notes = notes
    if let part { (header.firstStep, header.origin) = (part.firstStep, part.origin) }
    self.run = run
    self.flight = flight
    #if DEBUG
      coverageGaps = CoverageGap.all(of: run)
    #else
      coverageGaps = []
    #endif
    takesStates = tracks.takesStates
    try run.save(.everything, into: &keyframe)
    place = (0, run.digest())
    if let fault = run.fault { throw RecordingError(.stateUnsound(fault)) }
    writer = try RecordingWriter(
      path: path, header: header, initial: keyframe, initialDigest: place.digest,
      options: options)
    budget = writer.budget
    if takesStates { try run.save(.everyStep, into: &state) }
    guard options.usesThread else {
      thread = nil
      return
    }
    let (state, keyframe) = (state, keyframe)
    thread = WriterThread(writer, imageSize: state.bytes.count) { image, selection in
      let model = selection == .everything ? keyframe : state
      guard selection == .everything || tracks.takesStates else { return }
      // Memory of its own: an array that is assigned shares it until it changes.
      let bytes = [UInt8](unsafeUninitializedCapacity: model.bytes.count) { room, count in
        count = room.initialize(fromContentsOf: model.bytes)
      }
      image = StateImage(rowCounts: model.rowCounts, bytes: bytes)
    }
  }

  /// Takes one step with `inputs` and records it.
  ///
  /// - Throws: `SimulationError` when an input is refused, with nothing changed;
  ///   `RecordingError` when it cannot be written or kept by the flight recorder, when other code
  ///   stepped the run, or when the step has left a value that is not a number: it is not recorded
  ///   then, what came before is; `AgentError` when an ``AgentRun`` fails.
  public func step(_ inputs: [RecordWords]) throws {
    try step(inputs) { try run.step(inputs) }
  }

  /// Records the step that `advance` takes with `inputs`.
  package func step(_ inputs: [RecordWords], advance: () throws -> Void) throws {
    let start = budget == nil ? 0 : clock()
    // The run keeps its digest: asking again costs nothing while it stands still.
    guard run.stepCount == place.stepCount, run.digest() == place.digest else {
      throw RecordingError(.runMoved(stepCount: run.stepCount))
    }
    try thread?.checkOpen()
    let stepStart = budget == nil ? 0 : clock()
    if let flight { try flight.step(inputs, advance: advance) } else { try advance() }
    let stepEnd = budget == nil ? 0 : clock()
    try record(inputs)
    budget?.note(
      step: stepEnd - stepStart, recording: clock() - stepEnd + stepStart - start)
  }

  /// Records the step that was taken.
  private func record(_ inputs: [RecordWords]) throws {
    let takesState = takesStates && writer.takesState(after: run.stepCount)
    let keepsState = takesState && budget?.keepsStates ?? true
    // A state that is left out is digested all the same.
    var digest: StateDigest?
    if keepsState {
      if let thread {
        try thread.withState { digest = try run.digest(saving: .everyStep, into: &$0) }
      } else {
        digest = try run.digest(saving: .everyStep, into: &state)
      }
    }
    let reached = (stepCount: run.stepCount, digest: digest ?? run.digest())
    if let fault = run.fault {
      throw RecordingError(.stateUnsound(fault), step: run.stepCount - 1)
    }
    let mayHaveKeyframe =
      budget?.allowsKeyframe(after: reached.stepCount - lastKeyframe) ?? true
    guard let thread else {
      try writer.append(inputs: inputs, digest: reached.digest, state: keepsState ? state : nil)
      if mayHaveKeyframe && writer.keyframeDue {
        try run.save(.everything, into: &keyframe)
        try writer.appendKeyframe(keyframe)
        lastKeyframe = reached.stepCount
      }
      place = reached
      return
    }
    if mayHaveKeyframe && thread.wantsKeyframe() {
      let isTaken = try thread.withKeyframe { try run.save(.everything, into: &$0) }
      if isTaken { lastKeyframe = reached.stepCount }
    }
    thread.append(inputs: inputs, digest: reached.digest, keepsState: keepsState || !takesState)
    place = reached
  }

  /// Notes `text` at the present step, also in the ring of the flight recorder.
  public func mark(_ text: String) throws(RecordingError) {
    try flight?.mark(text)
    if let thread { try thread.addMarker(text) } else { try writer.addMarker(text) }
  }

  /// Completes the file and gives it its name.
  public func finish() throws(RecordingError) {
    try thread?.finish()
    try writer.finish()
  }

  /// Completes the file after a step that could not be taken or recorded: it holds those before.
  ///
  /// What was there under its name stays as it was: the file is then called `PATH.partial`.
  ///
  /// - Parameter note: why the recording ends here; the file says it.
  /// - Returns: how many steps were kept, and where; `nil` when there was none, and so no file is
  ///   left.
  package func finishEarly(
    note: String
  ) throws(RecordingError) -> (stepCount: Int64, path: String)? {
    // What it met is what the caller knows, or a step that was on its way.
    try? thread?.finish()
    guard writer.stepCount > 0 else {
      writer.abandon()
      return nil
    }
    return try writer.finishEarly(note: note)
  }

  /// The last value of the hash chain as 64 hexadecimal digits, once the recording is finished; `nil`
  /// where none was asked for: see `RecordingTracks.chain`.
  public var chainValue: String? { writer.isComplete ? writer.chainValue : nil }

  /// Where the file grows, and stays when it cannot have its name.
  package var partialPath: String { writer.partialPath }

  /// Whether all of the file is written, whatever its name.
  package var isComplete: Bool { writer.isComplete }

  /// Gives the recording up; what was there under its name stays as it was.
  public func abandon() {
    try? thread?.finish()
    writer.abandon()
  }
}
