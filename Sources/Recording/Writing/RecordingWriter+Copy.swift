import Simulation

extension RecordingWriter {
  /// Appends steps of another recording as they are: inputs, digests, states or poses, key frames, markers.
  ///
  /// The key frame before the first step is left out where the writer has just begun: it begins with
  /// that state.
  package func append(_ steps: Range<Int64>, of recording: Recording) throws(RecordingError) {
    let isWhole = steps.upperBound == recording.stepCount
    // The writer notes a marker at the step that it is at.
    var markers = try recording.markers.filter {
      $0.step >= steps.lowerBound && ($0.step <= steps.upperBound || isWhole)
    }[...]
    var keyframes = recording.keyframeSteps.filter { $0 >= steps.lowerBound }[...]
    for step in steps.lowerBound...steps.upperBound {
      while let marker = markers.first, marker.step <= step || step == steps.upperBound {
        try addMarker(marker.text)
        markers.removeFirst()
      }
      if keyframes.first == step {
        keyframes.removeFirst()
        if stepCount > 0 {
          try appendKeyframe(try recording.keyframe(atOrBefore: step).image)
        }
      }
      guard step < steps.upperBound else { break }
      try append(
        inputs: try recording.inputs(at: step), digest: try recording.digest(after: step),
        state: try recording.state(after: step), poses: try recording.poses(after: step))
    }
  }
}
