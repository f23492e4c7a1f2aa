import Simulation

// The view track.

extension Recording {
  /// The columns of ``poses(after:)``: of every table with positions, its keys, position and rotation.
  package var poseSchema: StateSchema { viewLayout.schema }

  /// The poses after `step`, rounded; `nil` where the recording has no view track, takes no sample of
  /// that step, or had no time for it. −1 is the state before step 0.
  ///
  /// - Complexity: decodes the samples of the step's block once; the others are then at hand.
  /// - Throws: ``RecordingError`` when there is no such step, or its block cannot be decoded.
  package func poses(after step: Int64) throws(RecordingError) -> StateImage? {
    guard header.tracks.samplesEvery != nil, step != -1 else { return nil }
    let number = try blockIndex(of: step)
    guard header.samplesView(after: step + 1) else { return nil }
    if cachedView?.block != number {
      cachedView = (number, try samples(of: try block(of: step)))
    }
    return cachedView?.samples[step]
  }

  /// The poses of the block of `step`, by their steps; what the recorder had no time for is missing.
  ///
  /// - Throws: ``RecordingError`` when there is no such step, or its block cannot be decoded.
  package func poses(
    aroundStep step: Int64
  ) throws(RecordingError) -> (steps: Range<Int64>, samples: [Int64: StateImage]) {
    let block = try block(of: step)
    return (block.steps, try samples(of: block))
  }

  /// The steps of which a sample is due, ascending. The recorder may have left some of them out.
  package var viewSteps: [Int64] {
    guard header.tracks.samplesEvery != nil else { return [] }
    return header.viewSamples(after: 0, to: stepCount).map { $0 - 1 }
  }

  /// The poses that the view track would keep of a key frame.
  package func poses(ofKeyframe image: StateImage) -> StateImage? {
    var rounding = PoseRounding(header.description.state)
    return rounding.poses(of: header.description.state.everyStepPart(of: image))
  }

  private func samples(
    of block: BlockReader.Block
  ) throws(RecordingError) -> [Int64: StateImage] {
    let (first, end) = (block.steps.lowerBound, block.steps.upperBound)
    let steps = header.viewSamples(after: first, to: end).map { $0 - 1 }
    guard let poses = block.poses,
      let images = ViewDecoder(viewLayout).decode(Array(poses.rest), sampleCount: steps.count)
    else {
      throw RecordingError(
        .damaged("poses do not fit their schema"), offset: block.offset, step: first)
    }
    var samples: [Int64: StateImage] = [:]
    for (step, image) in zip(steps, images) { if let image { samples[step] = image } }
    return samples
  }
}
