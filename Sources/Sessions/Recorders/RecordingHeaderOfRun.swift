import AgentProtocol
import Recording
import Simulation

/// The header of a recording of `run`, made by the program that runs its steps: this one, or the
/// agent's.
///
/// - Throws: `RecordingError` when its parameters cannot be written, or when the program does not
///   compute as IEEE 754 says.
func recordingHeader(
  of run: any RunningSimulation, tracks: RecordingTracks
) throws(RecordingError) -> RecordingHeader {
  let parameters: [UInt64]
  do throws(SimulationError) {
    parameters = try run.parameterWords
  } catch {
    throw RecordingError(.unfit("the run's parameters cannot be recorded: \(error)"))
  }
  let probe = FloatingPointProbe()
  guard probe.isConforming else { throw RecordingError(.arithmeticUnsound(probe.summary)) }
  let program = run.program
  let floatingPoint = program?.build.first { $0.name == floatingPointFactName }
  if let found = floatingPoint?.value, found != FloatingPointProbe.conformingSummary {
    throw RecordingError(.arithmeticUnsound(found))
  }
  return RecordingHeader(
    description: run.description, parameters: parameters, seed: run.seed,
    engineVersion: program?.engineVersion ?? engineVersion, build: program?.build ?? buildFacts(),
    tracks: tracks)
}
