import Simulation

/// Hands blocks to lanes, in turn.
struct LaneSink: BlockSink {
  /// For each lane: what it is not told yet.
  var jobs: [[EncoderLane.Job]]
  /// The lane with the block that goes on.
  private(set) var open = 0
  /// The step whose images come.
  var step: StepInWork?
  private let schema: StateSchema
  private let viewLayout: ViewLayout?
  private var counter: ChangeCounter?
  private var finished: BlockInWork?

  /// - Parameter initial: the full state before the first step.
  init(_ header: RecordingHeader, laneCount: Int, initial: StateImage) {
    jobs = Array(repeating: [], count: laneCount)
    schema = header.description.state
    viewLayout = header.tracks.samplesEvery == nil ? nil : ViewLayout(schema)
    counter = header.tracks.state ? ChangeCounter(schema) : nil
    counter?.begin(schema.everyStepPart(of: initial))
  }

  private mutating func add(_ work: EncoderLane.Work, needsStep: Bool = true) {
    let step = needsStep ? step : nil
    step?.uses += 1
    jobs[open].append(EncoderLane.Job(work: work, step: step))
  }

  mutating func begin(keyframe image: StateImage) {
    counter?.begin(schema.everyStepPart(of: image))
    add(.beginKeyframe(image))
  }

  mutating func begin(anchor image: StateImage?) {
    if let image { counter?.begin(image) }
    add(.beginAnchor(image), needsStep: image != nil)
  }

  mutating func append(_ image: StateImage) -> Int {
    add(.state(image))
    return counter?.count(image) ?? 0
  }

  mutating func append(_ sample: ViewSample) -> Int {
    add(.sample(sample))
    switch sample {
    case .leftOut: return 0
    case .poses(let image): return image.rowCounts.reduce(0) { $0 + Int($1) }
    case .state(let image):
      return viewLayout?.tables.reduce(0) { $0 + Int(image.rowCounts[$1.index]) } ?? 0
    }
  }

  mutating func finish(_ plan: BlockPlan) {
    let block = BlockInWork(plan)
    finished = block
    add(.finish(plan, block), needsStep: false)
    open = (open + 1) % jobs.count
  }

  /// The block that was finished since this was asked last.
  mutating func takeFinished() -> BlockInWork? {
    defer { finished = nil }
    return finished
  }
}
