import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// A stretch of a recording that is run without a stop.
struct Segment: Equatable, Codable, Sendable {
  /// The key frame that it is restored from; `nil` for the start of the run, which is not restored.
  var keyframe: Int64?
  /// Step counts on the way at which it is restarted: the state is saved, and a fresh run goes on
  /// from it. Rising.
  var restarts: [Int64] = []
  /// The step count at its end.
  var end: Int64

  var firstStep: Int64 { keyframe ?? 0 }

  /// The stretch from the start to the end; of a piece of a damaged recording, from its first key
  /// frame.
  static func whole(_ recording: RecordingOutline) -> Segment {
    Segment(keyframe: recording.firstKeyframe, end: recording.stepCount)
  }

  /// The whole in up to `count` pieces of about the same length, cut at key frames.
  static func pieces(_ recording: RecordingOutline, _ count: Int) -> [Segment] {
    let size = max(1, recording.stepCount / Int64(max(1, count)))
    var cuts: [Int64] = []
    for step in recording.keyframeSteps where step < recording.stepCount {
      if step - (cuts.last ?? 0) >= size, recording.stepCount - step >= size / 2 {
        cuts.append(step)
      }
    }
    var segments = [
      Segment(keyframe: recording.firstKeyframe, end: cuts.first ?? recording.stepCount)
    ]
    for (index, cut) in cuts.enumerated() {
      segments.append(
        Segment(
          keyframe: cut, end: index + 1 < cuts.count ? cuts[index + 1] : recording.stepCount))
    }
    return segments
  }

  /// Where the run was restored last when it diverged after `step`; `nil` when it never was.
  ///
  /// The restore with which a piece of a run begins is not counted. A run that differs before step 0
  /// differs before it is restored.
  func restored(before step: Int64, in recording: RecordingOutline) -> Restored? {
    if let restart = restarts.last(where: { $0 <= step + 1 }) {
      return Restored(step: restart, isKeyframe: false)
    }
    if step < 0 || keyframe == recording.firstKeyframe { return nil }
    return keyframe.map { Restored(step: $0, isKeyframe: true) }
  }
}
/// Drives one agent along a recording and compares digests.
struct SegmentRunner {
  let recording: Recording
  let agent: any Agent
  /// The parameters of the agent's run.
  let parameters: [UInt64]
  /// Steps taken by the agent.
  var stepCount: Int64 = 0
  /// Whether stored states are compared with the agent's, too.
  var comparesStates = false
  /// Stored every-step states and key frames that were compared, and are the agent's.
  var comparedStateCount: Int64 = 0
  var comparedKeyframeCount = 0
  /// Samples of the view track likewise.
  var comparedPoseCount: Int64 = 0
  /// The samples that are compared now.
  var poses: (steps: Range<Int64>, samples: [Int64: StateImage]) = (0..<0, [:])
  var poseRounding: PoseRounding?
  /// The states that are compared now, and those that come next; where the segment ends.
  var block: DecodedStates.Block?
  var ahead: DecodedStates?
  private(set) var segmentEnd: Int64 = 0
  /// The last restore of the run, and the state that was saved; `nil` for a run from the start.
  private(set) var restored: (place: Restored, image: StateImage)?
  /// Steps that the agent has taken already, from the first one on.
  var stepsAhead: (first: Int64, taken: [(StateDigest, StateImage)]) = (0, [])
  /// Step counts at which it is still to be restarted.
  private var restarts: ArraySlice<Int64> = []
  var pace = Pace()
  var progress: (Int64) -> Void = { _ in }
  /// Called between requests: what it throws ends the run.
  var check: () throws -> Void = {}

  /// - Parameter parameters: another parameter set than the recorded one.
  init(
    _ recording: Recording, _ agent: any Agent, parameters: [UInt64]? = nil,
    progress: @escaping (Int64) -> Void = { _ in }
  ) {
    (self.recording, self.agent, self.progress) = (recording, agent, progress)
    self.parameters = parameters ?? recording.header.parameters
  }

  /// Starts afresh, and brings the agent to the segment's first step.
  mutating func enter(_ segment: Segment) throws -> DigestMismatch? {
    if let mismatch = try start() { return mismatch }
    return try begin(segment)
  }

  /// Starts the recording's simulation afresh.
  ///
  /// - Throws: `AgentError.schemaDiffers(_:)` when it is another simulation by the same name.
  mutating func start() throws -> DigestMismatch? {
    let header = recording.header
    let started = try agent.start(
      simulation: header.description.name, parameters: parameters, seed: header.seed)
    if let difference = schemaDifference(header.description, started.description) {
      throw AgentError.schemaDiffers(difference)
    }
    (stepCount, restored) = (0, nil)
    return header.firstStep > 0 ? nil : try recording.mismatch(started.digest, after: -1)
  }

  /// Brings the started agent to the segment's first step.
  mutating func begin(_ segment: Segment) throws -> DigestMismatch? {
    restarts = segment.restarts[...]
    (block, ahead, segmentEnd) = (nil, nil, segment.end)
    stepsAhead = (0, [])
    if recording.header.firstStep == 0, segment.firstStep == 0 { try compareKeyframe() }
    guard let step = segment.keyframe else { return nil }
    let keyframe = try recording.keyframe(atOrBefore: step)
    let digest = try restore(keyframe.image, stepCount: keyframe.stepCount)
    stepCount = keyframe.stepCount
    // A part of a run has no state before its first key frame.
    if step != recording.outline.firstKeyframe {
      restored = (Restored(step: stepCount, isKeyframe: true), keyframe.image)
    }
    if step == 0 && recording.header.firstStep > 0 { return nil }
    return try recording.mismatch(digest, after: step - 1)
  }

  /// Goes on from a state that the run had.
  mutating func resume(_ image: StateImage, stepCount: Int64) throws(AgentError) {
    _ = try restore(image, stepCount: stepCount)
    self.stepCount = stepCount
  }

  private func restore(
    _ image: StateImage, stepCount: Int64
  ) throws(AgentError) -> StateDigest {
    do throws(AgentError) {
      return try agent.restore(image, stepCount: stepCount)
    } catch {
      guard case .refused(let reason) = error else { throw error }
      throw .refused(
        "\(reason) (to restore the state before step \(stepCount); an agent that cannot restore says "
          + "so in its hello, by the fact restores = no)")
    }
  }

  /// Takes the steps up to `end`, or to the end of the request in which it diverges; restarts where
  /// the segment says so.
  mutating func run(to end: Int64) throws -> DigestMismatch? {
    while stepCount < end {
      if restarts.first == stepCount, let mismatch = try restart() { return mismatch }
      let stop = comparesStates ? recording.keyframeStep(after: stepCount) ?? end : end
      if let mismatch = try go(to: min(restarts.first ?? end, stop, end)) { return mismatch }
      try compareKeyframe()
    }
    return nil
  }

  /// Saves the state and restores it into a fresh run: the run that has just arrived here still has
  /// the right value in a field that is not visited.
  private mutating func restart() throws -> DigestMismatch? {
    restarts.removeFirst()
    let (here, image) = (stepCount, try state())
    if let mismatch = try start() { return mismatch }
    let digest = try restore(image, stepCount: here)
    (stepCount, restored) = (here, (Restored(step: here, isKeyframe: false), image))
    return try recording.mismatch(digest, after: here - 1)
  }

  /// Takes the steps up to `end`, or to the end of the request in which it diverges.
  private mutating func go(to end: Int64) throws -> DigestMismatch? {
    if comparesStates {
      if recording.header.tracks.state { return try runComparing(to: end) }
      if recording.header.tracks.samplesEvery != nil { return try runComparingPoses(to: end) }
    }
    return try runDigests(to: end)
  }

  /// Takes the steps up to `end`, or to the end of the request in which it diverges.
  mutating func runDigests(to end: Int64) throws -> DigestMismatch? {
    var mismatch: DigestMismatch?
    let recording = recording
    try run(to: end) { step, digest in
      mismatch = try mismatch ?? recording.mismatch(digest, after: step)
      return mismatch == nil
    }
    return mismatch
  }

  /// Takes the steps up to `end`, one request each.
  ///
  /// Where the run diverges, the agent stands right after that step.
  mutating func runOneByOne(to end: Int64) throws -> DigestMismatch? {
    while stepCount < end {
      if let mismatch = try run(to: stepCount + 1) { return mismatch }
    }
    return nil
  }

  /// Runs exactly up to the step that differed, then on to the end if it does not differ again.
  mutating func run(onceMore first: DigestMismatch, to last: Int64) throws -> DigestMismatch? {
    for end in [first.step, first.step + 1, last] where end > stepCount {
      if let mismatch = try run(to: end) { return mismatch }
    }
    return nil
  }

  /// - Parameter visit: gets each step with its digest; whether to ask for more.
  mutating func run(to end: Int64, visit: (Int64, StateDigest) throws -> Bool) throws {
    var goesOn = true
    while stepCount < end && goesOn {
      try check()
      let count = min(pace.stepCount, end - stepCount)
      let clock = ContinuousClock()
      let began = clock.now
      let digests = try take(count)
      pace.note(count, seconds: (clock.now - began) / .seconds(1))
      for digest in digests {
        goesOn = try visit(stepCount, digest) && goesOn
        stepCount += 1
      }
      progress(count)
    }
  }

  /// Takes the steps up to `count`, whatever their digests, and gives the full state there.
  mutating func state(before count: Int64) throws -> StateImage {
    try run(to: count) { _, _ in true }
    return try state()
  }

  private func take(_ count: Int64) throws -> [StateDigest] {
    let inputs = try recording.inputs(from: stepCount, to: stepCount + count)
    let reply = try agent.send(.run(inputs))
    switch reply {
    case .ran(let digests) where digests.count == inputs.count: return digests
    case .ran(let digests):
      throw AgentFailure(.broken, "answered \(inputs.count) steps with \(digests.count) digests")
    case .refused(let reason): throw AgentError.refused(reason)
    default: throw AgentError.unexpectedReply
    }
  }

  /// The agent's full state, checked against the schema that it described.
  func state() throws -> StateImage {
    let image = try agent.state(.everything)
    let schema = recording.header.description.state
    guard schema.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count else {
      throw AgentFailure(
        .broken,
        "sent a state of \(image.bytes.count) bytes that does not fit the schema it describes")
    }
    return image
  }
}
