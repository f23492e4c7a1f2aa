import DeterministicMath
import Simulation

/// Decides which steps make up a block, and gathers what is not packed: inputs, digests, markers, the
/// hash chain.
///
/// This depends on all steps before and takes little time. Packing takes much, and needs nothing of
/// other blocks: a ``BlockSink`` does it.
struct BlockOutline {
  let header: RecordingHeader
  private let inputJSON: InputJSON
  /// The hash chain over the steps so far; `nil` where there is none.
  var chain: RecordingChain?

  // The open block.
  private var inputs = ChunkBuilder()
  private var firstStep: Int64
  private var digests: [StateDigest] = []
  private var markers: [(step: Int64, line: [UInt8])] = []
  private var holdsKeyframe = false
  /// Whether the block's states are left out.
  private var leavesOut = false
  /// Rows that changed, summed over the steps, and rows of the samples of the view track.
  private var activeRowSteps = 0
  private var rowSampleCount = 0
  /// Bytes of the block's states that differ from the one before.
  private var stateSize = 0
  /// The number of the last message; `nil`: messages have none.
  private var sequence: UInt32?

  /// The step count after the steps appended so far.
  private(set) var stepCount: Int64

  /// Blocks close at this many changed rows, so that one decodes in a bounded time…
  static let rowStepsMax = 196_608
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
  init(
    _ header: RecordingHeader, firstStep: Int64, numbersMessages: Bool, chain: RecordingChain?
  ) throws(RecordingError) {
    self.header = header
    inputJSON = InputJSON(header.description.inputs)
    if let problem = inputJSON.problem { throw RecordingError(.unfit(problem)) }
    guard FieldShape.fits(header.parameters, header.description.parameters) else {
      throw RecordingError(.unfit("the parameters do not fit the schema"))
    }
    self.chain = chain
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
  ///   - sink: finishes a block that is full by now, or that could not go on: one at most.
  /// - Throws: ``RecordingError`` for what does not fit the header; nothing is appended then.
  mutating func append(
    inputs: [RecordWords], digest: StateDigest, state: StateImage?, poses: StateImage?,
    to sink: inout some BlockSink
  ) throws(RecordingError) {
    try check(inputs, state)
    if header.tracks.state, !leavesOut {
      if let state {
        let changed = sink.append(state)
        activeRowSteps += changed
        // Steps without a change share their image when they are read.
        if changed > 0 { stateSize += state.bytes.count }
      } else {
        if !digests.isEmpty { close(&sink) }
        leaveOut(&sink)
      }
    }
    if header.samplesView(after: stepCount + 1) {
      let sample = state.map { ViewSample.state($0) } ?? poses.map { .poses($0) } ?? .leftOut
      rowSampleCount += sink.append(sample)
    }
    let time = header.description.stepDuration.nanoseconds(atStep: stepCount)
    let lines = inputs.map { Array(inputJSON.line(step: stepCount, $0).text.utf8) }
    for line in lines {
      self.inputs.add(.inputs, sequence: nextNumber(), time: time, data: line)
    }
    chain?.append(lines: lines, digest: digest)
    digests.append(digest)
    stepCount += 1
    if leavesOut ? state != nil || digests.count >= Self.stepsMax : isFull {
      close(&sink)
      if leavesOut && state == nil { leaveOut(&sink) } else { begin(anchor: state, &sink) }
    }
  }

  private func check(_ inputs: [RecordWords], _ state: StateImage?) throws(RecordingError) {
    for input in inputs {
      guard inputJSON.isExact(input) else {
        throw RecordingError(.unfit("an input does not fit the schema"), step: stepCount)
      }
    }
    guard let state else { return }
    let schema = header.description.state
    guard header.tracks.takesStates,
      schema.imageSize(rowCounts: state.rowCounts, .everyStep) == state.bytes.count
    else { throw RecordingError(.unfit("the state does not fit the schema"), step: stepCount) }
  }

  private var isFull: Bool {
    let count = digests.count
    if count >= Self.stepsMax || stateSize >= Self.stateSizeMax { return true }
    if rowSampleCount >= Self.rowSamplesMax { return true }
    return count >= Self.stepsMin && activeRowSteps >= Self.rowStepsMax
  }

  /// Notes `text` at the present step.
  mutating func addMarker(_ text: String) {
    let line = JSONValue.object([
      JSONValue.Member(key: "step", value: .number("\(stepCount)")),
      JSONValue.Member(key: "text", value: .string(text)),
    ])
    markers.append((stepCount, Array(line.text.utf8)))
  }

  /// Begins a block with the full state as it stands after the steps so far.
  ///
  /// - Parameter sink: finishes the block before, if it holds a step.
  mutating func append(
    keyframe image: StateImage, to sink: inout some BlockSink
  ) throws(RecordingError) {
    let schema = header.description.state
    guard schema.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count else {
      throw RecordingError(.unfit("the key frame does not fit the schema"), step: stepCount)
    }
    if !digests.isEmpty { close(&sink) }
    holdsKeyframe = true
    begin()
    sink.begin(keyframe: image)
  }

  /// Begins a block with the every-step image before its first step, where one is stored.
  mutating func begin(anchor image: StateImage?, _ sink: inout some BlockSink) {
    begin()
    sink.begin(anchor: image)
  }

  private mutating func begin() {
    firstStep = stepCount
    leavesOut = false
    (activeRowSteps, rowSampleCount, stateSize) = (0, 0, 0)
  }

  /// Begins a block without states, or makes the one that has no step yet such a block.
  private mutating func leaveOut(_ sink: inout some BlockSink) {
    begin()
    leavesOut = true
    sink.begin(anchor: nil)
  }

  // MARK: Blocks

  private mutating func close(_ sink: inout some BlockSink) {
    if let plan = close() { sink.finish(plan) }
  }

  /// Ends the block; the next one is to begin before the next step.
  ///
  /// - Returns: `nil` when there is nothing to write.
  mutating func close() -> BlockPlan? {
    let first = stepCount - Int64(digests.count)
    var plan = BlockPlan(inputs: inputs, steps: first..<stepCount, leavesOut: leavesOut)
    let duration = header.description.stepDuration
    func add(_ channel: MCAP.Channel, at step: Int64, _ content: BlockPlan.Content) {
      plan.messages.append(
        BlockPlan.Message(
          channel: channel, number: nextNumber(), time: duration.nanoseconds(atStep: step),
          content: content))
    }
    if holdsKeyframe { add(.keyframes, at: firstStep, .keyframe) }
    if !digests.isEmpty {
      let payload = Payload.digests(firstStep: firstStep, digests)
      add(.digests, at: firstStep, .bytes(payload))
      if header.tracks.state { add(.state, at: firstStep, .states) }
      if header.tracks.samplesEvery != nil { add(.view, at: firstStep, .poses) }
      if let chain {
        add(.chain, at: firstStep, .small(Payload.chain(stepCount: stepCount, chain.value)))
      }
    }
    for marker in markers { add(.markers, at: marker.step, .small(marker.line)) }
    guard !plan.isEmpty else { return nil }
    drop()
    return plan
  }

  /// Forgets what is in the block.
  mutating func drop() {
    inputs = ChunkBuilder()
    holdsKeyframe = false
    digests.removeAll(keepingCapacity: true)
    markers.removeAll()
  }
}
