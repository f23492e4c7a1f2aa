import AgentProtocol
import Replay
import Sessions
import Simulation

/// What the search for a phase came to, as JSON.
struct PhaseReport: Codable {
  /// Its name; `nil` where it is not known.
  var name: String?
  /// Which of its passes, and which round of the step; `nil` where it has one.
  var subStep: Int?
  var round: Int?
  /// The last phase up to whose end the builds agree.
  var equalUpTo: String?
  /// The phase that the build took instead.
  var tookInstead: String?
  var differenceCount: Int?
  var differences: [Divergence.Place]?
  /// Whether the step, taken again, ended as it did before.
  var isSameRun: Bool?
  /// Why the phase is not known.
  var unknown: String?

  init(_ finding: PhaseFinding) {
    switch finding {
    case .unknown(let reason): unknown = reason
    case .found(let found):
      name = found.border.phase
      subStep = found.border.pass > 0 ? found.border.pass : nil
      round = found.border.round > 0 ? found.border.round : nil
      equalUpTo = found.previous?.title
      tookInstead = found.otherBorder?.title
      differenceCount = found.comparison?.count
      differences = found.comparison?.differences.prefix(16).map(Divergence.Place.init)
      isSameRun = found.isSameRun
    }
  }
}

/// Something that speaks for a cause of a difference.
struct CauseReport: Codable {
  /// A function that the build calls.
  struct Call: Codable {
    var name: String
    var danger: String
  }

  /// `rounding`, `order`, `sign of zero`, `arithmetic`, `unsteady`, `calls`, …
  var mechanism: String
  /// For people, in one line.
  var text: String
  var calls: [Call]?

  /// What the bits, the repeats and the probe of the build's arithmetic say.
  static func all(phase: PhaseFinding?, runs: RunTally?, hello: AgentHello?) -> [CauseReport] {
    var causes: [CauseReport] = []
    var mechanisms: [BitMechanism] = []
    if case .found(let found) = phase { mechanisms = found.mechanisms }
    let isReordered = mechanisms.contains { $0.name == "order" }
    if let runs, runs.agreement != .always {
      let kinds =
        if mechanisms.isEmpty {
          "a race, a walk over a dictionary, a static variable, uninitialised memory or a clock"
        } else if isReordered {
          "a race or a walk over a dictionary"
        } else {
          "uninitialised memory, a clock or a race"
        }
      causes.append(
        CauseReport(
          mechanism: "unsteady", text: "unsteady: runs of one build differ; look for \(kinds)"))
    }
    let probed = hello?.build.first { $0.name == floatingPointFactName }?.value
    if let probed, probed != FloatingPointProbe.conformingSummary {
      causes.append(
        CauseReport(
          mechanism: "arithmetic", text: "arithmetic: the build's own probe says: \(probed)"))
    }
    causes += mechanisms.map { CauseReport(mechanism: $0.name, text: $0.text) }
    return causes
  }

  /// What the bad build calls, and the good one does not; `nil` where nothing can be told, or there
  /// is nothing.
  static func calls(bad: String?, good: String?, goodName: String) -> CauseReport? {
    guard let bad, let good, let theirs = UndefinedSymbols(program: bad),
      let ours = UndefinedSymbols(program: good)
    else { return nil }
    let missing = theirs.dangersMissing(in: ours)
    if missing.isEmpty { return nil }
    let list = missing.map { "\($0.name) (\($0.danger.rawValue))" }.joined(separator: ", ")
    return CauseReport(
      mechanism: "calls", text: "calls: what \(goodName) does not call: \(list)",
      calls: missing.map { Call(name: $0.name, danger: $0.danger.rawValue) })
  }
}
