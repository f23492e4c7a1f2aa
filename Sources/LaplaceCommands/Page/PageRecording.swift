import AgentProtocol
import DeterministicMath
import Pictures
import Recording
import Replay
import Simulation

/// A recording as a page holds it: facts, and a track of poses and fields.
struct PageRecording {
  let source: PageSource
  /// The steps that the track holds, rising.
  let steps: [Int64]
  private(set) var tables: PageTables
  private var drawings: PageDrawings?
  private let firstDivergence: Int64?

  /// Values of a track: beyond that, not every step is kept.
  private static let valueMax = 6_000_000
  private static let markBytes = 150_000
  /// Steps whose digests are kept whole; of longer recordings, their first 32 bits.
  private static let wholeDigestMax: Int64 = 6000

  /// Goes through the steps of a recording.
  ///
  /// - Parameters:
  ///   - wanted: steps that must not be left out.
  ///   - isYUp: whether the y axis points up where only positions are drawn.
  init(_ source: PageSource, wanted: [Int64], isYUp: Bool) throws {
    self.source = source
    let schema = source.schema
    let all = source.steps
    guard let first = all.first, let start = try source.state(after: first) else {
      throw CommandFailure(
        .trouble, "\(source.path): holds no state that this tool can read",
        advice: "name a program that runs it with --agent")
    }
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
    let bar = ProgressBar(title: "gathering", total: Int64(steps.count))
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
      bar.update(Int64(kept.count))
    }
    bar.finish()
    if let roles {
      var placed = PageDrawings(isFromPositions: true)
      for drawing in roles.drawings { placed.add(drawing) }
      drawings = placed
    }
    (self.steps, self.tables, self.drawings) = (kept, tables, drawings)
    firstDivergence = source.firstDivergence
  }

  /// Gathers a recording: replayed where this tool or an agent can, and as it is stored where the
  /// replay leaves the recorded path.
  static func gather(
    _ path: String, _ recording: Recording, agent: AgentCommand?, _ limit: AgentTimeout,
    wanted: [Int64] = [], isYUp: Bool
  ) throws -> PageRecording {
    let source = try PageSource(path, recording, agent: agent, limit, isStored: false)
    let page = try PageRecording(source, wanted: wanted, isYUp: isYUp)
    guard let bad = page.firstDivergence else { return page }
    let console = ToolContext.current.console
    console.complain(
      "\(path): replays differently from step \(bad) on: the page shows it as it is stored, "
        + "drawn from its positions")
    let stored = try PageSource(path, recording, agent: nil, limit, isStored: true)
    return try PageRecording(stored, wanted: wanted, isYUp: isYUp)
  }

  // MARK: Writing

  /// - Parameter hasEngine: whether the page can replay the recording.
  func facts(hasEngine: Bool, agent: AgentCommand?) throws -> PageFacts {
    let recording = source.recording
    let header = recording.header
    let description = header.description
    var track = LaneWriter()
    track.append(steps)
    var drawings = drawings
    drawings?.write(to: &track, markBytes: PageRecording.markBytes)
    // What the page's engine can remake need not be in the page.
    let isRemade = hasEngine && source.replays
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
    let inputs = try (0..<recording.stepCount).flatMap { step in
      try recording.inputs(at: step).map {
        PageFacts.Event(step: step, text: describe($0, description.inputs))
      }
    }
    return PageFacts(
      file: source.path, name: description.name, summary: source.summary, seed: "\(header.seed)",
      engine: header.engineVersion,
      build: header.build.map { "\($0.name) \($0.value)" }.joined(separator: " · "),
      parameters: settings(header.parameters, of: description.parameters),
      stepCount: recording.stepCount, firstStep: header.firstStep,
      secondsPerStep: description.stepDuration.seconds, inputs: inputs,
      markers: try recording.markers.map { PageFacts.Event(step: $0.step, text: $0.text) },
      keyframes: recording.keyframeSteps.map { $0 - 1 }, endNote: recording.endNote,
      drawing: drawings?.facts, tables: tables.facts(isRemade: isRemade),
      rows: isRemade ? tables.rows : nil, labels: tables.labels,
      digestBytes: digestBytes,
      digests: base64(digests),
      samples: steps.count,
      replay: hasEngine ? try PageReplay(recording, in: source.path, agent: agent) : nil,
      track: PageFacts.TrackBytes(bytes: track.bytes))
  }
}
