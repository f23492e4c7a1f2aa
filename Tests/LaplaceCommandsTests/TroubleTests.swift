import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import TestSupport
import Testing

/// Simulations that crash, hang, exit or leak, in a tool of one's own: each is a finding with its step,
/// field or inputs, the other findings are there as well, and no tool ends by a signal.
@Suite struct TroubleTests {
  static func tool(_ words: [String], isSound: Bool = false) throws -> ProgramRun {
    var environment = ProcessInfo.processInfo.environment
    environment["LAPLACE_TROUBLE"] = isSound ? "off" : nil
    return try ProgramRun(Programs.particleAgent, words, environment: environment)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var simulation: String
    /// What `selftest` writes.
    var finding: String
    /// What `verify` of a sound recording writes, and its status.
    var verdict: (words: String, status: Int32) = ("bit-exact", 0)
    /// What `shrink` keeps; `nil` if that recording shows nothing to shrink.
    var symptom: String?
    /// What `hunt` writes; "nothing found" for what only `selftest` tries.
    var hunted: String
    var testDescription: String { simulation }
  }

  static let inputs =
    #"{"step":3,"kind":"poke","by":1}"# + "\n" + #"{"step":11,"kind":"poke","by":7}"#

  static let cases: [Case] = [
    Case(
      simulation: "step-traps",
      finding:
        #"after 11 steps: the next step crashes with {"step":11,"kind":"poke","by":7} (killed by "#,
      verdict: (#"this build crashed at step 11 with {"step":11,"kind":"poke","by":7}: ended"#, 6),
      symptom: "bad ends: killed by signal \(trapSignal), at step 11",
      hunted: "the session ends the program: killed by signal"),
    Case(
      simulation: "step-hangs",
      finding:
        #"after 11 steps: the next step hangs with {"step":11,"kind":"poke","by":7} (no answer"#,
      verdict: ("this build hung by step ", 6), symptom: "bad gives no answer in time, at step ",
      hunted: "the session ends the program: it gives no answer"),
    Case(
      simulation: "step-exits",
      finding:
        #"after 11 steps: the next step ends the program with {"step":11,"kind":"poke","by":7} (exit status 3"#,
      verdict: ("this build crashed at step 11 with", 6),
      symptom: "bad ends: exit status 3, at step 11",
      hunted: "the session ends the program: exit status 3"),
    Case(
      simulation: "step-leaks",
      finding: "after 12 steps: a second run of the same inputs is in another state: items[0].x ",
      verdict: ("first differing step 11 of 40", 1),
      hunted: "a second run in the same process goes another way"),
    Case(
      simulation: "start-traps", finding: "starting a run crashes (killed by signal",
      verdict: ("this build crashed before step 0: ended", 6),
      symptom: "bad ends: killed by signal \(trapSignal), before step 0, with any inputs",
      hunted: "starting a run ends the program: killed by signal"),
    Case(
      simulation: "start-exits", finding: "starting a run ends the program (exit status 3",
      verdict: ("this build crashed before step 0: ended", 6),
      hunted: "starting a run ends the program: exit status 3"),
    Case(
      simulation: "restore-traps",
      finding:
        "after 40 steps: changing items[2].x crashes the simulation when it is restored (killed by",
      hunted: "nothing found"),
    Case(
      simulation: "restore-hangs",
      finding:
        "after 40 steps: changing items[2].x hangs the simulation when it is restored (no answer",
      hunted: "nothing found"),
    Case(
      simulation: "visit-traps", finding: "after 12 steps: visitState(_:) crashes (killed by",
      verdict: ("this build crashed at step 11 with", 6),
      hunted: "the session ends the program: killed by signal"),
    Case(
      simulation: "visit-leaks",
      finding:
        "after 5 steps: visiting the state changes it: rows are in another order afterwards (items); ",
      verdict: ("first differing step 4 of 40", 1),
      hunted: "nothing found"),
    Case(
      simulation: "draw-traps", finding: "after 0 steps: drawing(_:) crashes (killed by",
      hunted: "asking for state, events or a drawing changes the run, and ends the program: killed"),
    Case(
      simulation: "draw-leaks", finding: "after 0 steps: drawing changes the state: drawn ",
      hunted: "asking for state, events or a drawing draws once more: drawn 0 -> 2"),
  ]

  #if arch(x86_64) || arch(i386)
    static let trapSignal = SIGILL
  #else
    static let trapSignal = SIGTRAP
  #endif

  let folder: TemporaryFolder
  let script: String

  init() throws {
    folder = try TemporaryFolder()
    script = folder.file("in.jsonl")
    try Data(Self.inputs.utf8).write(to: URL(fileURLWithPath: script))
  }

  /// Runs that end are short; the others belong to the level of CI.
  @Test(
    "hunt names the way to end, and the step with its inputs",
    arguments: Sample.level >= .ci ? cases : cases.filter { $0.hunted.contains("ends the program") }
  )
  func hunt(_ trouble: Case) throws {
    let run = try Self.tool(
      ["hunt", trouble.simulation, "--steps", "40", "--input", script, "--timeout", "2"])
    let told = run.outputText + run.errorText
    #expect(told.contains(trouble.hunted), "\(told)")
    #expect(run.status == (trouble.hunted == "nothing found" ? 0 : 1), "\(told)")
    if trouble.hunted.hasPrefix("the session ends") {
      #expect(
        run.outputText.contains("from step 11 on\n  inputs of that step: poke by=7\n"),
        "\(run.outputText)")
    }
  }

  @Test("selftest names the place, and everything else that it finds", arguments: cases)
  func selftest(_ trouble: Case) throws {
    let run = try Self.tool([
      "selftest", trouble.simulation, "--steps", "40", "--input", script, "--timeout", "1",
    ])
    #expect(run.status == 1, "\(run.errorText)")
    #expect(run.errorText.contains(trouble.finding), "\(run.errorText)")
    let starts = !trouble.simulation.hasPrefix("start")
    #expect(
      run.errorText.contains(".forgotten is stored but never visited") == starts,
      "\(run.errorText)")
    if trouble.finding.contains("poke") {
      #expect(!(run.outputText + run.errorText).contains("never given"), "\(run.outputText)")
    }
    if trouble.finding.contains("changing ") {
      #expect(
        run.errorText.contains(
          "; declare its range (`in:`) or refuse it in `isStateSound()`"), "\(run.errorText)")
      #expect(run.outputText.contains(", flips caught "), "\(run.outputText)")
    }
  }

  @Test(
    "verify and shrink name the step and its inputs",
    arguments: cases.filter { $0.verdict.status != 0 })
  func verifyAndShrink(_ trouble: Case) throws {
    let file = folder.file("a.mcap")
    let recorded = try Self.tool(
      ["record", trouble.simulation, "--steps", "40", "--input", script, "-o", file], isSound: true)
    try #require(recorded.status == 0, "\(recorded.errorText)")
    let run = try Self.tool(["verify", file, "--timeout", "1"])
    #expect(run.status == trouble.verdict.status, "\(run.errorText)")
    #expect((run.outputText + run.errorText).contains(trouble.verdict.words), "\(run.errorText)")
    guard let symptom = trouble.symptom else { return }
    let small = folder.file("small.mcap")
    let shrunk = try Self.tool([
      "shrink", file, "--agent", "bad=\(Programs.particleAgent) agent", "-o", small, "--jobs", "1",
      "--timeout", "1", "--budget", "4s",
    ])
    #expect(
      (shrunk.outputText + shrunk.errorText).contains(symptom),
      "\(shrunk.outputText)\(shrunk.errorText)")
    // Without a start there is no recording.
    let starts = !trouble.simulation.hasPrefix("start")
    #expect(shrunk.status == (starts ? 0 : 6), "\(shrunk.errorText)")
    let steps = try? Recording(path: small).stepCount
    // The step of a hang is known only roughly.
    #expect(trouble.simulation == "step-hangs" ? steps != nil : steps == (starts ? 0 : nil))
  }

  static let recorded: [(simulation: String, words: String)] = [
    ("step-traps", "crashed with signal \(trapSignal) in step 11"),
    ("step-exits", "called exit() in step 11"),
    ("start-traps", "crashed with signal \(trapSignal)\n  next: particle-agent selftest"),
    ("start-exits", "called exit()\n  next: particle-agent selftest"),
    ("visit-traps", "crashed with signal \(trapSignal) in step 11"),
  ]

  @Test(
    "record names the step and the file to recover, and does not end by a signal",
    arguments: recorded)
  func record(simulation: String, words: String) throws {
    let file = folder.file("a.mcap")
    let run = try Self.tool(["record", simulation, "--steps", "40", "--input", script, "-o", file])
    #expect(run.status == 6, "\(run.errorText)")
    #expect(
      run.errorText.contains("particle-agent: \(simulation): the simulation \(words)"),
      "\(run.errorText)")
    if words.contains("step 11") {
      #expect(
        run.errorText.hasSuffix("next: particle-agent recover \(file).partial -o KEPT.mcap\n"),
        "\(run.errorText)")
      #expect(FileManager.default.fileExists(atPath: file + ".partial"))
    }
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("a crash of the last steps alone names the ring")
  func recordLast() throws {
    let file = folder.file("a.mcap")
    let run = try Self.tool([
      "record", "step-traps", "--input", script, "-o", file, "--last", "1s",
    ])
    #expect(run.status == 6, "\(run.errorText)")
    #expect(run.errorText.contains("recover \(file).flight -o KEPT.mcap"), "\(run.errorText)")
    let recovered = laplace("recover", file + ".flight", "-o", folder.file("kept.mcap"))
    #expect(recovered.status == .same, "\(recovered.console.wordText)")
    #expect(try Recording(path: folder.file("kept.mcap")).stepCount == 11)
  }

  /// The session reaches the trap of the orders 1, 2, 3; a part of it reaches the other one.
  @Test("shrink keeps the same crash, also where the sound build is the tool itself")
  func twoTraps() throws {
    let orders = [5, 6, 4, 1, 8, 9, 4, 6, 1, 3, 9, 2, 8, 1, 2, 9, 1, 4, 9, 1, 2, 3, 9, 4, 9]
    let lines = orders.enumerated().map { #"{"step":\#($0 * 4),"kind":"poke","by":\#($1)}"# }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: script))
    let file = folder.file("a.mcap")
    let recorded = try Self.tool(
      ["record", "two-traps", "--input", "none", "--steps", "200", "-o", file], isSound: true)
    try #require(recorded.status == 0, "\(recorded.errorText)")
    let shrunk = try Self.tool([
      "shrink", file, "--agent", "bad=\(Programs.particleAgent) agent", "--input", script,
      "--steps", "200",
      "-o", folder.file("small.mcap"), "--jobs", "1",
    ])
    #expect(shrunk.status == 0, "\(shrunk.errorText)")
    #expect(shrunk.outputText.contains("last words: "), "\(shrunk.outputText)")
    #expect(shrunk.outputText.contains("the siege has no winner"), "\(shrunk.outputText)")
    #expect(shrunk.outputText.contains(": 3 of 25 inputs, "), "\(shrunk.outputText)")
    let kept = shrunk.outputText.split(separator: "\n").filter { $0.hasPrefix("  step ") }
    #expect(kept.map { $0.split(separator: "=").last ?? "" } == ["1", "2", "3"])
  }

  @Test("a field that crashes the rebuilding of a grid is named, with all that was never seen")
  func grid() throws {
    let run = try Self.tool(["selftest", "grid-game", "--steps", "40"])
    #expect(run.status == 1, "\(run.errorText)")
    for line in [
      "grid-game: after 40 steps: changing units[7].x crashes the simulation when it is restored (",
      "grid-game: after 40 steps: changing units[0].v crashes the simulation in the step after it is",
      "; declare its range (`in:`) or refuse it in `isStateSound()`\n",
    ] { #expect(run.errorText.contains(line), "\(run.errorText)") }
    #expect(
      run.outputText.contains(
        "  unseen     never seen a row of: shots; never given: poke: pass --input SESSION\n"),
      "\(run.outputText)")
    #expect(run.outputText.contains("grid-game: 2 troubles, 40 steps, seed 1"))
  }
}
