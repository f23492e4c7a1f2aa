import Simulation

/// Everything that is wrong with a recording, of which ``Recording`` throws the first.
package enum RecordingFaults {
  /// The faults of a file; none where strict reading succeeds and every state decodes.
  ///
  /// - Returns: the faults, and the recording if it is whole.
  /// - Throws: ``RecordingError`` for what is no recording at all, or cannot be read from the disk.
  /// - Complexity: decodes the whole file; memory for a block. A damaged file is held as a whole.
  package static func all(
    in source: ByteSource
  ) throws(RecordingError) -> (faults: [RecordingError], recording: Recording?) {
    var check = try RecordingCheck(source, notes: true)
    var faults = check.faults ?? []
    var whole: Recording?
    do throws(RecordingError) {
      let index = try check.index()
      if faults.isEmpty { whole = Recording(SharedRecording(source: source, index: index)) }
    } catch {
      faults = check.faults ?? []
      faults += check.storyFaults()
      // What shows nowhere but in the whole: steps that do not add up, say.
      if faults.isEmpty { faults.append(error) }
    }
    let pieces = whole.map { [$0] } ?? (try? Rescue(source))?.pieces.map { $0.recording } ?? []
    for piece in pieces { faults += stateFaults(piece) }
    return (faults, faults.isEmpty ? whole : nil)
  }

  /// Key frames and blocks that cannot be decoded.
  private static func stateFaults(_ recording: Recording) -> [RecordingError] {
    var faults: [RecordingError] = []
    func attempt(_ body: () throws(RecordingError) -> Void) {
      do throws(RecordingError) { try body() } catch {
        faults.append(
          RecordingError(
            error.reason, offset: error.offset,
            step: error.step.map { $0 + recording.shared.index.base }))
      }
    }
    for step in recording.keyframeSteps {
      attempt { () throws(RecordingError) in _ = try recording.keyframe(atOrBefore: step) }
    }
    let hasView = recording.header.tracks.samplesEvery != nil
    for steps in recording.blockSteps {
      attempt { () throws(RecordingError) in
        _ = try recording.states(aroundStep: steps.lowerBound)
        if hasView { _ = try recording.poses(aroundStep: steps.lowerBound) }
      }
    }
    return faults
  }
}
