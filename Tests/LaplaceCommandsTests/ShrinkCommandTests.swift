import Foundation
import LaplaceCommands
import Recording
import Replay
import Simulation
import TestSupport
import Testing

/// Sessions that `shrink` makes small, and the files that it leaves.
@Suite struct ShrinkCommandTests {
  let folder: TemporaryFolder
  let recording: String
  let small: String
  let right = dialCatalogue(RightDials.self)

  /// Inputs at every step, three of which matter.
  init() throws {
    folder = try TemporaryFolder()
    (recording, small) = (folder.file("dials.mcap"), folder.file("a-b.mcap"))
    var random = SplitMix(seed: 8)
    let lines = (0..<300).map { step in
      let secret = [60: 611, 150: 222, 240: 770][step]
      let angle = secret == nil ? Double(random.next() % 512) / 64 - 4 : 33.275
      return
        #"{"step":\#(step),"kind":"turn","dial":\#(secret ?? Int(random.next() % 200)),"angle":\#(angle)}"#
    }
    let script = folder.file("in.jsonl")
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: script))
    let run = laplace(
      "record", "dials", "--steps", "300", "--input", script, "--seed", "4", "--set", "count=20",
      "-o", recording, catalogue: right)
    try #require(run.status == .same, "\(run.console.wordText)")
  }

  func shrink(_ arguments: String...) -> (
    status: LaplaceCommands.ExitStatus, console: CapturingConsole
  ) {
    laplace(["shrink", recording, "-o", small] + arguments, catalogue: right)
  }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: folder.file(file), encoding: .utf8)
  }

  @Test func differenceBecomesThreeInputs() throws {
    let agent = "bad=\(Programs.particleAgent) dials-last-bit"
    let run = shrink("--agent", agent)
    #expect(run.status == .same, "\(run.console.wordText)")
    let results = run.console.results
    #expect(results[0] == "\(recording): bad differs in last bits of dials.angle, at step 240")
    #expect(results[1].hasPrefix("\(small): 3 of 300 inputs, 1 of 300 steps, in "))
    #expect(results[3].hasPrefix("  step 0  turn dial=611 angle="))
    #expect(results.contains { $0.hasPrefix("    dials[0].angle  0x") && $0.hasSuffix(", 1 ULP") })
    #expect(run.console.words == ["  next: laplace verify \(small) --agent '\(agent)'"])

    // The recording is of the sound build, and shows the difference.
    #expect(laplace("verify", small, catalogue: right).status == .same)
    #expect(laplace("verify", small, "--agent", agent, catalogue: right).status == .different)
    // The inputs give that recording once more, by the command that they say.
    let inputs = try text("a-b.jsonl")
    let first = try #require(inputs.split(separator: "\n").first)
    #expect(
      first.hasPrefix("# laplace record dials --seed 1 --set count=0 --set gain=0.0 --steps 1 "))
    let again = folder.file("again.mcap")
    let words = first.dropFirst("# laplace ".count).split(separator: " ").map(String.init)
    #expect(laplace(words + ["-o", again], catalogue: right).status == .same)
    #expect(laplace("diff", small, again, catalogue: right).status == .same)
    // The test names type, inputs and digest.
    let test = try text("a-b.swift")
    let digest = try Recording(path: small).digest(after: 0)
    #expect(test.contains("@testable import TestSupport\n"))
    #expect(
      test.contains("@Test func aB() throws {\n  try expectSession(\n    Dials<RightDials>.self,\n")
    )
    #expect(test.contains("    parameters: [\"count=0\", \"gain=0.0\"],\n    steps: 1,\n"))
    #expect(test.contains("      {\"step\":0,\"kind\":\"turn\",\"dial\":611,\"angle\":"))
    #expect(test.contains("    digest: \"\(digest)\")\n}\n"))
  }

  /// A program that ends in the middle of the session.
  @Test(arguments: [false, true]) func crashBecomesThreeInputs(isCompared: Bool) throws {
    let agent = "bad=\(Programs.particleAgent) dials-trap"
    let catalogue = isCompared ? right : []
    let run = laplace(
      "shrink", recording, "-o", small, "--agent", agent, "--budget", "20s", "--format", "json",
      catalogue: catalogue)
    #expect(run.status == .same, "\(run.console.wordText)")
    let result = try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
    #expect(result["symptom"] as? String == "ends: killed by signal \(SIGILL)")
    #expect((result["inputs"] as? [String])?.count == 3)
    #expect(result["step"] as? Int == 0 && result["complete"] as? Bool == true)
    #expect(((result["files"] as? [String: String])?["test"] != nil) == isCompared)
    #expect(try Recording(path: small).stepCount == (isCompared ? 1 : 0))
  }

  @Test func conditionBecomesFewInputs() throws {
    let condition = "dials[*].angle > 14 && stage == 3"
    let run = shrink("--when", condition, "--jobs", "2")
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(run.console.results[0].hasPrefix("\(recording): this build reaches '\(condition)', at"))
    #expect(run.console.words == ["  next: laplace grep '\(condition)' \(small)"])
    #expect(laplace("grep", condition, small, catalogue: right).status == .same)
    #expect(try Recording(path: small).inputCount == 3)
    #expect(try text("a-b.swift").contains("    never: \"\(condition)\")\n"))
  }

  /// What cannot be shrunk, and what is not overwritten.
  @Test(
    arguments: Sample.of([
      (
        [], LaplaceCommands.ExitStatus.trouble,
        "there is only this build, and nothing to compare it with"
      ),
      (["--when", "stage > 3"], .different, "'stage > 3' holds after no step"),
      (["--when", "stag > 3"], .trouble, "did you mean 'stage'?"),
      (["--agent", "PROGRAM dials"], .different, "does the same as this build in all 300 steps"),
      (["--agent", "PROGRAM none"], .refused, "no simulation"),
      (["--agent", "nowhere"], .trouble, "there is no program 'nowhere'"),
      (["--budget", "0s", "--when", "stage > 1"], .trouble, "--budget"),
      (
        ["--when", "stage > 1", "-o", "FOLDER/dials.mcap"], .trouble,
        "dials.mcap: is the file that is read"
      ),
      (["--when", "stage > 1", "-o", "FOLDER/in.mcap"], .trouble, "in.jsonl: exists already"),
    ]))
  func whatCannotBeDone(arguments: [String], status: LaplaceCommands.ExitStatus, words: String) {
    let run = laplace(
      ["shrink", recording]
        + arguments.map {
          $0.replacingOccurrences(of: "PROGRAM", with: Programs.particleAgent)
            .replacingOccurrences(of: "FOLDER", with: folder.path)
        } + (arguments.contains("-o") ? [] : ["-o", small]), catalogue: right)
    #expect(run.status == status, "\(run.console.wordText)")
    #expect(run.console.wordText.contains(words), "\(run.console.wordText)")
    #expect(!FileManager.default.fileExists(atPath: small))
  }

  /// Inputs that are no part of the recording: what made the program end never got there.
  @Test func otherInputsCanBeGiven() throws {
    let short = folder.file("short.mcap")
    let kept = laplace(
      "record", "dials", "--steps", "1", "--input", "none", "--seed", "4", "-o", short,
      catalogue: right)
    #expect(kept.status == .same)
    let run = laplace(
      "shrink", short, "--input", folder.file("in.jsonl"), "--steps", "300", "-o", small,
      "--agent", "bad=\(Programs.particleAgent) dials-trap", catalogue: right)
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(run.console.results[1].contains(": 3 of 300 inputs, 1 of 300 steps"))
  }

  /// Ctrl-C ends the search and keeps the best: all files are there.
  @Test(.timeLimit(.minutes(2))) func interruptedSearchKeepsTheBest() throws {
    let long = folder.file("long.mcap")
    let run = laplace(
      "record", "dials", "--steps", "2000", "--input", folder.file("in.jsonl"), "--seed", "4",
      "--set", "count=300", "-o", long, catalogue: right)
    try #require(run.status == .same)
    let agent = Programs.particleAgent
    let tool = try ChildProcess(
      path: Programs.laplace,
      arguments: [
        "shrink", long, "--agent", "bad=\(agent) dials-last-bit", "--against", "\(agent) dials",
        "--type", "Game.Dials", "--budget", "1000s", "--jobs", "1", "-o", small,
      ])
    let inputs = folder.file("a-b.jsonl")
    // Until it has found something: 241 inputs are those up to the difference.
    for _ in 0..<4000 {
      let lines = (try? String(contentsOfFile: inputs, encoding: .utf8))?.split(separator: "\n")
      if let lines, lines.count < 200 { break }
      Thread.sleep(forTimeInterval: 0.005)
    }
    kill(tool.id, SIGINT)
    #expect(tool.wait(seconds: 60) == .signal(SIGINT))
    #expect(try Recording(path: small).stepCount <= 241)
    #expect(try text("a-b.jsonl").hasPrefix("# laplace record dials --seed "))
    #expect(try text("a-b.swift").contains("@testable import Game\n"))
  }
}
