import AgentProtocol
import DeterministicMath
import Pictures
import Recording
import Simulation

/// A recording as a page holds it: facts, and a track of poses and fields.
package struct PageRecording {
  private let source: any RecordedSteps
  /// The steps that the track holds, rising.
  let steps: [Int64]
  private(set) var tables: PageTables
  private var drawings: PageDrawings?
  /// The first step at which the replay left the recorded path: the page then lacks all from there on.
  package let firstDivergence: Int64?

  /// Values of a track: beyond that, not every step is kept.
  private static let valueMax = 6_000_000
  private static let markBytes = 150_000
  /// Steps whose digests are kept whole; of longer recordings, their first 32 bits.
  private static let wholeDigestMax: Int64 = 6000

  /// Goes through the steps of a recording.
  ///
  /// - Parameters:
  ///   - wanted: steps that must not be left out.
  ///   - isYUp: whether the y axis points up if only positions are drawn.
  ///   - progress: called after each step, with how many are done, and of how many.
  /// - Returns: `nil` if there is no state before the first step.
  package init?(
    _ source: some RecordedSteps, wanted: [Int64], isYUp: Bool,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws {
    self.source = source
    let schema = source.schema
    let all = source.steps
    guard let first = all.first, let start = try source.state(after: first) else { return nil }
    var tables = PageTables(schema, isEveryStep: source.replays || all.count > 1)
    let shapeCount = start.drawing?.layers.reduce(0) { $0 + $1.shapes.count } ?? 0
    let values = (tables.valueCount(start.rows) + 4 * shapeCount) * all.count
    let stride = 1 + values / PageRecording.valueMax
    let last = all[all.count - 1]
    let steps = all.enumerated().filter { index, step in
      index % stride == 0 || step == last || wanted.contains(step)
    }.map(\.element)
    var drawings = start.drawing.map { _ in PageDrawings(isFromPositions: false) }
    var roles = drawings == nil ? RolePicture(schema, isYUp: isYUp) : nil
    var kept: [Int64] = []
    for step in steps {
      guard let state = try source.state(after: step) else {
        if source.firstDivergence != nil { break }
        continue
      }
      kept.append(step)
      tables.add(state.rows)
      if let drawing = state.drawing { drawings?.add(drawing) }
      roles?.add(state.rows)
      progress(kept.count, steps.count)
    }
    if let roles {
      var placed = PageDrawings(isFromPositions: true)
      for drawing in roles.drawings { placed.add(drawing) }
      drawings = placed
    }
    (self.steps, self.tables, self.drawings) = (kept, tables, drawings)
    firstDivergence = source.firstDivergence
  }

  // MARK: Writing

  /// - Parameter replay: for the page's engine, if the page has one.
  package func facts(_ replay: PageReplay?) throws(RecordingError) -> PageFacts {
    let recording = source.recording
    let header = recording.header
    let description = header.description
    var track = LaneWriter()
    track.append(steps)
    var drawings = drawings
    drawings?.write(to: &track, markBytes: PageRecording.markBytes)
    // What the page's engine can remake need not be in the page.
    let isRemade = replay != nil && source.replays
    tables.write(to: &track, hasFields: !isRemade)
    let digestBytes = recording.stepCount <= PageRecording.wholeDigestMax ? 16 : 4
    var digests: [UInt8] = []
    for step in -1..<recording.stepCount {
      let digest = try recording.digest(after: step)
      for shift in 0..<digestBytes {
        let word = shift < 8 ? digest.high : digest.low
        digests.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (shift & 7))))
      }
    }
    var inputs: [PageFacts.Event] = []
    for step in 0..<recording.stepCount {
      for input in try recording.inputs(at: step) {
        inputs.append(
          PageFacts.Event(step: step, text: FieldShape.text(input, description.inputs)))
      }
    }
    var parameters = WordCursor(header.parameters)
    return PageFacts(
      file: source.path, name: description.name, summary: source.summary, seed: "\(header.seed)",
      engine: header.engineVersion,
      build: header.build.map { "\($0.name) \($0.value)" }.joined(separator: " · "),
      parameters: FieldShape.settings(FieldShape.members(description.parameters), &parameters),
      stepCount: recording.stepCount, firstStep: header.firstStep,
      secondsPerStep: description.stepDuration.seconds, inputs: inputs,
      markers: try recording.markers.map { PageFacts.Event(step: $0.step, text: $0.text) },
      keyframes: recording.keyframeSteps.map { $0 - 1 }, endNote: recording.endNote,
      drawing: drawings?.facts, tables: tables.facts(isRemade: isRemade),
      rows: isRemade ? tables.rows : nil, labels: tables.labels,
      digestBytes: digestBytes,
      digests: base64(digests),
      samples: steps.count,
      replay: replay,
      track: PageFacts.TrackBytes(bytes: track.bytes))
  }
}
