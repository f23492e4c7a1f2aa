import DeterministicMath
import Simulation
import Testing

/// Inputs, events and parameters as words, there and back, and everything that is refused.
@Suite struct SimulationRecordTests {
  typealias Input = ToySimulation.Input

  @Test("records survive the way through words", arguments: UInt64(0)..<100)
  func roundTrip(seed: UInt64) throws {
    var random = RandomStream(seed: seed, stream: "records").draws(step: 0)
    let input = Input.spawn(
      x: random.uniform(in: Float(-1e30)...1e30), weight: random.uniform(in: -1e300...1e300),
      count: Int64(bitPattern: random.word()), heavy: random.word() & 1 == 1)
    let words = input.recordWords
    #expect(words.kind == 0 && words.words.count == 4)
    #expect(try Input(words) == input, "seed \(seed)")
    #expect(try Input(words).recordWords == words, "seed \(seed)")
  }

  @Test("negative zero, subnormal and extreme numbers keep their bits")
  func extremes() throws {
    for x in [-Float(0), .leastNonzeroMagnitude, -.greatestFiniteMagnitude] {
      for weight in [-0.0, .leastNonzeroMagnitude, -.greatestFiniteMagnitude] {
        let words = Input.spawn(x: x, weight: weight, count: .min).recordWords
        let back = try Input(words)
        #expect(back.x.bitPattern == x.bitPattern)
        #expect(back.weight.bitPattern == weight.bitPattern)
        #expect(back.count == .min)
      }
    }
    #expect(try Input(Input(kind: 1).recordWords) == Input(kind: 1))
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var words: RecordWords
    var error: SimulationError
    var testDescription: String { name }

    init(_ name: String, _ kind: Int, _ words: [UInt64], _ error: SimulationError) {
      self.name = name
      self.words = RecordWords(kind: kind, words: words)
      self.error = error
    }
  }

  private static let one = UInt64(Float(1).bitPattern)
  private static let nan = Double.nan.bitPattern

  static let refusals: [Refusal] = [
    Refusal("NaN Float", 0, [UInt64(Float.nan.bitPattern), 0, 0, 0], .fieldNotFinite(name: "x")),
    Refusal(
      "signalling NaN", 0, [UInt64(Float.signalingNaN.bitPattern), 0, 0, 0],
      .fieldNotFinite(name: "x")),
    Refusal(
      "infinite Float", 0, [UInt64((-Float.infinity).bitPattern), 0, 0, 0],
      .fieldNotFinite(name: "x")),
    Refusal("Float word too wide", 0, [one | 1 << 32, 0, 0, 0], .fieldOutOfRange(name: "x")),
    Refusal("NaN Double", 0, [one, nan, 0, 0], .fieldNotFinite(name: "weight")),
    Refusal(
      "infinite Double", 0, [one, Double.infinity.bitPattern, 0, 0],
      .fieldNotFinite(name: "weight")),
    Refusal("Bool of 2", 0, [one, 0, 0, 2], .fieldOutOfRange(name: "heavy")),
    Refusal("Bool of all ones", 0, [one, 0, 0, .max], .fieldOutOfRange(name: "heavy")),
    Refusal("missing field", 0, [one, 0, 0], .fieldMissing(name: "heavy")),
    Refusal("no fields", 0, [], .fieldMissing(name: "x")),
    Refusal("surplus field", 0, [one, 0, 0, 0, 0], .fieldsSurplus),
    Refusal("surplus field of an empty kind", 1, [0], .fieldsSurplus),
    Refusal("the first failure is told", 0, [.max, nan, 0, 7], .fieldOutOfRange(name: "x")),
    Refusal("unknown kind", 2, [], .kindUnknown(2)),
    Refusal("negative kind", -1, [], .kindUnknown(-1)),
    Refusal("smallest kind", .min, [], .kindUnknown(.min)),
  ]

  @Test("a record that does not fit is refused by name", arguments: refusals)
  func refused(_ refusal: Refusal) {
    #expect(throws: refusal.error) { try Input(refusal.words) }
  }

  @Test("a refused input leaves the run as it was, also after good ones", arguments: refusals)
  func refusedInStep(_ refusal: Refusal) throws {
    let run = try runToy(steps: 10)
    let digest = run.digest()
    let events = run.events()
    #expect(throws: refusal.error) {
      try run.step([Input.spawn(x: 5).recordWords, refusal.words])
    }
    #expect(run.digest() == digest)
    #expect(run.stepCount == 10)
    #expect(run.events() == events)
  }

  @Test("schemas of inputs, events and parameters")
  func schemas() throws {
    let description = try runToy(steps: 0).description
    #expect(description.name == "toy")
    #expect(description.stepDuration == StepDuration(1, 60))
    #expect(description.inputs.map(\.name) == ["spawn", "clear"])
    #expect(description.inputs[0].fields.map(\.name) == ["x", "weight", "count", "heavy"])
    #expect(description.inputs[0].fields.map(\.type) == [.float32, .float64, .int64, .bool])
    #expect(description.inputs[1].fields.isEmpty)
    #expect(description.events.map(\.name) == ["spawned"])
    #expect(description.parameters.map(\.name) == ["gravity", "limit"])
    #expect(NoEvent.kindSchemas.isEmpty)
    #expect(throws: SimulationError.kindUnknown(0)) {
      try NoEvent(RecordWords(kind: 0, words: []))
    }
  }

  @Test("events are the last step's")
  func events() throws {
    let run = try runToy(steps: 3)
    #expect(run.events().map(\.words) == [[1], [2], [3]])
    try run.step([])
    #expect(run.events().isEmpty)
  }

  @Test("a catalogue entry starts runs with any parameters that fit")
  func catalogue() throws {
    let entry = CatalogueEntry(ToySimulation.self, summary: "a toy", defaultStepCount: 40)
    #expect(entry.name == "toy")
    #expect(entry.defaultParameters == [UInt64(Float(10).bitPattern), 8])
    let run = try entry.start(parameters: entry.defaultParameters, seed: 1)
    for step in 0..<40 { try run.step(toyInputs(step)) }
    #expect(try run.digest() == runToy(steps: 40).digest())
    let other = try entry.start(parameters: [UInt64(Float(1).bitPattern), 2], seed: 1)
    for step in 0..<40 { try other.step(toyInputs(step)) }
    #expect(other.digest() != run.digest())
    #expect(throws: SimulationError.fieldMissing(name: "limit")) {
      try entry.start(parameters: [0], seed: 1)
    }
    #expect(throws: SimulationError.fieldsSurplus) {
      try entry.start(parameters: [0, 0, 0], seed: 1)
    }
    #expect(throws: SimulationError.fieldNotFinite(name: "gravity")) {
      try entry.start(parameters: [UInt64(Float.nan.bitPattern), 0], seed: 1)
    }
  }
}

/// An input whose payload is read, and not written back.
private enum Forgetful: SimulationRecord {
  case aim(angle: Float)
  static var kinds: [StaticString] { ["aim"] }
  init(kind: Int) { self = .aim(angle: 0) }
  var kind: Int { 0 }
  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    guard case .aim(var angle) = self else { return }
    visitor.field("angle", &angle)
  }
}

@Suite struct WrittenBackTests {
  @Test("an input that loses its payload is refused, typed and from words alike")
  func forgetful() {
    let error = SimulationError.fieldsIncomplete(name: "aim")
    let words = RecordWords(kind: 0, words: [UInt64(Float(1.5).bitPattern)])
    #expect(throws: error) { try Forgetful(words) }
    #expect(throws: error) { try Forgetful.aim(angle: 1.5).checkedWords() }
  }
}
