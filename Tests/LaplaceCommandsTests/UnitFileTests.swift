import Foundation
import LaplaceCommands
import TestSupport
import Testing

/// Plans and results that somebody else wrote, changed or cut: one line says what is wrong, where, and
/// what to do next.
@Suite struct UnitFileTests {
  /// A plan of one recording in two builds, one of which differs, and the results of all its units.
  struct Made {
    let folder: TemporaryFolder
    let recording: String
    let plan: String
    let results: String

    init() throws {
      folder = try TemporaryFolder()
      (recording, plan, results) = (
        folder.file("a.mcap"), folder.file("plan.jsonl"), folder.file("results.jsonl")
      )
      let recorded = laplace("record", "particles", "--steps", "40", "-o", recording)
      try #require(recorded.status == .same)
      let agent = "bad=\(Programs.particleAgent) last-bit-17"
      let planned = laplace(
        "plan", "verify", recording, "--agent", agent, "--keep-going", "-o", plan)
      try #require(planned.status == .same, "\(planned.console.wordText)")
      try #require(laplace("unit", plan, "-o", results).status == .same)
      let rest = folder.file("rest.jsonl")
      try #require(laplace("plan", "rest", plan, results, "-o", rest).status == .same)
      try #require(laplace("unit", rest, "-o", results).status == .same)
      try #require(laplace("merge", plan, results).status == .different)
    }
  }

  // Written once, and changed by no test.
  nonisolated(unsafe) private static let made = Result { try Made() }

  let folder: TemporaryFolder
  let recording: String
  let plan: String
  let results: String

  init() throws {
    let made = try Self.made.get()
    folder = try TemporaryFolder()
    (recording, plan, results) = (made.recording, made.plan, made.results)
  }

  func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  func write(_ text: String, _ name: String) throws -> String {
    let path = folder.file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    /// What is replaced, by what, and what is then said.
    var old: String
    var new: String
    var says: String
    var status = LaplaceCommands.ExitStatus.trouble
    var testDescription: String { says }
  }

  static let planEdits: [Edit] = [
    Edit(old: #""version":1"#, new: #""version":2"#, says: "version 2", status: .refused),
    Edit(old: #""kind":"plan""#, new: #""kind":"plant""#, says: "is not a line of a plan"),
    Edit(old: #""options":["-""#, new: #""options":["--none""#, says: "options cannot be read"),
    Edit(old: #""pieces":1"#, new: #""pieces":-1"#, says: "so many pieces"),
    Edit(old: #""recording":0,"#, new: #""recording":9,"#, says: "recordings are missing"),
    Edit(old: #""steps":40"#, new: #""steps":-40"#, says: "steps, key frames or cost are none"),
    Edit(old: #""end":40"#, new: #""end":41"#, says: "a stretch that the recording does not have"),
    Edit(old: #""build":1"#, new: #""build":7"#, says: "the plan has no build 7"),
    Edit(old: #""timeout":120"#, new: #""timeout":-1"#, says: "has a time limit that is none"),
    Edit(
      old: #""name":"this build""#, new: #""name":"many","workers":-1"#,
      says: "'many' cannot have -1 workers"),
    Edit(old: #""cost":"#, new: #""cost":9999999999999"#, says: "cost"),
  ]

  @Test(arguments: Sample.of(planEdits)) func planThatWasChanged(_ edit: Edit) throws {
    let changed = try text(plan).replacingOccurrences(of: edit.old, with: edit.new)
    let run = laplace("merge", try write(changed, "changed.jsonl"), results)
    #expect(run.status == edit.status)
    #expect(run.console.words.count == 2, "\(run.console.words)")
    #expect(run.console.wordText.contains(edit.says), "\(run.console.wordText)")
    #expect(run.console.words.last?.hasPrefix("  next: ") == true)
  }

  static let resultEdits: [Edit] = [
    Edit(old: #""version":1"#, new: #""version":2"#, says: "version 2", status: .refused),
    Edit(old: #""plan":""#, new: #""plan":"f"#, says: "results of plan f", status: .refused),
    Edit(old: #""kind":"results""#, new: #""kind":"result""#, says: "is not a line of results"),
    Edit(old: #""unit":"0/"#, new: #""unit":"8/"#, says: "the plan has no unit '8/"),
    Edit(old: #""steps":40"#, new: #""steps":4100"#, says: "more steps than the recording"),
    Edit(old: #""step":17"#, new: #""step":170"#, says: "differs at no place"),
    Edit(old: #""seconds":0"#, new: #""seconds":-1"#, says: "its time is none"),
  ]

  @Test(arguments: Sample.of(resultEdits)) func resultsThatWereChanged(_ edit: Edit) throws {
    let changed = try text(results).replacingOccurrences(of: edit.old, with: edit.new)
    let path = try write(changed, "changed.jsonl")
    let run = laplace("merge", plan, path)
    #expect(run.status == edit.status)
    #expect(run.console.words.count == 2, "\(run.console.words)")
    #expect(run.console.words.first?.contains(path + ":") == true)
    #expect(run.console.wordText.contains(edit.says), "\(run.console.wordText)")
  }

  /// Bytes that are changed at random end in a report or in a message, never in a trap.
  @Test(arguments: Sample.of(0..<4, 1)) func anyByteMayBeWrong(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let files = [Array(try text(plan).utf8), Array(try text(results).utf8)]
    for _ in 0..<Sample.trials(40) {
      var bytes = files
      let file = Int.random(in: 0...1, using: &random)
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<bytes[file].count, using: &random)
        bytes[file][place] = Array("0189-\"[]{},:ea".utf8).randomElement(using: &random)!
      }
      let paths = try zip(bytes, ["p.jsonl", "r.jsonl"]).map { bytes, name in
        try write(String(decoding: bytes, as: UTF8.self), name)
      }
      for format in ["text", "json"] {
        let run = laplace("merge", paths[0], paths[1], "--format", format)
        #expect(run.status == .different || !run.console.words.isEmpty)
      }
    }
  }

  @Test func whatIsMissingIsSaid() throws {
    let lines = try text(results).split(separator: "\n")
    func merge(_ lines: [Substring], _ more: String...) throws -> CapturingConsole {
      let path = try write(lines.joined(separator: "\n") + "\n", "part.jsonl")
      return laplace(["merge", plan, path] + more).console
    }
    let unrun = try merge(lines.filter { !$0.contains("0/1/start") })
    #expect(unrun.words[0].hasSuffix("there is still work: 1 unit without a result"))
    #expect(unrun.words[1].hasPrefix("  next: laplace plan rest \(plan) "))
    let unexamined = lines.filter { !$0.contains("0/1/again") }
    #expect(
      try merge(unexamined).words[0].hasSuffix("there is still work: 1 difference to examine"))
    let partial = try merge(unexamined, "--partial")
    #expect(partial.resultText.contains("first differing step 17 of 40"))
    #expect(partial.resultText.contains("a second run failed: it was left out"))
    let leftOut = try merge(lines.filter { !$0.contains("0/1/") }, "--partial")
    #expect(leftOut.wordText.contains("agent 'bad' was left out: a unit of it has no result"))
  }

  /// A machine may have been to blame for a failure; a difference never goes away.
  @Test func contradictionsAreSaid() throws {
    let lines = try text(results).split(separator: "\n").map(String.init)
    let start = try #require(lines.first { $0.contains(#""0/0/start""#) })
    let failed =
      #"{"failure":{"kind":"broken","message":"ended"},"givesUp":false,"keyframes":0,"#
      + #""kind":"result","poses":0,"seconds":1,"states":0,"steps":3,"unit":"0/0/start","verdict":"failed"}"#
    for order in [[start, failed], [failed, start]] {
      let path = try write((lines + order).joined(separator: "\n") + "\n", "twice.jsonl")
      let run = laplace("merge", plan, path)
      #expect(run.status == .different)
      #expect(
        run.console.words[0]
          == "laplace: unit '0/0/start': one run came to 'same', another to 'failed'")
    }
    let path = try write(
      (lines.filter { $0 != start } + [failed]).joined(separator: "\n") + "\n", "f")
    #expect(laplace("merge", plan, path).status == .crashed)
    let rest = folder.file("again.jsonl")
    let run = laplace("plan", "rest", plan, path, "--failed", "-o", rest)
    #expect(run.console.results == ["\(rest): 1 unit, 2 builds, 1 recording"])
  }

  @Test func recordingThatIsNotTheOnePlanned() throws {
    let (other, fresh) = (folder.file("other.mcap"), folder.file("fresh.jsonl"))
    try #require(laplace("record", "particles", "--steps", "41", "-o", other).status == .same)
    let moved = try text(plan).replacingOccurrences(of: recording, with: other)
    let run = laplace("unit", try write(moved, "moved.jsonl"), "-o", fresh)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("\(other): is not the recording that was planned"))
    // The builds' own units need none.
    #expect(try text(fresh).split(separator: "\n").count { $0.contains("/hello") } == 2)
  }

  @Test func nothingElseIsReplaced() throws {
    for output in [recording, results] {
      let before = try Data(contentsOf: URL(fileURLWithPath: output))
      #expect(laplace("plan", "rest", plan, results, "-o", output).status == .trouble)
      #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == before)
    }
    #expect(laplace("unit", plan, "-o", recording).status == .trouble)
    #expect(laplace("unit", "-", "--shard", "1/2").status == .trouble)
    #expect(laplace("unit", folder.file("none")).status == .trouble)
    #expect(laplace("unit", plan, "--budget", "1ms", "-o", folder.file("n.jsonl")).status == .loss)
  }

  /// Results of a program as it was before belong to another plan.
  @Test func programThatChangedMakesAnotherPlan() throws {
    func planned(_ program: String) throws -> Substring {
      let agent = try write(program, "agent.sh")
      let path = folder.file("made.jsonl")
      let run = laplace("plan", "verify", recording, "--agent", "one=sh \(agent)", "-o", path)
      try #require(run.status == .same, "\(run.console.wordText)")
      return try #require(try text(path).split(separator: "\n").first)
    }
    #expect(try planned("exit 1") != planned("exit 12"))
    let (one, two) = (folder.file("1.jsonl"), folder.file("2.jsonl"))
    for path in [one, two] {
      try #require(laplace("plan", "verify", recording, "-o", path).status == .same)
    }
    #expect(try text(one) == text(two))
  }
}
