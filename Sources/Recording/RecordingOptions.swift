/// How a recording is written; nothing here changes what it says.
public struct RecordingOptions: Equatable, Sendable {
  /// Seconds between flushes of a live recording; `nil` for scripted ones, whose bytes are then a
  /// function of the data alone. A killed process loses at most what was not flushed.
  public var flushInterval: Double? = 1
  /// Key frames lie at least this many steps apart…
  public var keyframeInterval: Int64 = 256
  /// …and at most this many, however little happens.
  public var keyframeIntervalMax: Int64 = 1024
  /// Whether a regular file of the recording's name gives way to it when it is complete; otherwise
  /// the recording is refused, or keeps its partial name when the file appeared meanwhile. A
  /// symbolic link, a pipe or a device is never replaced.
  public var replacesFile = true
  /// Whether every key frame is made durable (`fsync`) before the run goes on: then a power failure
  /// loses at most what came after the last one. It costs a few milliseconds for each.
  public var syncsKeyframes = false
  /// How hard chunks are compressed: 1 (fast) to 19.
  public var compressionLevel = 1
  /// How chunks are compressed.
  package var compression = Compression.zstd
  /// Whether the recording begins with an every-step image, because no full state is known there.
  package var beginsWithoutKeyframe = false
  /// The file that is read for this recording: it is neither replaced nor moved.
  package var input: FileIdentity?
  /// Bytes after which the disk counts as full: lets a test see what a full disk leaves behind.
  package var fileSizeMax = UInt64.max

  /// Options for a live recording: a flush every second, key frames 256 to 1024 steps apart.
  public init() {}

  /// For recordings that no clock drives: the same run gives the same bytes.
  public static var scripted: RecordingOptions {
    var options = RecordingOptions()
    options.flushInterval = nil
    return options
  }
}
