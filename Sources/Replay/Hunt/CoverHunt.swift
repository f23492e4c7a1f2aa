import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation
import SystemC

/// Looks for inputs that reach what none before them reached.
///
/// A session that reaches something, or something more often than any before, is kept, and further
/// sessions are made from it by small changes.
package struct CoverHunt {
  package struct Found: Sendable {
    package var session: Session
    /// Counters that counted for the first time.
    package var counters: [Int]
    /// How many sessions had been run, with this one.
    package var number: Int
    /// How the program ended, where it did.
    package var ending: String?
  }

  package struct Report: Sendable {
    package var found: [Found] = []
    package var sessionCount = 0
  }

  /// Starts the program; what its counters have seen goes on from the process before.
  let launch: (CounterFile?) throws -> (any Agent, CounterFile)
  let simulation: String
  let grammar: InputGrammar
  let seed: UInt64
  /// Whether sessions are made from those that reached something; else each is drawn anew.
  let isGuided: Bool

  package init(
    _ simulation: String, grammar: InputGrammar, seed: UInt64, isGuided: Bool = true,
    launch: @escaping (CounterFile?) throws -> (any Agent, CounterFile)
  ) {
    (self.simulation, self.grammar, self.seed) = (simulation, grammar, seed)
    (self.isGuided, self.launch) = (isGuided, launch)
  }

  /// - Parameters:
  ///   - known: sessions whose reach is nothing new, the first one of which gives seed, parameters
  ///     and length of all that are made.
  ///   - limit: sessions at most.
  ///   - isOver: asked before each session.
  /// - Throws: `AgentError` where a known session cannot be run, or the program not be started;
  ///   ``CounterFile/Trouble``.
  package func run(
    _ known: [Session], limit: Int, isOver: () -> Bool, progress: (Report) -> Void = { _ in }
  ) throws -> Report {
    var report = Report()
    guard let model = known.first, !grammar.isEmpty else { return report }
    var (agent, counters) = try launch(nil)
    defer { agent.stop() }
    // What a program does after a reply, it does while the counters are read, or later: sessions would
    // not be the same again from the same seed. It is what every request passes through.
    _ = counters.news()
    for _ in 0..<3 { _ = try agent.hello() }
    usleep(50_000)
    counters.dropChanged()
    for session in known {
      try play(session, agent)
      _ = counters.news()
    }
    var scripts = known.map(\.inputs)
    let random = RandomStream(seed: seed, stream: "cover")
    while report.sessionCount < limit, !isOver() {
      var draws = random.draws(step: Int64(report.sessionCount))
      var session = model
      if isGuided, draws.word() % 8 != 0 {
        // What was kept last leads on more often than what was kept first.
        let recent = draws.word() % 2 == 0 ? min(4, scripts.count) : scripts.count
        let script = scripts[scripts.count - 1 - Int(draws.word() % UInt64(recent))]
        session.inputs = grammar.changed(script, stepCount: model.stepCount, &draws)
      } else {
        session.inputs = grammar.session(seed: draws.word(), stepCount: model.stepCount)
      }
      report.sessionCount += 1
      var ending: String?
      do throws(AgentError) {
        try play(session, agent)
      } catch {
        // Inputs that are refused take no step.
        if case .refused = error { continue }
        ending = "\(error)"
      }
      let news = counters.news()
      let first = news.filter(\.isFirst).map(\.counter)
      if !news.isEmpty { scripts.append(session.inputs) }
      if !first.isEmpty {
        report.found.append(
          Found(session: session, counters: first, number: report.sessionCount, ending: ending))
      }
      if ending != nil {
        agent.stop()
        (agent, counters) = try launch(counters)
      }
      progress(report)
    }
    return report
  }

  private func play(_ session: Session, _ agent: any Agent) throws(AgentError) {
    _ = try agent.start(
      simulation: simulation, parameters: session.parameters, seed: session.seed)
    try session.run(0..<session.stepCount, on: agent)
  }
}

extension InputGrammar {
  /// A script with one to four small changes: an input more, one less, one at another step, with
  /// another word, or twice.
  func changed(
    _ script: [ScriptedInput], stepCount: Int64, _ draws: inout RandomDraws
  ) -> [ScriptedInput] {
    func pick(_ count: Int) -> Int { Int(draws.word() % UInt64(count)) }
    var script = script.filter { $0.step < stepCount }
    for _ in 0...pick(4) {
      let index = script.isEmpty ? 0 : pick(script.count)
      switch script.isEmpty ? 0 : pick(6) {
      case 0, 1:
        var input = examples[pick(examples.count)]
        mix(&input, pick)
        script.append(ScriptedInput(step: Int64(pick(Int(stepCount))), input: input))
      case 2: script.remove(at: index)
      case 3: script[index].step = Int64(pick(Int(stepCount)))
      case 4: mix(&script[index].input, pick)
      default:
        var copy = script[index]
        copy.step = Int64(pick(Int(stepCount)))
        script.append(copy)
      }
    }
    // Those of one step stay in their order.
    return script.enumerated().sorted {
      ($0.element.step, $0.offset) < ($1.element.step, $1.offset)
    }
    .map(\.element)
  }

  /// Takes some words from other examples of the kind.
  private func mix(_ input: inout RecordWords, _ pick: (Int) -> Int) {
    guard let others = mixable[input.kind] else { return }
    for word in input.words.indices where pick(2) == 0 {
      input.words[word] = others[pick(others.count)].words[word]
    }
  }
}
