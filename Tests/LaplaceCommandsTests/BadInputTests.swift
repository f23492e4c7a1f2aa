import Foundation
import LaplaceCommands
import Simulation
import TestSupport
import Testing

/// Every bad input ends with one clear line and the documented status; nothing is destroyed.
@Suite struct BadInputTests {
  let folder: TemporaryFolder
  let good: String

  init() throws {
    folder = try TemporaryFolder()
    good = folder.file("good.mcap")
    try #require(laplace("record", "particles", "--steps", "200", "-o", good).status == .same)
  }

  func write(_ name: String, _ bytes: Data) throws -> String {
    let path = folder.file(name)
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: ["info", "replay", "verify", "bisect"])
  func textFile(verb: String) throws {
    let path = try write("notes.txt", Data("not a recording, just words\n".utf8))
    let run = laplace(verb, path)
    #expect(run.status == .trouble)
    #expect(run.console.words.count <= 2, "\(run.console.wordText)")
    #expect(run.console.wordText.contains("notes.txt"))
  }

  @Test(arguments: ["info", "replay", "verify", "bisect"])
  func emptyFile(verb: String) throws {
    let path = try write("empty.mcap", Data())
    let run = laplace(verb, path)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("empty.mcap"))
  }

  @Test func truncatedFileSaysSo() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: good))
    for size in [9, bytes.count / 3, bytes.count / 2, bytes.count - 1] {
      let path = try write("cut.mcap", bytes.prefix(size))
      let run = laplace("replay", path)
      #expect(run.status == .trouble, "cut at \(size)")
      #expect(run.console.wordText.contains("cut.mcap"))
    }
  }

  @Test func missingFile() {
    let run = laplace("verify", folder.file("nowhere.mcap"))
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("nowhere.mcap"))
  }

  @Test func recordingOfAnUnknownSimulation() {
    let run = laplace("replay", good, catalogue: [])
    #expect(run.status == .refused)
    #expect(run.console.wordText.contains("'particles'"))
    #expect(run.console.wordText.contains(good))
    #expect(laplace("info", good, catalogue: []).status == .same)
  }

  @Test func unknownSimulationSuggestsTheNearest() {
    let run = laplace("record", "partikles")
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("did you mean 'particles'?"))
  }

  @Test func wrongFlag() {
    let run = laplace("verify", good, "--agnet", "x=y")
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("--agnet"))
  }

  @Test func wrongVerb() {
    let run = laplace("verfy", good)
    #expect(run.status == .trouble)
    #expect(
      run.console.words == [
        "laplace: no verb 'verfy'; did you mean 'verify'?", "  next: laplace --help",
      ])
  }

  @Test func folderAsOutput() {
    let run = laplace("record", "particles", "-o", folder.path, "--force")
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("is a folder"))
  }

  @Test func recoverKeepsWholeStepsAndSaysWhatIsLost() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: good))
    let cut = try write("cut.mcap", bytes.dropLast(40))
    let run = laplace("recover", cut, "-o", folder.file("kept.mcap"))
    #expect(run.status == .loss)
    #expect(run.console.resultText.contains("200 complete steps kept"))
    #expect(laplace("verify", folder.file("kept.mcap")).status == .same)
    #expect(laplace("recover", cut, "-o", good).console.wordText.contains("exists already"))
  }

  @Test func wrongParameter() {
    let unknown = laplace("record", "particles", "--set", "gravty=1", "-o", folder.file("x.mcap"))
    #expect(unknown.status == .trouble)
    #expect(unknown.console.wordText.contains("did you mean 'gravity'?"))
    let notANumber = laplace(
      "record", "particles", "--set", "gravity=much", "-o", folder.file("x.mcap"))
    #expect(notANumber.status == .trouble)
    #expect(notANumber.console.wordText.contains("needs a number"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("x.mcap")))
  }

  @Test func wrongInputLineIsNamed() throws {
    let script = try write(
      "gestures.jsonl",
      Data(
        """
        {"time":0.1,"kind":"calm"}
        {"time":0.2,"kind":"nugde","particle":1,"vx":0,"vy":0}
        """.utf8))
    let run = laplace("record", "particles", "--input", script, "-o", folder.file("x.mcap"))
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("line 2"))
    #expect(run.console.wordText.contains("gestures.jsonl"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("x.mcap")))
  }

  @Test func existingFileIsLeftAlone() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: good))
    let run = laplace("record", "particles", "-o", good)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("exists already"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: good)) == before)
  }

  @Test func unwritableOutput() {
    let path = folder.file("no/such/folder/a.mcap")
    let run = laplace("record", "particles", "-o", path)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains(path))
  }

  @Test func stepOutOfRange() {
    let run = laplace("replay", good, "--at", "200")
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("has steps 0 to 199"))
  }

  @Test func agentsThatFail() throws {
    let missing = laplace("verify", good, "--agent", "other=/no/such/agent")
    #expect(missing.status == .trouble)
    #expect(missing.console.wordText.contains("agent 'other' could not be started"))
    let dying = laplace("verify", good, "--agent", "dying=false")
    #expect(dying.status == .crashed)
    #expect(dying.console.wordText.contains("agent 'dying' ended"))
    let babbling = laplace("verify", good, "--agent", "babbling=yes")
    #expect(babbling.status == .crashed)
  }
}
