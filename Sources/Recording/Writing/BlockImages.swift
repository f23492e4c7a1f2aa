import Simulation

/// Packs the images of the open block: its key frame, its states, its poses.
struct BlockImages {
  private let schema: StateSchema
  private let storesStates: Bool
  private let keyframeCodec: ImageCodec
  private let anchorCodec: ImageCodec
  private var encoder: any BlockEncoder
  /// Codes poses; `nil` without a view track.
  private var view: ViewEncoder?
  private var keyframe: [UInt8] = []
  /// The image before the block's first step, unless a key frame holds it.
  private var anchor: [UInt8] = []

  /// - Throws: ``RecordingError`` when a view track would be empty.
  init(_ header: RecordingHeader) throws(RecordingError) {
    schema = header.description.state
    storesStates = header.tracks.state
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

  /// Rows that changed since the block began, summed over its steps.
  var activeRowSteps: Int { encoder.activeRowSteps }
  /// Rows of the view track's samples since the block began, and the number of samples left out.
  var rowSampleCount: Int { view?.rowSampleCount ?? 0 }
  var leftOutSamples: Int { view?.leftOutCount ?? 0 }

  /// Begins a block with a full state.
  mutating func begin(keyframe image: StateImage) {
    keyframe = keyframeCodec.encode(image)
    anchor = []
    begin(schema.everyStepPart(of: image))
  }

  /// Begins a block with the every-step image before its first step; `nil`: no states are stored in it.
  mutating func begin(anchor image: StateImage?) {
    anchor = image.map { anchorCodec.encode($0) } ?? []
    begin(image)
  }

  private mutating func begin(_ image: StateImage?) {
    view?.begin()
    if storesStates, let image { encoder.begin(anchor: image) }
  }

  /// Adds the every-step image after the next step.
  ///
  /// - Returns: whether a row differs from the image before.
  mutating func append(_ image: StateImage) -> Bool {
    let before = encoder.activeRowSteps
    encoder.append(image)
    return encoder.activeRowSteps > before
  }

  /// Adds the next sample of the view track: of a state, or poses that were decoded before.
  mutating func appendSample(state: StateImage?, poses: StateImage?) {
    if let state {
      view?.append(state: state)
    } else if let poses {
      view?.append(poses: poses)
    } else {
      view?.leaveOut()
    }
  }

  /// The message of the key frame, which is then forgotten.
  mutating func keyframe(stepCount: Int64) -> Payload.Sealed {
    defer { keyframe = [] }
    return Payload.keyframe(stepCount: stepCount, keyframe)
  }

  /// The message of the states of `count` steps.
  mutating func states(firstStep: Int64, count: Int, _ leavesOut: Bool) -> Payload.Sealed {
    Payload.state(
      firstStep: firstStep, count: count, anchor: anchor,
      sections: leavesOut ? [] : encoder.finish().sections)
  }

  /// The message of the view track's samples of `count` steps.
  mutating func poses(firstStep: Int64, count: Int) -> Payload.Sealed {
    Payload.view(firstStep: firstStep, count: count, sections: view?.sections() ?? [])
  }
}
