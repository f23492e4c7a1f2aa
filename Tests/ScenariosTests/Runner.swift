import Dynamics
import Scenarios
import Simulation
import Testing

/// Runs a scenario and tells of each step.
struct Runner<S: StageScenario> {
  var simulation: S

  init(_ parameters: S.Parameters = S.Parameters(), seed: UInt64 = 1) {
    simulation = S(parameters: parameters, seed: seed)
  }

  mutating func run(
    _ steps: Int, _ inputs: [Int: [Gesture]] = [:], _ body: (Int, S) -> Void = { _, _ in }
  ) {
    for step in 0..<steps {
      simulation.step(inputs[step] ?? [])
      body(step, simulation)
    }
  }
}

/// The inputs of a gesture script by step, read through the schema as a recording tool would.
func script(_ text: String, stepDuration: StepDuration) -> [Int: [Gesture]] {
  var inputs: [Int: [Gesture]] = [:]
  for line in text.split(separator: "\n") {
    var fields: [String: String] = [:]
    for part in line.dropFirst().dropLast().split(separator: ",") {
      let pair = part.split(separator: ":", maxSplits: 1).map { $0.filter { $0 != "\"" } }
      fields[pair[0]] = pair[1]
    }
    let first =
      fields["step"].flatMap { Int64($0) }
      ?? fields["time"].flatMap { Double($0) }.map { stepDuration.firstStep(atOrAfter: $0) }
    guard let first, let kindName = fields["kind"],
      let kind = Gesture.kindSchemas.firstIndex(where: { $0.name == kindName })
    else {
      Issue.record("not a gesture: \(line)")
      continue
    }
    let schema = Gesture.kindSchemas[kind]
    var words: [UInt64] = []
    for field in schema.fields {
      guard let text = fields[field.name] else {
        Issue.record("\(field.name) is missing: \(line)")
        continue
      }
      switch field.type {
      case .int64: words.append(UInt64(bitPattern: Int64(text) ?? 0))
      default: words.append((Double(text) ?? .nan).bitPattern)
      }
    }
    #expect(fields.count == schema.fields.count + 2, "surplus field: \(line)")
    do {
      let gesture = try Gesture(RecordWords(kind: kind, words: words))
      inputs[Int(first), default: []].append(gesture)
    } catch {
      Issue.record("\(error): \(line)")
    }
  }
  return inputs
}
