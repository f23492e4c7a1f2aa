import Simulation

/// Packs what a ``BlockOutline`` puts into blocks: at once, or on other threads.
///
/// Blocks share nothing: each begins with an image of its own.
protocol BlockSink {
  /// Begins a block with a full state.
  mutating func begin(keyframe image: StateImage)

  /// Begins a block with the every-step image before its first step; `nil`: its states are not
  /// stored, or are left out.
  mutating func begin(anchor image: StateImage?)

  /// Adds the every-step image after the next step.
  ///
  /// - Returns: rows that differ from the image before.
  mutating func append(_ image: StateImage) -> Int

  /// Adds the next sample of the view track.
  ///
  /// - Returns: its rows.
  mutating func append(_ sample: ViewSample) -> Int

  /// Ends the block.
  mutating func finish(_ plan: BlockPlan)
}

/// What a sample of the view track is taken from.
enum ViewSample: Sendable {
  /// An every-step image.
  case state(StateImage)
  /// Poses that were decoded before.
  case poses(StateImage)
  case leftOut
}
