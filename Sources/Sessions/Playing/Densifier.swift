import DeterministicMath
import Recording
import Simulation
import WorkerThreads

/// Rebuilds the states that a recording does not hold, exactly: every one is proven by its digest.
///
/// A log holds inputs, digests and key frames; a live recording may lack states that its writer had
/// no time for. The run between two key frames depends on nothing else, so that parts are rebuilt
/// at the same time.
public struct Densifier {
  private let recording: Recording
  private let start: @Sendable (Recording) throws -> Player
  /// How many workers there may be at once.
  package var processorCount = Processors.usableCount

  /// - Parameters:
  ///   - recording: what is to be rebuilt.
  ///   - start: a player of it. Each job asks for one of its own, on a thread of its own, and gives its run
  ///     more workers where there are fewer parts left than jobs.
  public init(
    _ recording: Recording, start: @escaping @Sendable (Recording) throws -> Player
  ) {
    self.recording = recording
    self.start = start
  }

  /// The steps of `range` whose states the recording lacks.
  public func missingStepCount(in range: Range<Int64>) throws(RecordingError) -> Int64 {
    guard recording.header.tracks.state else {
      return Int64(range.clamped(to: 0..<recording.stepCount).count)
    }
    return try recording.leftOutSteps.reduce(0) { $0 + Int64($1.clamped(to: range).count) }
  }

  /// Writes a recording of the same steps that holds their states.
  ///
  /// - Parameters:
  ///   - path: of the new recording.
  ///   - steps: whose states are rebuilt; others stay as they are.
  ///   - jobs: parts that are rebuilt at the same time, at least 1; where there are fewer, they share the
  ///     processors that are left.
  ///   - options: how the new recording is written.
  ///   - progress: called on this thread with the number of steps that are written.
  /// - Throws: `RecordingError`; ``DensifyProblem`` where the run is not the recorded one; what
  ///   starting a player throws. No file is left then.
  /// - Complexity: memory for the packed states of twice as many parts as there are jobs.
  public func write(
    to path: String, steps: Range<Int64>, jobs: Int, options: RecordingOptions = .init(),
    progress: (Int64) -> Void = { _ in }
  ) throws {
    guard recording.keyframeSteps.first == 0 else { throw recording.beginsWithoutState }
    var header = recording.header
    header.tracks = .everything
    // It depends on inputs and digests alone, and so stays as it is.
    header.tracks.chain = recording.header.tracks.chain
    let writer = try BlockWriter(
      path: path, header: header, initialDigest: try recording.digest(after: -1), options: options)
    // Of a part that begins without a key frame, the first state is what the next differs from.
    let wanted = max(steps.lowerBound - 1, 0)..<steps.upperBound
    let keyframes = recording.keyframeSteps
    // A key frame after the last step begins a part without steps.
    let parts = zip(keyframes, keyframes.dropFirst() + [recording.stepCount]).map { $0..<$1 }
    let chains = try chains(before: parts)
    let line = PartLine(count: parts.count, jobs: jobs, processorCount: processorCount)
    for _ in 0..<min(jobs, parts.count) {
      let rebuilder = PartRebuilder(
        recording: Recording(recording.shared), header: writer.header, options: options,
        wanted: wanted, chains: chains, start: start, workerCount: { line.workerCount })
      line.start { try rebuilder.blocks(of: $0, parts) }
    }
    defer { line.close() }
    do {
      for (index, part) in parts.enumerated() {
        for block in try line.result(of: index) { try writer.append(block) }
        progress(part.upperBound)
      }
      try writer.finish(note: recording.endNote)
    } catch {
      writer.abandon()
      throw error
    }
  }
}

extension Densifier {
  /// The hash chain before each part; none where the recording has none.
  private func chains(
    before parts: [Range<Int64>]
  ) throws(RecordingError) -> [RecordingChain] {
    guard recording.header.tracks.chain else { return [] }
    var chain = RecordingChain(recording.header, initialDigest: try recording.digest(after: -1))
    var chains: [RecordingChain] = []
    for part in parts {
      chains.append(chain)
      for step in part { try chain.append(step, of: recording) }
    }
    return chains
  }
}

/// The run between two key frames was not the recorded one.
public struct DensifyProblem: Error, Equatable {
  /// The first differing step.
  public var step: Int64
}

/// Rebuilds one part after the other, on a thread of its own.
private final class PartRebuilder: @unchecked Sendable {
  private let recording: Recording
  private let header: RecordingHeader
  private let options: RecordingOptions
  private let wanted: Range<Int64>
  private let chains: [RecordingChain]
  private let start: (Recording) throws -> Player
  /// How many workers may share a step now.
  private let workerCount: () -> Int
  private var player: Player?
  private var image = StateImage()

  init(
    recording: Recording, header: RecordingHeader, options: RecordingOptions,
    wanted: Range<Int64>, chains: [RecordingChain],
    start: @escaping (Recording) throws -> Player, workerCount: @escaping () -> Int
  ) {
    self.recording = recording
    self.header = header
    self.options = options
    self.wanted = wanted
    self.chains = chains
    self.start = start
    self.workerCount = workerCount
  }

  func blocks(of index: Int, _ parts: [Range<Int64>]) throws -> [FinishedBlock] {
    let (part, isLast) = (parts[index], index == parts.count - 1)
    var pipeline = try BlockPipeline(
      header, options, firstStep: part.lowerBound, numbersMessages: false,
      chain: chains.isEmpty ? nil : chains[index])
    var blocks: [FinishedBlock] = []
    func keep(_ block: FinishedBlock?) { if let block { blocks.append(block) } }
    keep(
      try pipeline.append(keyframe: try recording.keyframe(atOrBefore: part.lowerBound).image))
    var markers = try recording.markers.filter {
      part.contains($0.step) || isLast && $0.step >= part.upperBound
    }[...]
    let player = try part.overlaps(wanted) && lacksStates(part) ? player(at: part) : nil
    for step in part {
      while let marker = markers.first, marker.step <= step {
        pipeline.addMarker(marker.text)
        markers.removeFirst()
      }
      let state = try state(after: step, player)
      keep(
        try pipeline.append(
          inputs: try recording.inputs(at: step), digest: try recording.digest(after: step),
          state: state))
    }
    for marker in markers { pipeline.addMarker(marker.text) }
    keep(pipeline.close())
    return blocks
  }

  private func lacksStates(_ part: Range<Int64>) throws -> Bool {
    try !recording.header.tracks.state || recording.leftOutSteps.contains { $0.overlaps(part) }
  }

  private func player(at part: Range<Int64>) throws -> Player {
    let player = try self.player ?? start(recording)
    self.player = player
    try player.seek(to: part.lowerBound)
    return player
  }

  /// Shares steps among the processors of those that have no part any more.
  private func shareSteps(of player: Player) {
    // An agent's steps are shared by its own process.
    if player.agent != nil { return }
    let count = workerCount()
    if count > player.run.workerCount { player.run.share(among: ThreadTeam(workers: count)) }
  }

  /// The rebuilt state where it is wanted; elsewhere the recorded one, if there is one.
  private func state(after step: Int64, _ player: Player?) throws -> StateImage? {
    if let player {
      if step & 15 == 0 { shareSteps(of: player) }
      guard try player.step() else { throw DensifyProblem(step: step) }
      if wanted.contains(step) {
        try player.run.save(.everyStep, into: &image)
        return image
      }
    }
    return try recording.state(after: step)
  }
}

/// Parts that several threads work on, and that are wanted in their order.
private final class PartLine: @unchecked Sendable {
  private let condition = Condition()
  private var threads: [SystemThread] = []
  private let count: Int
  private let jobs: Int
  private let processorCount: Int
  /// How many threads have a part, or wait for one.
  private var busyCount: Int
  private var next = 0
  private var wanted = 0
  private var results: [Int: Result<[FinishedBlock], any Error>] = [:]

  /// - Parameter jobs: how many threads may work at the same time.
  init(count: Int, jobs: Int, processorCount: Int) {
    self.count = count
    self.jobs = jobs
    self.processorCount = processorCount
    // Counted before the first of them starts, so that none takes it that it is alone.
    busyCount = min(jobs, count)
  }

  /// No part is begun that lies further than this beyond the one that is wanted.
  private var ahead: Int { 2 * jobs }

  /// How many workers each thread that has a part may step it with: more than one where there are
  /// fewer parts left than jobs, and processors for them.
  var workerCount: Int {
    condition.withLock { min(jobs, processorCount) / max(busyCount, 1) }
  }

  /// Starts a thread that calls `work` with one part after the other.
  func start(_ work: @escaping @Sendable (Int) throws -> [FinishedBlock]) {
    let thread = SystemThread.large(named: "densifier") {
      while let part = self.take() {
        let result = Result { try work(part) }
        self.condition.withLock {
          self.results[part] = result
          self.condition.wakeAll()
        }
      }
    }
    threads.append(thread)
  }

  private func take() -> Int? {
    condition.withLock {
      while next < count, next >= wanted + ahead { condition.wait() }
      guard next < count else {
        busyCount -= 1
        return nil
      }
      next += 1
      return next - 1
    }
  }

  /// Waits for a part; to be asked in their order.
  func result(of part: Int) throws -> [FinishedBlock] {
    let result = condition.withLock {
      wanted = part
      condition.wakeAll()
      while true {
        if let result = results.removeValue(forKey: part) { return result }
        condition.wait()
      }
    }
    return try result.get()
  }

  /// Waits until all threads have ended; no part is begun any more.
  func close() {
    condition.withLock {
      next = count
      condition.wakeAll()
    }
    for thread in threads { thread.join() }
    threads = []
  }
}
