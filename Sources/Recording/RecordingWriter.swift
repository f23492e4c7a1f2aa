import DeterministicMath
import Simulation
import WorkerThreads

/// Writes a recording, block by block.
///
/// The file grows as `PATH.partial` and gets its name when ``finish()`` succeeds; a file that was
/// there before is replaced only then, and only when
/// ``RecordingOptions/replacesFile`` allows it. After a failed write every later one fails with the
/// same error; the partial file stays, whole up to its last block, unless ``abandon()`` removes it.
public final class RecordingWriter {
  package let header: RecordingHeader
  private let initialDigest: StateDigest
  let options: RecordingOptions
  private let output: OutputFile
  private var dataCRC = CRC32()
  private var summary = RecordingSummary()
  var builder: BlockBuilder
  var schedule: KeyframeSchedule
  /// A block that met a full disk; it is written again when the file is finished early.
  private var unwritten: BuiltBlock?
  /// Whether the file is being finished early, after a failure to write perhaps.
  private var isEnding = false
  private var lastFlush = MonotonicClock.nanoseconds
  /// Steps in the file, counting those of a block that is not full yet.
  private var flushedStepCount: Int64 = 0

  /// Steps in the blocks that were written.
  private var writtenStepCount: Int64 = 0
  /// Whether all of the file is written, whatever its name.
  package private(set) var isComplete = false

  /// The last value of the hash chain as hexadecimal digits, after the steps so far; `nil` where there
  /// is none.
  public var chainValue: String? { builder.chain?.text }

  /// Steps appended so far.
  public var stepCount: Int64 { builder.stepCount }

  /// The step count at which the next key frame is to be appended, once that is decided.
  package var nextKeyframe: Int64? { schedule.next }

  /// Starts a recording.
  ///
  /// - Parameters:
  ///   - path: of the file; one that exists is replaced.
  ///   - header: what is recorded.
  ///   - initial: the full state before step 0.
  ///   - initialDigest: its digest.
  ///   - options: how much is stored, and how it is packed.
  /// - Throws: ``RecordingError`` when the file cannot be made.
  public init(
    path: String, header: RecordingHeader, initial: StateImage, initialDigest: StateDigest,
    options: RecordingOptions = .init()
  ) throws(RecordingError) {
    let header = RecordingWriter.coded(header)
    self.header = header
    self.initialDigest = initialDigest
    self.options = options
    let schema = header.description.state
    // A piece of a damaged recording may begin where no full state is known.
    let selection: StateSelection = options.beginsWithoutKeyframe ? .everyStep : .everything
    guard schema.imageSize(rowCounts: initial.rowCounts, selection) == initial.bytes.count else {
      throw RecordingError(.unfit("the initial state does not fit the schema"))
    }
    builder = try BlockBuilder(
      header, options,
      chain: header.tracks.chain ? RecordingChain(header, initialDigest: initialDigest) : nil)
    schedule = KeyframeSchedule(options)
    output = try OutputFile(
      path: path, replaces: options.replacesFile, input: options.input,
      sizeMax: options.fileSizeMax)
    do throws(RecordingError) {
      try writePreamble()
    } catch {
      output.abandon()
      throw error
    }
    if options.beginsWithoutKeyframe {
      builder.begin(anchor: header.tracks.state ? initial : nil)
    } else {
      _ = try builder.append(keyframe: initial)
      schedule.decide(after: stepCount)
    }
  }

  /// Starts a recording whose blocks are built elsewhere: see ``append(_:)``.
  package init(
    path: String, header: RecordingHeader, initialDigest: StateDigest, options: RecordingOptions
  ) throws(RecordingError) {
    let header = RecordingWriter.coded(header)
    self.header = header
    self.initialDigest = initialDigest
    self.options = options
    builder = try BlockBuilder(header, options)
    schedule = KeyframeSchedule(options)
    output = try OutputFile(
      path: path, replaces: options.replacesFile, input: options.input,
      sizeMax: options.fileSizeMax)
    do throws(RecordingError) {
      try writePreamble()
    } catch {
      output.abandon()
      throw error
    }
  }

  /// The header as it is written: that of an older recording names the codec of that one's states, which
  /// are coded anew.
  private static func coded(_ header: RecordingHeader) -> RecordingHeader {
    var header = header
    header.codec = .residuals
    return header
  }

  /// Appends blocks whose steps follow on those before.
  package func append(_ blocks: [BuiltBlock]) throws(RecordingError) {
    try checkOpen()
    for block in blocks { try write(block) }
  }

  /// A block that was not written is gone, and the next would not follow on the one before.
  private func checkOpen() throws(RecordingError) {
    if let failure = output.failure { throw RecordingError(failure.reason, step: stepCount) }
  }

  /// - Parameter stepCount: what an error names; `nil`: the steps so far.
  private func put(_ bytes: [UInt8], after stepCount: Int64? = nil) throws(RecordingError) {
    do throws(RecordingError) {
      try output.write(bytes, usesReserve: isEnding)
    } catch {
      throw RecordingError(
        error.reason, offset: output.size, step: stepCount ?? self.stepCount)
    }
    dataCRC.update(bytes)
  }

  private func writePreamble() throws(RecordingError) {
    try put(MCAP.magic)
    try put(MCAP.header(library: "laplace \(header.engineVersion)"))
    for metadata in Preamble.metadata(header, initialDigest: initialDigest) {
      try putMetadata(metadata.name, metadata.pairs)
    }
    for attachment in Preamble.attachments(header.description) {
      try putAttachment(attachment.name, attachment.mediaType, attachment.data)
    }
    summary.used = MCAP.Channel.all(header.tracks)
    for channel in summary.used {
      let schema = MCAP.schema(channel, data: Preamble.schema(channel, header.description))
      summary.schemas += schema
      try put(schema)
    }
    for channel in summary.used {
      let record = MCAP.channel(channel)
      summary.channels += record
      try put(record)
    }
  }

  private func putAttachment(
    _ name: String, _ mediaType: String, _ data: [UInt8]
  ) throws(RecordingError) {
    let record = MCAP.attachment(name, mediaType: mediaType, data)
    summary.addAttachment(
      offset: output.size, length: UInt64(record.count), dataSize: UInt64(data.count), name: name,
      mediaType: mediaType)
    try put(record)
  }

  private func putHeaderCopy() throws(RecordingError) {
    let copy = HeaderCopy.data(header, initialDigest: initialDigest)
    try putAttachment(HeaderCopy.name, HeaderCopy.mediaType, copy)
  }

  private func putMetadata(_ name: String, _ pairs: [(String, String)]) throws(RecordingError) {
    let record = MCAP.metadata(name, pairs)
    summary.addMetadata(offset: output.size, length: UInt64(record.count), name: name)
    try put(record)
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
  /// - Throws: ``RecordingError`` when it cannot be written, or does not fit the header.
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
    if let block = try builder.append(
      inputs: inputs, digest: digest, state: state, poses: poses)
    {
      try write(block)
    }
    schedule.decide(after: stepCount)
    try flushIfDue()
  }

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

  /// Whether a key frame should be appended now.
  public var keyframeDue: Bool { nextKeyframe == stepCount }

  /// Puts the block so far into the file if ``RecordingOptions/flushInterval`` has passed.
  ///
  /// The whole block takes its place later: the file's bytes do not depend on the time.
  package func flushIfDue() throws(RecordingError) {
    guard isFlushDue else { return }
    try checkOpen()
    guard let block = builder.unfinished() else { return }
    do throws(RecordingError) {
      try output.writeForNow(block.bytes)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: stepCount)
    }
    flushedStepCount = stepCount
    lastFlush = MonotonicClock.nanoseconds
  }

  /// Whether steps wait for longer than ``RecordingOptions/flushInterval`` to be in the file.
  var isFlushDue: Bool {
    guard let interval = options.flushInterval, stepCount > flushedStepCount else { return false }
    return Double(MonotonicClock.nanoseconds &- lastFlush) >= interval * 1e9
  }

  /// Appends the full state as it stands after the steps so far.
  public func appendKeyframe(_ image: StateImage) throws(RecordingError) {
    try checkOpen()
    let block = try builder.append(keyframe: image)
    schedule.noteKeyframe(at: stepCount)
    if let block { try write(block) }
    schedule.decide(after: stepCount)
  }

  /// Notes `text` at the present step.
  public func addMarker(_ text: String) throws(RecordingError) {
    try checkOpen()
    builder.addMarker(text)
  }

  /// Writes a block that was made elsewhere; its steps follow on those so far.
  ///
  /// - Parameter endTime: when it ended; ``RecordingOptions/flushInterval`` counts from there.
  func write(
    _ block: BuiltBlock, endTime: Int64 = MonotonicClock.nanoseconds
  ) throws(RecordingError) {
    let offset = output.size
    do throws(RecordingError) {
      try put(block.bytes, after: block.steps.upperBound)
    } catch {
      unwritten = block
      throw error
    }
    summary.add(block, at: offset)
    writtenStepCount = block.steps.upperBound
    if options.syncsKeyframes, block.holdsKeyframe { try output.sync() }
    // What is cut off loses the copy at the end.
    if block.steps.lowerBound == 0 { try putHeaderCopy() }
    schedule.note(block)
    flushedStepCount = block.steps.upperBound
    lastFlush = endTime
  }

  private func closeBlock() throws(RecordingError) {
    if let block = builder.close() { try write(block) }
  }

  /// Writes what is left, the summary and the index, and gives the file its name.
  ///
  /// When it cannot have the name, it stays complete under ``partialPath``.
  public func finish() throws(RecordingError) { try finish(note: nil) }

  /// Finishes a copy of a recording that ended early.
  package func finish(note: String?) throws(RecordingError) {
    try checkOpen()
    try closeBlock()
    try complete(note: note, replaces: true)
  }

  /// Completes the file with the steps so far, after something has failed.
  ///
  /// After a failed write, the room is used that was kept for this. A file that was there before
  /// stays: this one then keeps the name `PATH.partial`.
  ///
  /// - Parameter note: why the recording ends here, for people.
  /// - Returns: how many steps the file holds, and where it is.
  /// - Throws: ``RecordingError`` when it cannot be completed: the partial file then holds every
  ///   whole block, and `recover` reads it.
  package func finishEarly(
    note: String
  ) throws(RecordingError) -> (stepCount: Int64, path: String) {
    if case .closed = output.failure?.reason { throw RecordingError(.closed) }
    isEnding = true
    if output.failure == nil {
      try closeBlock()
    } else if let block = unwritten ?? builder.close(), fitsBeforeEnd(block, note: note) {
      // Without it the file ends where it begins.
      try? write(block)
    }
    unwritten = nil
    let path = try complete(note: note, replaces: false)
    return (writtenStepCount, path)
  }

  /// Whether the room that was kept for the end of the file holds the block and still that end.
  private func fitsBeforeEnd(_ block: BuiltBlock, note: String) -> Bool {
    var after = summary
    after.add(block, at: output.size)
    let copy = HeaderCopy.data(header, initialDigest: initialDigest).count
    // Behind the first block, too; metadata of the end, and their places in the index.
    let rest = copy * (block.steps.lowerBound == 0 ? 2 : 1) + note.utf8.count + 1024
    return UInt64(block.bytes.count + rest + after.bytes(start: output.size).count)
      <= output.reserve
  }

  @discardableResult
  private func complete(note: String?, replaces: Bool) throws(RecordingError) -> String {
    try putHeaderCopy()
    if let note { try putMetadata("ended", [("reason", note)]) }
    try putMetadata(
      "statistics",
      summary.statisticsPairs(stepCount: writtenStepCount)
        + (options.budget.map { [("budget", "\($0)")] } ?? []))
    var end = ByteWriter()
    end.append(dataCRC.value)
    try put(MCAP.record(.dataEnd, end.bytes))
    try put(summary.bytes(start: output.size))
    isComplete = true
    do throws(RecordingError) {
      return try output.finish(replaces: replaces)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: stepCount)
    }
  }

  /// Where the file grows, and stays when it cannot be completed or cannot have its name.
  public var partialPath: String { output.partialPath }

  /// Gives the recording up: removes what was written; the target stays as it was.
  public func abandon() { output.abandon() }
}
