import AgentProtocol
import Recording
import Simulation

/// The loop of a game: frames of any length and inputs from any thread outside, fixed steps inside,
/// and everything recorded.
///
/// ```swift
/// let game = try GameSession(MyGame.self, seed: 7, ring: "game.flight", recording: "today.mcap")
/// try game.send(.jump(height: 2))
/// let frame = try game.advance(by: secondsSinceLastFrame)
/// draw(height: frame.value { $0.height })
/// try game.report(to: "report.mcap", note: "it fell through the floor")
/// try game.finish()
/// ```
///
/// The session belongs to one thread. Others send inputs through ``inputs``.
///
/// A recording that fails, on a full disk for instance, does not stop the game: see
/// ``recordingFailure``.
public final class GameSession<S: Simulation> {
  /// The run. The session steps it; nothing else may.
  public let run: SimulationRun<S>
  /// The inputs of the next step; any thread may send some.
  public let inputs = GameInputs<S>()
  /// The recorder of the last seconds. After a crash, its file still has them.
  public let flight: FlightRecorder<S>
  /// No time passes while `true`; inputs wait.
  public var isPaused = false
  /// The longest time that one frame adds, in seconds: a stall is not caught up. 0.25 at first.
  public var frameLimit = 0.25
  /// The failure that ended the whole recording, or the ring; `nil` if there was none.
  public private(set) var recordingFailure: (any Error)?

  private var clock = FixedStepClock(stepDuration: S.stepDuration)
  private var recorder: Recorder
  private var before: S

  /// The recorder that runs the next step.
  private enum Recorder {
    case whole(SessionRecorder<S>)
    case ring
    case nothing
  }

  /// Starts a game.
  ///
  /// - Parameters:
  ///   - type: the simulation.
  ///   - parameters: its settings.
  ///   - seed: of everything random.
  ///   - ring: the file of the last seconds, which outlives a crash; `nil`: memory of the process.
  ///   - options: how much the ring keeps: 30 seconds, unless set.
  ///   - path: of a recording of the whole session; `nil`: none.
  ///   - tracks: what the recording of the whole session holds.
  /// - Throws: `RecordingError`, as ``AnyFlightRecorder/init(_:path:options:)`` and
  ///   ``AnySessionRecorder/init(_:path:tracks:options:)``.
  public init(
    _ type: S.Type = S.self, parameters: S.Parameters = S.Parameters(), seed: UInt64,
    ring: String? = nil, options: FlightOptions = .init(), recording path: String? = nil,
    tracks: RecordingTracks = .everything
  ) throws {
    run = SimulationRun<S>(parameters: parameters, seed: seed)
    before = run.simulation
    flight = try FlightRecorder(run, path: ring, options: options)
    recorder =
      if let path {
        .whole(try SessionRecorder(with: flight, path: path, tracks: tracks))
      } else {
        .ring
      }
  }

  /// Adds an input to those of the next step.
  ///
  /// - Throws: as ``GameInputs/send(_:)``.
  public func send(_ input: S.Input) throws(SimulationError) { try inputs.send(input) }

  /// Runs the steps that are due. The first one gets all inputs that wait.
  ///
  /// - Parameter seconds: since the frame before; see ``frameLimit``. Negative ones count as 0.
  /// - Returns: the states to draw.
  /// - Throws: `RecordingError` with the reason `stateUnsound` if a step left a value that is not a
  ///   number: no later step runs.
  public func advance(by seconds: Double) throws -> GameFrame<S> {
    let due = isPaused ? 0 : clock.advance(by: min(seconds, frameLimit))
    for step in 0..<due {
      if step == due - 1 { before = run.simulation }
      try takeStep()
    }
    return GameFrame(
      before: before, now: run.simulation, alpha: clock.interpolation, stepCount: Int(due))
  }

  private func takeStep() throws {
    if run.fault != nil, let recordingFailure { throw recordingFailure }
    let words = inputs.removeAll()
    let count = run.stepCount
    while run.stepCount == count {
      do {
        switch recorder {
        case .whole(let recorder): try recorder.recorder.step(words)
        case .ring: try flight.recorder.step(words)
        case .nothing: try run.step(words)
        }
      } catch {
        recordingFailure = recordingFailure ?? error
        if run.fault != nil { throw error }
        try goOn(without: recorder, after: error)
      }
    }
  }

  /// Takes the next smaller recorder: a failed recording does not stop a game.
  private func goOn(without failed: Recorder, after error: any Error) throws {
    switch failed {
    case .whole(let session):
      _ = try? session.recorder.finishEarly(note: "\(error)")
      recorder = .ring
    case .ring: recorder = .nothing
    case .nothing: throw error
    }
  }

  /// Notes `text` at the present step.
  ///
  /// - Throws: `RecordingError` if it cannot be written.
  public func mark(_ text: String) throws(RecordingError) {
    switch recorder {
    case .whole(let recorder): try recorder.mark(text)
    case .ring, .nothing: try flight.mark(text)
    }
  }

  /// Completes the recording, and removes the file of the last seconds.
  ///
  /// - Throws: `RecordingError` if the recording cannot be completed.
  public func finish() throws(RecordingError) {
    defer { flight.finish() }
    if case .whole(let recorder) = recorder { try recorder.finish() }
    recorder = .nothing
  }
}
