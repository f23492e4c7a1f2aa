import DeterministicMath
import Recording
import Replay
import Sessions
import Simulation

/// Expects that a session ends as it should: the tests that `laplace shrink` writes.
///
/// ```swift
/// try expectSession(
///   MyGame.self, seed: 1, parameters: ["count=3"], steps: 29,
///   inputs: #"{"step":3,"kind":"tap","x":10,"y":20}"#,
///   digest: "a499202372c3f4b68085e5c99330dde3")
/// ```
///
/// - Parameters:
///   - type: the simulation.
///   - seed: of everything random.
///   - parameters: `name=value` for each one that is not the default.
///   - steps: how many.
///   - inputs: JSON lines, as `laplace record --input` reads them.
///   - digest: of the state after the last step, as a sound build has it; `nil` where the session
///     only has to reach its end.
///   - condition: what must hold after no step: `bodies[3].positionY > 480`.
/// - Throws: ``DeterminismFailure``.
/// - Complexity: O(steps).
public func expectSession<S: Simulation>(
  _ type: S.Type, seed: UInt64 = 1, parameters: [String] = [], steps: Int64, inputs: String = "",
  digest: String? = nil, never condition: String? = nil
) throws {
  let entry = CatalogueEntry(type, summary: "", defaultStepCount: steps)
  let run = try start(entry, parameters, seed)
  let description = run.description
  let script: [ScriptedInput]
  var forbidden: StateCondition?
  do {
    script = try InputScript.parse(
      inputs, kinds: description.inputs, stepDuration: description.stepDuration)
    forbidden = try condition.map { try StateCondition($0, in: description.state) }
  } catch {
    throw DeterminismFailure(lines: ["\(entry.name): \(condition ?? "inputs"): \(error)"])
  }
  var next = 0
  var image = StateImage()
  for step in 0..<max(0, steps) {
    var taken: [RecordWords] = []
    while next < script.count, script[next].step <= step {
      taken.append(script[next].input)
      next += 1
    }
    do {
      try run.step(taken)
    } catch {
      throw DeterminismFailure(lines: ["\(entry.name): step \(step): \(error)"])
    }
    guard let forbidden, let condition else { continue }
    try run.save(.everything, into: &image)
    let view = StateView(schema: description.state, selection: .everything, image: image)
    if let view, !forbidden.matches(in: view).isEmpty {
      throw DeterminismFailure(lines: ["\(entry.name): \(condition) holds after step \(step)"])
    }
  }
  if let digest, run.digest().description != digest {
    throw DeterminismFailure(
      lines: [
        "\(entry.name): the state after step \(steps - 1) is not the one of a sound build",
        "  digests \(digest) -> \(run.digest())",
      ])
  }
}

/// A run with parameters as `name=value`.
private func start(
  _ entry: CatalogueEntry, _ settings: [String], _ seed: UInt64
) throws -> any RunningSimulation {
  let schema = try entry.start(parameters: entry.defaultParameters, seed: seed).description
  let members = FieldShape.members(schema.parameters)
  var words = entry.defaultParameters
  for setting in settings {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    do throws(SettingProblem) {
      try FieldShape.set(
        String(parts[0]), to: parts.count > 1 ? String(parts[1]) : "", of: members, in: &words)
    } catch {
      throw DeterminismFailure(lines: ["\(entry.name): parameter '\(setting)': \(error)"])
    }
  }
  return try entry.start(parameters: words, seed: seed)
}
