import Foundation
import LaplaceCommands
import TestSupport
import Testing

/// The gate over the builds of a list: what each came to, negative controls, builds that are missing.
@Suite struct GateBuildsTests {
  let gate: Gate

  init() throws {
    gate = try Gate()
    try gate.record(["a", "b"])
  }

  private func build(
    _ name: String, _ words: [String], expect: String = "same", skipped: String? = nil
  ) -> [String: Any] {
    var entry: [String: Any] = [
      "name": name, "instructionSet": "x86-64", "description": "particles | bouncing",
      "expect": expect, "quick": true, "parallel": true,
    ]
    if let skipped {
      entry["skipped"] = skipped
    } else {
      entry["command"] = [Programs.particleAgent] + words
    }
    return entry
  }

  /// Runs the gate with a build list.
  private func ci(_ builds: [[String: Any]], _ arguments: String...) throws -> (
    status: LaplaceCommands.ExitStatus, console: CapturingConsole
  ) {
    let path = gate.folder.file("builds.json")
    let data = try JSONSerialization.data(withJSONObject: ["version": 1, "builds": builds])
    try data.write(to: URL(fileURLWithPath: path))
    return gate.ci(["--builds", "all", "--manifest", path] + arguments)
  }

  @Test func buildsThatAgreeAreOneLine() throws {
    let markdown = gate.folder.file("o.md")
    let run = try ci(
      [
        build("one", ["sound"]), build("control", ["last-bit-17"], expect: "different"),
        build("riscv64", [], skipped: "needs qemu-riscv64"),
      ], "--keyframes", "--report", "markdown=\(markdown)")
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(
      run.console.results == [
        "\(gate.set)/a.mcap: verified, 200 steps in 2 builds",
        "\(gate.set)/b.mcap: verified, 200 steps in 2 builds",
        "negative control 'control' differs on 2 recordings, as it must",
        "4 of 4 verified", "covered: 1 of 1 simulation",
        "build 'riscv64' skipped: needs qemu-riscv64",
      ])
    let text = try String(contentsOfFile: markdown, encoding: .utf8)
    #expect(text.hasPrefix("### Bit-exact\n\n4 of 4 verified\n\n| build | instruction set | "))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count == 6, "\(text)")
    #expect(rows[3].hasPrefix("| one | x86-64 | particles \\| bouncing | 2 | 400 | "), "\(text)")
    #expect(rows[4].hasSuffix(" | differs on 2 recordings, as it must |"), "\(text)")
    #expect(rows[5].hasSuffix(" | skipped: needs qemu-riscv64 |"), "\(text)")
  }

  @Test func buildThatDiffersIsShownAgain() throws {
    let run = try ci([build("bad", ["last-bit-17"])])
    #expect(run.status == .different)
    #expect(run.console.results[0] == "\(gate.set)/a.mcap [this build]: verified, 200 steps")
    #expect(
      run.console.results[1].hasPrefix("\(gate.set)/a.mcap [bad]: differs at phase "),
      "\(run.console.results)")
    #expect(run.console.results[1].contains(" of step 17: "), "\(run.console.results)")
    let next = try #require(run.console.words.last)
    let command = "repro \(gate.failures)/a-bad.repro --agent"
    #expect(next.hasPrefix("  next: laplace \(command) 'bad="), "\(next)")
    let again = laplace(
      "repro", "\(gate.failures)/a-bad.repro", "--agent",
      "bad=\(Programs.particleAgent) last-bit-17")
    #expect(again.status == .different)
  }

  @Test func controlThatAgreesShutsTheGate() throws {
    let control = build("control", ["sound"], expect: "different")
    let run = try ci([control])
    #expect(run.status == .different)
    #expect(
      run.console.resultText.contains("negative control 'control' agrees with the recordings"),
      "\(run.console.resultText)")
    // In a part of the set it may agree; in the whole, merged from the parts, it must not.
    var shards: [String] = []
    for index in 1...2 {
      let path = gate.folder.file("s\(index).json")
      let part = try ci([control], "--shard", "\(index)/2", "--report", "json=\(path)")
      #expect(part.status == .same, "\(part.console.resultText)")
      shards.append(path)
    }
    let merged = laplace(["ci", "--merge"] + shards)
    #expect(merged.status == .different, "\(merged.console.resultText)")
    #expect(merged.console.resultText.contains("over 400 steps"), "\(merged.console.resultText)")
  }

  @Test func missingBuildShutsTheGateWhereItIsRequired() throws {
    let missing = build("riscv64", [], skipped: "needs qemu-riscv64")
    let run = try ci([missing], "--require")
    #expect(run.status == .trouble)
    #expect(
      run.console.results.filter { $0 == "build 'riscv64' skipped: needs qemu-riscv64" }.count == 1)
    #expect(try ci([missing], "--agents-only").status == .trouble)
    let twice = try ci([build("one", ["sound"]), build("one", ["sound"])])
    #expect(twice.status == .trouble)
    #expect(twice.console.wordText.contains("two builds have the name 'one'"))
  }

  /// A build may have what this tool does not, and the other way round is a failure.
  @Test func agentsOnlyNeedsNoSimulationOfItsOwn() throws {
    let path = gate.folder.file("builds.json")
    let agent = "one=\(Programs.particleAgent) sound"
    let alone = gate.ci(["--agent", agent, "--agents-only"], catalogue: [])
    #expect(alone.status == .same, "\(alone.console.resultText)\n\(alone.console.wordText)")
    let beside = gate.ci(["--agent", agent], catalogue: [])
    #expect(beside.status == .same, "\(beside.console.resultText)\n\(beside.console.wordText)")
    let lacking = gate.ci(["--agent", "none=\(Programs.particleAgent) none"])
    #expect(lacking.status == .refused, "\(lacking.console.resultText)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Units that ran anywhere make the report that `ci` makes on one machine.
  @Test func mergedUnitsMakeTheSameReport() throws {
    let agent = "bad=\(Programs.particleAgent) last-bit-17"
    func out(_ name: String) -> String { gate.folder.file(name) }
    let plan = out("plan.jsonl")
    let recordings = ["a", "b"].map { "\(gate.set)/\($0).mcap" }
    try #require(
      laplace(["plan", "verify"] + recordings + ["--agent", agent, "-o", plan]).status == .same)
    var results: [String] = []
    for wave in 1...4 {
      let rest = out("rest\(wave).jsonl")
      let run = laplace(["plan", "rest", plan] + results + ["-o", rest])
      if run.console.resultText.hasSuffix("no unit is left to run") { break }
      results.append(out("results\(wave).jsonl"))
      try #require(laplace("unit", rest, "-o", results[wave - 1]).status == .same)
    }
    let merged = laplace(
      ["merge", plan] + results + [
        "--report", "json=\(out("merged.json")),tap=\(out("o.tap"))", "--failures", out("merged"),
      ])
    #expect(merged.status == .different, "\(merged.console.wordText)")
    let whole = gate.ci(["--agent", agent, "--report", "json=\(out("whole.json"))"])
    #expect(whole.status == .different)
    #expect(try verdicts(out("merged.json")) == verdicts(out("whole.json")))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out("merged")).sorted()
        == ["a-bad.repro", "b-bad.repro"])
    #expect(try String(contentsOfFile: out("o.tap"), encoding: .utf8).contains("1..4\n"))
  }

  /// What a report says, without times and places of files.
  private func verdicts(_ path: String) throws -> [[String: String]] {
    let report = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: path)))
    let entries = (report as? [String: Any])?["recordings"] as? [[String: Any]]
    return try #require(entries).map { entry in
      // The phase is found where the builds run, and goes into the message.
      entry.filter { !["seconds", "repro", "phase", "details", "message"].contains($0.key) }
        .mapValues {
          let data = try? JSONSerialization.data(withJSONObject: [$0], options: .sortedKeys)
          return String(decoding: data ?? Data(), as: UTF8.self)
        }
    }.sorted {
      ($0["recording"] ?? "", $0["build"] ?? "") < ($1["recording"] ?? "", $1["build"] ?? "")
    }
  }
}
