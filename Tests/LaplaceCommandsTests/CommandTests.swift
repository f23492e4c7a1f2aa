import Foundation
import LaplaceCommands
import TestSupport
import Testing

@Suite struct CommandTests {
  @Test func recordInfoReplayVerify() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let recorded = laplace("record", "particles", "-o", path)
    #expect(recorded.status == .same, "\(recorded.console.wordText)")
    #expect(recorded.console.resultText.contains("1000 steps of particles, seed 1, 3 inputs"))

    let info = laplace("info", path)
    #expect(info.status == .same)
    #expect(info.console.resultText.contains("particles, seed 1"))
    #expect(info.console.resultText.contains("inputs       3"))

    let replayed = laplace("replay", path)
    #expect(replayed.status == .same)
    #expect(replayed.console.resultText.contains("1000 steps of particles replayed"))

    let verified = laplace("verify", path, "--keyframes")
    #expect(verified.status == .same)
    #expect(
      verified.console.results == [
        "\(path): bit-exact over 1000 steps; goes on the same when restored at 4 key frames "
          + "and 15 other steps"
      ])
  }

  @Test func replayPrintsStateInputsAndEvents() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    #expect(laplace("record", "particles", "-o", path).status == .same)
    let state = laplace("replay", path, "--at", "30", "--table", "particles")
    #expect(state.status == .same)
    #expect(state.console.results.first?.hasPrefix("step 30  digest ") == true)
    #expect(state.console.results.count == 6)
    #expect(state.console.results[2].contains("particles[1] x="))
    let inputs = laplace("replay", path, "--from", "0", "--to", "100", "--print", "inputs")
    #expect(
      inputs.console.results == [
        "step 30  nudge particle=1 vx=0.5 vy=3.0", "step 75  calm",
      ])
    let events = laplace("replay", path, "--from", "0", "--to", "200", "--print", "events")
    #expect(events.console.results.contains { $0.contains("bounced particle=") })
    let json = laplace("replay", path, "--at", "30", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.console.resultText.utf8))
    #expect((object as? [String: Any])?["step"] as? Int == 30)
    let tables = (object as? [String: Any])?["tables"] as? [String: [[String: Any]]]
    let row = tables?["particles"]?[1]
    #expect(row?["place"] as? String == "particles[1]" && row?["row"] as? Int == 1)
    #expect((row?["fields"] as? [String: String])?.keys.contains("vx") == true)
  }

  @Test func diffOfAFileWithItselfIsSame() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    #expect(laplace("record", "particles", "-o", path).status == .same)
    let same = laplace("diff", path, path)
    #expect(same.status == .same)
    #expect(same.console.resultText == "same: 1000 steps, every digest equal")
  }

  @Test func diffNamesStepAndField() throws {
    let folder = try TemporaryFolder()
    let (a, b) = (folder.file("a.mcap"), folder.file("b.mcap"))
    #expect(laplace("record", "particles", "-o", a).status == .same)
    #expect(
      laplace("record", "particles", "-o", b, catalogue: particleCatalogue(LastBitAt700.self))
        .status == .same)
    let diff = laplace("diff", a, b)
    #expect(diff.status == .different)
    #expect(diff.console.resultText.contains("first differing step 700 of 1000"))
    #expect(diff.console.resultText.contains("particles[2].vx"))
    #expect(diff.console.resultText.contains("1 ULP"))
  }

  @Test(arguments: [1, 4, 9])
  func diffListsAsManyFieldsAsAskedFor(limit: Int) throws {
    let folder = try TemporaryFolder()
    let (a, b) = (folder.file("a.mcap"), folder.file("b.mcap"))
    #expect(laplace("record", "particles", "-o", a).status == .same)
    #expect(laplace("record", "particles", "--seed", "2", "-o", b).status == .same)
    // Five particles that differ in y and vx: ten fields.
    let diff = laplace("diff", a, b, "--limit", "\(limit)")
    #expect(diff.console.results.filter { $0.contains("  ->  ") }.count == limit)
    #expect(diff.console.resultText.contains("and \(10 - limit) more"))
  }

  /// A reader that goes away is no error, also when writing to it fails.
  @Test func closedOutputIsPassedOver() throws {
    let (open, closed) = (Pipe(), Pipe())
    try closed.fileHandleForReading.close()
    let console = StandardConsole(
      results: closed.fileHandleForWriting.fileDescriptor,
      words: open.fileHandleForWriting.fileDescriptor)
    console.result("nobody reads this")
    console.say("somebody reads this")
    try open.fileHandleForWriting.close()
    let read = try open.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: read, as: UTF8.self) == "somebody reads this\n")
  }

  @Test func verifyOfAFaultyBuildFailsAndNames() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    #expect(laplace("record", "particles", "-o", path).status == .same)
    let faulty = particleCatalogue(LastBitAt700.self)
    let verified = laplace("verify", path, catalogue: faulty)
    #expect(verified.status == .different)
    #expect(verified.console.resultText.contains("first differing step 700"))
    #expect(verified.console.resultText.contains("particles[2].vx"))
    #expect(verified.console.words.last == "  next: laplace bisect \(path)")
    let bisected = laplace("bisect", path, catalogue: faulty)
    #expect(bisected.status == .different)
    #expect(bisected.console.resultText.contains("first differing step 700"))
    #expect(laplace("bisect", path).status == .same)
    #expect(laplace("bisect", path, "--set", "gravity=11").status == .different)
  }

  @Test func lockFile() throws {
    let folder = try TemporaryFolder()
    let (a, lock) = (folder.file("a.mcap"), folder.file("golden.lock"))
    #expect(laplace("record", "particles", "-o", a).status == .same)
    #expect(laplace("verify", a, "--lock", lock).status == .baseline)
    #expect(laplace("accept", a, "--lock", lock).status == .same)
    #expect(laplace("verify", a, "--lock", lock).status == .same)
    #expect(
      laplace("record", "particles", "--seed", "2", "--force", "-o", a).status == .same)
    let changed = laplace("verify", a, "--lock", lock)
    #expect(changed.status == .baseline)
    #expect(changed.console.wordText.contains("is not the recording that was accepted"))
  }

  @Test func viewDrawsAPicture() throws {
    let folder = try TemporaryFolder()
    let (a, svg) = (folder.file("a.mcap"), folder.file("a.svg"))
    #expect(laplace("record", "particles", "-o", a).status == .same)
    #expect(laplace("view", a, "-o", svg, "--y-up").status == .same)
    let text = try String(contentsOfFile: svg, encoding: .utf8)
    #expect(text.hasPrefix("<svg"))
    #expect(text.components(separatedBy: "<circle").count == 6)
  }

  @Test func doctorIsWell() {
    let doctor = laplace("doctor")
    #expect(doctor.status == .same, "\(doctor.console.wordText)")
    #expect(doctor.console.resultText.contains("ok   round trip"))
  }

  @Test func listDescribes() {
    #expect(laplace("list").console.resultText.contains("particles"))
    let detail = laplace("list", "particles").console.resultText
    #expect(detail.contains("parameter   gravity (a number), default 10.0"))
    #expect(
      detail.contains("input       nudge: particle (a whole number), vx (a number), vy (a number)"))
    #expect(laplace("list", "particles", "--gestures").console.results.count == 1)
  }
}
