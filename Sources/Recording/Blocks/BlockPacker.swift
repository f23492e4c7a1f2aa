import Simulation

/// Packs one block after the other: predicts, compresses and frames.
struct BlockPacker: BlockSink {
  private let schema: StateSchema
  private let storesStates: Bool
  private let keyframeCodec: ImageCodec
  private let anchorCodec: ImageCodec
  private let compression: Compression
  private let compressor: any Compressor
  private var encoder: any BlockEncoder
  /// Codes poses; `nil` where there is no view track.
  private var view: ViewEncoder?
  private var keyframe: [UInt8] = []
  /// The image before the block's first step, unless a key frame says it.
  private var anchor: [UInt8] = []
  /// The block that was finished last, until it is taken.
  private var finished: BuiltBlock?

  /// - Throws: ``RecordingError`` when there is nothing for a view track to keep.
  init(_ header: RecordingHeader, _ options: RecordingOptions) throws(RecordingError) {
    schema = header.description.state
    storesStates = header.tracks.state
    compression = options.compression
    compressor = options.compression.format.makeCompressor(options.compressionLevel)
    keyframeCodec = ImageCodec(schema: schema, selection: .everything)
    anchorCodec = ImageCodec(schema: schema, selection: .everyStep)
    encoder = header.codec.format.makeEncoder(header.description)
    guard header.tracks.samplesEvery != nil else { return }
    let layout = ViewLayout(schema)
    guard !layout.isEmpty else {
      throw RecordingError(
        .unfit(
          "there is nothing to view: no table has columns of every step with the roles position x "
            + "and y"))
    }
    view = ViewEncoder(layout)
  }

  mutating func begin(keyframe image: StateImage) {
    keyframe = keyframeCodec.encode(image)
    anchor = []
    begin(schema.everyStepPart(of: image))
  }

  mutating func begin(anchor image: StateImage?) {
    anchor = image.map { anchorCodec.encode($0) } ?? []
    begin(image)
  }

  private mutating func begin(_ image: StateImage?) {
    view?.begin()
    if storesStates, let image { encoder.begin(anchor: image) }
  }

  mutating func append(_ image: StateImage) -> Int {
    let before = encoder.activeRowSteps
    encoder.append(image)
    return encoder.activeRowSteps - before
  }

  mutating func append(_ sample: ViewSample) -> Int {
    let before = view?.rowSampleCount ?? 0
    switch sample {
    case .state(let image): view?.append(state: image)
    case .poses(let image): view?.append(poses: image)
    case .leftOut: view?.leaveOut()
    }
    return (view?.rowSampleCount ?? 0) - before
  }

  mutating func finish(_ plan: BlockPlan) {
    var chunk = plan.inputs
    let (firstStep, count) = (plan.steps.lowerBound, plan.steps.count)
    var activeRowSteps = 0
    for message in plan.messages {
      let data: Payload.Sealed
      switch message.content {
      case .small(let bytes):
        chunk.add(message.channel, sequence: message.number, time: message.time, data: bytes)
        continue
      case .bytes(let bytes): data = Payload.Sealed(bytes)
      case .keyframe: data = Payload.keyframe(stepCount: firstStep, keyframe)
      case .states:
        let block =
          plan.leavesOut ? StateBlock(sections: [], activeRowSteps: 0) : encoder.finish()
        activeRowSteps = block.activeRowSteps
        data = Payload.state(
          firstStep: firstStep, count: count, anchor: anchor, sections: block.sections)
      case .poses:
        data = Payload.view(
          firstStep: firstStep, count: count, sections: view?.sections() ?? [])
      }
      chunk.add(message.channel, sequence: message.number, time: message.time, data: data)
    }
    let built = chunk.build(compression, compressor)
    finished = BuiltBlock(
      bytes: built.bytes, entry: built.entry, sizes: built.sizes,
      messageCounts: chunk.messageCounts, steps: plan.steps, activeRowSteps: activeRowSteps,
      leftOutSteps: plan.leavesOut ? count : 0, rowSamples: view?.rowSampleCount ?? 0,
      leftOutSamples: view?.leftOutCount ?? 0)
    keyframe = []
  }

  /// The block that was finished since this was asked last.
  mutating func takeFinished() -> BuiltBlock? {
    defer { finished = nil }
    return finished
  }
}
