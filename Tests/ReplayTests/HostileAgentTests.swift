import Foundation
import Recording
import Replay
import Simulation
import TestSupport
import Testing

/// Whatever is at the other end of the pipe: one clear line, the right kind of failure, no process
/// left behind, and the other builds' results kept.
@Suite struct HostileAgentTests {
  struct Hostile: Sendable, CustomStringConvertible {
    var misbehaviour: String
    var kind: AgentFailure.Kind
    var says: String
    var timeout: Double = 20
    var description: String { misbehaviour }
  }

  static let table = [
    Hostile(misbehaviour: "exit-at-once", kind: .broken, says: "exit status 5"),
    Hostile(
      misbehaviour: "exit-after-hello", kind: .broken,
      says: "exit status 3; its last words: could not open the level"),
    Hostile(misbehaviour: "exit-on-run", kind: .broken, says: "exit status 7"),
    Hostile(misbehaviour: "close-output", kind: .broken, says: "it closed its output"),
    Hostile(
      misbehaviour: "text", kind: .broken,
      says: "not a message of the agent protocol; its last words: Hello, this is a simulation"),
    Hostile(misbehaviour: "enormous", kind: .broken, says: "not a message of the agent protocol"),
    Hostile(
      misbehaviour: "truncated", kind: .broken, says: "exit status 0, 13 bytes into a reply"),
    Hostile(
      misbehaviour: "hang", kind: .broken, says: "did not answer within 1 s", timeout: 1),
    Hostile(
      misbehaviour: "hang-at-once", kind: .broken, says: "did not answer within 1 s", timeout: 1),
    Hostile(misbehaviour: "deaf", kind: .broken, says: "did not answer within 1 s", timeout: 1),
    Hostile(misbehaviour: "version", kind: .incompatible, says: "speaks version 9"),
    Hostile(misbehaviour: "digest-count", kind: .broken, says: "answered 4 steps with 3 digests"),
    Hostile(misbehaviour: "wrong-reply", kind: .broken, says: "does not fit the request"),
    Hostile(
      misbehaviour: "schema", kind: .incompatible, says: "table 'particles' against 'qarticles'"),
    Hostile(misbehaviour: "image", kind: .broken, says: "does not fit the schema it describes"),
    Hostile(misbehaviour: "garbage", kind: .broken, says: "not a message of the agent protocol"),
    Hostile(misbehaviour: "signal", kind: .broken, says: "killed by signal 9"),
  ]

  @Test(arguments: Sample.of(table))
  func failsInOneLine(_ hostile: Hostile) throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"), stepCount: 300)
    let program = Programs.particleAgent
    try #require(FileManager.default.isExecutableFile(atPath: program))
    let builds = [
      Build.program(
        name: "hostile", arguments: [program, "sound", hostile.misbehaviour],
        timeout: hostile.timeout, firstTimeout: hostile.timeout),
      Build.program(name: "sound", arguments: [program, "sound"]),
    ]
    let report = Verification(
      [("a.mcap", recording)], builds: builds, options: Verification.Options(jobs: 2)
    ).run()
    guard case .failed(let failure) = report.recordings[0].runs[0].verdict else {
      Issue.record("it did not fail: \(report.recordings[0].runs[0].verdict)")
      return
    }
    #expect(failure.kind == hostile.kind)
    #expect(failure.message.contains(hostile.says), "\(failure.message)")
    #expect(!failure.message.contains("\n"))
    #expect(report.recordings[0].runs[1].verdict == .same)
    #expect(report.classes.map(\.members) == [[1]])
  }

  /// Megabytes on standard error block nobody.
  @Test func floodOfWordsIsDrained() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"), stepCount: 50)
    let agent = try PipeAgent(
      name: "flood", arguments: [Programs.particleAgent, "sound", "flood"])
    agent.timeout = 60
    #expect(try Verifier(recording).verify(agent) == .same)
    #expect(agent.lastWords == "the last word")
  }

  /// After a hang the other recordings are not waited for as well.
  @Test func buildThatHangsIsGivenUp() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try recordParticles(to: path, stepCount: 50)
    let files = try (0..<20).map { (name: "\($0)", recording: try Recording(path: path)) }
    let hanging = Build.program(
      name: "hanging", arguments: [Programs.particleAgent, "sound", "hang"], timeout: 0.5,
      firstTimeout: 5)
    let report = Verification(
      files, builds: [hanging], options: Verification.Options(jobs: 1)
    ).run()
    #expect(report.builds[0].givenUp?.kind == .broken)
    #expect(
      report.recordings.allSatisfy { $0.runs[0].verdict == .failed(report.builds[0].givenUp!) })
  }

  @Test func processesEndWithTheirAgents() throws {
    let folder = try TemporaryFolder()
    let marker = folder.file("child")
    // A shell that starts something itself, as a browser's driver does.
    let script = "sleep 1000 & echo $! > \(marker); exec \(Programs.particleAgent) sound"
    let recording = try recordParticles(to: folder.file("a.mcap"), stepCount: 50)
    let build = Build.program(name: "shell", arguments: ["/bin/sh", "-c", script])
    let report = Verification(
      [("a", recording)], builds: [build], options: Verification.Options(jobs: 1)
    ).run()
    #expect(report.recordings[0].runs[0].verdict == .same)
    let id = try #require(
      Int32(
        String(contentsOfFile: marker, encoding: .utf8).trimmingCharacters(
          in: .whitespacesAndNewlines)))
    // Gone, or gone and not yet collected by whoever adopts orphans here.
    var isGone = false
    for _ in 0..<100 where !isGone {
      let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      isGone = kill(id, 0) != 0 || state?.contains(") Z ") == true
      if !isGone { Thread.sleep(forTimeInterval: 0.02) }
    }
    #expect(isGone)
  }
}
