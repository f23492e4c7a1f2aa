/// What a recording holds beside inputs, digests and key frames, which are always there.
public struct RecordingTracks: Equatable, Sendable {
  /// Every step's state.
  public var state: Bool
  /// Steps from one sample of the view track to the next, 1 to ``viewIntervalMax``; `nil`: there is no
  /// such track. Where every state is recorded it is not: states say more.
  ///
  /// The view track holds poses for viewers, rounded: positions to a 1024th of the unit of length, angles
  /// to a 4096th of a turn. Which columns are poses, their roles say.
  public private(set) var viewInterval: Int64?
  /// Whether a hash chain is kept over inputs and digests: whoever knows its last value can tell that
  /// none of them was changed since. `laplace info --chain` checks it.
  public var chain = false

  /// Chooses the tracks.
  public init(state: Bool) { self.state = state }

  /// All that can be recorded: the default.
  public static let everything = RecordingTracks(state: true)
  /// Only what re-simulation needs.
  public static let log = RecordingTracks(state: false)
  /// What re-simulation needs, and poses of every fourth step: a small recording that can be looked at
  /// where its simulation is not at hand.
  public static let logAndView = RecordingTracks.logAndView(every: 4)

  /// As ``logAndView``, with poses of each step whose number of steps taken is a multiple of `interval`.
  ///
  /// - Precondition: 1 to ``viewIntervalMax`` steps.
  public static func logAndView(every interval: Int64) -> RecordingTracks {
    precondition((1...viewIntervalMax).contains(interval), "an interval of 1 to 65536 steps")
    var tracks = log
    tracks.viewInterval = interval
    return tracks
  }

  /// The greatest distance of two samples, in steps.
  public static let viewIntervalMax: Int64 = 1 << 16

  /// ``viewInterval`` where the track is recorded.
  package var samplesEvery: Int64? { state ? nil : viewInterval }
  /// Whether any state or pose is recorded between key frames.
  package var takesStates: Bool { state || viewInterval != nil }
}

extension RecordingHeader {
  /// Whether poses are recorded of the state after so many steps. Cutting a recording does not change
  /// which: the steps of the run count.
  package func samplesView(after stepCount: Int64) -> Bool {
    guard let interval = tracks.samplesEvery else { return false }
    return (firstStep + stepCount) % interval == 0
  }

  /// The step counts from one to another, this one left out, whose poses are recorded.
  package func viewSamples(after first: Int64, to last: Int64) -> StrideThrough<Int64> {
    guard let interval = tracks.samplesEvery else { return stride(from: 1, through: 0, by: 1) }
    let behind = (firstStep + first) % interval
    return stride(from: first + interval - behind, through: last, by: Int(interval))
  }

  /// How many samples of the view track there are after the step counts beyond `first`, up to `last`.
  func viewSampleCount(after first: Int64, to last: Int64) -> Int {
    guard let interval = tracks.samplesEvery else { return 0 }
    return Int((firstStep + last) / interval - (firstStep + first) / interval)
  }
}
