import AgentProtocol
import Simulation

/// Everything about a run that does not change while it runs.
public struct RecordingHeader: Equatable, Sendable {
  /// What the simulation is called, and how its state, inputs, events and parameters are laid out.
  public var description: SimulationDescription
  /// One word per parameter of `SimulationDescription.parameters`, in their order.
  public var parameters: [UInt64]
  /// The seed of the run's random numbers.
  public var seed: UInt64
  /// The version of the engine or program that ran.
  public var engineVersion: String
  /// Facts on the build and its floating-point environment, in the order to show them.
  public var build: [BuildFact]
  /// What the recording holds beside inputs, digests and key frames.
  public var tracks: RecordingTracks
  /// The step of the run at which the recording begins: 0, but for a part that was cut out, or a
  /// piece of a damaged recording that follows on a gap. Its steps are numbered from 0 as well.
  public package(set) var firstStep: Int64 = 0
  /// The steps at which a recording may begin: its own steps can then be added.
  package static let firstSteps: Range<Int64> = 0..<1 << 61
  /// Which steps of which recording were cut out to make this one, for people; `nil` for others.
  public package(set) var origin: String?
  /// What was said of the recording since its run: why it was accepted, or which failure it shows.
  /// Each name once, in the order of their names when they are read.
  package var notes: [BuildFact] = []

  /// Makes a header for a run.
  public init(
    description: SimulationDescription, parameters: [UInt64], seed: UInt64,
    engineVersion: String, build: [BuildFact] = [], tracks: RecordingTracks = .everything
  ) {
    self.description = description
    self.parameters = parameters
    self.seed = seed
    self.engineVersion = engineVersion
    self.build = build
    self.tracks = tracks
  }
}
