/// What a recording's tracks cost, after compression.
public struct RecordingStatistics: Equatable, Sendable {
  /// The size of the whole file, in bytes.
  public var fileSize = 0
  /// Rows that changed, summed over the steps.
  public var activeRowSteps = 0
  /// The state track, in bytes.
  public var stateBytes = 0
  /// The key frames, in bytes.
  public var keyframeBytes = 0
  /// Inputs and digests, in bytes.
  public var logBytes = 0
  /// The view track, in bytes.
  public var viewBytes = 0
  /// Rows whose poses the view track holds, summed over its samples.
  public var viewRowSamples = 0
  /// Samples that the view track lacks, because there was no time for them.
  public var viewSamplesLeftOut = 0
  /// The share of a step's time that recording was to take at most: `RecordingOptions.budget`.
  public var budget: Double?

  /// Makes statistics; all sizes are in bytes.
  public init(
    fileSize: Int = 0, activeRowSteps: Int = 0, stateBytes: Int = 0, keyframeBytes: Int = 0,
    logBytes: Int = 0
  ) {
    self.fileSize = fileSize
    self.activeRowSteps = activeRowSteps
    self.stateBytes = stateBytes
    self.keyframeBytes = keyframeBytes
    self.logBytes = logBytes
  }
}

extension RecordingStatistics {
  /// What the metadata `statistics` of a file say.
  init(fileSize: Int, _ pairs: [String: String]) {
    func count(_ name: String) -> Int { pairs[name].flatMap { Int($0) } ?? 0 }
    let logBytes = count("bytes/digests").addingReportingOverflow(count("bytes/inputs"))
    self.init(
      fileSize: fileSize, activeRowSteps: count("activeRowSteps"),
      stateBytes: count("bytes/state"), keyframeBytes: count("bytes/keyframes"),
      logBytes: logBytes.overflow ? 0 : logBytes.partialValue)
    viewBytes = count("bytes/view")
    viewRowSamples = count("viewRows")
    viewSamplesLeftOut = count("viewLeftOut")
    budget = pairs["budget"].flatMap { Double($0) }
  }
}
