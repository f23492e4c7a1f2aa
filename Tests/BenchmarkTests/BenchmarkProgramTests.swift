import Foundation
import ProgramRunner
import TestSupport
import Testing

/// The benchmark program as it is called: what it prints, stores, compares and refuses.
@Suite struct BenchmarkProgramTests {
  /// Few steps of small scenes: what they cost is of no interest here.
  static let quick = ["--small", "--steps", "12"]

  static func bench(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(Programs.bench, arguments)
  }

  static func object(_ line: Substring) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func listsElevenScenes() throws {
    let run = try Self.bench(["--list"])
    #expect(run.status == 0)
    let names = run.outputText.split(separator: "\n")
    #expect(names.count == 11)
    #expect(names.contains("rain"))
    #expect(names.contains("falling_hinges"))
  }

  @Test func oneLineOfJSONTellsAll() throws {
    let run = try Self.bench(Self.quick + ["tumbler", "--format", "json", "--times"])
    #expect(run.status == 0)
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count == 1)
    let object = try Self.object(lines[0])
    #expect(object["scene"] as? String == "tumbler")
    #expect(object["steps"] as? Int == 12)
    #expect(object["workers"] as? Int == 1)
    #expect((object["digest"] as? String)?.count == 32)
    #expect((object["times"] as? [Double])?.count == 11)
    let phases = try #require(object["phases"] as? [String: Double])
    #expect(
      Set(phases.keys)
        == ["pairs", "collide", "prepare", "solve", "finish", "continuous", "sleep"])
    let figures = try #require(object["figures"] as? [String: Double])
    #expect(figures["kineticEnergy"] != nil)
  }

  @Test("UD-ROB-02 200 items with springs and noise: times are told")
  func items() throws {
    let run = try Self.bench(["--items", "--steps", "30", "--format", "json"])
    #expect(run.status == 0)
    let object = try Self.object(run.outputText.split(separator: "\n")[0])
    #expect(object["items"] as? Int == 200 && object["steps"] as? Int == 30)
    #expect((object["msPerStep"] as? Double ?? 0) > 0)
    #expect(
      try Self.bench(["--items", "--steps", "2"]).outputText.contains("not yet at rest 2 steps"))
  }

  @Test func aStoredRunIsCompared() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.json")
    let words = Self.quick + ["smash", "washer"]
    #expect(try Self.bench(words + ["--store", path]).status == 0)
    let same = try Self.bench(words + ["--compare", path, "--expect", path])
    #expect(same.status == 0)
    #expect(same.outputText.contains("geometric mean"))
    #expect(!same.outputText.contains("DIGEST CHANGED"))
  }

  @Test func anotherDigestVoidsTheTiming() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.json")
    let words = Self.quick + ["smash"]
    #expect(try Self.bench(words + ["--store", path]).status == 0)
    var text = try String(contentsOfFile: path, encoding: .utf8)
    let place = try #require(text.range(of: "\"digest\" : \""))
    let digit = text[place.upperBound]
    text.replaceSubrange(
      place.upperBound...place.upperBound, with: digit == "0" ? "1" : "0")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let other = try Self.bench(words + ["--compare", path, "--expect", path])
    #expect(other.status == 1)
    #expect(other.outputText.contains("VOID"))
    #expect(other.outputText.contains("DIGEST CHANGED"))
  }

  @Test(arguments: [
    ["--workers", "0"], ["--steps", "1"], ["--repeat"], ["no_such_scene"], ["--format", "xml"],
  ])
  func wrongWordsAreRefused(words: [String]) throws {
    let run = try Self.bench(words)
    #expect(run.status == 2)
    #expect(run.outputText.contains("usage:"))
  }

  /// A driver of another engine, played by a script, and this program take turns.
  @Test func aPeerTakesTurns() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("peer")
    let script = """
      #!/bin/sh
      if [ "$1" = --list ]; then printf 'Another engine\\nsmash\\n'; exit 0; fi
      echo 'words of its own'
      echo '{"engine":"Another engine","scene":"smash","steps":12,"workers":1,"msPerStep":1,'\\
      '"bodies":1,"shapes":1,"joints":0,"contacts":0,"figures":{"awake":1},"times":[1,1]}'
      """
    try writeProgram(script, to: path)
    let run = try Self.bench([
      "smash", "tumbler", "--steps", "4", "--repeat", "2", "--quality", "--peer", path,
    ])
    #expect(run.status == 0)
    #expect(run.outputText.contains("Another engine"))
    #expect(run.outputText.contains("1.00 ms"))
    #expect(run.outputText.contains("geometric mean"))
  }
}
