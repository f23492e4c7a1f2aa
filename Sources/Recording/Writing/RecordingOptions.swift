/// How a recording is written; nothing here changes what it says.
public struct RecordingOptions: Equatable, Sendable {
  /// Seconds after which steps are in the file, whether or not their block is full; `nil`: only
  /// whole blocks are written. A killed process loses at most what was not written. The finished
  /// file's bytes do not depend on it.
  public var flushInterval: Double? = 1
  /// Key frames lie at least this many steps apart, at multiples of it…
  public var keyframeInterval: Int64 = 256
  /// …and at most this many apart, however little happens.
  public var keyframeIntervalMax: Int64 = 1024
  /// Whether a regular file of the recording's name gives way to it when it is complete; otherwise
  /// the recording is refused, or keeps its partial name when the file appeared meanwhile. A
  /// symbolic link, a pipe or a device is never replaced.
  public var replacesFile = true
  /// Whether every key frame is made durable (`fsync`) before the run goes on: then a power failure
  /// loses at most what came after the last one. It costs a few milliseconds for each.
  public var syncsKeyframes = false
  /// Whether a thread of its own packs and writes what the simulating thread hands it.
  ///
  /// The file's bytes do not depend on it. Without it, each step waits for its part of the work.
  public var usesThread = true
  /// What happens when the thread that writes is so far behind that no image is free.
  public var whenFull = WhenFull.wait
  /// The share of a step's time that recording may take on the thread that simulates, over some
  /// hundred steps: 0.02 is 2 %. `nil`: no limit.
  ///
  /// Where it would take more, states are left out, and key frames are put off up to eight times
  /// ``keyframeIntervalMax``; inputs and digests never. The file says which; `laplace densify`
  /// rebuilds the states exactly. No step waits then, as with ``WhenFull/leaveOut``.
  public var budget: Double?
  /// How hard chunks are compressed: 1 (fast) to 19.
  public var compressionLevel = 1
  /// How chunks are compressed.
  package var compression = Compression.zstd
  var compressor: Compressor { compression.compressor(compressionLevel) }
  /// Whether the recording begins with an every-step image, because no full state is known there.
  package var beginsWithoutKeyframe = false
  /// The file that is read for this recording: it is neither replaced nor moved.
  package var input: FileIdentity?
  /// Bytes after which the disk counts as full: lets a test see what a full disk leaves behind.
  package var fileSizeMax = UInt64.max

  /// See ``RecordingOptions/whenFull``.
  public enum WhenFull: Equatable, Sendable {
    /// The step waits: nothing is left out, and the same run gives the same bytes.
    case wait
    /// No step waits: states are left out until the writer has caught up, never inputs or digests.
    /// The file says which; `laplace densify` rebuilds them exactly.
    case leaveOut
  }

  /// A flush every second, key frames 256 to 1024 steps apart.
  public init() {}
}
