import Simulation

/// Everything that is wrong with a recording, where ``Recording`` stops at the first.
package enum RecordingFaults {
  /// The faults of the file at `path`; none where strict reading succeeds and every state decodes.
  ///
  /// - Throws: ``RecordingError`` for what is no recording at all, or cannot be read from the disk.
  /// - Complexity: decodes the whole file; memory for the file and a block.
  package static func all(path: String) throws(RecordingError) -> [RecordingError] {
    try all(in: try readFile(path))
  }

  static func all(in bytes: [UInt8]) throws(RecordingError) -> [RecordingError] {
    let scan = try RecordingScan(noting: bytes)
    var faults = scan.faults ?? []
    var header: RecordingHeader?
    do throws(RecordingError) {
      header = try scan.preamble.header().0
    } catch {
      faults.append(error)
      header = try? Rescue.header(in: bytes)?.0
    }
    guard let header else { return faults }
    faults += messageFaults(scan, header)
    var whole: Recording?
    do throws(RecordingError) {
      whole = try Recording(bytes: bytes)
    } catch {
      // What shows nowhere but in the whole: steps that do not add up, say.
      if faults.isEmpty { faults.append(error) }
    }
    let pieces = whole.map { [$0] } ?? (try? Rescue(bytes: bytes))?.pieces.map(\.recording) ?? []
    for piece in pieces { faults += stateFaults(piece, of: header) }
    return faults
  }

  /// Chunks whose contents are damaged, and steps that are in none or in two of them.
  private static func messageFaults(
    _ scan: RecordingScan, _ header: RecordingHeader
  ) -> [RecordingError] {
    var faults: [RecordingError] = []
    var blocks: [Range<Int64>] = []
    let chunks = ChunkCache(scan.bytes)
    var reader = ChunkReader(header, channels: scan.channels)
    for place in scan.chunks {
      var messages = RecordedMessages()
      do throws(RecordingError) {
        try reader.read(try chunks.contents(of: place), place, into: &messages)
      } catch {
        faults.append(error)
      }
      blocks += messages.digests.map { $0.firstStep..<$0.firstStep + Int64($0.values.count) }
    }
    var end: Int64 = 0
    for block in blocks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if block.lowerBound > end {
        faults.append(missing(end..<block.lowerBound))
      } else if block.lowerBound < end {
        faults.append(
          RecordingError(.damaged("a step is there twice"), step: block.lowerBound))
      }
      end = max(end, block.upperBound)
    }
    if let count = scan.statistics["steps"].flatMap({ Int64($0) }), count > end {
      faults.append(missing(end..<count))
    }
    return faults
  }

  private static func missing(_ steps: Range<Int64>) -> RecordingError {
    let last = steps.upperBound - 1
    let words = steps.lowerBound == last ? "step \(last) is" : "steps up to \(last) are"
    return RecordingError(.damaged("\(words) missing"), step: steps.lowerBound)
  }

  /// Key frames and blocks that cannot be decoded, in a piece of the recording with `header`.
  private static func stateFaults(
    _ recording: Recording, of header: RecordingHeader
  ) -> [RecordingError] {
    var faults: [RecordingError] = []
    let first = recording.header.firstStep - header.firstStep
    func note(_ error: RecordingError) {
      faults.append(
        RecordingError(error.reason, offset: error.offset, step: error.step.map { $0 + first }))
    }
    for step in recording.keyframeSteps {
      do throws(RecordingError) {
        _ = try recording.keyframe(atOrBefore: step)
      } catch {
        note(error)
      }
    }
    for fault in recording.viewFaults() { note(fault) }
    var step: Int64 = 0
    while step < recording.stepCount {
      do throws(RecordingError) {
        _ = try recording.states(aroundStep: step)
      } catch {
        note(error)
      }
      step = recording.firstStep(ofBlockBehind: step)
    }
    return faults
  }
}
