import Foundation
import LaplaceCommands
import Simulation
import TestSupport
import Testing

/// What the tool says in its own name, and the commands it suggests: with the flags that were
/// given.
@Suite struct HintTests {
  let folder: TemporaryFolder
  let recording: String

  init() throws {
    folder = try TemporaryFolder()
    recording = folder.file("a.mcap")
    try #require(laplace("record", "particles", "-o", recording).status == .same)
  }

  /// Runs a tool that is called otherwise.
  func mytool(_ arguments: [String]) -> CapturingConsole {
    let console = CapturingConsole()
    LaplaceTool.run(
      arguments, catalogue: particleCatalogue(Sound.self), console: console, name: "mytool")
    return console
  }

  @Test(
    arguments: Sample.of([
      (["verfy"], "mytool: no verb 'verfy'; did you mean 'verify'?\n  next: mytool --help"),
      (["record", "waves"], "mytool: no simulation 'waves'\n  next: mytool list"),
      (["verify"], "mytool: name at least one recording"),
      (["verify", "no.mcap"], "mytool: no.mcap: no such file or folder"),
      (
        ["verify", "a.mcap", "--builds", "all", "--manifest", "no.json"],
        "mytool: no.json: there is no build list"
      ),
    ]))
  func wordsAreTheToolsOwn(arguments: [String], words: String) {
    let console = mytool(arguments)
    #expect(console.wordText.hasPrefix(words), "\(console.wordText)")
    #expect(!console.wordText.contains("laplace"))
  }

  @Test(
    arguments: Sample.of([
      [], ["verify"], ["record"], ["bisect"], ["replay"], ["diff"], ["recover"], ["view"],
      ["render"],
      ["agent"], ["shrink"],
    ]))
  func helpIsTheToolsOwn(verb: [String]) {
    let text = mytool(verb + ["--help"]).resultText
    #expect(text.contains("USAGE: mytool"))
    #expect(!text.contains("laplace "), "\(text)")
  }

  @Test func damagedFileSaysHowToRescueIt() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
    let cut = folder.file("cut off.mcap")
    try bytes.dropLast(40).write(to: URL(fileURLWithPath: cut))
    let console = mytool(["verify", cut])
    #expect(console.words.last == "  next: mytool recover '\(cut)' -o KEPT.mcap")
    #expect(!console.wordText.contains("Run `recover`"))
  }

  /// The command that is suggested for a difference goes on from it: it never is the one that was typed.
  @Test(
    arguments: Sample.of([
      ([], ""), (["--timeout", "60"], " --timeout 60"), (["--keyframes"], ""),
      (["--no-keyframes", "--split"], ""), (["--keep-going", "--jobs", "1"], ""),
    ]))
  func nextCommandGoesOn(flags: [String], suffix: String) {
    let agent = "bad=\(Programs.particleAgent) last-bit-700"
    let console = mytool(["verify", recording, "--agent", agent] + flags)
    #expect(console.words.last == "  next: mytool bisect \(recording) --agent '\(agent)'\(suffix)")
  }

  @Test func nextCommandOfReplayNamesTheSameProgram() {
    let agent = "\(Programs.particleAgent) last-bit-17"
    let console = mytool(["replay", recording, "--agent", agent])
    #expect(
      console.words == [
        "mytool: \(recording): replays differently from step 17 on",
        "  next: mytool verify \(recording) --agent 'particle-agent=\(agent)'",
      ])
  }
}

/// What plain `verify` says of restoring.
@Suite struct RestoreTextTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func record(_ stepCount: Int, _ catalogue: [CatalogueEntry]) throws -> String {
    let path = folder.file("\(stepCount).mcap")
    let run = laplace(
      ["record", "particles", "--steps", "\(stepCount)", "-o", path], catalogue: catalogue)
    try #require(run.status == .same)
    return path
  }

  @Test func singleKeyFrameIsNoticed() throws {
    let path = try record(120, particleCatalogue(Sound.self))
    #expect(
      laplace("verify", path).console.results == [
        "\(path): bit-exact over 120 steps; goes on the same when restored at 7 steps (its only "
          + "key frame is its start)"
      ])
    #expect(
      laplace("verify", path, "--no-keyframes").console.results == [
        "\(path): bit-exact over 120 steps; restored nowhere, so a field that is not visited "
          + "goes unnoticed"
      ])
    let text = laplace("verify", path, "--format", "json").console.resultText
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let entry = try #require((document["recordings"] as? [[String: Any]])?.first)
    #expect(entry["keyframes"] as? Int == 1)
    let run = try #require((entry["runs"] as? [[String: Any]])?.first)
    #expect(run["restoredKeyframes"] as? Int == 1 && run["restarts"] as? Int == 7)
    #expect(run["restoredSteps"] as? Int == 120)
  }

  @Test func buildThatWasRestoredIsNamed() throws {
    let (short, long) = (
      try record(120, particleCatalogue(Sound.self)),
      try record(1000, particleCatalogue(Sound.self))
    )
    let agent = "other=\(Programs.particleAgent)"
    for (flags, who) in [([], "this build"), (["--keyframes"], "every build")] {
      let run = laplace(["verify", short, long, "--agent", agent] + flags)
      #expect(
        run.console.results.dropLast().last
          == "restored at 4 key frames and 22 other steps (1 recording without a key frame but the "
          + "start), \(who) goes on the same")
    }
    let none = laplace(["verify", short, long, "--agent", agent, "--no-keyframes"])
    #expect(
      none.console.results.dropLast().last
        == "restored nowhere, so a field that is not visited goes unnoticed")
  }

  @Test(arguments: [120, 1000])
  func forgottenFieldIsFoundByPlainVerify(stepCount: Int) throws {
    let forgetful = particleCatalogue(Unvisited.self)
    let path = try record(stepCount, forgetful)
    let run = laplace("verify", path, catalogue: forgetful)
    #expect(run.status == .different)
    #expect(
      run.console.words[0].contains("this build differs from the recording (restored at step "))
    #expect(
      run.console.resultText.contains(
        "it goes on differently than the run that never stopped\n  cause: "))
    #expect(run.console.resultText.contains(" is stored but never visited; visit it, or list it"))
    #expect(run.console.words.last == "  next: laplace selftest particles --input \(path)")
    #expect(laplace(["verify", path, "--no-keyframes"], catalogue: forgetful).status == .same)
    // The tool that has no such simulation asks the first agent that has it.
    let agent = "bad=\(Programs.particleAgent) unvisited"
    let away = laplace(["verify", path, "--agent", agent], catalogue: [])
    #expect(away.status == .different)
    #expect(
      away.console.words.last == "  next: laplace hunt particles --input \(path) --agent '\(agent)'"
    )
    #expect(!away.console.resultText.contains("visited"), "\(away.console.resultText)")
  }
}
