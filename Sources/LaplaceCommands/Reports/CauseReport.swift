import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation

/// Evidence for a cause of a difference.
struct CauseReport: Codable {
  /// A function that the build calls.
  struct Call: Codable {
    var name: String
    var danger: String
  }

  /// `rounding`, `order`, `sign of zero`, `arithmetic`, `unsteady`, `calls`, …
  var mechanism: String
  /// The evidence for people, in one line.
  var text: String
  var calls: [Call]?

  /// The evidence of the bits, the repeats and the probe of the build's arithmetic.
  static func all(phase: PhaseFinding?, runs: RunTally?, hello: AgentHello?) -> [CauseReport] {
    var causes: [CauseReport] = []
    let mechanisms = phase?.mechanisms ?? []
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
          mechanism: "arithmetic", text: "arithmetic: the build's own probe found: \(probed)"))
    }
    causes += mechanisms.map { CauseReport(mechanism: $0.name, text: $0.text) }
    return causes
  }

  /// The dangerous functions that the bad build calls and the good one does not; `nil` for none, or if
  /// a program cannot be read.
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

  // MARK: Causes of this build's own differences

  /// A line for each cause; none for another build, or for a difference as changed code makes it.
  static func lines(_ path: String, _ difference: Difference, _ build: Build) -> [String] {
    guard build.name == ListedBuild.ownName, difference.isUnlikeChange,
      let recording = try? Recording(path: path), recording.header.firstStep == 0
    else { return [] }
    let name = recording.header.description.name
    if let restored = difference.restored, difference.runs.agreement == .always {
      if restored.loss != nil { return [] }
      let entry = ToolContext.current.catalogue.first { $0.name == name }
      let run = try? entry?.start(parameters: recording.header.parameters, seed: 1)
      let gaps = run.map { CoverageGap.all(of: $0).filter { $0.kind == .unvisited } } ?? []
      if !gaps.isEmpty { return gaps.map(\.description) }
    }
    guard let session = try? Session(recording) else { return [] }
    return lines(name, session, until: difference.step)
  }

  /// The cause that short runs of this program show, each in a process of its own.
  static func lines(_ name: String, _ session: Session, until step: Int64) -> [String] {
    guard let program = ToolContext.current.program else { return [] }
    return Hunt.cause(name, session, until: step, program: [program, "agent"]).map { [$0.line] }
      ?? []
  }
}
