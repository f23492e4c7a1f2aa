import Recording
import Replay
import Simulation
import Synchronization

/// Expects that something holds after every step, and finds the smallest session in which it does
/// not.
///
/// ```swift
/// @Test func nobodyOwes() throws {
///   try expectAlways(MyGame.self, steps: 600, inputs: fuzzed) { game in game.gold >= 0 }
/// }
/// ```
///
/// - Parameters:
///   - type: the simulation.
///   - parameters: what the run is set to.
///   - seed: of everything random.
///   - steps: how many.
///   - budget: how long to look for a smaller session.
///   - inputs: the inputs of a step.
///   - isRight: what holds after every step.
/// - Throws: ``DeterminismFailure`` with the inputs of the smallest session, as JSON lines.
/// - Complexity: O(steps) where it holds.
public func expectAlways<S: Simulation>(
  _ type: S.Type, parameters: S.Parameters = S.Parameters(), seed: UInt64 = 1, steps: Int64 = 600,
  budget: Duration = .seconds(10), inputs: (_ step: Int64) -> [S.Input] = { _ in [] },
  _ isRight: @escaping (S) -> Bool
) throws {
  var script: [ScriptedInput] = []
  for step in 0..<max(0, steps) {
    for input in inputs(step) {
      script.append(ScriptedInput(step: step, input: try input.checkedWords()))
    }
  }
  let session = Session(
    parameters: try parameters.checkedWords(), seed: seed, inputs: script, stepCount: max(0, steps))
  let description = SimulationRun<S>(parameters: parameters, seed: seed).description
  // The budget is for making it smaller: whether it holds at all is always found out.
  let end = Mutex<ContinuousClock.Instant?>(nil)
  let shrinker = Shrinker(
    session, of: description, jobs: 1,
    isOver: { end.withLock { end in end.map { ContinuousClock.now > $0 } ?? false } },
    makeTrial: { _ in PropertyTrial<S>(isRight) })
  shrinker.improved = { _, _ in end.withLock { $0 = $0 ?? ContinuousClock.now + budget } }
  let report: Shrinker.Report
  do {
    report = try shrinker.shrink()
  } catch Shrinker.Problem.nothingFound {
    return
  } catch Shrinker.Problem.wavers {
    throw DeterminismFailure(
      lines: ["\(description.name): it does not hold after every step, and not in every run"])
  }
  throw DeterminismFailure(lines: lines(report, description))
}

private func lines(_ report: Shrinker.Report, _ description: SimulationDescription) -> [String] {
  let small = report.smallest
  var cursor = WordCursor(small.parameters)
  let settings = FieldShape.settings(FieldShape.members(description.parameters), &cursor)
  return [
    "\(description.name): it does not hold after step \(report.originalStep)",
    "  nor after step \(report.sighting.step) of a session with \(small.inputs.count) of "
      + "\(report.original.inputs.count) inputs, seed \(small.seed), "
      + (settings.isEmpty ? "no parameters" : settings.joined(separator: " ")),
  ] + small.inputs.map { "  " + InputScript.line($0, kinds: description.inputs) }
}

/// Runs sessions in this process and looks for a state that is not right.
private final class PropertyTrial<S: Simulation>: SessionTrial {
  private let isRight: (S) -> Bool
  var keepsPrefixes: Bool { false }

  init(_ isRight: @escaping (S) -> Bool) { self.isRight = isRight }

  func run(_ session: Session, isOver: () -> Bool) throws -> Sighting? {
    guard let run = try? SimulationRun<S>(parameterWords: session.parameters, seed: session.seed)
    else { return nil }
    for (step, inputs) in session.inputs(of: 0..<session.stepCount).enumerated() {
      if step & 63 == 0 && isOver() { throw TrialStopped() }
      guard (try? run.step(inputs)) != nil else { return nil }
      if !isRight(run.simulation) { return Sighting(step: Int64(step), symptom: .condition) }
    }
    return nil
  }
}
