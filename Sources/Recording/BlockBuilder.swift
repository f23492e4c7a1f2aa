import DeterministicMath
import Simulation

/// A block that is ready to be written, wherever it comes to lie in the file.
package struct BuiltBlock: Sendable {
  /// The chunk and its message indexes.
  var bytes: [UInt8]
  /// Of the chunk, as if it lay at the start of a file.
  var entry: ChunkEntry
  /// What each channel takes after compression.
  var sizes: [MCAP.Channel: Int]
  var messageCounts: [MCAP.Channel: UInt64]
  /// The steps that it tells of.
  var steps: Range<Int64>
  var activeRowSteps: Int
  /// Steps whose states are left out.
  var leftOutSteps: Int
  /// Rows of the samples of the view track, and samples that it lacks.
  var rowSamples = 0
  var leftOutSamples = 0

  var holdsKeyframe: Bool { sizes[.keyframes] != nil }
}

/// Gathers steps and packs them, block by block.
///
/// Blocks that begin with a key frame do not depend on those before: several builders may work on
/// parts of a recording at once.
package struct BlockBuilder {
  let header: RecordingHeader
  private let inputJSON: InputJSON
  private let keyframeCodec: ImageCodec
  private let anchorCodec: ImageCodec
  private let compression: Compression
  private let compressor: any Compressor
  private var encoder: any BlockEncoder
  /// The hash chain over the steps so far; `nil` where there is none.
  package var chain: RecordingChain?
  /// Codes poses; `nil` where there is no view track.
  private var view: ViewEncoder?

  // The open block.
  private var chunk = ChunkBuilder()
  private var firstStep: Int64
  private var digests: [StateDigest] = []
  private var markers: [(step: Int64, line: [UInt8])] = []
  private var keyframe: [UInt8]?
  /// The image before the block's first step, unless a key frame says it.
  private var anchor: [UInt8] = []
  /// Whether the block's states are left out.
  private var leavesOut = false
  /// The number of the last message; `nil`: messages have none.
  private var sequence: UInt32?
  /// Bytes of the block's states that differ from the one before.
  private var stateSize = 0

  /// The step count after the steps appended so far.
  package private(set) var stepCount: Int64

  /// Blocks close at this many changed rows, so that one decodes in a bounded time…
  static let rowStepsMax = 65_536
  /// …or this many steps, but not before the least.
  static let stepsMax = 1024
  static let stepsMin = 16
  /// …or this many bytes of decoded states, which a reader holds at once: a large scene in which
  /// little moves changes few rows but takes a whole image for each step.
  static let stateSizeMax = 1 << 28
  /// …or this many rows of the view track.
  static let rowSamplesMax = 1 << 19

  /// - Parameters:
  ///   - firstStep: the step count before the first step.
  ///   - numbersMessages: whether messages are numbered from 1.
  ///   - chain: the hash chain before the first step; only where the header says that there is one.
  /// - Throws: ``RecordingError`` when the header cannot be written.
  package init(
    _ header: RecordingHeader, _ options: RecordingOptions, firstStep: Int64 = 0,
    numbersMessages: Bool = true, chain: RecordingChain? = nil
  ) throws(RecordingError) {
    self.header = header
    inputJSON = InputJSON(header.description.inputs)
    if let problem = inputJSON.problem { throw RecordingError(.unfit(problem)) }
    guard FieldShape.fits(header.parameters, header.description.parameters) else {
      throw RecordingError(.unfit("the parameters do not fit the schema"))
    }
    let schema = header.description.state
    compression = options.compression
    compressor = options.compression.format.makeCompressor(options.compressionLevel)
    keyframeCodec = ImageCodec(schema: schema, selection: .everything)
    anchorCodec = ImageCodec(schema: schema, selection: .everyStep)
    encoder = header.codec.format.makeEncoder(schema, header.description.motionModel)
    self.chain = chain
    if header.tracks.samplesEvery != nil {
      let layout = ViewLayout(schema)
      guard !layout.isEmpty else {
        throw RecordingError(
          .unfit(
            "there is nothing to view: no table has columns of every step with the roles position x "
              + "and y"))
      }
      view = ViewEncoder(layout)
    }
    self.firstStep = firstStep
    stepCount = firstStep
    sequence = numbersMessages ? 0 : nil
  }

  private mutating func nextNumber() -> UInt32 {
    guard let number = sequence else { return 0 }
    sequence = number &+ 1
    return number &+ 1
  }

  // MARK: Steps

  /// Appends the next step.
  ///
  /// - Parameters:
  ///   - state: the every-step image after it; `nil` when the header leaves the track out, and for a
  ///     state that is left out.
  ///   - poses: what another recording's view track has of it, where there is no state.
  /// - Returns: a block that is full by now, or that could not go on.
  package mutating func append(
    inputs: [RecordWords], digest: StateDigest, state: StateImage?, poses: StateImage? = nil
  ) throws(RecordingError) -> BuiltBlock? {
    for input in inputs {
      guard inputJSON.isExact(input) else {
        throw RecordingError(.unfit("an input does not fit the schema"), step: stepCount)
      }
    }
    var closed: BuiltBlock?
    if let state {
      let schema = header.description.state
      guard header.tracks.takesStates,
        schema.imageSize(rowCounts: state.rowCounts, .everyStep) == state.bytes.count
      else { throw RecordingError(.unfit("the state does not fit the schema"), step: stepCount) }
      if header.tracks.state, !leavesOut {
        let before = encoder.activeRowSteps
        encoder.append(state)
        // Steps without a change share their image when they are read.
        if encoder.activeRowSteps > before { stateSize += state.bytes.count }
      }
    } else if header.tracks.state, !leavesOut {
      if !digests.isEmpty { closed = close() }
      leaveOut()
    }
    if header.samplesView(after: stepCount + 1) {
      if let state {
        view?.append(state: state)
      } else if let poses {
        view?.append(poses: poses)
      } else {
        view?.leaveOut()
      }
    }
    let time = header.description.stepDuration.nanoseconds(atStep: stepCount)
    let lines = inputs.map { Array(inputJSON.line(step: stepCount, $0).text.utf8) }
    for line in lines { chunk.add(.inputs, sequence: nextNumber(), time: time, data: [line]) }
    chain?.append(lines: lines, digest: digest)
    digests.append(digest)
    stepCount += 1
    if leavesOut ? state != nil || digests.count >= Self.stepsMax : isFull {
      closed = close()
      if leavesOut && state == nil { leaveOut() } else { begin(anchor: state) }
    }
    return closed
  }

  private var isFull: Bool {
    let count = digests.count
    if count >= Self.stepsMax || stateSize >= Self.stateSizeMax { return true }
    if let view, view.rowSampleCount >= Self.rowSamplesMax { return true }
    return count >= Self.stepsMin && encoder.activeRowSteps >= Self.rowStepsMax
  }

  /// Notes `text` at the present step.
  package mutating func addMarker(_ text: String) {
    let line = JSONValue.object([
      JSONValue.Member(key: "step", value: .number("\(stepCount)")),
      JSONValue.Member(key: "text", value: .string(text)),
    ])
    markers.append((stepCount, Array(line.text.utf8)))
  }

  /// Begins a block with the full state as it stands after the steps so far.
  ///
  /// - Returns: the block before, if it holds a step.
  package mutating func append(keyframe image: StateImage) throws(RecordingError) -> BuiltBlock? {
    let schema = header.description.state
    guard schema.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count else {
      throw RecordingError(.unfit("the key frame does not fit the schema"), step: stepCount)
    }
    let closed = digests.isEmpty ? nil : close()
    keyframe = keyframeCodec.encode(image)
    anchor = []
    begin(schema.everyStepPart(of: image))
    return closed
  }

  /// Begins the first block where no full state is known.
  mutating func begin(anchor image: StateImage?) {
    anchor = image.map { anchorCodec.encode($0) } ?? []
    begin(image)
  }

  private mutating func begin(_ image: StateImage?) {
    firstStep = stepCount
    stateSize = 0
    leavesOut = false
    view?.begin()
    if header.tracks.state, let image { encoder.begin(anchor: image) }
  }

  /// Begins a block without states, or makes the one that has no step yet such a block.
  private mutating func leaveOut() {
    firstStep = stepCount
    anchor = []
    leavesOut = true
  }

  // MARK: Blocks

  /// The block so far, which goes on.
  func unfinished() -> BuiltBlock? {
    var copy = self
    return copy.close()
  }

  /// Ends the block; the next one is to begin before the next step.
  ///
  /// - Returns: `nil` when there is nothing to write.
  package mutating func close() -> BuiltBlock? {
    let duration = header.description.stepDuration
    let start = duration.nanoseconds(atStep: firstStep)
    var activeRowSteps = 0
    if let keyframe {
      chunk.add(
        .keyframes, sequence: nextNumber(), time: start,
        data: Payload.keyframe(stepCount: firstStep, keyframe))
    }
    if !digests.isEmpty {
      chunk.add(
        .digests, sequence: nextNumber(), time: start,
        data: [[], Payload.digests(firstStep: firstStep, digests)])
      if header.tracks.state {
        let block = leavesOut ? StateBlock(sections: [], activeRowSteps: 0) : encoder.finish()
        activeRowSteps = block.activeRowSteps
        chunk.add(
          .state, sequence: nextNumber(), time: start,
          data: Payload.state(
            firstStep: firstStep, count: digests.count, anchor: anchor, sections: block.sections))
      }
    }
    if let view, !digests.isEmpty {
      chunk.add(
        .view, sequence: nextNumber(), time: start,
        data: Payload.view(
          firstStep: firstStep, count: digests.count, sections: view.sections()))
    }
    if let chain, !digests.isEmpty {
      chunk.add(
        .chain, sequence: nextNumber(), time: start,
        data: [Payload.chain(stepCount: stepCount, chain.value)])
    }
    for marker in markers {
      chunk.add(
        .markers, sequence: nextNumber(), time: duration.nanoseconds(atStep: marker.step),
        data: [marker.line])
    }
    guard !chunk.isEmpty else { return nil }
    let built = chunk.build(compression, compressor)
    let block = BuiltBlock(
      bytes: built.bytes, entry: built.entry, sizes: built.sizes,
      messageCounts: chunk.messageCounts, steps: stepCount - Int64(digests.count)..<stepCount,
      activeRowSteps: activeRowSteps, leftOutSteps: leavesOut ? digests.count : 0,
      rowSamples: view?.rowSampleCount ?? 0, leftOutSamples: view?.leftOutCount ?? 0)
    chunk = ChunkBuilder()
    keyframe = nil
    digests.removeAll(keepingCapacity: true)
    markers.removeAll()
    return block
  }
}
