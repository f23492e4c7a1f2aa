import Simulation

/// Codes the states and the poses of a block's steps. This one codes neither: a log has no such tracks.
package class TrackCoder {
  package init() {}

  /// Rows that changed since the block began, summed over its steps.
  var activeRowSteps: Int { 0 }
  /// Rows of the view track's samples since the block began, and the number of samples left out.
  var rowSampleCount: Int { 0 }
  var leftOutSamples: Int { 0 }

  /// Another one that goes on from here.
  func copy() -> TrackCoder { TrackCoder() }

  /// Begins a block with the every-step image before its first step; `nil`: no states are stored in it.
  func begin(_ image: StateImage?) {}

  /// Adds the every-step image after the next step.
  ///
  /// - Returns: whether a row differs from the image before.
  func append(_ image: StateImage) -> Bool { false }

  /// Adds the next sample of the view track: of a state, or poses that were decoded before.
  func appendSample(state: StateImage?, poses: StateImage?) {}

  /// The states of the block, in sections that compress apart.
  func states() -> [[UInt8]] { [] }

  /// The view track's samples of the block, in sections that compress apart.
  func poses() -> [[UInt8]] { [] }
}

/// Codes states and poses.
package final class StateTrackCoder: TrackCoder {
  private let storesStates: Bool
  private var encoder: StateBlockEncoder
  /// Codes poses; `nil` without a view track.
  private var view: ViewEncoder?

  /// - Throws: ``RecordingError`` when a view track would be empty.
  package init(_ header: RecordingHeader) throws(RecordingError) {
    let description = header.description
    storesStates = header.tracks.state
    encoder = StateBlockEncoder(
      schema: description.state, motionModel: description.motionModel,
      stepSeconds: Float(description.stepDuration.seconds))
    if header.tracks.samplesEvery != nil {
      let layout = ViewLayout(description.state)
      guard !layout.isEmpty else {
        throw RecordingError(
          .unfit(
            "there is nothing to view: no table has columns of every step with the roles position x "
              + "and y"))
      }
      view = ViewEncoder(layout)
    }
    super.init()
  }

  private init(_ other: StateTrackCoder) {
    (storesStates, encoder, view) = (other.storesStates, other.encoder, other.view)
    super.init()
  }

  override var activeRowSteps: Int { encoder.activeRowSteps }
  override var rowSampleCount: Int { view?.rowSampleCount ?? 0 }
  override var leftOutSamples: Int { view?.leftOutCount ?? 0 }

  override func copy() -> TrackCoder { StateTrackCoder(self) }

  override func begin(_ image: StateImage?) {
    view?.begin()
    if storesStates, let image { encoder.begin(anchor: image) }
  }

  override func append(_ image: StateImage) -> Bool {
    let before = encoder.activeRowSteps
    encoder.append(image)
    return encoder.activeRowSteps > before
  }

  override func appendSample(state: StateImage?, poses: StateImage?) {
    if let state {
      view?.append(state: state)
    } else if let poses {
      view?.append(poses: poses)
    } else {
      view?.leaveOut()
    }
  }

  override func states() -> [[UInt8]] { encoder.finish().sections }

  override func poses() -> [[UInt8]] { view?.sections() ?? [] }
}
