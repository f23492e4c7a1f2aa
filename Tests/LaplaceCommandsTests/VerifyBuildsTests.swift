import Foundation
import LaplaceCommands
import TestSupport
import Testing

/// `laplace verify` over several builds: the list of builds, the table, the verdicts, the status.
@Suite struct VerifyBuildsTests {
  let folder: TemporaryFolder
  let recording: String

  init() throws {
    folder = try TemporaryFolder()
    recording = folder.file("a.mcap")
    try #require(laplace("record", "particles", "-o", recording).status == .same)
  }

  /// A list of builds of the particles' agent, as `Tools/builds` writes one.
  func list(_ builds: [[String: Any]], version: Int = 1) throws -> String {
    let path = folder.file("builds.json")
    let data = try JSONSerialization.data(withJSONObject: ["version": version, "builds": builds])
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  func entry(
    _ name: String, _ arguments: [String], set: String = "x86-64", expect: String = "same",
    quick: Bool = true
  ) -> [String: Any] {
    [
      "name": name, "instructionSet": set, "description": "particles | bouncing", "expect": expect,
      "command": [Programs.particleAgent] + arguments, "quick": quick, "parallel": true,
    ]
  }

  func verify(_ more: String...) -> (
    status: LaplaceCommands.ExitStatus, console: CapturingConsole
  ) {
    let console = CapturingConsole()
    let status = LaplaceTool.run(
      ["verify", recording] + more, catalogue: particleCatalogue(Sound.self), console: console)
    return (status, console)
  }

  @Test func manyBuildsOneClass() throws {
    let path = try list([
      entry("one", ["sound"]), entry("two", ["sound"], quick: false),
      [
        "name": "riscv64", "instructionSet": "riscv64", "description": "", "expect": "same",
        "quick": true, "parallel": true, "skipped": "needs qemu-riscv64",
      ],
    ])
    let run = verify("--builds", "all", "--manifest", path, "--keyframes")
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(run.console.words == ["laplace: build 'riscv64' skipped: needs qemu-riscv64"])
    #expect(run.console.results.count == 7)
    #expect(run.console.results[0] == "build       instruction set  steps  class  seconds  verdict")
    #expect(run.console.results[4].hasPrefix("riscv64     riscv64              0  -"))
    #expect(run.console.results.dropLast().allSatisfy { $0.count <= 100 })
    #expect(
      run.console.results[5]
        == "restored at 4 key frames and 15 other steps, every build goes on the same")
    #expect(
      run.console.results[6]
        == "3 builds over 1 instruction set, 1 class: bit-exact over 1000 steps of 1 recording "
        + "(6000 build-steps in all); 1 skipped")
    let required = verify("--builds", "riscv64", "--manifest", path, "--require")
    #expect(required.status == .trouble)
    let quick = verify("--builds", "quick", "--manifest", path, "--format", "json")
    #expect(!quick.console.resultText.contains("\"two\""))
    let both = verify("--builds", "quick,two", "--manifest", path, "--format", "json")
    for name in ["one", "two"] { #expect(both.console.resultText.contains("\"\(name)\"")) }
    let markdown = verify("--builds", "one", "--manifest", path, "--markdown")
    #expect(markdown.console.results[1] == "| --- | --- | --- | ---: | --- | ---: | --- |")
    #expect(
      markdown.console.results[3].hasPrefix("| one | x86-64 | particles \\| bouncing | 1000 | A | ")
    )
  }

  @Test func listThatCannotBeUsed() throws {
    let missing = verify("--builds", "all", "--manifest", folder.file("no.json"))
    #expect(missing.status == .trouble)
    #expect(
      missing.console.words == [
        "laplace: \(folder.file("no.json")): there is no build list",
        "  next: Tools/builds all",
      ])
    let future = verify("--builds", "all", "--manifest", try list([], version: 2))
    #expect(future.status == .refused)
    #expect(future.console.wordText.contains("version 2; this tool reads version 1"))
    let unknown = verify("--builds", "on", "--manifest", try list([entry("one", [])]))
    #expect(unknown.status == .trouble)
    #expect(unknown.console.wordText.contains("no build 'on'; did you mean 'one'?"))
    let empty = verify("--builds", "all", "--manifest", try list([["name": "neither"]]))
    #expect(empty.console.wordText.contains("'neither' has neither a command nor a reason"))
    let twice = verify(
      "--builds", "all", "--manifest", try list([entry("one", []), entry("one", [])]))
    #expect(twice.status == .trouble)
    #expect(twice.console.wordText.contains("two builds have the name 'one'"))
    for (text, words) in [
      ("not JSON", "it is not JSON"), ("{\"version\":1}", "it has no 'builds'"),
      ("{\"version\":1,\"builds\":[{}]}", "builds[0] has no 'name'"),
      ("{\"version\":1,\"builds\":[{\"name\":\"a\",\"expect\":\"perhaps\"}]}", "builds[0].expect"),
    ] {
      let path = folder.file("bad.json")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let run = verify("--builds", "all", "--manifest", path)
      #expect(run.status == .trouble)
      #expect(run.console.words.count == 2)
      #expect(run.console.wordText.contains(words), "\(run.console.wordText)")
    }
  }

  @Test func differenceNamesClassesAndRepeats() throws {
    let path = try list([entry("good", ["sound"]), entry("bad", ["last-bit-700"])])
    let run = verify("--builds", "all", "--manifest", path)
    #expect(run.status == .different)
    let text = run.console.resultText
    #expect(text.contains("first differing step 700 of 1000 (t = 11.6667 s)"))
    #expect(text.contains("particles[2].vx"))
    #expect(text.contains("1 ULP"))
    #expect(text.contains("inputs of that step: none"))
    #expect(text.contains("\n  the same again in a second run\n"))
    #expect(
      text.contains(
        "3 builds over 1 instruction set, 2 classes:\n"
          + "  class A, as recorded: this build, good\n"
          + "  class B: bad: diverges at step 700 of \(recording)"))
    #expect(
      run.console.words == [
        "laplace: \(recording): bad differs from the recording (whole run)",
        "  next: laplace bisect \(recording) --agent 'bad=\(Programs.particleAgent) last-bit-700'",
      ])
  }

  @Test func differenceIsFollowed() throws {
    let path = try list([entry("bad", ["last-bit-17"])])
    let run = verify("--builds", "bad", "--manifest", path, "--keep-going")
    #expect(run.status == .different)
    #expect(
      run.console.resultText.contains(
        "step  fields  largest difference  largest ULP  farthest apart"))
    #expect(
      run.console.resultText.contains("healed at step")
        || run.console.resultText.contains("does not heal: differs to the end, step 999"))
  }

  @Test func negativeControls() throws {
    let path = try list([
      entry("control", ["last-bit-17"], expect: "different"),
      entry("asleep", ["sound"], expect: "different"),
    ])
    let good = verify("--builds", "control", "--manifest", path)
    #expect(good.status == .same, "\(good.console.wordText)")
    #expect(
      good.console.results[0].hasPrefix(
        "negative control 'control' differs as it must: \(recording): step 17: particles[2].vx"))
    #expect(good.console.results.last?.hasSuffix("; 1 negative control differs") == true)
    let bad = verify("--builds", "all", "--manifest", path)
    #expect(bad.status == .different)
    #expect(
      bad.console.words == [
        "laplace: negative control 'asleep' agrees with the recording over 1000 steps: the "
          + "comparison missed a difference that it must find"
      ])
  }

  @Test func failuresKeepTheOthersResults() throws {
    let path = try list([
      entry("crashing", ["sound", "signal"]), entry("missing", []), entry("good", ["sound"]),
      entry("empty", ["none"]),
    ])
    let crash = verify("--builds", "crashing,good", "--manifest", path)
    #expect(crash.status == .crashed)
    #expect(crash.console.words.count == 1)
    #expect(
      crash.console.wordText.contains("\(recording): agent 'crashing' ended before its work"))
    #expect(
      crash.console.results.last?.contains("2 builds over 1 instruction set, 1 class") == true)
    #expect(crash.console.results.last?.hasSuffix("; 1 failed") == true)
    let absent = verify("--builds", "empty", "--manifest", path)
    #expect(absent.status == .refused)
    #expect(absent.console.wordText.contains("'empty' does not have the recorded simulation"))
    let hanging = verify(
      "--agent", "hanging=\(Programs.particleAgent) sound hang", "--timeout", "0.5")
    #expect(hanging.status == .crashed)
    #expect(hanging.console.words.count == 1)
  }

  /// A build may be the only one that has a simulation.
  @Test func simulationThatThisToolDoesNotHave() {
    let console = CapturingConsole()
    let status = LaplaceTool.run(
      ["verify", recording, "--agent", "other=\(Programs.particleAgent)"], catalogue: [],
      console: console)
    #expect(status == .same, "\(console.wordText)")
    #expect(console.wordText.contains("this build does not have the recorded simulation"))
    #expect(console.results.last?.contains("1 build over 1 instruction set, 1 class") == true)
  }

  @Test func arithmeticThatDoesNotConform() throws {
    let path = try list([
      entry("flushing", ["sound", "flushes"]), entry("and different", ["last-bit-17", "flushes"]),
    ])
    let same = verify("--builds", "flushing", "--manifest", path)
    #expect(same.status == .refused)
    #expect(
      same.console.words == [
        "laplace: build 'flushing' does not compute by the rules of IEEE 754: subnormals are "
          + "flushed to zero"
      ])
    let different = verify("--builds", "and different", "--manifest", path)
    #expect(different.status == .different)
    #expect(different.console.resultText.contains("likely cause: this build does not compute by"))
  }

  @Test func listThatCallsABuildWhatItIsNot() throws {
    let path = try list([entry("claimed", ["sound"], set: "pdp-11")])
    let run = verify("--builds", "all", "--manifest", path)
    #expect(run.console.wordText.contains("'claimed' is listed as pdp-11, but runs on"))
    #expect(run.console.results.last?.contains("over 1 instruction set") == true)
  }

  @Test func documentForPrograms() throws {
    let path = try list([
      entry("bad", ["last-bit-700"]), entry("broken", ["sound", "exit-on-run"]),
      ["name": "gone", "skipped": "no reason"],
    ])
    let run = verify("--builds", "all", "--manifest", path, "--format", "json", "--keep-going")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
    #expect(document["status"] as? Int == 6)
    let builds = try #require(document["builds"] as? [[String: Any]])
    #expect(builds.map { $0["name"] as? String } == ["this build", "bad", "broken"])
    let skipped = try #require(document["skipped"] as? [[String: Any]])
    #expect(skipped.map { $0["name"] as? String } == ["gone"])
    let classes = try #require(document["classes"] as? [[String: Any]])
    #expect(classes.map { $0["name"] as? String } == ["A", "B"])
    #expect(classes.map { $0["members"] as? [Int] } == [[0], [1]])
    let recordings = try #require(document["recordings"] as? [[String: Any]])
    let runs = try #require(recordings[0]["runs"] as? [[String: Any]])
    #expect(runs.map { $0["verdict"] as? String } == ["same", "different", "failed"])
    let difference = try #require(runs[1]["difference"] as? [String: Any])
    let again = try #require(difference["runs"] as? [String: Any])
    #expect(again["count"] as? Int == 2 && again["agreement"] as? String == "always")
    #expect((difference["mismatch"] as? [String: Any])?["step"] as? Int == 700)
    let comparison = try #require(difference["comparison"] as? [String: Any])
    let places = try #require(comparison["differences"] as? [[String: Any]])
    #expect(places[0]["place"] as? String == "particles[2].vx")
    #expect((difference["growth"] as? [String: Any])?["samples"] != nil)
    let failure = try #require(runs[2]["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "broken")
    #expect(run.console.words.filter { !$0.hasPrefix("  next") }.count == 2)
  }
}
