import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// Large sessions that show a fault, and the small ones that are left of them.
@Suite struct ShrinkTests {
  /// Inputs of every step, three of which matter.
  static func session(steps: Int64, seed: UInt64 = 3) -> Session {
    var random = SplitMix(seed: seed)
    var inputs: [ScriptedInput] = []
    for step in 0..<steps {
      let secrets: [Int64: Int64] = [
        steps / 5: 611, steps / 2: 222, steps * 4 / 5: 770,
      ]
      let input: Dials<RightDials>.Input
      if let dial = secrets[step] {
        input = .turn(dial: dial, angle: 33.271)
      } else if random.next() % 4 == 0 {
        input = .push
      } else {
        input = .turn(
          dial: Int64(random.next() % 200), angle: Float(random.next() % 4096) / 64 - 32)
      }
      inputs.append(ScriptedInput(step: step, input: input.recordWords))
    }
    var parameters = Dials<RightDials>.Parameters()
    parameters.count = 40
    return Session(parameters: parameters.words, seed: seed, inputs: inputs, stepCount: steps)
  }

  static let description = SimulationRun<Dials<RightDials>>(seed: 1).description

  static func shrinker<V: DialVariant>(
    _ session: Session, _ variant: V.Type, jobs: Int = 1, target: AgentTrial.Target = .fault
  ) -> Shrinker {
    shrinker(session, variant, jobs: jobs, target: target, isOver: { false })
  }

  static func shrinker<V: DialVariant>(
    _ session: Session, _ variant: V.Type, jobs: Int = 1, target: AgentTrial.Target = .fault,
    isOver: @escaping @Sendable () -> Bool
  ) -> Shrinker {
    func trial(_ keepsPrefixes: Bool) -> AgentTrial {
      AgentTrial(
        "dials", tested: .inProcess(catalogue: dialCatalogue(variant)),
        reference: .inProcess(catalogue: dialCatalogue(RightDials.self)), target: target,
        keepsPrefixes: keepsPrefixes)
    }
    return Shrinker(
      session, of: description, jobs: jobs, isOver: isOver,
      makeTrial: { trial($0) })
  }

  /// An agent that dies while its trial is stopped is not the end of the next session.
  @Test func stoppedTrialLeavesNoDeadAgent() throws {
    let program = Programs.particleAgent
    let trial = AgentTrial(
      "dials", tested: .program(name: "bad", arguments: [program, "dials-trap"]), reference: nil,
      target: .fault, keepsPrefixes: false)
    let crashing = Self.session(steps: 5)
    var (asked, sound) = (0, crashing)
    sound.inputs = []
    #expect(throws: TrialStopped.self) {
      // Stopped while it waits for the steps that crash.
      _ = try trial.run(crashing) {
        asked += 1
        return asked > 1
      }
    }
    #expect(try trial.run(sound) { false } == nil)
    #expect(try trial.run(crashing) { false }?.step == 4)
  }

  /// Three inputs are left, one after the other, with simple values; also when restored states do
  /// not know what went before.
  @Test(arguments: [false, true])
  func threeInputsAreLeft(forgets: Bool) throws {
    let session = Self.session(steps: 800)
    let shrinker =
      forgets
      ? Self.shrinker(session, ForgetfulDials.self) : Self.shrinker(session, LastBitDials.self)
    let report = try shrinker.shrink()
    #expect(report.isComplete)
    #expect(report.originalStep == 640)
    #expect(report.smallest.inputs.map(\.step) == [0, 0, 0])
    #expect(report.smallest.stepCount == 1 && report.sighting.step == 0)
    let inputs = try report.smallest.inputs.map { try Dials<RightDials>.Input($0.input) }
    // Any angle above 2 will do: 3 has one digit.
    #expect(inputs.map(\.dial) == [611, 222, 770])
    #expect(inputs.allSatisfy { $0.angle > 2 && $0.angle <= 33 && $0.angle == $0.angle.rounded() })
    let parameters = try Dials<RightDials>.Parameters(words: report.smallest.parameters)
    #expect(parameters.count <= 1 && parameters.gain == 0)
    #expect(report.smallest.seed == 1)
    guard case .difference(let signature) = report.symptom else {
      Issue.record("\(report.symptom)")
      return
    }
    #expect(signature.mechanism == .lastBits && signature.fields == ["dials.angle"])
    #expect(report.sighting.symptom.isLike(report.symptom))
  }

  /// The result does not depend on how many tries run at once.
  @Test(arguments: Sample.of(1...3 as ClosedRange<UInt64>))
  func jobsDoNotMatter(seed: UInt64) throws {
    let session = Self.session(steps: 300, seed: seed)
    let results = try [1, 3].map { jobs in
      try Self.shrinker(session, LastBitDials.self, jobs: jobs).shrink().smallest
    }
    #expect(results[0] == results[1], "seed \(seed)")
  }

  /// Inputs of one step have no time between them that could be shorter.
  @Test func inputsOfOneStepStayInOrder() throws {
    var session = Self.session(steps: 60)
    for index in session.inputs.indices { session.inputs[index].step /= 20 }
    session.stepCount = 4
    let smallest = try Self.shrinker(session, LastBitDials.self).shrink().smallest
    #expect(smallest.inputs.count == 3 && smallest.inputs.allSatisfy { $0.step == 0 })
  }

  /// A condition is kept, and the inputs that make it hold.
  @Test func conditionIsKept() throws {
    let condition = try StateCondition(
      "dials[*].angle > 34 && stage == 2", in: Self.description.state)
    let session = Self.session(steps: 400)
    let shrinker = Self.shrinker(
      session, RightDials.self, target: .state(.everything) { !condition.matches(in: $0).isEmpty })
    let report = try shrinker.shrink()
    #expect(report.symptom == .condition)
    #expect((2...4).contains(report.smallest.inputs.count), "\(report.smallest)")
    let run = try dialCatalogue(RightDials.self)[0].start(
      parameters: report.smallest.parameters, seed: report.smallest.seed)
    for step in 0..<report.smallest.stepCount {
      try run.step(report.smallest.inputs.filter { $0.step == step }.map(\.input))
    }
    var image = StateImage()
    try run.save(.everything, into: &image)
    let view = try #require(
      StateView(schema: run.description.state, selection: .everything, image: image))
    #expect(condition.matches(in: view) != [])
  }

  /// Another difference than the one that is looked for is none.
  @Test func otherDifferencesAreNotTaken() {
    let schema = Self.description.state
    func signature(
      _ change: (inout Dials<RightDials>.Parameters) -> Void, _ inputs: [ScriptedInput]
    )
      throws -> StateComparison
    {
      func state(_ parameters: Dials<RightDials>.Parameters, _ inputs: [ScriptedInput]) throws
        -> StateView
      {
        let run = SimulationRun<Dials<RightDials>>(parameters: parameters, seed: 1)
        try run.step(inputs.map(\.input))
        var image = StateImage()
        run.save(.everything, into: &image)
        return try #require(StateView(schema: schema, selection: .everything, image: image))
      }
      var other = Dials<RightDials>.Parameters()
      change(&other)
      return StateComparison(expected: try state(.init(), []), actual: try state(other, inputs))
    }
    let turn = Dials<RightDials>.Input.turn(dial: 2, angle: 5).recordWords
    #expect(throws: Never.self) {
      let level = try signature({ $0.gain = 2 }, [])
      let both = try signature({ $0.gain = 2 }, [ScriptedInput(step: 0, input: turn)])
      let rows = try signature({ $0.count = 3 }, [])
      #expect(level.fields == ["level"] && both.fields.count == 2)
      #expect(level.isLike(both) && both.isLike(level))
      #expect(!level.isLike(rows) && !rows.isLike(both))
    }
  }

  @Test func soundSessionHasNothingToShrink() {
    let shrinker = Self.shrinker(Self.session(steps: 100), RightDials.self)
    #expect(throws: Shrinker.Problem.nothingFound) { try shrinker.shrink() }
  }

  /// What is stopped gives the best so far.
  @Test func stoppedShrinkerGivesTheBest() throws {
    final class Count: @unchecked Sendable { var value = 0 }
    let count = Count()
    let shrinker = Self.shrinker(Self.session(steps: 400), LastBitDials.self) {
      count.value += 1
      return count.value > 400
    }
    var sizes: [Int] = []
    shrinker.improved = { best, _ in sizes.append(best.inputs.count) }
    let report = try shrinker.shrink()
    #expect(!report.isComplete)
    #expect(report.smallest.inputs.count == sizes.last)
    #expect(sizes.last! < 300 && sizes == sizes.sorted(by: >))
  }

  // MARK: Values

  /// Taking any simpler value after the other ends, and every one can be read.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func reductionsEnd(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let description = SimulationRun<Errands>(seed: 1).description
    for (type, word) in [
      (FieldType.float32, UInt64(random.next() as UInt64 >> 34)),
      (.float64, random.next() >> 2), (.int64, random.next()), (.uint8, random.next() & 255),
      (.int32, UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: random.next())))),
    ] {
      var (word, count) = (word, 0)
      while let next = ValueReduction.numbers(simplerThan: word, type).randomElement(using: &random)
      {
        (word, count) = (next, count + 1)
        guard count < 10_000 else { break }
      }
      #expect(count < 10_000, "seed \(seed), \(type)")
      #expect(ValueReduction.numbers(simplerThan: 0, type) == [])
    }
    let entry = CatalogueEntry(Errands.self, summary: "", defaultStepCount: 1)
    var words = entry.defaultParameters
    let members = FieldShape.members(description.parameters)
    for _ in 0..<1000 {
      guard let next = ValueReduction.reductions(of: members, words).randomElement(using: &random)
      else { break }
      words = next
      #expect(throws: Never.self, "seed \(seed)") { try entry.start(parameters: words, seed: 1) }
    }
    #expect(ValueReduction.reductions(of: members, words).isEmpty)
  }

  @Test func numbersBecomeShort() {
    func simpler(_ value: Float) -> [Float] {
      ValueReduction.numbers(simplerThan: UInt64(value.bitPattern), .float32).map {
        Float(bitPattern: UInt32($0))
      }
    }
    #expect(simpler(483.27).contains(500) && simpler(483.27).contains(480))
    #expect(simpler(483.27).first == 0)
    #expect(!simpler(0.1).contains(0.1) && !simpler(500).contains(483))
    #expect(simpler(-3).contains(3) && !simpler(3).contains(-3))
  }
}

extension Dials<RightDials>.Input {
  fileprivate var dial: Int64 { if case .turn(let dial, _) = self { dial } else { -1 } }
  fileprivate var angle: Float { if case .turn(_, let angle) = self { angle } else { 0 } }
}
