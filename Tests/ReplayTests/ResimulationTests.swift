import AgentProtocol
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// An engine that says that it cannot restore is never asked to, and proven from the start.
@Suite struct ResimulationTests {
  private func agent(_ variant: String = "sound") throws -> PipeAgent {
    try PipeAgent(
      name: "foreign", arguments: [Programs.particleAgent, variant, "no-restore"])
  }

  private func build(_ variant: String = "sound") -> Build {
    Build.program(
      name: "foreign", arguments: [Programs.particleAgent, variant, "no-restore"])
  }

  @Test func isVerifiedFromTheStart() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let verifier = Verifier(recording)
    #expect(try verifier.verify(try agent()) == .same)
    #expect(try verifier.verify(try agent(), mode: .restores) == .same)
    guard case .different(let difference) = try verifier.verify(try agent("last-bit-700")) else {
      Issue.record("the fault was not seen")
      return
    }
    #expect(difference.comparison.differences.first?.place == "particles[2].vx")
  }

  struct Mode: Sendable {
    var keyframes = false
    var splits = false
  }

  @Test(arguments: Sample.of([Mode(), Mode(keyframes: true), Mode(splits: true)]))
  func wholeRunStandsForKeyframes(mode: Mode) throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    var options = Verification.Options(jobs: 3)
    (options.restores, options.splits) = (mode.keyframes ? .everyBuild : .oneBuild, mode.splits)
    var last: (Int64, Int64) = (0, 0)
    let report = Verification(
      [("a", recording)], builds: [build(), build("last-bit-700")], options: options
    ).run { done, total in
      #expect(done <= total)
      last = (done, total)
    }
    #expect(last.1 > 0)
    #expect(report.recordings[0].runs[0].verdict == .same)
    #expect(report.recordings[0].runs[0].stepCount == 1000)
    #expect(report.recordings[0].runs[0].restoredStepCount == 0)
    #expect(report.builds.allSatisfy { !$0.restores })
    guard case .different(let difference) = report.recordings[0].runs[1].verdict else {
      Issue.record("the fault was not seen: \(report.recordings[0].runs[1].verdict)")
      return
    }
    #expect(difference.step == 700 && difference.restored == nil)
    #expect(difference.runs.agreement == .always)
  }

  /// One that does not say so is told how.
  @Test func refusalNamesTheFact() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"), stepCount: 300)
    var options = Verification.Options(jobs: 1)
    options.restores = .everyBuild
    let silent = Build.program(
      name: "silent", arguments: [Programs.particleAgent, "sound", "refuses-restore"])
    let report = Verification([("a", recording)], builds: [silent], options: options).run()
    guard case .failed(let failure) = report.recordings[0].runs[0].verdict else {
      Issue.record("it did not fail: \(report.recordings[0].runs[0].verdict)")
      return
    }
    #expect(failure.kind == .incompatible)
    #expect(failure.message.contains("it cannot restore (to restore the state before step"))
    #expect(failure.message.contains("restores = no"))
  }

  @Test func bisectionGoesOverTheStart() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    #expect(try Bisector(recording).bisect(try agent()).difference == nil)
    let report = try Bisector(recording).bisect(try agent("last-bit-700"))
    #expect(report.difference?.step == 700)
    #expect(report.difference?.comparison.differences.first?.place == "particles[2].vx")
  }

  @Test func playerGoesBackOverTheStart() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let player = try Player(recording, agent: try agent())
    for target in [500, 499, 0, 1000, 3] as [Int64] {
      try player.seek(to: target)
      #expect(try player.run.digest() == recording.digest(after: target - 1))
    }
    #expect(player.firstDivergence == nil)
  }

  @Test func isRecordedAsOneThatCannotRestore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let parameters = Particles<Sound>.Parameters().words
    let run = try AgentRun(
      try agent(), simulation: "particles", parameters: parameters, seed: 1)
    let recorder = try AnySessionRecorder(run, path: path)
    try run.prepare(Array(repeating: [], count: 300))
    for _ in 0..<300 { try recorder.step([]) }
    try recorder.finish()
    let recording = try Recording(path: path)
    #expect(recording.header.build.contains { $0.name == "restores" && $0.value == "no" })
    let own = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(own, mode: .restores) == .same)
  }
}
