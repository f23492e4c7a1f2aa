import AgentProtocol
import Foundation
import LaplaceCommands
import Recording
import Simulation
import TestSupport
import Testing

private let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

/// A simulation that this tool does not have, recorded and replayed through a program in Python.
@Suite(.enabled(if: hasPython, "there is no python3 on the path")) struct AgentCommandTests {
  static let python: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<2 { url.deleteLastPathComponent() }
    return "python3 '\(url.path)/ReplayTests/Agents/particles.py'"
  }()

  @Test(arguments: ["state", "log"])
  func recordsWhatTheCatalogueLacks(tracks: String) throws {
    let folder = try TemporaryFolder()
    let (path, script) = (folder.file("a.mcap"), folder.file("in.jsonl"))
    try Data(#"{"time":0.5,"kind":"nudge","particle":1,"vx":0.5,"vy":3}"#.utf8)
      .write(to: URL(fileURLWithPath: script))
    let common = ["--steps", "400", "--seed", "3", "--input", script, "--set", "gravity=9"]
    let recorded = laplace(
      ["record", "particles", "--agent", Self.python, "--tracks", tracks, "-o", path] + common,
      catalogue: [])
    #expect(recorded.status == .same, "\(recorded.console.wordText)")
    #expect(recorded.console.resultText.contains("400 steps of particles, seed 3, 1 inputs"))
    let header = try Recording(path: path).header
    #expect(header.build.contains { $0.name == "language" && $0.value == "Python" })

    // The Swift build's run gives one class with it.
    let own = folder.file("b.mcap")
    #expect(
      laplace(["record", "particles", "--tracks", tracks, "-o", own] + common).status == .same)
    #expect(laplace("diff", path, own, catalogue: []).status == .same)
    #expect(laplace("verify", path, "--keyframes").status == .same)

    let replayed = laplace("replay", path, "--agent", Self.python, catalogue: [])
    #expect(replayed.status == .same, "\(replayed.console.wordText)")
    let (there, here) = (
      laplace(
        "replay", path, "--at", "77", "--agent", "snake=\(Self.python)", catalogue: []),
      laplace("replay", own, "--at", "77")
    )
    #expect(there.console.results == here.console.results)
    #expect(there.console.results.count > 5)
    let bisected = laplace("bisect", path, "--agent", "snake=\(Self.python)", catalogue: [])
    #expect(bisected.status == .same, "\(bisected.console.wordText)")
  }

  @Test func whatIsMissingIsSaidInOneLine() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    func record(_ arguments: String...) -> (LaplaceCommands.ExitStatus, String) {
      let run = laplace(["record"] + arguments + ["-o", path], catalogue: [])
      #expect(run.console.words.count <= 2, "\(run.console.words)")
      #expect(!FileManager.default.fileExists(atPath: path))
      return (run.status, run.console.wordText)
    }
    let steps = record("particles", "--agent", Self.python)
    #expect(steps.0 == .trouble && steps.1.contains("--steps"))
    let unknown = record("waves", "--agent", Self.python, "--steps", "5")
    #expect(unknown.0 == .refused && unknown.1.contains("runs 'particles' only"))
    let missing = record("particles", "--agent", "/no/such/program", "--steps", "5")
    #expect(missing.0 == .trouble && missing.1.contains("could not be started"))
    let dying = record("particles", "--agent", "false", "--steps", "5")
    #expect(dying.0 == .crashed && dying.1.contains("ended"))
    let field = record("particles", "--agent", Self.python, "--steps", "5", "--set", "gravty=1")
    #expect(field.0 == .trouble && field.1.contains("did you mean 'gravity'?"))
    let here = laplace("replay", path, catalogue: [])
    #expect(here.status == .trouble)
  }

  /// Whoever talks to an agent says how long that may take.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: Sample.of([
      ["record", "particles", "--steps", "5", "-o", "OUT"], ["replay", "IN"], ["bisect", "IN"],
      ["view", "IN", "-o", "OUT"], ["render", "IN", "--at", "3", "-o", "OUT"],
    ]))
  func anAgentThatHangsIsGivenUpInTime(verb: [String]) throws {
    let folder = try TemporaryFolder()
    let recording = folder.file("in.mcap")
    let made = laplace("record", "particles", "--steps", "20", "-o", recording)
    try #require(made.status == .same)
    let words = verb.map { word in
      word == "IN" ? recording : word == "OUT" ? folder.file("out.mcap") : word
    }
    let run = laplace(
      words + ["--agent", "slow=\(Programs.particleAgent) sound hang", "--timeout", "1"])
    // To `git bisect run`, a build that hangs is neither good nor bad.
    #expect(
      run.status == (verb[0] == "bisect" ? .untestable : .crashed), "\(run.console.wordText)")
    #expect(run.console.wordText.contains("within 1 s"), "\(run.console.wordText)")
  }

  /// What an agent started ends with it, also when it minds no request to.
  @Test func grandchildrenEndWithTheirAgent() throws {
    let folder = try TemporaryFolder()
    let (script, marker) = (folder.file("agent.sh"), folder.file("id"))
    let stubborn = "trap '' TERM INT HUP; echo $$ > \(marker); while true; do sleep 0.1; done"
    let child = stubborn.replacingOccurrences(of: "$", with: "\\$")
    try Data("bash -c \"\(child)\" &\nsleep 0.5\nexit 3\n".utf8)
      .write(to: URL(fileURLWithPath: script))
    let run = laplace(
      "record", "particles", "--steps", "5", "-o", folder.file("a.mcap"), "--agent", "sh \(script)")
    #expect(run.status == .crashed)
    let text = try String(contentsOfFile: marker, encoding: .utf8)
    let id = try #require(Int32(text.dropLast()))
    var isGone = false
    for _ in 0..<100 where !isGone {
      let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      isGone = kill(id, 0) != 0 || state?.contains(") Z ") == true
      if !isGone { usleep(10_000) }
    }
    #expect(isGone)
    if !isGone { kill(id, SIGKILL) }
  }
}
