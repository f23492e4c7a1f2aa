import DeterministicMath
import Simulation

/// A recording, of which the steps that are asked for are read.
///
/// Memory is that of a block and of the index (about 150 bytes for each block), however long the
/// recording is. A block that is read is checked by its own checksums.
///
/// ```swift
/// let recording = try Recording(path: "session.mcap")
/// let digest = try recording.digest(after: 500_000)
/// ```
///
/// Hostile bytes give an error, never a trap; no chunk may claim to hold more than 192 MiB.
public final class Recording {
  /// What readers on other threads share with this one.
  package private(set) var shared: SharedRecording
  private var reader: BlockReader
  /// The states of a block.
  private var states: (block: Int, images: [StateImage])?
  /// The block that was asked for one step so far, and that step's state.
  private var state: (step: Int64, image: StateImage)?
  lazy var viewLayout = ViewLayout(header.description.state)
  var cachedView: (block: Int, samples: [Int64: StateImage])?

  /// Opens a recording and checks every byte: magic, every length, the checksums that there are of the
  /// data, of the summary, of chunks and of messages, and that the messages tell one gapless story. States
  /// are decoded when they are asked for.
  ///
  /// - Complexity: one pass over the bytes.
  /// - Throws: ``RecordingError``.
  package convenience init(checking source: ByteSource) throws(RecordingError) {
    var check = try RecordingCheck(source)
    self.init(SharedRecording(source: source, index: try check.index()))
  }

  /// Opens a recording by the summary at its end, without reading what is between. What another program
  /// wrote, and what has no summary, is checked as ``init(checking:)`` does.
  ///
  /// - Complexity: O(blocks), and the last block is read: it shows that the file counts its steps right.
  /// - Throws: ``RecordingError``.
  package convenience init(unchecked source: ByteSource) throws(RecordingError) {
    do throws(RecordingError) {
      var pass = try RecordingCheck(bySummary: source)
      self.init(SharedRecording(source: source, index: try pass.index()))
      if stepCount > 0 { _ = try block(of: stepCount - 1) }
    } catch {
      var check = try RecordingCheck(source)
      self.init(SharedRecording(source: source, index: try check.index()))
    }
  }

  /// Makes another reader of a recording, for another thread.
  package init(_ shared: SharedRecording) {
    self.shared = shared
    reader = BlockReader(shared)
  }
}

// MARK: What is known without reading a step

extension Recording {
  private var index: RecordingIndex { shared.index }

  /// What does not change while the run goes on: simulation, parameters, seed, build.
  public var header: RecordingHeader { shared.index.header }
  /// How many steps were recorded; they are numbered from 0.
  public var stepCount: Int64 { shared.index.stepCount }
  /// The step counts at which the full state is stored, ascending; the first is 0.
  public var keyframeSteps: [Int64] { shared.index.keyframes.map { $0.step } }
  /// How many key frames there are.
  package var keyframeCount: Int { shared.index.keyframes.count }
  /// How many inputs there are in all steps.
  public var inputCount: Int { shared.index.inputCount }
  /// Why the recording ended before its run did, in the words of its writer; `nil` when it was
  /// finished as planned.
  public var endNote: String? { shared.index.endNote }
  /// What each track costs.
  public var statistics: RecordingStatistics { shared.index.statistics }
  /// How the file is built; without a check, as far as its summary says.
  package var layout: RecordingLayout { shared.index.layout }
  /// How many states the recorder left out.
  package var leftOutCount: Int64 { shared.index.leftOutCount }
  /// True when every byte was checked.
  package var isChecked: Bool { shared.index.isChecked }
  /// True when every byte was checked by a checksum over all of the file. Recordings that another
  /// program wrote may lack it: their messages have checksums of their own, but not their places.
  public var isFullyChecked: Bool {
    isChecked && layout.hasDataChecksum && (layout.hasSummaryChecksum || !layout.hasSummary)
  }

  /// How many bytes a full state takes: the mean of the key frames; 0 without any, and without a check.
  package var meanStateSize: Int {
    // A file may claim ranges that overlap: an `Int` need not hold their sum.
    let sum = index.keyframes.reduce(0.0) { $0 + Double($1.size) }
    return index.keyframes.isEmpty ? 0 : Int(sum / Double(index.keyframes.count))
  }

  /// The step count of the last key frame at or before `stepCount` steps, which is not decoded.
  package func keyframeStep(atOrBefore stepCount: Int64) -> Int64? {
    shared.index.keyframeIndex(atOrBefore: stepCount).map { shared.index.keyframes[$0].step }
  }

  /// True when the full state before `step` is stored.
  package func isKeyframe(_ step: Int64) -> Bool { keyframeStep(atOrBefore: step) == step }

  /// The first step after `step` before which the full state is stored.
  package func keyframeStep(after step: Int64) -> Int64? {
    let next = shared.index.keyframes.partition { $0.step <= step }
    return next < shared.index.keyframes.count ? shared.index.keyframes[next].step : nil
  }

  /// The steps of each block.
  var blockSteps: [Range<Int64>] { shared.index.blocks.map { $0.steps } }
}

// MARK: Inputs, digests, markers

extension Recording {
  /// The inputs of a step, in order; none outside the recording.
  ///
  /// - Throws: ``RecordingError`` when what is stored cannot be read.
  public func inputs(at step: Int64) throws(RecordingError) -> [RecordWords] {
    step >= 0 && step < stepCount ? try reader.inputs(at: step) : []
  }

  /// The digest after `step`; −1 asks for the one before step 0.
  ///
  /// - Throws: ``RecordingError`` when there is no such step, or what is stored cannot be read.
  public func digest(after step: Int64) throws(RecordingError) -> StateDigest {
    if step == -1 { return shared.index.initialDigest }
    let block = try block(of: step)
    return block.digests[Int(step - block.steps.lowerBound)]
  }

  /// The digests of the block of a step, from that step on.
  func digests(from step: Int64) throws(RecordingError) -> ArraySlice<StateDigest> {
    let block = try block(of: step)
    return block.digests[Int(step - block.steps.lowerBound)...]
  }

  /// The notes of a person, in the order of their steps.
  public var markers: [RecordingMarker] {
    get throws(RecordingError) { try reader.markers() }
  }

  /// The last stored value of the hash chain; `nil` where there is none.
  package var lastChainValue: String? {
    get throws(RecordingError) {
      guard header.tracks.chain, stepCount > 0 else { return nil }
      return try block(of: stepCount - 1).link.map { SHA256.text(Array($0.rest)) }
    }
  }

  /// The stored value of the hash chain after the block of a step.
  func chainValue(ofBlockAt step: Int64) throws(RecordingError) -> [UInt8]? {
    try block(of: step).link.map { Array($0.rest) }
  }

  func block(of step: Int64) throws(RecordingError) -> BlockReader.Block {
    try reader.block(at: step)
  }

  func blockIndex(of step: Int64) throws(RecordingError) -> Int {
    try shared.index.blockIndex(of: step)
  }
}

// MARK: States

extension Recording {
  /// The last key frame at or before `stepCount` steps.
  ///
  /// - Throws: ``RecordingError`` when the recording has no such step, or the key frame does not
  ///   fit its schema.
  public func keyframe(
    atOrBefore stepCount: Int64
  ) throws(RecordingError) -> (stepCount: Int64, image: StateImage) {
    guard stepCount >= 0, stepCount <= self.stepCount,
      let number = index.keyframeIndex(atOrBefore: stepCount)
    else { throw RecordingError(.stepOutOfRange(stepCount: self.stepCount)) }
    let place = index.keyframes[number]
    let codec = ImageCodec(schema: header.description.state, selection: .everything)
    guard let image = codec.decode(Array(try reader.keyframe(number).rest)) else {
      throw RecordingError(
        .damaged("a key frame does not fit its schema"),
        offset: index.segments[place.segment].offset, step: place.step)
    }
    return (place.step, image)
  }

  /// The every-step state before step 0 of a piece that begins without a key frame; `nil` when
  /// nothing is stored of it.
  package func anchorOfFirstBlock() throws(RecordingError) -> StateImage? {
    guard stepCount > 0 else { return nil }
    let block = try block(of: 0)
    return block.state == nil || block.isLeftOut ? nil : try anchor(of: block)
  }

  /// The steps whose states the recorder left out, ascending: see
  /// `RecordingOptions.WhenFull.leaveOut`. Without a state track there are none.
  ///
  /// - Complexity: reads every block if there are any.
  public var leftOutSteps: [Range<Int64>] {
    get throws(RecordingError) {
      var ranges: [Range<Int64>] = []
      for steps in leftOutCount > 0 ? blockSteps : [] {
        guard try block(of: steps.lowerBound).isLeftOut else { continue }
        if let last = ranges.last, last.upperBound == steps.lowerBound {
          ranges[ranges.count - 1] = last.lowerBound..<steps.upperBound
        } else {
          ranges.append(steps)
        }
      }
      return ranges
    }
  }

  /// The every-step state after `step`; `nil` when the recording has no state track, or the
  /// recorder left this state out.
  ///
  /// - Complexity: decodes the step's block up to the step; whole, when it is asked for a second step,
  ///   and its other steps are then at hand.
  /// - Throws: ``RecordingError`` when there is no such step, or its block cannot be decoded.
  public func state(after step: Int64) throws(RecordingError) -> StateImage? {
    guard header.tracks.state else { return nil }
    let number = try blockIndex(of: step)
    if let states, states.block == number {
      return states.images[Int(step - index.blocks[number].firstStep)]
    }
    let block = try block(of: step)
    guard !block.isLeftOut else { return nil }
    if let state, block.steps.contains(state.step) {
      if state.step == step { return state.image }
      let images = try images(of: block)
      states = (number, images)
      return images[Int(step - block.steps.lowerBound)]
    }
    let image = try decode(block) { decoder, bytes, anchor in
      decoder.decode(
        bytes, anchor: anchor, stepCount: block.steps.count,
        only: Int(step - block.steps.lowerBound))
    }
    state = (step, image)
    return image
  }

  /// The state after `step` as far as it is stored: whole at key frames, else the every-step
  /// columns; `nil` for other steps of a recording without them. −1 is the state before step 0.
  ///
  /// - Throws: ``RecordingError`` when there is no such step, or what is stored cannot be decoded.
  package func storedState(
    after step: Int64
  ) throws(RecordingError) -> (image: StateImage, selection: StateSelection)? {
    if keyframeStep(atOrBefore: step + 1) == step + 1 {
      return (try keyframe(atOrBefore: step + 1).image, .everything)
    }
    return try state(after: step).map { ($0, .everyStep) }
  }

  /// The every-step states of the block of `step`, with the step of the first of them; `nil` when the
  /// recording has no state track; without images when the recorder left these states out.
  ///
  /// - Throws: ``RecordingError`` when there is no such step, or the block cannot be decoded.
  package func states(
    aroundStep step: Int64
  ) throws(RecordingError) -> (firstStep: Int64, count: Int, images: [StateImage])? {
    guard header.tracks.state else { return nil }
    let block = try block(of: step)
    let images = block.isLeftOut ? [] : try images(of: block)
    return (block.steps.lowerBound, block.steps.count, images)
  }

  private func images(of block: BlockReader.Block) throws(RecordingError) -> [StateImage] {
    let images = try decode(block) { decoder, bytes, anchor in
      decoder.decode(bytes, anchor: anchor, stepCount: block.steps.count)
    }
    guard images.count == block.steps.count else { throw unfit(block) }
    return images
  }

  private var decoder: StateBlockDecoder {
    let description = header.description
    return StateBlockDecoder(
      schema: description.state, motionModel: description.motionModel,
      stepSeconds: Float(description.stepDuration.seconds))
  }

  /// Decodes a block's residuals, given the image before it.
  private func decode<Decoded>(
    _ block: BlockReader.Block, _ body: (StateBlockDecoder, [UInt8], StateImage) -> Decoded?
  ) throws(RecordingError) -> Decoded {
    guard let (_, residuals) = block.stateParts, let anchor = try anchor(of: block),
      let decoded = body(decoder, Array(residuals), anchor)
    else { throw unfit(block) }
    return decoded
  }

  private func unfit(_ block: BlockReader.Block) -> RecordingError {
    RecordingError(
      .damaged("states do not fit their schema"), offset: block.offset,
      step: block.steps.lowerBound)
  }

  /// The every-step image before the block: its own, or of the key frame that it begins with.
  private func anchor(of block: BlockReader.Block) throws(RecordingError) -> StateImage? {
    guard let (anchor, _) = block.stateParts else { throw unfit(block) }
    let schema = header.description.state
    if !anchor.isEmpty {
      return ImageCodec(schema: schema, selection: .everyStep).decode(Array(anchor))
    }
    let keyframe = try keyframe(atOrBefore: block.steps.lowerBound)
    return keyframe.stepCount == block.steps.lowerBound
      ? schema.everyStepPart(of: keyframe.image) : nil
  }
}

extension BlockReader {
  /// The block of a step.
  mutating func block(at step: Int64) throws(RecordingError) -> Block {
    if let last, last.steps.contains(step) { return last }
    return try block(try index.blockIndex(of: step))
  }
}

extension BlockReader.Block {
  /// The image before the block, and what is decoded from there.
  fileprivate var stateParts: (anchor: ArraySlice<UInt8>, residuals: ArraySlice<UInt8>)? {
    guard var reader = state else { return nil }
    guard let anchorSize = reader.readUInt32(), let anchor = reader.readRange(Int(anchorSize)),
      let size = reader.readUInt32(), let residuals = reader.readRange(Int(size)), reader.isAtEnd
    else { return nil }
    return (reader.bytes[anchor], reader.bytes[residuals])
  }
}
