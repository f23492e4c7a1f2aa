import Simulation
import WorkerThreads

/// Writes a recording whose blocks several threads pack.
///
/// The thread that writes decides where blocks end, hands each to the next encoder while its steps
/// come, and puts the packed blocks into the file in their order: the file is the one that a
/// ``RecordingWriter`` writes alone, and so are the key frames, on whose places the sizes of the blocks
/// before decide.
///
/// All but ``init(_:_:initial:laneCount:)`` and ``stop()`` is that thread's.
final class EncoderLine {
  private let writer: RecordingWriter
  private let queue: StepQueue
  private let lanes: [EncoderLane]
  private let threads: [SystemThread]
  private var sink: LaneSink

  /// A step or a key frame that was handed to the lanes.
  private struct Event {
    var step: StepInWork
    var stepCount: Int64
    var isKeyframe: Bool
    /// The block that ended with it.
    var block: BlockInWork?
  }

  /// Events behind which it is not decided whether a key frame is due; of the first, its block may
  /// be among ``unwritten`` already.
  private var undecided: [Event] = []
  /// Blocks that ended no later than the first of these events, and are not written.
  private var unwritten: [BlockInWork] = []
  /// Blocks that have ended and are not written.
  private var blockCount = 0
  private var progress: StepQueue.Progress
  /// Whether steps are lost behind the block that could not be written.
  private var isCut = false

  /// So many blocks for each lane may have ended without being written: a slow disk must not fill
  /// the memory.
  private static let blocksPerLane = 2

  /// - Parameters:
  ///   - writer: a new one.
  ///   - initial: the full state that it was made with.
  ///   - laneCount: encoders; fewer where the system has no more threads to give.
  /// - Returns: `nil` when there would be one encoder only.
  init?(_ writer: RecordingWriter, _ queue: StepQueue, initial: StateImage, laneCount: Int) {
    self.writer = writer
    self.queue = queue
    progress = StepQueue.Progress(nextKeyframe: writer.nextKeyframe)
    var lanes: [EncoderLane] = []
    var threads: [SystemThread] = []
    while lanes.count < laneCount {
      // The first goes on with the block that has begun.
      guard
        let packer = lanes.isEmpty
          ? writer.builder.packer : try? BlockPacker(writer.header, writer.options)
      else { break }
      let lane = EncoderLane(packer, queue)
      guard let thread = SystemThread(named: "rec encoder", { lane.run() }) else { break }
      lanes.append(lane)
      threads.append(thread)
    }
    self.lanes = lanes
    self.threads = threads
    sink = LaneSink(writer.header, laneCount: max(lanes.count, 1), initial: initial)
    guard lanes.count > 1 else {
      endThreads()
      return nil
    }
  }

  private func endThreads() {
    for lane in lanes { lane.close() }
    for thread in threads { thread.join() }
  }

  /// Writes what is appended to the queue until that is closed.
  func run() {
    var entries: [StepQueue.Entry] = []
    // Less than a batch waits for a fifth of the time that may be lost.
    let interval = writer.flushInterval.map { $0 / 5 }
    let schema = writer.header.description.state
    while queue.take(&entries, within: interval) {
      queue.growKeyframe(schema, for: entries)
      for entry in entries { append(entry) }
      entries.removeAll(keepingCapacity: true)
      handJobs()
      advance()
      flushIfDue()
    }
    drain()
    stop()
  }

  /// Ends the threads; the writer goes on with the block that has begun.
  func stop() {
    endThreads()
    lanes[sink.open].withPacker { swap(&$0, &writer.builder.packer) }
    if isCut { writer.builder.outline.drop() }
  }

  // MARK: Steps

  private func append(_ entry: StepQueue.Entry) {
    let step = StepInWork(entry)
    defer { queue.release(step) }
    guard progress.failure == nil else { return }
    do throws(RecordingError) {
      try hand(step)
    } catch {
      // What came before belongs in the file, and may fail first.
      drain()
      fail(error)
    }
    advanceIfFull()
  }

  /// Hands a step's images to the lanes, as jobs.
  private func hand(_ step: StepInWork) throws(RecordingError) {
    let entry = step.entry
    sink.step = step
    defer { sink.step = nil }
    for marker in entry.markers { try writer.addMarker(marker) }
    let takesState = writer.takesState(after: writer.stepCount + 1)
    try writer.builder.outline.append(
      inputs: entry.inputs, digest: entry.digest, state: takesState ? entry.state?.image : nil,
      poses: nil, to: &sink)
    note(step, isKeyframe: false)
    guard let keyframe = entry.keyframe else { return }
    try writer.builder.outline.append(keyframe: keyframe.image, to: &sink)
    note(step, isKeyframe: true)
  }

  private func note(_ step: StepInWork, isKeyframe: Bool) {
    step.uses += 1
    let block = sink.takeFinished()
    if block != nil { blockCount += 1 }
    undecided.append(
      Event(
        step: step, stepCount: writer.stepCount, isKeyframe: isKeyframe, block: block))
  }

  private func handJobs() {
    for index in lanes.indices { lanes[index].hand(&sink.jobs[index]) }
  }

  // MARK: Blocks

  /// Decides on key frames and writes packed blocks, in their order and as far as is known.
  private func advance() {
    while progress.failure == nil {
      decide()
      guard let first = unwritten.first, let block = queue.block(of: first) else { return }
      unwritten.removeFirst()
      blockCount -= 1
      do throws(RecordingError) {
        try writer.write(block, endTime: first.endTime)
      } catch {
        isCut = true
        fail(error)
      }
    }
  }

  private func decide() {
    var count = 0
    while count < undecided.count, decide(&undecided[count]) { count += 1 }
    undecided.removeFirst(count)
  }

  /// - Returns: whether it could be decided.
  private func decide(_ event: inout Event) -> Bool {
    if event.isKeyframe {
      event.isKeyframe = false
      writer.schedule.noteKeyframe(at: event.stepCount)
    }
    if let block = event.block {
      event.block = nil
      unwritten.append(block)
    }
    let unmeasured: KeyframeSchedule.Unmeasured =
      unwritten.isEmpty
      ? .none : unwritten.contains(where: \.holdsKeyframe) ? .withKeyframe : .withoutKeyframe
    guard writer.schedule.decide(after: event.stepCount, unmeasured: unmeasured) else {
      return false
    }
    progress.nextKeyframe = writer.schedule.next
    queue.tell(progress)
    queue.release(event.step)
    return true
  }

  private func advanceIfFull() {
    while progress.failure == nil, blockCount >= Self.blocksPerLane * lanes.count {
      handJobs()
      advance()
      if blockCount >= Self.blocksPerLane * lanes.count { queue.waitForNews() }
    }
  }

  /// Waits until all blocks that have ended are written.
  private func drain() {
    handJobs()
    advance()
    while progress.failure == nil, blockCount > 0 {
      queue.waitForNews()
      advance()
    }
  }

  /// The first failure counts: nothing is written behind it.
  private func fail(_ error: RecordingError) {
    guard progress.failure == nil else { return }
    progress.failure = error
    queue.tell(progress)
    for event in undecided { queue.release(event.step) }
    undecided = []
    unwritten = []
    blockCount = 0
  }

  private func flushIfDue() {
    guard progress.failure == nil, writer.isFlushDue else { return }
    drain()
    // A block that was written meanwhile is a flush.
    guard progress.failure == nil, writer.isFlushDue else { return }
    do throws(RecordingError) {
      try lanes[sink.open].withPacker { (packer) throws(RecordingError) in
        swap(&packer, &writer.builder.packer)
        defer { swap(&packer, &writer.builder.packer) }
        try writer.flushIfDue()
      }
    } catch {
      fail(error)
    }
  }
}
