import Simulation

/// What could be kept of a damaged or unfinished recording.
public struct Rescue {
  /// The steps from the first to the last before the damage.
  public let recording: Recording
  /// What ended the reading; `nil` when all chunks were read and only the end of the file is amiss.
  public let damage: RecordingError?
  /// The file that was read.
  private var input: FileIdentity?

  /// Reads the file at `path`, keeping every step up to the first damage.
  ///
  /// - Throws: ``RecordingError`` when nothing can be kept: the header or the state before step 0
  ///   is lost.
  public init(path: String) throws(RecordingError) {
    try self.init(bytes: try readFile(path))
    input = FileIdentity(path: path)
  }

  /// Reads a recording that is in memory.
  public init(bytes: [UInt8]) throws(RecordingError) {
    let scan = try RecordingScan(bytes, mode: .rescue)
    damage = scan.stop
    do throws(RecordingError) {
      recording = try Recording(scan: scan)
    } catch {
      if case .versionUnreadable = error.reason { throw error }
      if case .featureUnknown = error.reason { throw error }
      throw RecordingError(.nothingToRecover)
    }
  }

  /// Writes what was kept as a new, whole recording; the file that was read is never touched.
  ///
  /// - Parameters:
  ///   - path: of the new file.
  ///   - replaces: whether a file of that name gives way.
  /// - Throws: ``RecordingError``; nothing is left of the new file then.
  public func write(to path: String, replaces: Bool = false) throws(RecordingError) {
    var options = RecordingOptions.scripted
    options.replacesFile = replaces
    options.input = input
    let first = try recording.keyframe(atOrBefore: 0)
    let writer = try RecordingWriter(
      path: path, header: recording.header, initial: first.image,
      initialDigest: recording.digest(after: -1), options: options)
    do throws(RecordingError) {
      var markers = recording.markers[...]
      for step in 0..<recording.stepCount {
        while let marker = markers.first, marker.step <= step {
          try writer.addMarker(marker.text)
          markers.removeFirst()
        }
        if step > 0, recording.keyframeSteps.contains(step) {
          try writer.appendKeyframe(try recording.keyframe(atOrBefore: step).image)
        }
        try writer.append(
          inputs: recording.inputs(at: step), digest: recording.digest(after: step),
          state: try recording.state(after: step))
      }
      for marker in markers { try writer.addMarker(marker.text) }
      try writer.finish()
    } catch {
      writer.abandon()
      throw error
    }
  }
}
