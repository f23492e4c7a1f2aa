import Foundation
import LaplaceCommands
import Recording
import Replay
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `laplace trace` and `laplace grep`.
@Suite struct InspectTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    try #require(laplace("record", "particles", "--steps", "300", "-o", path).status == .same)
  }

  /// What `export` and `trace` read is what a run of the simulation shows, stored every step or not.
  @Test(arguments: ["y", "vx", "bounces"])
  func exportIsWhatAReplayShows(field: String) throws {
    let run = laplace("export", path, "--csv", "--field", "particles[2].\(field)")
    #expect(run.status == .same, "\(run.console.wordText)")
    let lines = run.console.resultText.split(separator: "\n")
    try #require(lines.count == 301)
    for step in [0, 17, 255, 256, 299] {
      let shown = laplace(
        "replay", path, "--at", "\(step)", "--print", "state", "--table", "particles")
      let row = shown.console.results.first { $0.hasPrefix("  particles[2]") } ?? ""
      let value = lines[step + 1].split(separator: ",")[2]
      #expect(lines[step + 1].hasPrefix("\(step),"))
      #expect((row + " ").contains(" \(field)=\(value) "), "step \(step): \(value): \(row)")
    }
  }

  @Test func traceInEveryForm() throws {
    let text = laplace("trace", "particles[2].y", path, "--from", "10", "--to", "59")
    #expect(text.console.resultText.hasPrefix("particles[2].y: 50 steps\n  "))
    #expect(text.console.resultText.contains("lowest    "))
    let json = laplace("trace", "particles[2].y", path, "--format", "json")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.console.resultText.utf8)) as? [String: Any])
    #expect((document["values"] as? [Double])?.count == 300)
    let picture = folder.file("y.svg")
    #expect(
      laplace("trace", "particles[2].y", path, "--format", "svg", "-o", picture).status == .same)
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.contains("<polyline") && XMLParser(data: Data(svg.utf8)).parse())
    // A picture of an earlier run gives way, other files do not.
    let again = ["trace", "particles[2].y", path, "-o", picture, "--format"]
    #expect(laplace(again + ["svg"]).status == .same)
    #expect(laplace(again + ["json"]).status == .trouble)
  }

  /// Many rows, or several fields, are the curves of each alone.
  @Test func traceOfManyIsEachAlone() throws {
    let run = laplace("trace", "particles[*].y", path, "--field", "stepIndex", "--format", "json")
    #expect(run.status == .same, "\(run.console.wordText)")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
    let curves = try #require(document["curves"] as? [[String: Any]])
    let names = curves.compactMap { $0["field"] as? String }
    #expect(names == (0..<5).map { "particles[\($0)].y" } + ["stepIndex"])
    for curve in curves {
      let name = try #require(curve["field"] as? String)
      let alone = laplace("trace", name, path, "--format", "json")
      let one = try #require(
        JSONSerialization.jsonObject(with: Data(alone.console.resultText.utf8)) as? [String: Any])
      #expect(one["values"] as? [Double] == curve["values"] as? [Double], "\(name)")
    }
    let svg = laplace("trace", "particles[*].y", path, "--format", "svg").console.resultText
    #expect(svg.components(separatedBy: "<polyline").count == 6)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }

  @Test func grepCountsAndShowsTheLast() {
    let all = laplace("grep", "particles[*].vy > 0", path, "--limit", "0").console.results
    let last = laplace("grep", "particles[*].vy > 0", path, "--limit", "2", "--last").console
      .results
    #expect(all.count > 2 && Array(last.prefix(2)) == Array(all.suffix(2)), "\(last)")
    let count = laplace("grep", "particles[0].y == particles[0].y", path, "--count")
    #expect(count.console.results == ["300"])
  }

  /// The steps found are those that a trace shows.
  @Test func grepFindsWhatTraceShows() throws {
    let json = laplace("trace", "particles[1].vy", path, "--format", "json").console.resultText
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let values = try #require(document["values"] as? [Double])
    let middle = values.sorted()[150]
    let expected = values.count { $0 > middle }
    let run = laplace(
      "grep", "particles[1].vy > \(middle)", path, "--limit", "0", "--format", "json")
    #expect(run.status == .same)
    let found = try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
    #expect(found["stepCount"] as? Int == expected)
    let matches = try #require(found["matches"] as? [[String: Any]])
    let covered = matches.flatMap { match -> [Int] in
      Array((match["firstStep"] as? Int ?? 0)...(match["lastStep"] as? Int ?? -1))
    }
    #expect(covered == values.indices.filter { values[$0] > middle })
  }

  /// Conditions with an answer that is known.
  @Test(
    arguments: Sample.of([
      ("particles[*].y > 1e9", 0), ("particles[*].y < 1e9", 300),
      ("!(particles[*].y > 1e9) && particles[0].y < 1e9", 300),
      ("particles[0].y > 1e9 || particles[*].speed >= 0", 300),
      ("particles[0].y == particles[0].y", 300), ("particles[0].y != particles[0].y", 0),
      ("particles[9].y < 1e9", 0), ("particles[0].bounces >= 0 && 1 < 2", 300),
      ("particles[row 1].y < 1e+9", 300), ("stepIndex >= 299", 2), ("-1 > particles[0].bounces", 0),
    ]))
  func conditionsHold(condition: String, stepCount: Int) throws {
    let run = laplace("grep", "--limit", "0", "--", condition, path)
    #expect(run.status == (stepCount == 0 ? .different : .same), "\(run.console.wordText)")
    let words =
      stepCount == 0 ? "holds nowhere in 300 steps" : "holds after \(stepCount) of 300 steps"
    #expect(run.console.words == ["\(path): \(words)"], "\(run.console.wordText)")
  }

  /// What cannot be read is said in one line, and never traps.
  @Test(
    arguments: Sample.of([
      ("", "needs a field or a number at its end"), ("particles[0].y", "needs a comparison"),
      ("particles[0].y >", "needs a field"), ("particle[0].y > 1", "did you mean 'particles'?"),
      ("particles[0].z > 1", "'particles' has no field 'z'; did you mean"),
      ("particles[].y > 1", "is no field"), ("particles[0.y > 1", "is no field"),
      ("particles.y > 1", "'particles' has rows: write particles[0] or [*]"),
      ("(particles[0].y > 1", "a parenthesis is not closed"),
      ("particles[0].y > 1 )", "cannot read ')'"), ("1e > 2", "'1e' is no number"),
      ("particles[0].y > \"fast\"", "compared with a field, by == or !="),
      ("\"fast\" == particles[0].y", "a name in quotes stands at the right"),
      ("particles[0].y == \"fast", "a quote is not closed"),
      (String(repeating: "(", count: 100_000), "more than 100 parentheses"),
      (String(repeating: "!", count: 100_000), "more than 100 parentheses"),
    ]))
  func badConditions(condition: String, words: String) {
    let run = laplace("grep", "--", condition, path)
    #expect(run.status == .trouble)
    #expect(run.console.words[0].contains(words), "\(run.console.words[0].prefix(300))")
  }

  @Test func badTraces() {
    for (field, words) in [
      ("particles[2]", "has several fields: name one"),
      ("..", "is no field"), ("particles[77].y", "is in none of these steps"),
    ] {
      let run = laplace("trace", field, path)
      #expect(run.status == .trouble)
      #expect(run.console.wordText.contains(words), "\(run.console.wordText)")
    }
    #expect(laplace("trace", "particles[2].y", path, "--to", "300").status == .trouble)
    #expect(laplace("trace", "particles[2].y", folder.file("no.mcap")).status == .trouble)
  }

  /// A tool without the simulation reads what is stored, and says what it leaves out.
  @Test func simulationThatThisToolDoesNotHave() {
    let stored = laplace(["trace", "particles[2].y", path], catalogue: [])
    #expect(stored.status == .same)
    #expect(stored.console.words.isEmpty)
    let keyframes = laplace(["trace", "particles[2].bounces", path], catalogue: [])
    #expect(keyframes.console.wordText.contains("stored at key frames only"))
    let run = laplace(
      ["trace", "particles[2].bounces", path, "--agent", Programs.particleAgent], catalogue: [])
    #expect(run.console.resultText.hasPrefix("particles[2].bounces: 300 steps"))
  }

  /// A build that computes otherwise must not show its own values as the recorded ones.
  @Test func runThatDivergesIsNotShown() {
    let run = laplace(
      ["trace", "particles[2].bounces", path, "--agent", "\(Programs.particleAgent) last-bit-17"])
    #expect(run.status == .different)
    #expect(run.console.wordText.contains("replays differently from step 17 on"))
  }
}
