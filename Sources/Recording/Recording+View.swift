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
    guard heldSteps.contains(step) else {
      throw RecordingError(.stepOutOfRange(stepCount: stepCount))
    }
    guard header.samplesView(after: step + 1) else { return nil }
    let index = viewIndex(of: step)
    if cachedView?.index != index { cachedView = (index, try samples(of: index, chunks)) }
    return cachedView?.samples[step]
  }

  /// The poses of the block in which `step` lies, by their steps; what the recorder had no time for is
  /// missing.
  ///
  /// Several threads may call this: nothing is kept.
  ///
  /// - Throws: ``RecordingError`` when there is no such step, or its block cannot be decoded.
  package func poses(
    aroundStep step: Int64
  ) throws(RecordingError) -> (steps: Range<Int64>, samples: [Int64: StateImage]) {
    guard header.tracks.samplesEvery != nil, heldSteps.contains(step) else {
      throw RecordingError(.stepOutOfRange(stepCount: stepCount))
    }
    let index = viewIndex(of: step)
    let first = views[index].firstStep
    return (
      first..<first + Int64(views[index].count), try samples(of: index, ChunkCache(bytes))
    )
  }

  private func viewIndex(of step: Int64) -> Int {
    var (low, high) = (0, views.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if views[middle].firstStep <= step { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The steps of which a sample is due, ascending. The recorder may have left some of them out.
  package var viewSteps: [Int64] {
    guard header.tracks.samplesEvery != nil else { return [] }
    return header.viewSamples(after: heldSteps.lowerBound, to: heldSteps.upperBound).map { $0 - 1 }
  }

  /// The poses that the view track would keep of a key frame.
  package func poses(ofKeyframe image: StateImage) -> StateImage? {
    var rounding = PoseRounding(header.description.state)
    return rounding.poses(of: header.description.state.everyStepPart(of: image))
  }

  /// Decodes every block of the view track.
  ///
  /// - Returns: what cannot be decoded.
  func viewFaults() -> [RecordingError] {
    var faults: [RecordingError] = []
    for index in views.indices {
      do throws(RecordingError) { _ = try samples(of: index, chunks) } catch {
        faults.append(error)
      }
    }
    return faults
  }

  private func samples(
    of index: Int, _ chunks: ChunkCache
  ) throws(RecordingError) -> [Int64: StateImage] {
    let block = views[index]
    let contents = try chunks.contents(of: block.place.chunk)
    let steps = header.viewSamples(
      after: block.firstStep, to: block.firstStep + Int64(block.count)
    ).map { $0 - 1 }
    guard
      let images = ViewDecoder(viewLayout).decode(
        Array(contents[block.place.range]), sampleCount: steps.count)
    else {
      throw RecordingError(
        .damaged("poses do not fit their schema"), offset: UInt64(block.place.chunk.offset),
        step: block.firstStep)
    }
    var samples: [Int64: StateImage] = [:]
    for (step, image) in zip(steps, images) { if let image { samples[step] = image } }
    return samples
  }
}
