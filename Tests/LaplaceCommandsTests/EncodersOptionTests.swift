import Foundation
import LaplaceCommands
import Scenarios
import TestSupport
import Testing

/// `record --encoders`: more threads, the same bytes.
@Suite struct EncodersOptionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tool(
    _ words: [String]
  ) -> (status: LaplaceCommands.ExitStatus, console: CapturingConsole) {
    let console = CapturingConsole()
    let status = LaplaceTool.run(words, catalogue: Catalogue.all, console: console)
    return (status, console)
  }

  @Test(
    "scenes with their scripts, and what blocks end at",
    arguments: Sample.of([
      ["S01", "--steps", "1500"], ["S07"], ["S16", "--tracks", "log"],
      ["S13", "--tracks", "log+view", "--chain"], ["playground", "--steps", "400"],
      ["benchmark.large_pyramid", "--set", "baseCount=60", "--steps", "80"],
      ["benchmark.tumbler", "--set", "gridCount=25", "--steps", "120", "--tracks", "state"],
    ]))
  func recordsTheSameBytes(_ words: [String]) throws {
    var files: [Data] = []
    for encoders in 1...4 {
      let path = folder.file("\(encoders).mcap")
      let run = tool(["record"] + words + ["--encoders", "\(encoders)", "-o", path])
      try #require(run.status == .same, "\(run.console.wordText)")
      files.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    for file in files.dropFirst() {
      let isSame = file == files[0]
      #expect(isSame)
    }
  }

  @Test(arguments: [
    (["--encoders", "0"], "1 to 4"), (["--encoders", "5"], "1 to 4"),
    (["--encoders", "2", "--last", "1s"], "--last"),
  ])
  func refusesOtherCounts(words: [String], says: String) {
    let run = tool(["record", "S01", "-o", folder.file("a.mcap")] + words)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains(says))
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.mcap")))
  }
}
