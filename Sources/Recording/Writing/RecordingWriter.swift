import DeterministicMath
import Simulation
import WorkerThreads

/// Writes a recording, step by step.
///
/// The file grows as `PATH.partial` and gets its name when ``finish()`` succeeds; a file that was
/// there before is replaced only then, and only when
/// ``RecordingOptions/replacesFile`` allows it. After a failed write every later one fails with the
/// same error; the partial file stays, whole up to its last block, unless ``abandon()`` removes it.
public final class RecordingWriter {
  private var pipeline: BlockPipeline
  private let file: BlockWriter<OutputFile>
  private var schedule: KeyframeSchedule
  private let options: RecordingOptions
  private var lastFlush = MonotonicClock.nanoseconds
  /// Steps in the file, counting those of a block that is not full yet.
  private var flushedStepCount: Int64 = 0

  /// Starts a recording.
  ///
  /// - Parameters:
  ///   - path: of the file; one that exists is replaced.
  ///   - header: what is recorded.
  ///   - initial: the full state before step 0.
  ///   - initialDigest: its digest.
  ///   - options: how much is stored, and how it is packed.
  /// - Throws: `RecordingError` when the file cannot be made.
  public init(
    path: String, header: RecordingHeader, initial: StateImage, initialDigest: StateDigest,
    options: RecordingOptions = .init()
  ) throws(RecordingError) {
    self.options = options
    // A piece of a damaged recording may begin where no full state is known.
    let selection: StateSelection = options.beginsWithoutKeyframe ? .everyStep : .everything
    guard
      header.description.state.imageSize(rowCounts: initial.rowCounts, selection)
        == initial.bytes.count
    else { throw RecordingError(.unfit("the initial state does not fit the schema")) }
    pipeline = try BlockPipeline(
      header, options,
      chain: header.tracks.chain ? RecordingChain(header, initialDigest: initialDigest) : nil)
    schedule = KeyframeSchedule(options)
    file = try BlockWriter(
      path: path, header: header, initialDigest: initialDigest, options: options)
    if options.beginsWithoutKeyframe {
      pipeline.begin(anchor: header.tracks.state ? initial : nil)
    } else {
      _ = try pipeline.append(keyframe: initial)
      schedule.decide(after: stepCount)
    }
  }

  package var header: RecordingHeader { file.header }

  /// Steps appended so far.
  public var stepCount: Int64 { pipeline.stepCount }

  /// The last value of the hash chain as hexadecimal digits, after the steps so far; `nil` where there
  /// is none.
  public var chainValue: String? { pipeline.chain?.text }

  /// The step count at which the next key frame is to be appended, once that is decided.
  package var nextKeyframe: Int64? { schedule.next }
  /// Steps between the decision on a key frame and the key frame.
  var keyframeNotice: Int64 { schedule.notice }

  /// Whether a key frame should be appended now.
  public var keyframeDue: Bool { nextKeyframe == stepCount }

  /// Whether something is recorded of the state after so many steps.
  public func takesState(after stepCount: Int64) -> Bool {
    header.tracks.state || header.samplesView(after: stepCount)
  }

  package var mayLeaveOut: Bool { options.whenFull == .leaveOut || options.budget != nil }

  /// What is to be left out; `nil` where nothing has to be saved.
  package var budget: RecordingBudget? {
    options.budget.map {
      RecordingBudget(share: $0, keyframeInterval: options.keyframeIntervalMax)
    }
  }
  package var flushInterval: Double? { options.flushInterval }

  /// Where the file grows, and stays when it cannot be completed or cannot have its name.
  public var partialPath: String { file.partialPath }
  /// Whether all of the file is written, whatever its name.
  package var isComplete: Bool { file.isComplete }

  // MARK: Steps

  /// A block that was not written is gone, and the next would not follow on the one before.
  private func checkOpen() throws(RecordingError) {
    if let failure = file.failure { throw RecordingError(failure.reason, step: stepCount) }
  }

  /// Appends the next step.
  ///
  /// - Parameters:
  ///   - inputs: what the step was given.
  ///   - digest: of the whole state after it.
  ///   - state: the every-step image after it; `nil` when the header leaves the track out, and for
  ///     a state that is left out: so is the next one, unless a key frame comes before it, because
  ///     states are stored as what differs from the one before. With a view track, its samples are taken
  ///     from the states; ``takesState(after:)`` says which are needed.
  /// - Throws: `RecordingError` when it cannot be written, or does not fit the header.
  public func append(
    inputs: [RecordWords], digest: StateDigest, state: StateImage?
  ) throws(RecordingError) {
    try append(inputs: inputs, digest: digest, state: state, poses: nil)
  }

  /// - Parameter poses: what another recording's view track has of it, where there is no state.
  package func append(
    inputs: [RecordWords], digest: StateDigest, state: StateImage?, poses: StateImage?
  ) throws(RecordingError) {
    try checkOpen()
    try write(
      try pipeline.append(inputs: inputs, digest: digest, state: state, poses: poses))
    schedule.decide(after: stepCount)
    try flushIfDue()
  }

  /// Appends the full state as it stands after the steps so far.
  public func appendKeyframe(_ image: StateImage) throws(RecordingError) {
    try checkOpen()
    let block = try pipeline.append(keyframe: image)
    schedule.noteKeyframe(at: stepCount)
    try write(block)
    schedule.decide(after: stepCount)
  }

  /// Notes `text` at the present step.
  public func addMarker(_ text: String) throws(RecordingError) {
    try checkOpen()
    pipeline.addMarker(text)
  }

  private func write(_ block: FinishedBlock?) throws(RecordingError) {
    guard let block else { return }
    try file.append(block)
    schedule.note(block)
    noteFlush(of: block)
  }

  /// Puts the block so far into the file if ``RecordingOptions/flushInterval`` has passed.
  ///
  /// The whole block replaces it later: the file's bytes do not depend on the time.
  package func flushIfDue() throws(RecordingError) {
    guard let interval = options.flushInterval, stepCount > flushedStepCount,
      Double(MonotonicClock.nanoseconds &- lastFlush) >= interval * 1e9
    else { return }
    try checkOpen()
    guard let block = pipeline.unfinished() else { return }
    try file.appendForNow(block)
    noteFlush(of: block)
  }

  private func noteFlush(of block: FinishedBlock) {
    flushedStepCount = block.steps.upperBound
    lastFlush = MonotonicClock.nanoseconds
  }

  // MARK: The end

  /// Writes what is left, the summary and the index, and gives the file its name.
  ///
  /// When it cannot have the name, it stays complete under ``partialPath``.
  public func finish() throws(RecordingError) { try finish(note: nil) }

  /// Finishes a copy of a recording that ended early.
  package func finish(note: String?) throws(RecordingError) {
    try checkOpen()
    try write(pipeline.close())
    try file.finish(note: note)
  }

  /// Completes the file with the steps so far, after something has failed.
  ///
  /// After a failed write, the room is used that was kept for this. A file that was there before
  /// stays: this one then keeps the name `PATH.partial`.
  ///
  /// - Parameter note: why the recording ends here, for people.
  /// - Returns: how many steps the file holds, and where it is.
  /// - Throws: `RecordingError` when it cannot be completed: the partial file then holds every
  ///   whole block, and `recover` reads it.
  package func finishEarly(
    note: String
  ) throws(RecordingError) -> (stepCount: Int64, path: String) {
    try file.finishEarly(pipeline.close(), note: note)
  }

  /// Gives the recording up: removes what was written; the target stays as it was.
  public func abandon() { file.abandon() }
}
