import Foundation
import LaplaceCommands
import TestSupport
import Testing

/// Differences that waver, that have one cause, and that cannot be judged.
@Suite struct RepeatTests {
  let folder: TemporaryFolder
  let recording: String

  init() throws {
    folder = try TemporaryFolder()
    recording = folder.file("a.mcap")
    try #require(laplace("record", "particles", "-o", recording).status == .same)
  }

  /// A program that runs another variant each time that it is started, in turn.
  func program(_ variants: [String]) throws -> String {
    let (script, counter) = (folder.file("wavers.sh"), folder.file("count"))
    let text = """
      n=$(cat '\(counter)' 2>/dev/null || echo 0)
      echo $((n + 1)) > '\(counter)'
      set -- \(variants.joined(separator: " "))
      shift $((n % $#))
      exec '\(Programs.particleAgent)' "$1"
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: script))
    return "wavers=sh \(script)"
  }

  /// A difference that repeats is run twice, one that wavers eight times.
  @Test(
    arguments: Sample.of([
      (["last-bit-17"], "diverges in each of 2 runs, at step 17, always the same"),
      (
        ["last-bit-17", "sound", "sound"],
        "diverges in 3 of 8 runs, at step 17, 3 like the first"
      ),
      (
        ["last-bit-700", "last-bit-17"],
        "diverges in each of 8 runs, at steps 17 to 700, 4 like the first"
      ),
    ]))
  func bisectRunsADifferenceAgain(variants: [String], words: String) throws {
    let run = laplace("bisect", recording, "--agent", try program(variants))
    #expect(run.status == .different)
    #expect(run.console.results[1] == "  " + words)
    #expect(run.console.resultText.contains("particles[2].vx"), "\(run.console.resultText)")
    let json = laplace(
      "bisect", recording, "--format", "json", "--agent", try program(["last-bit-17"]))
    #expect(json.console.resultText.contains("\"agreement\" : \"always\""))
  }

  @Test func buildThatWaversIsInNoClass() throws {
    let run = laplace("verify", recording, "--agent", try program(["last-bit-17", "sound"]))
    #expect(run.status == .different)
    let text = run.console.resultText
    #expect(
      text.contains("  does not repeat: diverges in 4 of 8 runs, at step 17, 4 like the first"))
    #expect(text.contains("; 1 in no class: not the same when run again"), "\(text)")
    #expect(!text.contains("class B"))
  }

  /// Four recordings of one fault; the one with the fewest fields is shown in full.
  @Test func differencesOfOneCauseAreToldTogether() throws {
    var paths: [String] = []
    for seed in 1...4 {
      let path = folder.file("seed\(seed).mcap")
      try #require(
        laplace("record", "particles", "--seed", "\(seed)", "-o", path).status == .same)
      paths.append(path)
    }
    let agent = "bad=\(Programs.particleAgent) last-bit-17"
    let run = laplace(["verify"] + paths + ["--agent", agent])
    #expect(run.status == .different)
    #expect(run.console.words[0] == "laplace: bad differs: 1 cause for 4 recordings")
    #expect(run.console.words.count { $0.hasPrefix("  next: ") } == 1)
    #expect(
      run.console.results.contains("  cause 1 of 1, last bits of particles.vx: 4 recordings"),
      "\(run.console.resultText)")
    let json = laplace(["verify", "--format", "json"] + paths + ["--agent", agent])
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.console.resultText.utf8)) as? [String: Any])
    let causes = try #require(document["causes"] as? [[String: Any]])
    #expect(causes.count == 1)
    #expect(causes[0]["recordings"] as? [Int] == Array(paths.indices))
    #expect(causes[0]["mechanism"] as? String == "last bits")
    #expect(causes[0]["fields"] as? [String] == ["particles.vx"])
  }

  /// What `git bisect run` must neither call good nor bad.
  @Test(
    arguments: Sample.of([
      "sound signal", "sound schema", "none", "sound exit-at-once", "sound version",
    ]))
  func bisectCannotTell(variant: String) {
    let run = laplace("bisect", recording, "--agent", "old=\(Programs.particleAgent) \(variant)")
    #expect(run.status == .untestable, "\(run.console.wordText)")
    #expect(run.console.words[0].hasPrefix("laplace: \(recording): "))
  }

  @Test func bisectCannotTellOfAProgramThatIsNotThere() {
    let run = laplace("bisect", recording, "--agent", "old=\(folder.file("nothing"))")
    #expect(run.status == .untestable, "\(run.console.wordText)")
  }

  @Test func bisectSaysWhatToTypeNext() {
    let agent = "old=\(Programs.particleAgent) last-bit-17"
    let run = laplace("bisect", recording, "--agent", agent)
    #expect(
      run.console.words
        == ["  next: laplace verify \(recording) --agent '\(agent)' --keep-going"])
  }

  /// An input that only the second recording has is shown.
  @Test func diffShowsTheInputsOfBothFiles() throws {
    let (script, none, other) = (
      folder.file("in.jsonl"), folder.file("none.mcap"), folder.file("other.mcap")
    )
    let line = #"{"step":5,"kind":"nudge","particle":1,"vx":2,"vy":0}"#
    try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: script))
    for (input, path) in [("none", none), (script, other)] {
      let run = laplace("record", "particles", "--input", input, "-o", path)
      try #require(run.status == .same, "\(run.console.wordText)")
    }
    let text = laplace("diff", none, other).console.resultText
    #expect(
      text.contains(
        "  inputs of that step: none\n     and in the second: nudge particle=1 vx=2.0 vy=0.0\n"),
      "\(text)")
    let back = laplace("diff", other, none).console.resultText
    #expect(back.contains("vy=0.0\n     and in the second: none\n"), "\(back)")
  }

  /// A lock file changes only where a person sees it.
  @Test func acceptWritesNothingUnderCI() throws {
    let lock = folder.file("a.lock")
    func accept(isUnattended: Bool) -> (LaplaceCommands.ExitStatus, CapturingConsole) {
      let console = CapturingConsole()
      let status = LaplaceTool.run(
        ["accept", recording, "--lock", lock], catalogue: particleCatalogue(Sound.self),
        console: console, name: "laplace", isUnattended: isUnattended)
      return (status, console)
    }
    let (refused, words) = accept(isUnattended: true)
    #expect(refused == .baseline)
    #expect(words.wordText.hasPrefix("laplace: \(lock): not written under CI; 1 line would change"))
    #expect(!FileManager.default.fileExists(atPath: lock))
    let (written, told) = accept(isUnattended: false)
    #expect(written == .same)
    #expect(told.results == ["\(lock): 1 recording, 1 changed", "  a.mcap: new"])
    #expect(accept(isUnattended: true).0 == .same)
  }
}
