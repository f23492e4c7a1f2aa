import DeterministicMath
import Simulation

/// Gathers steps and packs them, block by block.
///
/// Blocks that begin with a key frame do not depend on those before: several builders may work on
/// parts of a recording at once.
package struct BlockBuilder {
  var outline: BlockOutline
  var packer: BlockPacker

  /// - Parameters:
  ///   - firstStep: the step count before the first step.
  ///   - numbersMessages: whether messages are numbered from 1.
  ///   - chain: the hash chain before the first step; only where the header says that there is one.
  /// - Throws: ``RecordingError`` when the header cannot be written.
  package init(
    _ header: RecordingHeader, _ options: RecordingOptions, firstStep: Int64 = 0,
    numbersMessages: Bool = true, chain: RecordingChain? = nil
  ) throws(RecordingError) {
    outline = try BlockOutline(
      header, firstStep: firstStep, numbersMessages: numbersMessages, chain: chain)
    packer = try BlockPacker(header, options)
  }

  /// The hash chain over the steps so far; `nil` where there is none.
  package var chain: RecordingChain? {
    get { outline.chain }
    set { outline.chain = newValue }
  }

  /// The step count after the steps appended so far.
  package var stepCount: Int64 { outline.stepCount }

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
    try outline.append(
      inputs: inputs, digest: digest, state: state, poses: poses, to: &packer)
    return packer.takeFinished()
  }

  /// Notes `text` at the present step.
  package mutating func addMarker(_ text: String) { outline.addMarker(text) }

  /// Begins a block with the full state as it stands after the steps so far.
  ///
  /// - Returns: the block before, if it holds a step.
  package mutating func append(keyframe image: StateImage) throws(RecordingError) -> BuiltBlock? {
    try outline.append(keyframe: image, to: &packer)
    return packer.takeFinished()
  }

  /// Begins the first block where no full state is known.
  mutating func begin(anchor image: StateImage?) { outline.begin(anchor: image, &packer) }

  /// The block so far, which goes on.
  func unfinished() -> BuiltBlock? {
    var copy = self
    return copy.close()
  }

  /// Ends the block; the next one is to begin before the next step.
  ///
  /// - Returns: `nil` when there is nothing to write.
  package mutating func close() -> BuiltBlock? {
    guard let plan = outline.close() else { return nil }
    packer.finish(plan)
    return packer.takeFinished()
  }
}
