/// Decides when key frames are due.
///
/// They are spaced by cost: often enough to seek in, seldom enough to stay below a quarter of the
/// file. And they lie at multiples of the least distance, where simulations may have less to save:
/// see `World.outdateContacts()`. The decisions depend only on the steps and the sizes of the blocks.
struct KeyframeSchedule {
  private let intervalMin: Int64
  private let intervalMax: Int64
  /// A key frame is decided on so many steps before it is due: a thread that simulates, and is
  /// no more steps ahead of the writer, makes it at the same step as one that waits for each write.
  let notice: Int64
  static let noticeMax: Int64 = 64

  /// The step count at which the next key frame is to be appended, once that is decided.
  private(set) var next: Int64?
  private var lastStep: Int64 = 0
  private var lastSize: UInt64 = 0
  private var bytesSinceLast: UInt64 = 0

  init(_ options: RecordingOptions) {
    intervalMin = options.keyframeInterval
    intervalMax = options.keyframeIntervalMax
    notice = max(0, min(Self.noticeMax, intervalMin, intervalMax))
  }

  /// Decides after the next step or key frame.
  mutating func decide(after stepCount: Int64) {
    // The caller may have passed the step.
    if let next, next >= stepCount { return }
    let step = stepCount + notice
    let steps = step - lastStep
    let isDue: Bool
    if steps >= intervalMax {
      isDue = true
    } else if steps < intervalMin || step % max(1, intervalMin) != 0 {
      isDue = false
    } else {
      // The next multiple may be too far.
      isDue = intervalMax - steps < intervalMin || bytesSinceLast >= 3 * lastSize
    }
    next = isDue ? step : nil
  }

  mutating func noteKeyframe(at stepCount: Int64) {
    lastStep = stepCount
    next = nil
  }

  /// The next block is in the file.
  mutating func note(_ block: FinishedBlock) {
    let size = UInt64(block.size)
    bytesSinceLast += size
    if let keyframe = block.keyframeSize {
      lastSize = UInt64(keyframe)
      bytesSinceLast = size - min(lastSize, size)
    }
  }
}
