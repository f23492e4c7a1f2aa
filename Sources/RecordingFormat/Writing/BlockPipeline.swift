import DeterministicMath
import Simulation

/// Makes blocks of steps: gathers inputs, digests and markers, packs states and poses, compresses.
///
/// Blocks that begin with a key frame do not depend on those before: several pipelines may work on
/// parts of a recording at once.
package struct BlockPipeline {
  private let header: RecordingHeader
  private let inputJSON: InputJSON
  private let compressor: Compressor
  /// The hash chain over the steps so far; `nil` without one.
  package var chain: RecordingChain?
  /// The step count after the steps appended so far.
  package private(set) var stepCount: Int64
  /// The number of the last message; `nil`: messages have none.
  private var sequence: UInt32?

  // The open block.
  private var chunk = ChunkBuilder()
  private var images: BlockImages
  private var digests: [StateDigest] = []
  private var markers: [(step: Int64, line: [UInt8])] = []
  private var holdsKeyframe = false
  /// True if the block's states are left out.
  private var leavesOut = false
  /// Bytes of the block's states that differ from the one before.
  private var stateSize = 0

  /// Blocks close at this many changed rows, so that one decodes in a bounded time…
  private static let rowStepsMax = 196_608
  /// …or this many steps, but not before the least.
  private static let stepsMax = 1024
  private static let stepsMin = 16
  /// …or this many bytes of decoded states, which a reader holds at once: a large scene in which
  /// little moves changes few rows, but each step needs a whole image.
  private static let stateSizeMax = 1 << 28
  /// …or this many rows of the view track.
  private static let rowSamplesMax = 1 << 19

  /// - Parameters:
  ///   - header: what is recorded.
  ///   - compressor: what compresses the blocks.
  ///   - coder: what codes states and poses, if the header has tracks of them.
  ///   - firstStep: the step count before the first step.
  ///   - numbersMessages: whether messages are numbered from 1.
  ///   - chain: the hash chain before the first step, if the header has one.
  /// - Throws: ``RecordingError`` when the header cannot be written.
  package init(
    _ header: RecordingHeader, _ compressor: Compressor, _ coder: TrackCoder, firstStep: Int64 = 0,
    numbersMessages: Bool = true, chain: RecordingChain? = nil
  ) throws(RecordingError) {
    self.header = header
    inputJSON = InputJSON(header.description.inputs)
    if let problem = inputJSON.problem { throw RecordingError(.unfit(problem)) }
    guard FieldShape.fits(header.parameters, header.description.parameters) else {
      throw RecordingError(.unfit("the parameters do not fit the schema"))
    }
    images = BlockImages(header, coder)
    self.compressor = compressor
    self.chain = chain
    stepCount = firstStep
    sequence = numbersMessages ? 0 : nil
  }

  // MARK: Steps

  /// Appends the next step.
  ///
  /// - Parameters:
  ///   - state: the every-step image after it; `nil` when the header has no such track, or when the
  ///     state is left out.
  ///   - poses: those of another recording's view track, if there is no state.
  /// - Returns: a block that is full by now, or that could not go on.
  /// - Throws: ``RecordingError`` for what does not fit the header; nothing is appended then.
  package mutating func append(
    inputs: [RecordWords], digest: StateDigest, state: StateImage?, poses: StateImage? = nil
  ) throws(RecordingError) -> FinishedBlock? {
    let lines = try lines(of: inputs)
    try check(state)
    var finished: FinishedBlock?
    if header.tracks.state, !leavesOut {
      if let state {
        // Steps without a change share their image when they are read.
        if images.coder.append(state) { stateSize += state.bytes.count }
      } else {
        if !digests.isEmpty { finished = close() }
        leaveOut()
      }
    }
    if header.samplesView(after: stepCount + 1) {
      images.coder.appendSample(state: state, poses: poses)
    }
    let time = header.description.stepDuration.nanoseconds(atStep: stepCount)
    for line in lines { chunk.add(.inputs, sequence: nextNumber(), time: time, data: line) }
    chain?.append(lines: lines, digest: digest)
    digests.append(digest)
    stepCount += 1
    if leavesOut ? state != nil || digests.count >= Self.stepsMax : isFull {
      finished = close()
      if leavesOut && state == nil { leaveOut() } else { begin(anchor: state) }
    }
    return finished
  }

  private func lines(of inputs: [RecordWords]) throws(RecordingError) -> [[UInt8]] {
    if inputs.isEmpty { return [] }
    var lines: [[UInt8]] = []
    lines.reserveCapacity(inputs.count)
    for input in inputs {
      guard let line = inputJSON.line(step: stepCount, input) else {
        throw RecordingError(.unfit("an input does not fit the schema"), step: stepCount)
      }
      lines.append(line)
    }
    return lines
  }

  private func check(_ state: StateImage?) throws(RecordingError) {
    guard let state else { return }
    let schema = header.description.state
    guard header.tracks.takesStates,
      schema.imageSize(rowCounts: state.rowCounts, .everyStep) == state.bytes.count
    else { throw RecordingError(.unfit("the state does not fit the schema"), step: stepCount) }
  }

  private var isFull: Bool {
    let count = digests.count
    if count >= Self.stepsMax || stateSize >= Self.stateSizeMax { return true }
    if images.coder.rowSampleCount >= Self.rowSamplesMax { return true }
    return count >= Self.stepsMin && images.coder.activeRowSteps >= Self.rowStepsMax
  }

  /// Notes `text` at the present step.
  package mutating func addMarker(_ text: String) {
    let line = JSONValue.object([
      JSONValue.Member(key: "step", value: .number("\(stepCount)")),
      JSONValue.Member(key: "text", value: .string(text)),
    ])
    markers.append((stepCount, line.bytes))
  }

  // MARK: Blocks

  /// Begins a block with the full state after the steps so far.
  ///
  /// - Returns: the block before, if it holds a step.
  package mutating func append(
    keyframe image: StateImage
  ) throws(RecordingError) -> FinishedBlock? {
    let schema = header.description.state
    guard schema.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count else {
      throw RecordingError(.unfit("the key frame does not fit the schema"), step: stepCount)
    }
    let finished = digests.isEmpty ? nil : close()
    holdsKeyframe = true
    (leavesOut, stateSize) = (false, 0)
    images.begin(keyframe: image)
    return finished
  }

  /// Begins a block with the every-step image before its first step, if one is stored.
  package mutating func begin(anchor image: StateImage?) {
    (leavesOut, stateSize) = (false, 0)
    images.begin(anchor: image)
  }

  /// Begins a block without states, or makes the one that has no step yet such a block.
  private mutating func leaveOut() {
    begin(anchor: nil)
    leavesOut = true
  }

  /// The block so far, which goes on.
  package func unfinished() -> FinishedBlock? {
    var copy = self
    copy.images.separate()
    return copy.close()
  }

  /// Ends the block; the next one is to begin before the next step.
  ///
  /// - Returns: `nil` when there is nothing to write.
  package mutating func close() -> FinishedBlock? {
    let steps = stepCount - Int64(digests.count)..<stepCount
    let first = steps.lowerBound
    if holdsKeyframe { add(.keyframes, images.keyframe(stepCount: first), at: first) }
    if !digests.isEmpty {
      add(.digests, Payload.Sealed(Payload.digests(firstStep: first, digests)), at: first)
      if header.tracks.state {
        add(.state, images.states(firstStep: first, count: steps.count, leavesOut), at: first)
      }
      if header.tracks.samplesEvery != nil {
        add(.view, images.poses(firstStep: first, count: steps.count), at: first)
      }
      if let chain {
        add(.chain, small: Payload.chain(stepCount: stepCount, chain.value), at: first)
      }
    }
    for marker in markers { add(.markers, small: marker.line, at: marker.step) }
    guard !chunk.isEmpty else { return nil }
    let holdsStates = header.tracks.state && !leavesOut && !steps.isEmpty
    let finished = FinishedBlock(
      chunk: chunk.build(compressor), steps: steps,
      activeRowSteps: holdsStates ? images.coder.activeRowSteps : 0,
      leftOutSteps: leavesOut ? steps.count : 0, rowSamples: images.coder.rowSampleCount,
      leftOutSamples: images.coder.leftOutSamples)
    chunk = ChunkBuilder()
    holdsKeyframe = false
    digests.removeAll(keepingCapacity: true)
    markers.removeAll()
    return finished
  }

  private mutating func add(_ channel: MCAP.Channel, _ data: Payload.Sealed, at step: Int64) {
    let time = header.description.stepDuration.nanoseconds(atStep: step)
    chunk.add(channel, sequence: nextNumber(), time: time, data: data)
  }

  private mutating func add(_ channel: MCAP.Channel, small data: [UInt8], at step: Int64) {
    let time = header.description.stepDuration.nanoseconds(atStep: step)
    chunk.add(channel, sequence: nextNumber(), time: time, data: data)
  }

  private mutating func nextNumber() -> UInt32 {
    guard let number = sequence else { return 0 }
    sequence = number &+ 1
    return number &+ 1
  }
}

/// A block that is ready to be written, at any offset of a file.
package struct FinishedBlock: Sendable {
  var chunk: FinishedChunk
  /// The steps in it.
  package var steps: Range<Int64>
  /// Rows that changed, summed over the steps.
  var activeRowSteps: Int
  /// Steps whose states are left out.
  var leftOutSteps: Int
  /// Rows of the samples of the view track, and samples that it lacks.
  var rowSamples: Int
  var leftOutSamples: Int

  /// Bytes that it takes in a file.
  package var size: Int { chunk.bytes.count }
  /// Bytes of the key frame after compression; `nil` without one.
  package var keyframeSize: Int? { chunk.sizes[MCAP.Channel.keyframes.rawValue] }
}
