import Simulation
import WorkerThreads

/// A block that is being packed.
final class BlockInWork {
  let holdsKeyframe: Bool
  /// When its last step came.
  let endTime = MonotonicClock.nanoseconds
  /// Once it is packed; see ``StepQueue/block(of:)``.
  fileprivate(set) var block: BuiltBlock?

  init(_ plan: BlockPlan) { holdsKeyframe = plan.holdsKeyframe }
}

/// A thread that packs blocks, one after the other; each as its steps come.
final class EncoderLane: @unchecked Sendable {
  struct Job {
    var work: Work
    /// The step whose image it needs; `nil` where it needs none.
    var step: StepInWork?
  }

  enum Work {
    case beginKeyframe(StateImage)
    case beginAnchor(StateImage?)
    case state(StateImage)
    case sample(ViewSample)
    case finish(BlockPlan, BlockInWork)
    case done
  }

  private let queue: StepQueue
  private let condition = Condition()
  private var jobs: [Job] = []
  private var isOver = false
  /// Whether the thread has the packer.
  private var isBusy = false
  private var packer: BlockPacker

  /// - Parameter queue: where steps and blocks go that are done.
  init(_ packer: BlockPacker, _ queue: StepQueue) {
    self.packer = packer
    self.queue = queue
  }

  /// Adds jobs behind those that wait, and empties `new`.
  func hand(_ new: inout [Job]) {
    if new.isEmpty { return }
    condition.withLock {
      jobs.append(contentsOf: new)
      // Before the thread has them: an image that two refer to would be copied by who fills it next.
      new.removeAll(keepingCapacity: true)
      condition.wakeAll()
    }
  }

  /// Lets the thread end when all its jobs are done.
  func close() {
    condition.withLock {
      isOver = true
      condition.wakeAll()
    }
  }

  /// Hands over the packer when all jobs are done.
  func withPacker<Result, Failure: Error>(
    _ body: (inout BlockPacker) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try condition.withLock { () throws(Failure) in
      while isBusy || !jobs.isEmpty { condition.wait() }
      return try body(&packer)
    }
  }

  /// The thread's work.
  func run() {
    var taken: [Job] = []
    while take(&taken) {
      for index in taken.indices {
        perform(taken[index].work)
        let step = taken[index].step
        // The image goes back with the step: who fills it again must be the only one to have it.
        taken[index] = Job(work: .done)
        if let step { queue.release(step) }
      }
      taken.removeAll(keepingCapacity: true)
    }
  }

  private func take(_ taken: inout [Job]) -> Bool {
    condition.withLock {
      isBusy = false
      if jobs.isEmpty { condition.wakeAll() }
      while jobs.isEmpty, !isOver { condition.wait() }
      guard !jobs.isEmpty else { return false }
      swap(&jobs, &taken)
      isBusy = true
      return true
    }
  }

  private func perform(_ work: Work) {
    switch work {
    case .beginKeyframe(let image): packer.begin(keyframe: image)
    case .beginAnchor(let image): packer.begin(anchor: image)
    case .state(let image): _ = packer.append(image)
    case .sample(let sample): _ = packer.append(sample)
    case .finish(let plan, let block):
      packer.finish(plan)
      queue.deliver(packer.takeFinished(), of: block)
    case .done: break
    }
  }
}

extension StepQueue {
  /// Tells the thread that writes of a block.
  fileprivate func deliver(_ packed: BuiltBlock?, of block: BlockInWork) {
    tellNews { block.block = packed }
  }

  /// The block, once it is packed.
  func block(of block: BlockInWork) -> BuiltBlock? { withLock { block.block } }
}
