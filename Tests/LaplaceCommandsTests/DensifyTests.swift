import Foundation
import LaplaceCommands
import Recording
import TestSupport
import Testing

/// The verb that rebuilds the states of a log.
@Suite struct DensifyTests {
  let folder: TemporaryFolder
  let log: String
  let full: String

  init() throws {
    folder = try TemporaryFolder()
    log = folder.file("log.mcap")
    full = folder.file("full.mcap")
    try #require(
      laplace("record", "particles", "--steps", "700", "--tracks", "log", "-o", log).status
        == .same)
  }

  @Test func rebuiltStatesAreWrittenAndVerified() throws {
    let run = laplace("densify", log, "-o", full, "--jobs", "2")
    #expect(run.status == .same)
    #expect(
      run.console.resultText.hasPrefix(
        "\(full): 700 steps, the states of 700 rebuilt, every digest as recorded; "))
    #expect(laplace("verify", full).status == .same)
    #expect(try Recording(path: full).leftOutSteps.isEmpty)
    // What is there is not replaced unasked, nor the file that is read.
    #expect(laplace("densify", log, "-o", full).status == .trouble)
    #expect(laplace("densify", log, "-o", full, "--force").status == .same)
    #expect(laplace("densify", log, "-o", log, "--force").status == .trouble)
  }

  @Test func partIsRebuiltAndTheRestIsNamed() throws {
    let run = laplace("densify", log, "--range", "100..199", "-o", full)
    #expect(run.console.resultText.contains("the states of 100 rebuilt"))
    let info = laplace("info", full, "--all")
    let line = "  left out     the states of 600 steps in 2 places: "
    #expect(info.console.resultText.contains(line))
    let found = laplace("densify", full, "-o", folder.file("again.mcap"))
    #expect(found.console.resultText.contains("the states of 600 rebuilt"))
  }

  @Test(arguments: [
    (["--jobs", "0"], "--jobs needs a number from 1 to 1024"),
    (["--range", "600..700"], "has steps 0 to 699, not 600 to 700"),
  ])
  func wrongWordsAreRefused(words: [String], message: String) {
    let run = laplace(["densify", log, "-o", full] + words)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains(message), "\(run.console.wordText)")
  }
}
