import Foundation
import LaplaceCommands
import Replay
import TestSupport
import Testing

/// `plan`, `unit` and `merge` against `verify --jobs 1`: one report, however the units were run.
@Suite struct UnitTests {
  let folder: TemporaryFolder
  let recordings: [String]

  init() throws {
    folder = try TemporaryFolder()
    recordings = ["a", "b"].map { [folder] in folder.file("\($0).mcap") }
    for (index, path) in recordings.enumerated() {
      let run = laplace(
        "record", "particles", "--seed", "\(index + 1)", "--steps", "\(400 + 310 * index)", "-o",
        path)
      try #require(run.status == .same)
    }
  }

  /// A recording's `cost` in a plan.
  func plannedCost(_ recording: String) throws -> Int64 {
    struct Line: Decodable {
      var kind: String
      var cost: Int64?
    }
    let plan = folder.file("cost.jsonl")
    try #require(laplace("plan", "verify", recording, "-o", plan).status == .same)
    let lines = try String(contentsOfFile: plan, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    return try #require(lines.first { $0.kind == "recording" }?.cost)
  }

  @Test("a run is estimated by its steps and its state's size, whatever is stored of it")
  func costDependsOnTheRun() throws {
    for tracks in ["log", "log+view"] {
      let path = folder.file("same.mcap")
      defer { unlink(path) }
      let run = laplace(
        "record", "particles", "--seed", "1", "--steps", "400", "--tracks", tracks, "-o", path)
      try #require(run.status == .same)
      #expect(try plannedCost(path) == plannedCost(recordings[0]), "\(tracks)")
    }
    #expect(try plannedCost(recordings[1]) > plannedCost(recordings[0]))
    #expect(
      RecordingOutline.cost(stepCount: .max, stateSize: .max) == RecordingOutline.costMax,
      "what a file claims is no trap")
  }

  /// Options for `verify`, and the statuses that both ways must end with.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var options: [String] = []
    /// Agents of the particles by their names; `/none` is a program that is not there.
    var agents: [(name: String, words: String)] = []
    /// Into how many pieces `--split` cuts, and with how many jobs `verify` does.
    var pieces = 1
    var status = LaplaceCommands.ExitStatus.same

    var words: [String] {
      options
        + agents.flatMap {
          [
            "--agent",
            "\($0.name)="
              + ($0.words == "/none" ? "/none" : "\(Programs.particleAgent) \($0.words)"),
          ]
        }
    }
  }

  static let cases: [Case] = [
    Case(testDescription: "one build"),
    Case(
      testDescription: "nothing restored", options: ["--no-keyframes"], agents: [("one", "sound")]),
    Case(
      testDescription: "every build restored", options: ["--keyframes"],
      agents: [("one", "sound"), ("two", "sound")]),
    Case(
      testDescription: "agents only", options: ["--agents-only"],
      agents: [("bad", "last-bit-17"), ("one", "sound")], status: .different),
    Case(
      testDescription: "differences of two causes, followed", options: ["--keep-going"],
      agents: [("bad", "last-bit-17"), ("one", "sound"), ("late", "counter-333")],
      status: .different),
    Case(
      testDescription: "restoring loses a field", options: ["--keyframes"],
      agents: [("leaky", "unvisited")], status: .different),
    Case(
      testDescription: "pieces", options: ["--split"], agents: [("bad", "last-bit-700")],
      pieces: 3, status: .different),
    Case(
      testDescription: "failures of several kinds",
      agents: [
        ("gone", "/none"), ("empty", "none"), ("dies", "sound exit-on-run-21"),
        ("one", "sound no-restore"),
      ], status: .trouble),
    Case(
      testDescription: "a build that hangs", options: ["--timeout", "0.3"],
      agents: [("slow", "sound hang"), ("one", "sound")], status: .crashed),
    Case(
      testDescription: "another arithmetic", options: ["--workers", "1"],
      agents: [("flushing", "sound flushes")], status: .refused),
  ]

  /// What a report says, but for times.
  static func timeless(_ run: (status: LaplaceCommands.ExitStatus, console: CapturingConsole))
    -> [String]
  {
    let results = run.console.resultText.split(separator: "\n").map(String.init)
    return (run.console.words + results).map { (line: String) -> String in
      line.replacing(/"seconds" : .*/, with: "").replacing(/\d+\.\d\d(?=  \w)/, with: "TIME")
        .replacing(/\s\s+/, with: "  ")
    }
  }

  func plan(_ words: [String], _ pieces: Int = 1) throws -> String {
    let path = folder.file("plan.jsonl")
    let run = laplace(
      ["plan", "verify"] + recordings + words + ["--pieces", "\(pieces)", "-o", path])
    try #require(run.status == .same, "\(run.console.wordText)")
    return path
  }

  /// Shuffles the units of a plan.
  func shuffle(_ path: String, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let units = lines.filter { $0.contains(#""kind":"unit""#) }.shuffled(using: &random)
    let rest = lines.filter { !$0.contains(#""kind":"unit""#) }
    try Data(((rest + units).joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: path))
  }

  /// Runs a plan and what follows from it as a cluster would at its worst: in no order, in two shards,
  /// one of which is run twice and once more after it was cut off.
  func runAll(_ plan: String) throws -> [String] {
    var results: [String] = []
    for wave in 1...4 {
      let rest = folder.file("rest\(wave).jsonl")
      let run = laplace(["plan", "rest", plan] + results + ["-o", rest])
      try #require(run.status == .same, "\(run.console.wordText)")
      if run.console.resultText.hasSuffix("no unit is left to run") { return results.reversed() }
      try shuffle(rest, seed: UInt64(wave))
      for (part, name) in [("1/2", "first"), ("2/2", "second"), ("2/2", "twice")] {
        let path = folder.file("\(name)\(wave).jsonl")
        let unit = laplace("unit", rest, "--shard", part, "--jobs", "2", "-o", path)
        try #require(unit.status == .same, "\(unit.console.wordText)")
        results.append(path)
      }
      try cut(results[results.count - 1], rest)
    }
    Issue.record("work is left after four waves")
    return results
  }

  /// Cuts a file of results in the middle, and goes on with it.
  func cut(_ path: String, _ rest: String) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count * 2 / 3).write(to: URL(fileURLWithPath: path))
    let run = laplace("unit", rest, "--shard", "2/2", "-o", path)
    try #require(run.status == .same, "\(run.console.wordText)")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == String(decoding: whole, as: UTF8.self).split(separator: "\n").count)
  }

  @Test(arguments: Sample.of(cases)) func reportIsThatOfOneMachine(_ one: Case) throws {
    let plan = try plan(one.words, one.pieces)
    let results = try runAll(plan)
    // Words on trouble are part of both; a difference is all that only the text tells in its own way.
    for format in one.status == .different ? ["text", "json"] : ["json"] {
      let merged = laplace(["merge", plan] + results + ["--format", format])
      let verified = laplace(
        ["verify"] + recordings + one.words + ["--jobs", "\(one.pieces)", "--format", format])
      #expect(verified.status == one.status, "\(verified.console.wordText)")
      #expect(merged.status == verified.status)
      #expect(Self.timeless(merged) == Self.timeless(verified))
    }
  }

  /// A scheduler hands out one unit at a time to a process that stays.
  @Test(.timeLimit(.minutes(1))) func eachUnitIsAnsweredBeforeTheNextIsRead() throws {
    let (path, plan) = (folder.file("s.mcap"), folder.file("s.jsonl"))
    func tool(_ words: String...) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Programs.laplace)
      (process.arguments, process.standardError) = (words, FileHandle.nullDevice)
      return process
    }
    for process in [
      try tool("record", "orbit", "--steps", "30", "-o", path),
      try tool("plan", "verify", path, "--agent", "one=\(Programs.laplace)", "-o", plan),
    ] {
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
    let (stream, input, output) = (try tool("unit", "-"), Pipe(), Pipe())
    (stream.standardInput, stream.standardOutput) = (input, output)
    try stream.run()
    func read() -> String {
      var line = Data()
      while line.last != 0x0A, let byte = try? output.fileHandleForReading.read(upToCount: 1),
        !byte.isEmpty
      {
        line += byte
      }
      return String(decoding: line, as: UTF8.self)
    }
    var units = 0
    for line in try String(contentsOfFile: plan, encoding: .utf8).split(separator: "\n") {
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      if line.contains(#""kind":"plan""#) { #expect(read().contains(#""kind":"results""#)) }
      guard line.contains(#""kind":"unit""#) else { continue }
      units += 1
      #expect(read().contains(#""verdict":"same""#))
    }
    try input.fileHandleForWriting.close()
    stream.waitUntilExit()
    #expect(stream.terminationStatus == 0)
    #expect(units == 5)
  }
}
