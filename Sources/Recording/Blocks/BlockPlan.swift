/// What a block that has ended consists of, while its states are not packed yet.
struct BlockPlan: Sendable {
  struct Message: Sendable {
    var channel: MCAP.Channel
    var number: UInt32
    var time: UInt64
    var content: Content
  }

  enum Content: Sendable {
    /// Compressed apart.
    case bytes([UInt8])
    /// A few bytes, compressed together with others of their channel.
    case small([UInt8])
    /// The block's key frame, its states or its poses, which a ``BlockSink`` was given.
    case keyframe, states, poses
  }

  /// With the block's inputs, which come before all else.
  var inputs: ChunkBuilder
  var messages: [Message] = []
  var steps: Range<Int64>
  /// Whether the block's states are left out.
  var leavesOut: Bool

  var holdsKeyframe: Bool { messages.contains { $0.channel == .keyframes } }
  var isEmpty: Bool { inputs.isEmpty && messages.isEmpty }
}
