import Foundation
import LaplaceCommands
import Recording
import Scenarios
import Simulation
import TestSupport
import Testing

/// `record --flip`: a fault on purpose, which others have to find.
@Suite struct FlipTests {
  let folder: TemporaryFolder
  let path: String
  let faulty: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    faulty = folder.file("b.mcap")
  }

  private func record(
    _ words: [String], _ flip: String, catalogue: [CatalogueEntry] = particleCatalogue(Sound.self)
  ) throws -> (right: Recording, wrong: Recording) {
    let right = laplace(["record"] + words + ["-o", path], catalogue: catalogue)
    try #require(right.status == .same, "\(right.console.wordText)")
    let wrong = laplace(
      ["record"] + words + ["--flip", flip, "-o", faulty], catalogue: catalogue)
    try #require(wrong.status == .same, "\(wrong.console.wordText)")
    return (try Recording(path: path), try Recording(path: faulty))
  }

  private func object(_ words: String..., catalogue: [CatalogueEntry]) throws -> [String: Any] {
    let text = laplace(words + ["--format", "json"], catalogue: catalogue).console.resultText
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    "the run differs from exactly that step on, and there in exactly that field",
    arguments: [
      (["particles", "--steps", "70"], "particles[2].vx", 57),
      (["particles", "--steps", "70"], "particles[4].y", 0),
      (["particles", "--steps", "70"], "particles[0].x", 69),
      (["orbit", "--steps", "240"], "bodies[1].positionX", 200),
    ])
  func differsFromThatStepOn(words: [String], field: String, step: Int64) throws {
    let catalogue = particleCatalogue(Sound.self) + Catalogue.all
    let (right, wrong) = try record(words, "\(field)@\(step)", catalogue: catalogue)
    #expect(right.stepCount == wrong.stepCount)
    for count in -1..<right.stepCount {
      let isSame = try right.digest(after: count) == wrong.digest(after: count)
      #expect(isSame == (count < step), "step \(count)")
    }
    let found = try object("diff", path, faulty, "--limit", "20", catalogue: catalogue)
    let compared = try #require(found["comparison"] as? [String: Any])
    let difference = try #require(compared["difference"] as? [String: Any])
    #expect((difference["mismatch"] as? [String: Any])?["step"] as? Int64 == step)
    let comparison = try #require(difference["comparison"] as? [String: Any])
    let fields = try #require(comparison["differences"] as? [[String: Any]])
    #expect(fields.count == 1)
    #expect(fields.first?["ulpDistance"] as? Int == 1, "\(fields)")
    let text = laplace(["diff", path, faulty], catalogue: catalogue).console.resultText
    #expect(text.contains(field), "\(text)")
    // Neither does any build reproduce it there.
    let replayed = try object("replay", faulty, catalogue: catalogue)
    #expect(replayed["firstDifferingStep"] as? Int64 == step)
    let verified = laplace(["verify", faulty], catalogue: catalogue)
    #expect(verified.status == .different)
    #expect(verified.console.resultText.contains("first differing step \(step) of"))
  }

  /// A value that is stored at key frames only is flipped all the same.
  @Test(arguments: [("stepIndex", 3), ("particles[1].bounces", 31)])
  func valuesOfKeyFramesAreFlipped(field: String, step: Int64) throws {
    let (right, wrong) = try record(["particles", "--steps", "400"], "\(field)@\(step)")
    for count in -1..<right.stepCount {
      #expect(try (right.digest(after: count) == wrong.digest(after: count)) == (count < step))
    }
    #expect(laplace("diff", path, faulty).console.resultText.contains("step \(step)"))
  }

  @Test func theRecordingShowsThatItIsOnPurpose() throws {
    _ = try record(["particles", "--steps", "70"], "particles[2].vx@57")
    let note = "planted: the lowest bit of particles[2].vx was flipped on purpose after step 57"
    #expect(laplace("info", faulty).console.results.contains("  note         \(note)"))
    #expect(!laplace("info", path).console.resultText.contains("planted"))
    let again = laplace(
      "record", "particles", "--input", faulty, "--flip", "particles[2].vx@57", "--force", "-o",
      path, "--format", "json")
    #expect(again.console.resultText.contains("\"planted\" : \"particles[2].vx after step 57: 0x"))
    #expect(laplace("diff", path, faulty).status == .same)
    // Its part holds the fault, or what followed from it.
    let part = folder.file("part.mcap")
    #expect(laplace("cut", faulty, "--range", "0..60", "-o", part).status == .same)
    #expect(laplace("info", part).console.results.contains("  note         \(note)"))
  }

  @Test(arguments: [[], ["--tracks", "log"], ["--tracks", "log+view", "--chain"]])
  func agentsRunIsFlippedAsWell(more: [String]) throws {
    let (_, own) = try record(["particles", "--steps", "600"] + more, "particles[2].vx@301")
    let agent = ["--agent", "\(Programs.particleAgent) sound", "--force"]
    let (_, other) = try record(
      ["particles", "--steps", "600"] + more + agent, "particles[2].vx@301")
    for count in -1..<own.stepCount {
      #expect(try own.digest(after: count) == other.digest(after: count))
    }
  }

  @Test(
    "each mistake is one line, and a next step",
    arguments: [
      (
        "particles[2].vz@5", "'particles' has no field 'vz'; did you mean 'vx'?",
        "there are: x, y, vx, vy, bounces, speed"
      ),
      (
        "particle[2].vx@5", "there is no table 'particle'; did you mean 'particles'?",
        "there are: stepIndex, particles"
      ),
      ("particles[*].vx@5", "'particles[*].vx' means every row", "name one row"),
      ("particles[2].speed@5", "'particles[2].speed' is computed from other fields", "name"),
      (
        "particles[2].vx@40", "the run has 40 steps, and the first one is step 0",
        "give an earlier step, or more steps with --steps"
      ),
    ])
  func mistakesAreNamedBeforeTheRun(flip: String, problem: String, advice: String) throws {
    let run = laplace("record", "particles", "--steps", "40", "--flip", flip, "-o", path)
    #expect(run.status == .trouble)
    #expect(run.console.words.first == "laplace: --flip \(flip): \(problem)")
    #expect(run.console.words.count == 2)
    #expect(run.console.words.last?.hasPrefix("  next: \(advice)") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: [
    (["--flip", "particles[2].vx"], "not a field and a step: write a field and a step"),
    (["--flip", "particles[2.vx@5"], "not a field and a step: write a field and a step"),
    (["--flip", "particles[2].vx@-5"], "not a field and a step: write a field and a step"),
    (["--flip", "stepIndex@5", "--last", "1s"], "leave out --last, or --flip"),
    (["--flip", "stepIndex@5", "--budget", "2%"], "leave out --budget, or --flip"),
  ])
  func optionsThatDoNotFitAreRefused(words: [String], says: String) throws {
    let run = laplace(["record", "particles", "-o", path] + words)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains(says), "\(run.console.wordText)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// What only the run can show leaves no recording.
  @Test(arguments: [
    (
      "rows[3].value@5", "there is no 'rows[3].value' after step 5",
      "record without --flip, then: laplace replay RECORDING --at 5 --print state"
    ),
    ("mode@5", "picky does not accept 0x01 (1) there", "flip a bit of another field"),
    (
      "sum@5", "picky computes 'sum' again from other fields when it is restored",
      "flip a bit of a field that it depends on"
    ),
  ])
  func valuesThatCannotBeFlippedAreNamed(flip: String, problem: String, advice: String) throws {
    let catalogue = [CatalogueEntry(Picky.self, summary: "is picky", defaultStepCount: 20)]
    let run = laplace(["record", "picky", "--flip", flip, "-o", path], catalogue: catalogue)
    #expect(run.status == .refused)
    #expect(run.console.words == ["laplace: --flip \(flip): \(problem)", "  next: \(advice)"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    let other = laplace(
      ["record", "picky", "--flip", "rows[2].value@5", "-o", path], catalogue: catalogue)
    #expect(other.status == .same, "\(other.console.wordText)")
  }
}

/// Refuses some states, and computes others again.
private struct Picky: Simulation {
  static var name: StaticString { "picky" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var mode: UInt8 = 0
  var sum: UInt32 = 3
  var values: [UInt32] = [0, 1, 2]

  init(parameters: NoParameters, seed: UInt64) {}

  mutating func step(_ inputs: [NoEvent]) {
    for index in values.indices { values[index] += 1 }
    stateWasRestored()
  }

  func isStateSound() -> Bool { mode == 0 }
  mutating func stateWasRestored() { sum = values.reduce(0, +) }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("mode", &mode)
    visitor.field("sum", &sum)
    var count = values.count
    visitor.table("rows", rowCount: &count)
    if count != values.count { values = Array(repeating: 0, count: count) }
    visitor.column("value", &values, .everyStep)
  }
}
