import Simulation

/// Packs the images of the open block: its key frame, its states, its poses.
struct BlockImages {
  private let schema: StateSchema
  private let keyframeCodec: ImageCodec
  private let anchorCodec: ImageCodec
  private(set) var coder: TrackCoder
  private var keyframe: [UInt8] = []
  /// The image before the block's first step, unless a key frame holds it.
  private var anchor: [UInt8] = []

  init(_ header: RecordingHeader, _ coder: TrackCoder) {
    schema = header.description.state
    keyframeCodec = ImageCodec(schema: schema, selection: .everything)
    anchorCodec = ImageCodec(schema: schema, selection: .everyStep)
    self.coder = coder
  }

  /// Leaves the coder to whoever else has it.
  mutating func separate() { coder = coder.copy() }

  /// Begins a block with a full state.
  mutating func begin(keyframe image: StateImage) {
    keyframe = keyframeCodec.encode(image)
    anchor = []
    coder.begin(schema.everyStepPart(of: image))
  }

  /// Begins a block with the every-step image before its first step; `nil`: no states are stored in it.
  mutating func begin(anchor image: StateImage?) {
    anchor = image.map { anchorCodec.encode($0) } ?? []
    coder.begin(image)
  }

  /// The message of the key frame, which is then forgotten.
  mutating func keyframe(stepCount: Int64) -> Payload.Sealed {
    defer { keyframe = [] }
    return Payload.keyframe(stepCount: stepCount, keyframe)
  }

  /// The message of the states of `count` steps.
  func states(firstStep: Int64, count: Int, _ leavesOut: Bool) -> Payload.Sealed {
    Payload.state(
      firstStep: firstStep, count: count, anchor: anchor,
      sections: leavesOut ? [] : coder.states())
  }

  /// The message of the view track's samples of `count` steps.
  func poses(firstStep: Int64, count: Int) -> Payload.Sealed {
    Payload.view(firstStep: firstStep, count: count, sections: coder.poses())
  }
}
