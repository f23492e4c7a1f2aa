import DeterministicMath
import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import Replay
import Simulation
import TestSupport
import Testing

/// `laplace hunt`: each classic bug is named, and the sound simulation is not.
@Suite struct HuntTests {
  private func hunt(_ leak: Leak, _ more: String...) -> (
    status: LaplaceCommands.ExitStatus, console: CapturingConsole
  ) {
    laplace(
      ["hunt", "leaky", "--agent", "\(Programs.particleAgent) leaky \(leak.rawValue)"] + more,
      catalogue: [])
  }

  @Test(
    arguments: Sample.of([
      (Leak.dictionary, "dictionary order"), (.unvisited, "lost on restore"),
      (.memory, "uninitialised memory"), (.clock, "clock"), (.shared, "static variable"),
      (.timeZone, "time zone"), (.draw, "extra draw"),
    ]))
  func classicBugIsNamed(leak: Leak, mechanism: String) throws {
    #if !os(Linux)
      // What fresh memory holds can be set in the C library of Linux alone.
      if leak == .memory { return }
    #endif
    let run = hunt(leak, "--steps", "200", "--repeats", "2", "--format", "json")
    #expect(run.status == .different, "\(run.console.wordText)")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(findings.map { $0["mechanism"] as? String } == [mechanism], "\(findings)")
    // A field is named wherever the difference is there when it is looked for again.
    let fields = findings.first?["fields"] as? [String] ?? []
    if leak != .clock { #expect(!fields.isEmpty) }
  }

  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func soundSimulationRaisesNoAlarm() {
    let run = hunt(.none, "--steps", "200", "--repeats", "4")
    #expect(run.status == .same, "\(run.console.wordText)\n\(run.console.resultText)")
    #expect(run.console.results.last?.contains("nothing found") == true)
  }

  /// Further sessions come from what was recorded, and find what the given inputs do not.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func drawnInputsFindWhatTheGivenOnesDoNot() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("dials.mcap")
    let script = folder.file("turns.jsonl")
    let turns = [611, 222, 770].map { dial in
      "{\"step\":\(190 + dial / 100),\"kind\":\"turn\",\"dial\":\(dial),\"angle\":3}"
    }
    try turns.sorted().reversed().joined(separator: "\n").write(
      toFile: script, atomically: true, encoding: .utf8)
    // The turns come in another order than the one that traps.
    let recorded = laplace(
      ["record", "dials", "--steps", "300", "--input", script, "-o", path],
      catalogue: dialCatalogue(RightDials.self))
    try #require(recorded.status == .same, "\(recorded.console.wordText)")
    let run = laplace(
      [
        "hunt", "dials", "--agent", "\(Programs.particleAgent) dials-trap", "--learn", path,
        "--input", "none", "--steps", "3000", "--repeats", "1", "--fuzz", "40", "--budget", "60s",
        "--findings", folder.file("findings"),
      ], catalogue: [])
    #expect(run.status == .different, "\(run.console.wordText)\n\(run.console.resultText)")
    #expect(run.console.resultText.contains("crash: inputs"), "\(run.console.resultText)")
    // What was drawn is kept, and the command that it names shows the crash again.
    let next = try #require(run.console.words.last)
    #expect(
      next.hasPrefix("  next: laplace record dials --input \(folder.file("findings"))/dials-"))
    var words = next.dropFirst("  next: laplace ".count).split(separator: " ").map(String.init)
    let agent = try #require(words.firstIndex(of: "--agent"))
    words.replaceSubrange(agent..., with: ["--agent", "\(Programs.particleAgent) dials-trap"])
    let again = laplace(words, catalogue: [])
    #expect(again.status == .crashed || again.status == .loss, "\(again.console.wordText)")
    #expect(again.console.wordText.contains("killed by signal"), "\(again.console.wordText)")
  }

  /// Drawn sessions are a function of their seed, in order, of known kinds, within their steps.
  @Test(arguments: 0..<20)
  func grammarDrawsWhatItLearned(seed: UInt64) {
    let kinds = [
      KindSchema(name: "turn", fields: [FieldSchema(name: "dial", type: .int64)]),
      KindSchema(name: "say", fields: [FieldSchema(name: "text", type: .text)]),
    ]
    let learned = [(3, 0, [7]), (9, 1, [2, 72, 105]), (9, 0, [8])].map {
      ScriptedInput(
        step: Int64($0.0), input: RecordWords(kind: $0.1, words: $0.2.map { UInt64($0) }))
    }
    let grammar = InputGrammar(learning: [learned], kinds: kinds)
    let script = grammar.session(seed: seed, stepCount: 100)
    #expect(script == grammar.session(seed: seed, stepCount: 100), "seed \(seed)")
    #expect(!script.isEmpty && script.allSatisfy { (0..<100).contains($0.step) }, "seed \(seed)")
    #expect(script.map(\.step) == script.map(\.step).sorted(), "seed \(seed)")
    for input in script {
      let isKnown = learned.contains { $0.input == input.input }
      #expect(isKnown, "seed \(seed): \(input)")
    }
  }

  /// A tool of one's own, which hunts in its own simulations.
  private func ownHunt(
    _ words: String..., folder: TemporaryFolder
  ) throws -> (status: Int32, document: [String: Any]) {
    let run = try ProgramRun(
      Programs.particleAgent,
      ["hunt"] + words + ["--repeats", "1", "--fuzz", "0", "--format", "json"], folder: folder.path)
    let document = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
    return (run.status, try #require(document, "\(run.errorText)"))
  }

  /// What was not tried is listed, with the reason; what was tried is not.
  @Test func workingFolderIsVaried() throws {
    let folder = try TemporaryFolder()
    try "4".write(toFile: folder.file("rules.txt"), atomically: true, encoding: .utf8)
    let (status, document) = try ownHunt("rulesfile", "--steps", "40", folder: folder)
    #expect(status == 1)
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(findings.map { $0["mechanism"] as? String } == ["working folder"])
    let skipped = try #require(document["skipped"] as? [String])
    let changes = try #require(document["changes"] as? [[String: Any]])
    let tried = Set(changes.compactMap { $0["change"] as? String })
    for change in [
      "locale", "time zone", "working folder", "HOME", "user's name", "host name",
      "number of processors", "addresses", "clock", "workers",
    ] {
      let isSkipped = skipped.contains { $0.hasPrefix("\(change): not tried (") }
      #expect(tried.contains(change) != isSkipped, "\(change): \(tried) \(skipped)")
    }
    if !tried.contains("locale") {
      #expect(skipped.contains { $0.contains("(no other locale is installed: de_DE.UTF-8, ") })
    }
  }

  /// A trap is a finding with its step, and not the end of the tool.
  @Test func trapIsAFinding() throws {
    let (status, document) = try ownHunt("trap", "--steps", "40", folder: try TemporaryFolder())
    #expect(status == 1)
    let finding = try #require((document["findings"] as? [[String: Any]])?.first)
    #expect(finding["mechanism"] as? String == "crash")
    #expect(finding["step"] as? Int == 17)
    #expect((finding["problem"] as? String)?.contains("killed by signal") == true, "\(finding)")
    #expect(finding["fields"] as? [String] == ["inputs of that step: none"])
  }

  @Test func badHunts() {
    for (words, text) in [
      (["hunt", "nobody"], "no simulation 'nobody'"),
      (["hunt", "particles"], "this program cannot be started again: name it with --agent"),
      (["hunt", "particles", "--agent", "/no/program"], "there is no program '/no/program'"),
      (["hunt", "nobody", "--agent", Programs.particleAgent], "nobody"),
      (["hunt", "particles", "--repeats", "0"], "--repeats needs a number from 1 up"),
    ] {
      let run = laplace(words, catalogue: particleCatalogue(Sound.self))
      #expect(run.status != .same && run.status != .different, "\(words)")
      #expect(run.console.wordText.contains(text), "\(words): \(run.console.wordText)")
    }
  }
}
