import Foundation
import LaplaceCommands
import Recording
import Simulation
import TestSupport
import Testing

private let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

/// Recordings of an engine that this tool does not have, cannot restore, and may or may not be at
/// hand: `Agents/birds.py`.
@Suite(.enabled(if: hasPython, "there is no python3 on the path")) struct ForeignRecordingTests {
  let folder: TemporaryFolder
  let path: String

  static func birds(_ word: String = "") -> String {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<2 { url.deleteLastPathComponent() }
    return "python3 '\(url.path)/ReplayTests/Agents/birds.py' \(word)"
  }

  /// One bird comes at step 20, the first one leaves at step 40.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("birds.mcap")
    try record(to: path)
  }

  private func record(to path: String, _ more: String...) throws {
    let script = folder.file("in.jsonl")
    let lines = """
      {"step":20,"kind":"join","x":5,"y":-2}
      {"step":40,"kind":"leave","bird":1}
      """
    try Data(lines.utf8).write(to: URL(fileURLWithPath: script))
    let run = laplace(
      ["record", "birds", "--agent", Self.birds(), "--steps", "90", "--input", script, "-o", path]
        + more, catalogue: [])
    try #require(run.status == .same, "\(run.console.wordText)")
  }

  private func run(_ arguments: String...) -> (LaplaceCommands.ExitStatus, CapturingConsole) {
    let run = laplace(arguments, catalogue: [])
    return (run.status, run.console)
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  // MARK: Proof

  @Test(arguments: Sample.of([["--keyframes"], ["--split"], []]))
  func isVerifiedByResimulation(options: [String]) throws {
    let verified = laplace(
      ["verify", path, "--agent", "birds=\(Self.birds())"] + options, catalogue: [])
    #expect(verified.status == .same, "\(verified.console.wordText)")
    #expect(
      verified.console.results.last
        == "build 'birds': verified by re-simulation; its key frames were not restored")
  }

  @Test func severalAreNamed() throws {
    let agent = "=\(Self.birds())"
    let (status, console) = run("verify", path, "--agent", "a" + agent, "--agent", "b" + agent)
    #expect(status == .same, "\(console.wordText)")
    let note = "verified by re-simulation; its key frames were not restored"
    #expect(
      console.results.suffix(2) == ["build 'a': \(note)", "build 'b': \(note)"])
    let json = run("verify", path, "--agent", "a" + agent, "--format", "json").1.resultText
    #expect(json.contains("\"restores\" : false"))
  }

  @Test func bisectionAndReplayGoOverTheStart() throws {
    let (status, console) = run("bisect", path, "--agent", "birds=\(Self.birds())")
    #expect(status == .same, "\(console.wordText)")
    let there = run("replay", path, "--agent", Self.birds(), "--from", "70", "--to", "71").1
    #expect(there.results.filter { $0.hasPrefix("step ") }.count == 2)
    #expect(there.words.isEmpty)
    #expect(there.resultText.contains("birds[4] "))
  }

  /// A bit is flipped by a restore.
  @Test func noBitIsFlipped() throws {
    let other = folder.file("other.mcap")
    let flip = "birds[1].x@5"
    let (status, console) = run(
      "record", "birds", "--agent", Self.birds(), "--steps", "9", "--flip", flip, "-o", other)
    #expect(status == .trouble)
    #expect(
      console.words == [
        "laplace: --flip \(flip): the agent does not restore states",
        "  next: flip the bit in the code of the agent",
      ])
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  // MARK: Looking

  @Test func rowsAreCalledByTheirKeysEverywhere() throws {
    // Bird 1 has left: bird 2 is the first row.
    let state = run("replay", path, "--agent", Self.birds(), "--at", "60").1.results
    #expect(state.contains { $0.hasPrefix("  birds[2] id=2 x=") && $0.contains("leader=nil") })
    #expect(state.contains { $0.hasPrefix("  birds[3] id=3 x=") && $0.contains("name=\"Dag\"") })
    #expect(state.contains { $0.hasPrefix("  birds[3].turns[0] x=") })
    let json = run(
      "replay", path, "--agent", Self.birds(), "--at", "60", "--format", "json", "--table", "birds"
    ).1.resultText
    #expect(json.contains("\"key\":[2],\"place\":\"birds[2]\",\"row\":0"))
    let other = folder.file("other.mcap")
    try record(to: other, "--seed", "2")
    let diff = run("diff", path, other, "--limit", "20").1.resultText
    #expect(diff.contains("    birds[1].x  0x") && diff.contains("birds[3].x"))
    let object = run("diff", path, other, "--format", "json").1.resultText
    #expect(object.contains("\"distance\" : 0.125") && object.contains("\"key\" : ["))
  }

  @Test func agentsDrawingIsShown() throws {
    let picture = folder.file("a.svg")
    let (status, console) = run(
      "render", path, "--agent", Self.birds(), "--at", "60", "-o", picture)
    #expect(status == .same && console.words.isEmpty, "\(console.wordText)")
    let svg = try text(picture)
    #expect(svg.contains("lake") && svg.contains("Dag") && svg.contains("step 60"))
    #expect(!svg.contains("Bo, birds 1"))
    // The legend and the words of --show are the drawing's own.
    for name in ["lake", "bird", "follows"] { #expect(svg.contains(">\(name)</text>")) }
    let bare = run(
      "render", path, "--agent", Self.birds(), "--at", "60", "--show", "labels", "-o", picture)
    let unexplained = try text(picture)
    #expect(bare.0 == .same && !unexplained.contains(">follows</text>"))
    let unknown = run(
      "render", path, "--agent", Self.birds(), "--show", "leader", "-o", picture)
    #expect(unknown.0 == .trouble)
    #expect(unknown.1.wordText.contains("knows no 'leader'; did you mean 'leaders'?"))
  }

  @Test func positionsAloneAreDrawn() throws {
    let picture = folder.file("a.svg")
    // With an agent that does not draw, and with none at all.
    for agent in [["--agent", Self.birds("blind")], []] {
      let run = laplace(
        ["render", path, "--at", "60", "-o", picture, "--y-up"] + agent, catalogue: [])
      #expect(run.status == .same, "\(run.console.wordText)")
      let words = "'birds' does not say what it looks like: drawn from its positions"
      #expect(run.console.words == ["laplace: \(path): \(words)"])
      let svg = try text(picture)
      #expect(svg.contains("<title>3, birds 1, at"))
    }
    for agent in [["--agent", Self.birds()], []] {
      let run = laplace(["view", path, "-o", picture] + agent, catalogue: [])
      #expect(run.status == .same, "\(run.console.wordText)")
      #expect(run.console.resultText.contains("4 trajectories"))
      // Four birds in the places of three rows: each keeps its path and its name.
      let svg = try text(picture)
      for id in 1...4 { #expect(svg.contains(">\(id)</text>")) }
    }
    for arguments in [
      ["render", path, "--range", "0..80", "-o", picture],
      ["render", path, "--at=-1", "-o", picture],
      ["view", path, "--table", "birds", "--from", "10", "--to", "50", "-o", picture],
    ] {
      #expect(laplace(arguments, catalogue: []).status == .same)
    }
  }

  @Test func storedStateIsListedWithoutAProgram() throws {
    let (status, console) = run("replay", path, "--at", "60")
    #expect(status == .same)
    #expect(console.wordText.contains("nothing is replayed, this tool does not have 'birds'"))
    #expect(console.resultText.contains("  birds[2] id=2 x="))
    #expect(!console.resultText.contains("name"))
    #expect(console.results[0].hasPrefix("step 60  digest "))
    let inputs = run("replay", path, "--print", "inputs").1
    #expect(inputs.results == ["step 20  join x=5.0 y=-2.0", "step 40  leave bird=1"])
    #expect(run("replay", path, "--print", "events").0 == .refused)
    #expect(run("replay", path).0 == .refused)
    #expect(run("replay", path, "--at", "90").0 == .trouble)
  }

  @Test func whatIsNotThereIsSaid() throws {
    let log = folder.file("log.mcap")
    try record(to: log, "--tracks", "log")
    let picture = folder.file("a.svg")
    for verb in ["render", "view"] {
      let (status, console) = run(verb, log, "-o", picture)
      #expect(status == .trouble)
      #expect(console.wordText.contains("--agent"), "\(console.wordText)")
      #expect(laplace(verb, log, "-o", picture, "--agent", Self.birds()).status == .same)
    }
    let plain = folder.file("plain.mcap")
    #expect(
      laplace("record", "ledger", "--steps", "5", "-o", plain, catalogue: ledgerCatalogue).status
        == .same)
    for verb in ["render", "view"] {
      let run = laplace(verb, plain, "-o", picture, catalogue: [])
      #expect(run.status == .trouble)
      #expect(run.console.wordText.contains("position"), "\(run.console.wordText)")
    }
  }

  /// A view track is looked at where nothing runs the simulation.
  @Test func viewTrackIsShown() throws {
    let log = folder.file("log.mcap")
    try record(to: log, "--tracks", "log+view")
    let picture = folder.file("a.svg")
    let note =
      "laplace: \(log): shown from its view track: one step in 4, positions to 1/1024, angles to "
      + "1/4096 of a turn; a program that runs 'birds' gives every state (--agent)"
    for arguments in [
      ["view", log, "-o", picture], ["render", log, "--at", "61", "-o", picture],
      ["view", log, "-o", folder.file("a.html")],
      ["export", log, "--foxglove", "-o", folder.file("scene.mcap")],
    ] {
      let run = laplace(arguments, catalogue: [])
      #expect(run.status == .same, "\(arguments): \(run.console.wordText)")
      #expect(run.console.words.first == note, "\(arguments): \(run.console.wordText)")
    }
    // Four birds, each by its key, in 22 samples and before step 0.
    let page = try PageText(path: folder.file("a.html")).html
    #expect(page.contains("\"samples\":23"))
    #expect(page.contains("\"name\":\"id\"") && page.contains("\"name\":\"cosine\""))
    #expect(!page.contains("\"name\":\"vx\""))
    #expect(run("view", log, "-o", picture).1.resultText.contains("4 trajectories"))
    #expect(run("render", log, "--at", "61", "-o", picture).0 == .same)
    #expect(try text(picture).contains("<title>3, birds 1, at"))
    let info = run("info", log)
    #expect(
      info.0 == .same && info.1.resultText.contains("\n  view         poses of one step in 4, "))
    // What needs states does not take poses for them.
    let state = run("replay", log, "--at", "61")
    #expect(state.0 != .same || !state.1.resultText.contains("x="), "\(state.1.resultText)")
    let verified = run("verify", log, "--agent", "birds=\(Self.birds())")
    #expect(verified.0 == .same, "\(verified.1.wordText)")
  }

  // MARK: Last words

  @Test func lastWordsAreQuoted() throws {
    let (dead, kept) = (folder.file("dead.mcap"), folder.file("kept.mcap"))
    for arguments in [
      ["record", "birds", "--agent", Self.birds("dies"), "--steps", "90", "-o", kept],
      ["replay", path, "--agent", Self.birds("dies")],
      ["replay", path, "--agent", Self.birds("dies"), "--at", "50"],
      ["bisect", path, "--agent", "dies=\(Self.birds("dies"))"],
      ["view", path, "--agent", Self.birds("dies"), "-o", dead],
      ["render", path, "--agent", Self.birds("dies"), "-o", dead],
    ] {
      let run = laplace(arguments, catalogue: [])
      let status = arguments[0] == "bisect" ? LaplaceCommands.ExitStatus.untestable : .crashed
      #expect(run.status == status, "\(arguments): \(run.console.wordText)")
      let words = run.console.wordText
      #expect(
        words.contains("exit status 1; its last words: ValueError: the lake is frozen\n    | "),
        "\(words)")
      // The steps before the end are a recording.
      let rest =
        arguments[0] == "record"
        ? "\nlaplace: \(kept): holds the 29 steps before\n  next: laplace replay \(kept) --at 28"
        : ""
      #expect(words.hasSuffix("    | ValueError: the lake is frozen" + rest), "\(words)")
    }
    #expect(try Recording(path: kept).stepCount == 29)
    #expect(!FileManager.default.fileExists(atPath: dead))
  }
}

/// A simulation without places.
private struct Ledger: Simulation {
  typealias Input = NoEvent
  static var name: StaticString { "ledger" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var sum: Int64 = 0

  init(parameters: NoParameters, seed: UInt64) {}
  mutating func step(_ inputs: [NoEvent]) { sum += 1 }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("sum", &sum, .everyStep)
  }
}

private let ledgerCatalogue = [
  CatalogueEntry(Ledger.self, summary: "a sum", defaultStepCount: 5)
]
