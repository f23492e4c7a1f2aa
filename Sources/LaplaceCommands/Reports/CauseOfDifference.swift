import Recording
import Replay
import Sessions
import Simulation

/// The known cause of a difference between this build and a recording.
enum CauseOfDifference {
  /// A line for each cause; none for another build, or for a difference as changed code makes it.
  static func lines(_ path: String, _ difference: Difference, _ build: Build) -> [String] {
    guard build.name == ListedBuild.ownName, difference.isUnlikeChange,
      let recording = try? Recording(path: path), recording.header.firstStep == 0
    else { return [] }
    let name = recording.header.description.name
    if difference.restored != nil, difference.runs.agreement == .always {
      if difference.restored?.loss != nil { return [] }
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
