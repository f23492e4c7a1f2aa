import Foundation
import LaplaceCommands
import Replay
import Simulation
import TestSupport
import Testing

/// `laplace why`, and the search for the fewest fields that make a difference.
@Suite struct WhyTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(_ name: String, _ inputs: String) throws -> String {
    let (script, path) = (folder.file(name + ".jsonl"), folder.file(name + ".mcap"))
    try inputs.write(toFile: script, atomically: true, encoding: .utf8)
    let run = laplace("record", "particles", "--steps", "80", "--input", script, "-o", path)
    try #require(run.status == .same, "\(run.console.wordText)")
    return path
  }

  /// A nudge moves one velocity, which moves one place: each step back leads there.
  @Test func chainLeadsBackToTheInput() throws {
    let a = try record("a", "{\"step\":5,\"kind\":\"nudge\",\"particle\":3,\"vx\":0.5,\"vy\":0}")
    let b = try record("b", "{\"step\":5,\"kind\":\"nudge\",\"particle\":3,\"vx\":0.75,\"vy\":0}")
    let run = laplace("why", a, b, "8", "particles[3].x", "--back", "20")
    #expect(run.status == .same, "\(run.console.wordText)")
    let lines = run.console.results
    try #require(lines.count == 6, "\(run.console.resultText)")
    #expect(lines[0].hasPrefix("particles[3].x after step 8: 0x"))
    #expect(lines[1].hasPrefix("  because after step 7: particles[3].x "), "\(lines[1])")
    #expect(lines[1].contains("(1 of 2 values that differ)"), "\(lines[1])")
    #expect(lines[4].hasPrefix("    and particles[3].vx "), "\(lines[4])")
    #expect(lines[5] == "  because the inputs of step 5 differ", "\(lines[5])")
  }

  /// What one step back finds is what the step makes of the field: the velocity, for the velocity.
  @Test func fieldsThatDoNotMatterAreLeftOut() throws {
    let a = try record("a", "{\"step\":5,\"kind\":\"nudge\",\"particle\":3,\"vx\":0.5,\"vy\":1}")
    let b = try record(
      "b",
      """
      {"step":5,"kind":"nudge","particle":3,"vx":0.75,"vy":2}
      {"step":5,"kind":"nudge","particle":1,"vx":0.75,"vy":2}
      """)
    let run = laplace("why", a, b, "12", "particles[3].vx", "--format", "json")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
    let levels = try #require(document["levels"] as? [[String: Any]])
    try #require(levels.count == 1)
    #expect(levels[0]["cause"] as? String == "fields")
    #expect(levels[0]["candidateCount"] as? Int == 8)
    let comparison = try #require(levels[0]["comparison"] as? [String: Any])
    let fields = try #require(comparison["differences"] as? [[String: Any]])
    #expect(fields.map { $0["place"] as? String } == ["particles[3].vx"], "\(fields)")
  }

  /// Two builds, one recording: the state before is equal, so that the step itself is at fault.
  @Test func stepOfAnotherBuild() throws {
    let a = try record("a", "")
    let agent = Programs.particleAgent + " last-bit-17"
    let run = laplace("why", a, "19", "particles[2].vx", "--back", "9", "--agent", agent)
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(
      run.console.results.last
        == "  because step 17 itself differs: after step 16, the states and inputs are equal",
      "\(run.console.resultText)")
    #expect(run.console.results.count == 4)
  }

  /// What cannot be told is said in one line, with what to do next.
  @Test func badQuestions() throws {
    let a = try record("a", "{\"step\":5,\"kind\":\"nudge\",\"particle\":3,\"vx\":0.5,\"vy\":0}")
    let b = try record("b", "")
    for (words, status, text) in [
      (
        ["why", a, b, "3", "particles[3].x"], LaplaceCommands.ExitStatus.different,
        "is the same in both runs"
      ),
      (["why", a, "8", "particles[3].x"], .trouble, "nothing to compare it with"),
      (["why", a, b, "8", "particles[3].z"], .trouble, "has no field 'z'"),
      (["why", a, b, "8", "particles[*].x"], .trouble, "is no single field"),
      (["why", a, b, "8", "particles[30].x"], .trouble, "is not in both runs"),
      (["why", a, b, "8", "particles[3].speed"], .trouble, "is not one stored value"),
      (["why", a, b, "80", "particles[3].x"], .trouble, "has steps 0 to 79"),
      (["why", a, b, "eight", "particles[3].x"], .trouble, "'eight' is no step"),
      (["why", a], .trouble, "needs one or two recordings"),
      (["why", a, folder.file("none.mcap"), "8", "particles[3].x"], .trouble, "none.mcap"),
    ] {
      let run = laplace(words, catalogue: particleCatalogue(Sound.self))
      #expect(run.status == status, "\(words)")
      #expect(run.console.words.first?.contains(text) == true, "\(run.console.wordText)")
    }
  }

  /// The subset holds, and nothing can be left out of it; the seed is in the message.
  @Test(arguments: 0..<40)
  func smallestSubsetIsSmall(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let count = Int.random(in: 1...60, using: &random)
    let needed = Set(
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0..<count, using: &random)
      })
    var tests = 0
    let found = smallestSubset(of: Array(0..<count)) { items in
      tests += 1
      return needed.isSubset(of: items)
    }
    #expect(Set(found) == needed && found.count == needed.count, "seed \(seed): \(found)")
    #expect(tests <= 8 * count + 16, "seed \(seed): \(tests) tests of \(count) items")
  }
}
