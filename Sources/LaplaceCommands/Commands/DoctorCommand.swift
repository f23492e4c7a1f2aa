import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

struct DoctorCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that this machine and this build can record and reproduce.")

  static let documents = Documents("The checks of this machine.", [Check].self)

  @OptionGroup var output: FormatOption

  struct Check: VersionedDocument {
    var version = documentVersion
    var name: String
    var isGood: Bool
    var detail: String
  }

  func run() throws {
    let context = ToolContext.current
    var checks: [Check] = []
    let probe = FloatingPointProbe()
    for observation in probe.observations {
      checks.append(
        Check(
          name: observation.name, isGood: observation.isConforming, detail: observation.found))
    }
    for fact in buildFacts() where fact.name != floatingPointFactName {
      checks.append(Check(name: fact.name, isGood: true, detail: fact.value))
    }
    checks.append(builds())
    checks.append(Check(name: "zstd", isGood: true, detail: zstdVersion))
    checks.append(
      Check(
        name: "simulations", isGood: !context.catalogue.isEmpty,
        detail: "\(context.catalogue.count)"))
    checks.append(roundTrip(context))
    if output.format == .json {
      context.console.show(json(checks))
    } else {
      let width = checks.map(\.name.count).max() ?? 0
      for check in checks {
        let mark = check.isGood ? "ok  " : "BAD "
        context.console.result("\(mark) \(check.name.padding(to: width))  \(check.detail)")
      }
    }
    if let bad = checks.first(where: { !$0.isGood }) {
      throw CommandFailure(.trouble, "doctor: \(bad.name): \(bad.detail)")
    }
  }

  /// Whether other builds stand ready to verify against; their absence is no fault.
  private func builds() -> Check {
    let path = ".build-agents/builds.json"
    guard Files.exists(path) else {
      return Check(name: "other builds", isGood: true, detail: "none here: no \(path)")
    }
    guard let entries = try? BuildManifest.read(path).builds else {
      return Check(name: "other builds", isGood: false, detail: "\(path) cannot be read")
    }
    let ready = entries.count { $0.command != nil }
    let rest = entries.count - ready
    return Check(
      name: "other builds", isGood: true,
      detail: "\(ready) ready" + (rest == 0 ? "" : ", \(rest) skipped") + " (\(path))")
  }

  /// Records, reads and verifies a second of the first simulation in a temporary folder.
  private func roundTrip(_ context: ToolContext) -> Check {
    let name = "round trip"
    guard let entry = context.catalogue.first else {
      return Check(name: name, isGood: false, detail: "there is no simulation to try")
    }
    let path = Files.temporaryName("doctor") + ".mcap"
    defer { Files.remove(path) }
    do {
      let run = try entry.start(parameters: entry.defaultParameters, seed: 1)
      let recorder = try AnySessionRecorder(run, path: path)
      for _ in 0..<60 { try recorder.step([]) }
      try recorder.finish()
      let file = try Recording(path: path)
      let agent = InProcessAgent(catalogue: context.catalogue)
      if case .same = try Verifier(file).verify(agent) {
        return Check(
          name: name, isGood: true,
          detail: "60 steps of \(entry.name) recorded, read and reproduced")
      }
      return Check(name: name, isGood: false, detail: "\(entry.name) does not reproduce itself")
    } catch {
      return Check(name: name, isGood: false, detail: "\(path): \(error)")
    }
  }
}
