import DeterministicMath
import Simulation
import WorkerThreads

/// Writes a recording on a thread of its own: the one that simulates copies what has changed and
/// goes on.
///
/// The file is the one that ``RecordingWriter`` writes when each step waits for it. An error is
/// thrown some steps after the one that met it: that step and those since are not in the file.
package final class WriterThread {
  private let writer: RecordingWriter
  private let queue: StepQueue
  private let thread: SystemThread
  private var isJoined = false
  // Unchecked, as what follows: written in every step, while nothing else is called.
  @exclusivity(unchecked) private var progress = StepQueue.Progress()
  /// An image for the next step's state.
  @exclusivity(unchecked) private var state: StepQueue.Slot?
  @exclusivity(unchecked) private var keyframe: StepQueue.Slot?
  private let mayLeaveOut: Bool
  /// Whether the last step's state was left out.
  @exclusivity(unchecked) private var leavesOut = false
  /// The step count of the last key frame that was handed over.
  private var lastKeyframe: Int64 = 0
  @exclusivity(unchecked) private var markers: [String] = []
  /// Steps appended so far, written or not.
  @exclusivity(unchecked) package private(set) var stepCount: Int64 = 0

  /// States on their way take at most this many bytes…
  static let imageSizeMax = 16 << 20
  /// …but there are always as many as this.
  static let slotCountMin = 4
  /// More states than this, of more bytes together, would leave the cache and gain nothing.
  static let slotCountInCache = 16
  static let cacheSize = 1 << 20

  /// - Parameters:
  ///   - writer: a new one; from now on only this thread uses it.
  ///   - imageSize: bytes of a state, about.
  ///   - fill: gives the images the sizes that they will have; called before this returns.
  /// - Returns: `nil` when the system has no thread to give, or key frames follow each other too
  ///   closely for one.
  package init?(
    _ writer: RecordingWriter, imageSize: Int,
    _ fill: (inout StateImage, StateSelection) -> Void
  ) {
    let count = Self.slotCount(imageSize, notice: writer.keyframeNotice)
    guard count >= Self.slotCountMin else { return nil }
    self.writer = writer
    mayLeaveOut = writer.mayLeaveOut
    let queue = StepQueue(slotCount: count, fill)
    self.queue = queue
    progress.nextKeyframe = writer.nextKeyframe
    queue.tell(progress)
    let work = Work(writer: writer, queue: queue)
    guard let thread = SystemThread(named: "recording", { work.run() }) else { return nil }
    self.thread = thread
  }

  /// States that may be on their way at once.
  private static func slotCount(_ imageSize: Int, notice: Int64) -> Int {
    let size = max(imageSize, 1)
    var count = max(slotCountMin, imageSizeMax / size)
    if size * count > cacheSize { count = min(count, max(slotCountInCache, cacheSize / size)) }
    return min(count, Int(notice))
  }

  deinit { join() }

  /// Waits until all that was appended is written.
  private func join() {
    guard !isJoined else { return }
    isJoined = true
    queue.close()
    thread.join()
  }

  /// - Throws: what the writer has met.
  package func checkOpen() throws(RecordingError) {
    if let failure = progress.failure { throw failure }
    if isJoined { throw RecordingError(.closed) }
  }

  /// Lets `body` fill the image for the next step's state; waits while the writer is behind.
  package func withState(_ body: (inout StateImage) throws -> Void) rethrows {
    takeState()
    if let state { try body(&state.image) }
  }

  /// Sees to it that there is a slot for the next step. Whoever has it knows of every key frame until
  /// then: no more than ``KeyframeSchedule/notice`` steps are on their way.
  ///
  /// Where there is none afterwards, the state is left out.
  private func takeState() {
    if state != nil { return }
    if mayLeaveOut {
      (progress, state) = queue.takeStateIfFree(needsAll: leavesOut)
    } else {
      (progress, state) = queue.takeState()
    }
  }

  /// Whether a key frame belongs after the next step; waits while the writer is behind.
  package func wantsKeyframe() -> Bool {
    takeState()
    guard let next = progress.nextKeyframe else { return false }
    // Who does not wait for the writer may hear of it too late.
    return next == stepCount + 1 || mayLeaveOut && next <= stepCount && next > lastKeyframe
  }

  /// Lets `body` fill the image for a key frame after the next step.
  ///
  /// - Returns: whether there was one; where states may be left out, a key frame may come later.
  @discardableResult
  package func withKeyframe(_ body: (inout StateImage) throws -> Void) rethrows -> Bool {
    let slot = keyframe ?? (mayLeaveOut ? queue.takeKeyframeIfFree() : queue.takeKeyframe())
    keyframe = slot
    if let slot { try body(&slot.image) }
    return slot != nil
  }

  /// Hands the next step over, with the images that were filled for it.
  ///
  /// - Parameter keepsState: whether the state is recorded if there is an image for it. Only where
  ///   states may be left out.
  package func append(inputs: [RecordWords], digest: StateDigest, keepsState: Bool = true) {
    var entry = StepQueue.Entry(
      markers: [], inputs: inputs, digest: digest, state: nil, keyframe: nil)
    if keepsState {
      takeState()
      swap(&entry.state, &state)
    }
    leavesOut = entry.state == nil
    if keyframe != nil {
      lastKeyframe = stepCount + 1
      swap(&entry.keyframe, &keyframe)
    }
    if !markers.isEmpty { swap(&entry.markers, &markers) }
    stepCount += 1
    // One that was not used serves the next step.
    let wantsState = state == nil
    let (progress, next) = queue.append(entry, wantsState: wantsState)
    self.progress = progress
    if wantsState { state = next }
  }

  /// Notes `text` at the present step.
  package func addMarker(_ text: String) throws(RecordingError) {
    try checkOpen()
    markers.append(text)
  }

  /// Ends the thread: what was appended is written, and the writer may be used again.
  ///
  /// - Throws: what the writer has met.
  package func finish() throws(RecordingError) {
    let wasOpen = !isJoined
    join()
    if wasOpen {
      progress = queue.lastProgress
      if progress.failure == nil {
        for marker in markers { try writer.addMarker(marker) }
      }
    }
    if let failure = progress.failure { throw failure }
  }
}

/// The thread's work.
private struct Work: @unchecked Sendable {
  let writer: RecordingWriter
  let queue: StepQueue

  func run() {
    var entries: [StepQueue.Entry] = []
    var progress = StepQueue.Progress(nextKeyframe: writer.nextKeyframe)
    // Less than a batch waits for a fifth of the time that may be lost.
    let interval = writer.flushInterval.map { $0 / 5 }
    let schema = writer.header.description.state
    while queue.take(&entries, within: interval) {
      queue.growKeyframe(schema, for: entries)
      for (index, entry) in entries.enumerated() {
        if progress.failure == nil {
          do throws(RecordingError) {
            try write(entry)
          } catch {
            progress.failure = error
          }
          progress.nextKeyframe = writer.nextKeyframe
        }
        queue.giveBack(entry, progress, isLast: index == entries.count - 1)
      }
      entries.removeAll(keepingCapacity: true)
      if progress.failure == nil {
        do throws(RecordingError) {
          try writer.flushIfDue()
        } catch {
          progress.failure = error
          queue.tell(progress)
        }
      }
    }
  }

  private func write(_ entry: StepQueue.Entry) throws(RecordingError) {
    for marker in entry.markers { try writer.addMarker(marker) }
    try writer.append(
      inputs: entry.inputs, digest: entry.digest,
      state: writer.takesState(after: writer.stepCount + 1) ? entry.state?.image : nil)
    if let keyframe = entry.keyframe { try writer.appendKeyframe(keyframe.image) }
  }
}
