/// How much a flight recorder keeps.
public struct FlightOptions: Equatable, Sendable {
  /// Seconds of the run that are kept at least.
  public var seconds: Double
  /// Bytes that the ring may take; what does not fit is kept for a shorter time. A ring has room for
  /// six full states in any case.
  public var sizeMax = 256 << 20
  /// Key frames lie at most so many steps apart, at multiples of it: what is kept begins with one.
  public var keyframeInterval: Int64 = 256
  /// What is kept. A log (inputs, digests and key frames) gives every state again by running the
  /// simulation; with the state of every step it does so also where the simulation is not at hand,
  /// or does not repeat itself.
  public var tracks = RecordingTracks.log

  /// Keeps the last `seconds` of the run as a log.
  public init(seconds: Double = 30) { self.seconds = seconds }
}
