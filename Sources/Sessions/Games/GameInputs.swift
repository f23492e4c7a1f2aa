import Simulation
import Synchronization

/// The inputs that wait for the next step of a ``GameSession``. Any thread may send some.
public final class GameInputs<S: Simulation>: Sendable {
  // Words, not values: an input need not be `Sendable`.
  private let waiting = Mutex<[RecordWords]>([])

  init() {}

  /// Adds an input to those of the next step.
  ///
  /// - Throws: `SimulationError` if a recording could not hold the input: a number is not finite, or
  ///   out of its range. Nothing is added then.
  public func send(_ input: S.Input) throws(SimulationError) {
    let words = try input.checked().words
    waiting.withLock { $0.append(words) }
  }

  /// The inputs that wait, in the order in which they came; none waits then.
  func removeAll() -> [RecordWords] {
    waiting.withLock { inputs in
      defer { inputs.removeAll() }
      return inputs
    }
  }
}
