import Recording
import Sessions
import Simulation

/// A recording's steps as a page reads them: replayed and drawn by its simulation, or as they are stored.
package protocol RecordedSteps: AnyObject {
  /// The recording's file, as a person named it.
  var path: String { get }
  var recording: Recording { get }
  /// The summary of its simulation; empty if the tool does not have it.
  var summary: String { get }
  /// True if a simulation replays the recording.
  var replays: Bool { get }
  /// The columns of the rows.
  var schema: StateSchema { get }
  /// The steps that may have states, rising.
  var steps: [Int64] { get }
  /// The first step at which the replay left the recorded path.
  var firstDivergence: Int64? { get }

  /// The state after a step, and its drawing if the simulation runs.
  ///
  /// - Parameter step: rising from call to call.
  /// - Returns: `nil` if the recorder left the state out, or the replay left the recorded path.
  func state(after step: Int64) throws -> (rows: StateRows, drawing: StepDrawing?)?
}
