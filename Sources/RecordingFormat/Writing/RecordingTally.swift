/// Sums over the blocks of a file, for its metadata `statistics`.
struct RecordingTally {
  private let channels: [MCAP.Channel]
  private var activeRowSteps: UInt64 = 0
  private var leftOutSteps = 0
  private var leftOutSamples = 0
  private var rowSamples: UInt64 = 0
  private var sizes: [UInt16: Int] = [:]
  /// Steps in the blocks.
  private(set) var stepCount: Int64 = 0

  init(_ channels: [MCAP.Channel]) { self.channels = channels }

  mutating func add(_ block: FinishedBlock) {
    activeRowSteps += UInt64(block.activeRowSteps)
    leftOutSteps += block.leftOutSteps
    leftOutSamples += block.leftOutSamples
    rowSamples += UInt64(block.rowSamples)
    for (channel, size) in block.chunk.sizes { sizes[channel, default: 0] += size }
    stepCount = block.steps.upperBound
  }

  /// The cost of each track, after compression.
  var pairs: [(String, String)] {
    var pairs = [("steps", "\(stepCount)"), ("activeRowSteps", "\(activeRowSteps)")]
    for channel in channels {
      pairs.append(("bytes\(channel.topic)", "\(sizes[channel.rawValue] ?? 0)"))
    }
    if leftOutSteps > 0 { pairs.append(("leftOut", "\(leftOutSteps)")) }
    if channels.contains(.view) { pairs.append(("viewRows", "\(rowSamples)")) }
    if leftOutSamples > 0 { pairs.append(("viewLeftOut", "\(leftOutSamples)")) }
    return pairs
  }
}
