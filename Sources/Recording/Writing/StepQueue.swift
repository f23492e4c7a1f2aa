import DeterministicMath
import Simulation
import WorkerThreads

/// Steps on their way from the thread that simulates to the one that writes.
///
/// One thread appends, the other removes and gives the images back: they are used again, so that
/// nothing is allocated once they have their sizes. Neither side touches what is in the queue; the
/// lock is held for a few instructions.
final class StepQueue: @unchecked Sendable {
  /// An image on its way; it belongs to whoever took it out of the queue.
  final class Slot {
    // Unchecked: one thread has the slot, and fills the image or reads it.
    @exclusivity(unchecked) var image = StateImage()
    /// Bytes that the image has memory for, at least.
    @exclusivity(unchecked) fileprivate(set) var room = 0
  }

  /// What a step leaves to be written.
  struct Entry {
    var markers: [String]
    var inputs: [RecordWords]
    var digest: StateDigest
    /// Comes back when the step is written; `nil` when the state is left out.
    var state: Slot?
    /// The full state after the step, where a key frame is due.
    var keyframe: Slot?
  }

  /// What the thread that writes has told so far.
  struct Progress {
    var nextKeyframe: Int64?
    var failure: RecordingError?
  }

  private let condition = Condition()
  // Unchecked, as what the lock protects from others is touched by one function at a time.
  @exclusivity(unchecked) private var entries: [Entry] = []
  @exclusivity(unchecked) private var freeStates: [Slot] = []
  private var freeKeyframes = [Slot(), Slot()]
  /// The room that images for key frames are to have; only the thread that writes looks at it.
  private var keyframeRoom = 0
  private var progress = Progress()
  private var isOver = false
  private var isWriterWaiting = false
  /// A writer that waits is woken when so many steps are there.
  private var wakeCount: Int
  private var pace = WriterPace()
  private var isProducerWaiting = false
  /// Waking a thread costs some microseconds: it is done once for so many steps.
  private let batch: Int
  private let slotCount: Int

  /// - Parameters:
  ///   - slotCount: states that may be on their way at once.
  ///   - fill: called with the images for states, then with those for key frames.
  init(slotCount: Int, _ fill: (inout StateImage, StateSelection) -> Void) {
    self.slotCount = slotCount
    batch = max(1, slotCount / 2)
    wakeCount = batch
    freeStates = (0..<slotCount).map { _ in Slot() }
    entries.reserveCapacity(slotCount)
    // Memory that the system has to find and clear would be the worst hitch of all.
    for slot in freeStates { fill(&slot.image, .everyStep) }
    for slot in freeKeyframes {
      fill(&slot.image, .everything)
      slot.room = slot.image.bytes.count
      keyframeRoom = slot.room
    }
  }

  /// What ``growKeyframe(_:for:)`` makes room for at most: an agent may claim any number of rows.
  private static let grownSizeMax = 1 << 25

  // MARK: The thread that simulates

  /// An image for the next step's state, and what the writer has told until then; waits while all
  /// images are on their way.
  func takeState() -> (Progress, Slot) {
    condition.withLock {
      waitForFree { freeStates.isEmpty }
      return (progress, freeStates.removeLast())
    }
  }

  /// An image for a key frame; waits while both are on their way.
  func takeKeyframe() -> Slot {
    condition.withLock {
      waitForFree { freeKeyframes.isEmpty }
      return freeKeyframes.removeLast()
    }
  }

  /// As ``takeState()``, without waiting.
  ///
  /// - Parameter needsAll: whether there is none while some are on their way. States that are left
  ///   out here and there would cost the writer more than they save.
  func takeStateIfFree(needsAll: Bool) -> (Progress, Slot?) {
    condition.withLock { (progress, freeState(needsAll)) }
  }

  private func freeState(_ needsAll: Bool) -> Slot? {
    needsAll && freeStates.count < slotCount ? nil : freeStates.popLast()
  }

  /// An image for a key frame, if one is free.
  func takeKeyframeIfFree() -> Slot? { condition.withLock { freeKeyframes.popLast() } }

  private func waitForFree(_ isEmpty: () -> Bool) {
    while isEmpty() {
      isProducerWaiting = true
      if isWriterWaiting { condition.wakeAll() }
      condition.wait()
    }
    isProducerWaiting = false
  }

  /// - Parameter wantsState: whether an image for the next step's state is wanted.
  /// - Returns: what the writer has told, and that image if one is free.
  func append(_ entry: consuming Entry, wantsState: Bool = true) -> (Progress, Slot?) {
    // A closure would copy the entry, whose references then have to be counted.
    condition.lock()
    defer { condition.unlock() }
    let isLeftOut = entry.state == nil
    entries.append(consume entry)
    if isWriterWaiting, entries.count >= wakeCount {
      isWriterWaiting = false
      condition.wakeAll()
    }
    return (progress, wantsState ? freeState(isLeftOut) : nil)
  }

  /// Lets the writer come to an end when all is written.
  func close() {
    condition.withLock {
      isOver = true
      condition.wakeAll()
    }
  }

  /// What the writer has told; complete when its thread has ended.
  var lastProgress: Progress { condition.withLock { progress } }

  // MARK: The thread that writes

  func tell(_ progress: Progress) { condition.withLock { self.progress = progress } }

  /// Swaps `taken`, which must be empty, for the steps that wait.
  ///
  /// - Parameter interval: seconds after which it looks for less than a batch; `nil`: it waits.
  /// - Returns: `false` when there will be no more.
  func take(_ taken: inout [Entry], within interval: Double?) -> Bool {
    condition.withLock {
      let latest = interval.map { MonotonicClock.nanoseconds + Int64($0 * 1e9) }
      if let end = pace.endOfNap(batch: batch) {
        // Half a batch more than it expects would wake it before.
        waitForSteps(batch &+ batch / 2, until: latest.map { min($0, end) } ?? end)
      }
      if !pace.isFast || 2 * entries.count < batch { waitForSteps(batch, until: latest) }
      swap(&entries, &taken)
      if !taken.isEmpty {
        pace.note(stepCount: taken.count, batch: batch, at: MonotonicClock.nanoseconds)
      }
      return !(taken.isEmpty && isOver)
    }
  }

  /// Waits until there are `count` steps, or some that the other thread waits for.
  ///
  /// - Parameter end: when it waits no more; `nil`: never.
  private func waitForSteps(_ count: Int, until end: Int64?) {
    guard entries.count < count, !isOver else { return }
    isWriterWaiting = true
    wakeCount = count
    while isWriterWaiting, !isOver, !(isProducerWaiting && !entries.isEmpty) {
      if let end {
        if !condition.wait(until: end) { break }
      } else {
        condition.wait()
      }
    }
    isWriterWaiting = false
  }

  /// Makes room in an image for key frames, where the full state of the last of `entries` has outgrown one
  /// that is free: the thread that simulates would have to wait for the system to find it. The other image
  /// has its turn with the next steps. Only recordings with states tell how large the full state is.
  func growKeyframe(_ schema: StateSchema, for entries: [Entry]) {
    guard let state = entries.last?.state,
      let size = schema.imageSize(rowCounts: state.image.rowCounts, .everything),
      size <= StepQueue.grownSizeMax
    else { return }
    if size > keyframeRoom { keyframeRoom = min(size + size / 4, StepQueue.grownSizeMax) }
    let small = condition.withLock {
      freeKeyframes.firstIndex { $0.room < size }.map { freeKeyframes.remove(at: $0) }
    }
    guard let small else { return }
    let more = keyframeRoom - small.image.bytes.count
    if more > 0 {
      // Touched, and taken off again: an array keeps its memory.
      small.image.bytes.append(contentsOf: repeatElement(0, count: more))
      small.image.bytes.removeLast(more)
    }
    small.room = keyframeRoom
    condition.withLock {
      freeKeyframes.append(small)
      if isProducerWaiting {
        isProducerWaiting = false
        condition.wakeAll()
      }
    }
  }

  /// Gives the images of a written step back.
  ///
  /// - Parameter isLast: whether it was the last of those taken.
  func giveBack(_ entry: Entry, _ progress: Progress, isLast: Bool) {
    condition.withLock {
      self.progress = progress
      if let state = entry.state { freeStates.append(state) }
      if let keyframe = entry.keyframe { freeKeyframes.append(keyframe) }
      // A thread that waits for one image at a time would be woken for each.
      if isProducerWaiting, freeStates.count >= batch || entry.keyframe != nil || isLast {
        isProducerWaiting = false
        condition.wakeAll()
      }
    }
  }
}
