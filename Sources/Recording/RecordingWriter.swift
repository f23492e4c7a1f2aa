import DeterministicMath
import Foundation
import Simulation

/// Writes a recording, block by block.
///
/// The file grows as `PATH.partial` and gets its name when ``finish()`` succeeds; a file that was
/// there before is replaced only then, and only when
/// ``RecordingOptions/replacesFile`` allows it. After a failed write every later one fails with the
/// same error; the partial file stays, whole up to its last block, unless ``abandon()`` removes it.
public final class RecordingWriter {
  private let header: RecordingHeader
  private let initialDigest: StateDigest
  private let inputJSON: InputJSON
  private let options: RecordingOptions
  private let output: OutputFile
  private var dataCRC = CRC32()
  private let compressor: any Compressor

  private var summary = RecordingSummary()
  private let keyframeCodec: ImageCodec
  private let anchorCodec: ImageCodec
  private var encoder: any BlockEncoder

  // The open block.
  private var chunk = ChunkBuilder()
  private var firstStep: Int64 = 0
  private var digests: [StateDigest] = []
  private var markers: [(step: Int64, line: [UInt8])] = []
  private var keyframe: [UInt8]?
  /// The image before the block's first step, unless a key frame says it.
  private var anchor: [UInt8] = []
  /// Whether the block's states are left out.
  private var leavesOut = false
  private var sequence: UInt32 = 0
  /// Bytes of the block's states that differ from the one before.
  private var stateSize = 0

  private var lastKeyframeStep: Int64 = 0
  /// The step count at which the next key frame is to be appended, once that is decided.
  package private(set) var nextKeyframe: Int64?
  private var lastKeyframeSize: UInt64 = 0
  private var bytesSinceKeyframe: UInt64 = 0
  /// A block that met a full disk; it is written again when the file is finished early.
  private var unwritten: (() throws(RecordingError) -> Void)?
  /// Whether the file is being finished early, after a failure to write perhaps.
  private var isEnding = false
  private var lastFlush = DispatchTime.now().uptimeNanoseconds
  /// Steps in the file, counting those of a block that is not full yet.
  private var flushedStepCount: Int64 = 0

  /// Steps in the blocks that were written.
  private var writtenStepCount: Int64 = 0
  /// Whether all of the file is written, whatever its name.
  package private(set) var isComplete = false

  /// Steps appended so far.
  public private(set) var stepCount: Int64 = 0

  /// Blocks close at this many changed rows, so that one decodes in a bounded time…
  static let rowStepsMax = 65_536
  /// …or this many steps, but not before the least.
  static let stepsMax = 1024
  static let stepsMin = 16
  /// …or this many bytes of decoded states, which a reader holds at once: a large scene in which
  /// little moves changes few rows but takes a whole image for each step.
  static let stateSizeMax = 1 << 28
  /// A key frame is decided on so many steps before it is due: a thread that simulates, and is
  /// no more steps ahead of the writer, makes it at the same step as one that waits for each write.
  package let keyframeNotice: Int64
  static let keyframeNoticeMax: Int64 = 64

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
    self.header = header
    self.initialDigest = initialDigest
    self.options = options
    let schema = header.description.state
    // A piece of a damaged recording may begin where no full state is known.
    let selection: StateSelection = options.beginsWithoutKeyframe ? .everyStep : .everything
    guard schema.imageSize(rowCounts: initial.rowCounts, selection) == initial.bytes.count else {
      throw RecordingError(.unfit("the initial state does not fit the schema"))
    }
    inputJSON = InputJSON(header.description.inputs)
    if let problem = inputJSON.problem { throw RecordingError(.unfit(problem)) }
    guard FieldShape.fits(header.parameters, header.description.parameters) else {
      throw RecordingError(.unfit("the parameters do not fit the schema"))
    }
    keyframeNotice = max(
      0, min(Self.keyframeNoticeMax, options.keyframeInterval, options.keyframeIntervalMax))
    compressor = options.compression.format.makeCompressor(options.compressionLevel)
    keyframeCodec = ImageCodec(schema: schema, selection: .everything)
    anchorCodec = ImageCodec(schema: schema, selection: .everyStep)
    encoder = header.codec.format.makeEncoder(schema, header.description.motionModel)
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
      begin(anchor: header.tracks.state ? initial : nil)
    } else {
      begin(keyframe: initial)
    }
  }

  /// A block that was not written is gone, and the next would not follow on the one before.
  private func checkOpen() throws(RecordingError) {
    if let failure = output.failure { throw RecordingError(failure.reason, step: stepCount) }
  }

  private func put(_ bytes: [UInt8]) throws(RecordingError) {
    do throws(RecordingError) {
      try output.write(bytes, usesReserve: isEnding)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: stepCount)
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
    for channel in MCAP.Channel.allCases {
      let schema = MCAP.schema(channel, data: Preamble.schema(channel, header.description))
      summary.schemas += schema
      try put(schema)
    }
    for channel in MCAP.Channel.allCases {
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
  ///     states are stored as what differs from the one before.
  /// - Throws: ``RecordingError`` when it cannot be written, or does not fit the header.
  public func append(
    inputs: [RecordWords], digest: StateDigest, state: StateImage?
  ) throws(RecordingError) {
    try checkOpen()
    let schema = header.description
    let time = schema.stepDuration.nanoseconds(atStep: stepCount)
    for input in inputs {
      guard inputJSON.isExact(input) else {
        throw RecordingError(.unfit("an input does not fit the schema"), step: stepCount)
      }
    }
    if let state {
      guard header.tracks.state,
        schema.state.imageSize(rowCounts: state.rowCounts, .everyStep) == state.bytes.count
      else { throw RecordingError(.unfit("the state does not fit the schema"), step: stepCount) }
    } else if header.tracks.state, !leavesOut {
      if !digests.isEmpty { try closeBlock() }
      leaveOut()
    }
    if let state, !leavesOut {
      let before = encoder.activeRowSteps
      encoder.append(state)
      // Steps without a change share their image when they are read.
      if encoder.activeRowSteps > before { stateSize += state.bytes.count }
    }
    for input in inputs {
      let line = inputJSON.line(step: stepCount, input).text
      sequence &+= 1
      chunk.add(.inputs, sequence: sequence, time: time, data: [Array(line.utf8)])
    }
    digests.append(digest)
    stepCount += 1
    if leavesOut {
      summary.leftOutSteps += 1
      if state != nil || digests.count >= Self.stepsMax {
        try closeBlock()
        if state == nil { leaveOut() } else { begin(anchor: state) }
      }
    } else if isBlockFull {
      try closeBlock()
      begin(anchor: state)
    }
    decideOnKeyframe()
    try flushIfDue()
  }

  private var isBlockFull: Bool {
    let count = digests.count
    if count >= Self.stepsMax || stateSize >= Self.stateSizeMax { return true }
    return count >= Self.stepsMin && encoder.activeRowSteps >= Self.rowStepsMax
  }

  /// Spaced by cost: often enough to seek in, seldom enough to stay below a quarter of the file.
  private func decideOnKeyframe() {
    // The caller may have passed the step.
    if let next = nextKeyframe, next >= stepCount { return }
    let steps = stepCount + keyframeNotice - lastKeyframeStep
    let isDue =
      steps >= options.keyframeIntervalMax
      || steps >= options.keyframeInterval && bytesSinceKeyframe >= 3 * lastKeyframeSize
    nextKeyframe = isDue ? stepCount + keyframeNotice : nil
  }

  package var recordsState: Bool { header.tracks.state }
  package var mayLeaveOut: Bool { options.whenFull == .leaveOut }
  package var flushInterval: Double? { options.flushInterval }

  /// Whether a key frame should be appended now.
  public var keyframeDue: Bool { nextKeyframe == stepCount }

  /// Puts the block so far into the file if ``RecordingOptions/flushInterval`` has passed.
  ///
  /// The whole block takes its place later: the file's bytes do not depend on the time.
  package func flushIfDue() throws(RecordingError) {
    guard let interval = options.flushInterval, stepCount > flushedStepCount else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard Double(now &- lastFlush) >= interval * 1e9 else { return }
    try checkOpen()
    var copy = chunk
    var encoder = encoder
    var sequence = sequence
    _ = fill(&copy, &encoder, &sequence)
    let built = copy.build(offset: output.size, options.compression, compressor)
    do throws(RecordingError) {
      try output.writeForNow(built.bytes)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: stepCount)
    }
    flushedStepCount = stepCount
    lastFlush = now
  }

  /// Appends the full state as it stands after the steps so far.
  public func appendKeyframe(_ image: StateImage) throws(RecordingError) {
    try checkOpen()
    let schema = header.description.state
    guard schema.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count else {
      throw RecordingError(.unfit("the key frame does not fit the schema"), step: stepCount)
    }
    if !digests.isEmpty { try closeBlock() }
    begin(keyframe: image)
  }

  /// Notes `text` at the present step.
  public func addMarker(_ text: String) throws(RecordingError) {
    try checkOpen()
    let line = JSONValue.object([
      JSONValue.Member(key: "step", value: .number("\(stepCount)")),
      JSONValue.Member(key: "text", value: .string(text)),
    ])
    markers.append((stepCount, Array(line.text.utf8)))
  }

  private func begin(keyframe image: StateImage) {
    keyframe = keyframeCodec.encode(image)
    lastKeyframeStep = stepCount
    nextKeyframe = nil
    decideOnKeyframe()
    anchor = []
    beginBlock(header.description.state.everyStepPart(of: image))
  }

  private func begin(anchor image: StateImage?) {
    anchor = image.map { anchorCodec.encode($0) } ?? []
    beginBlock(image)
  }

  private func beginBlock(_ image: StateImage?) {
    firstStep = stepCount
    stateSize = 0
    leavesOut = false
    if header.tracks.state, let image { encoder.begin(anchor: image) }
  }

  /// Begins a block without states.
  private func leaveOut() {
    if digests.isEmpty, keyframe == nil { firstStep = stepCount }
    anchor = []
    leavesOut = true
  }

  /// Puts everything of the open block into `chunk` that it does not hold yet.
  ///
  /// - Returns: the block's rows that changed, summed over its steps.
  private func fill(
    _ chunk: inout ChunkBuilder, _ encoder: inout any BlockEncoder, _ sequence: inout UInt32
  ) -> Int {
    let duration = header.description.stepDuration
    let start = duration.nanoseconds(atStep: firstStep)
    var activeRowSteps = 0
    if let keyframe {
      sequence &+= 1
      chunk.add(
        .keyframes, sequence: sequence, time: start,
        data: Payload.keyframe(stepCount: firstStep, keyframe))
    }
    if !digests.isEmpty {
      sequence &+= 1
      chunk.add(
        .digests, sequence: sequence, time: start,
        data: [[], Payload.digests(firstStep: firstStep, digests)])
      if header.tracks.state {
        let block =
          leavesOut ? StateBlock(sections: [], activeRowSteps: 0) : encoder.finish()
        activeRowSteps = block.activeRowSteps
        sequence &+= 1
        chunk.add(
          .state, sequence: sequence, time: start,
          data: Payload.state(
            firstStep: firstStep, count: digests.count, anchor: anchor, sections: block.sections))
      }
    }
    for marker in markers {
      sequence &+= 1
      chunk.add(
        .markers, sequence: sequence, time: duration.nanoseconds(atStep: marker.step),
        data: [marker.line])
    }
    return activeRowSteps
  }

  private func closeBlock() throws(RecordingError) {
    summary.activeRowSteps += UInt64(fill(&chunk, &encoder, &sequence))
    keyframe = nil
    guard !chunk.isEmpty else { return }
    let built = chunk.build(offset: output.size, options.compression, compressor)
    let filled = chunk
    chunk = ChunkBuilder()
    digests.removeAll(keepingCapacity: true)
    markers.removeAll()
    let write = { () throws(RecordingError) in
      try self.put(built.bytes)
      self.summary.add(built.entry, filled, sizes: built.sizes)
      self.writtenStepCount = self.stepCount
    }
    do throws(RecordingError) {
      try write()
    } catch {
      unwritten = write
      throw error
    }
    if options.syncsKeyframes, built.sizes[.keyframes] != nil { try output.sync() }
    // What is cut off loses the copy at the end.
    if firstStep == 0 { try putHeaderCopy() }
    bytesSinceKeyframe += UInt64(built.bytes.count)
    if let size = built.sizes[MCAP.Channel.keyframes] {
      lastKeyframeSize = UInt64(size)
      bytesSinceKeyframe = UInt64(built.bytes.count) - min(UInt64(size), UInt64(built.bytes.count))
    }
    flushedStepCount = stepCount
    lastFlush = DispatchTime.now().uptimeNanoseconds
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
    if let unwritten {
      self.unwritten = nil
      // Without it the file ends where it begins.
      try? unwritten()
    } else if output.failure == nil {
      try closeBlock()
    } else {
      // What failed was a flush, perhaps: the block is still to be written.
      try? closeBlock()
    }
    let path = try complete(note: note, replaces: false)
    return (writtenStepCount, path)
  }

  @discardableResult
  private func complete(note: String?, replaces: Bool) throws(RecordingError) -> String {
    try putHeaderCopy()
    if let note { try putMetadata("ended", [("reason", note)]) }
    try putMetadata("statistics", summary.statisticsPairs(stepCount: writtenStepCount))
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
