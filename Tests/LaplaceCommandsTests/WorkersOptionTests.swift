import Foundation
import GoldenWorlds
import LaplaceCommands
import TestSupport
import Testing

/// `--workers`: other threads, the same bits, the same bytes.
@Suite struct WorkersOptionTests {
  let folder: TemporaryFolder
  let recording: String

  init() throws {
    folder = try TemporaryFolder()
    recording = folder.file("pyramid.mcap")
    let run = tool(
      "record", "benchmark.large_pyramid", "--set", "baseCount=12", "--steps", "30",
      "-o", recording)
    try #require(run.status == .same, "\(run.console.wordText)")
  }

  func tool(_ words: String...) -> (status: LaplaceCommands.ExitStatus, console: CapturingConsole) {
    let console = CapturingConsole()
    let status = LaplaceTool.run(words, catalogue: GoldenCatalogue.all, console: console)
    return (status, console)
  }

  @Test("verify: a row for each number of workers")
  func verifies() {
    let run = tool("verify", recording, "--workers", "2,5", "--oversubscribe")
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(run.console.results.count == 6)
    #expect(run.console.results[2].hasPrefix("2 workers"))
    #expect(run.console.results[3].hasPrefix("5 workers"))
    #expect(run.console.results[5].hasPrefix("3 builds over 1 instruction set, 1 class"))
  }

  @Test(
    "verify: more workers than processors are skipped, unless asked twice",
    .enabled(if: ProcessInfo.processInfo.activeProcessorCount < 64))
  func skipsTheMany() {
    let run = tool("verify", recording, "--workers", "1,64")
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(run.console.results[2].hasPrefix("1 worker "))
    #expect(run.console.results[3].hasPrefix("64 workers"))
    #expect(run.console.results[3].hasSuffix("skipped"))
    #expect(run.console.wordText.contains("--oversubscribe runs it all the same"))
    #expect(tool("verify", recording, "--workers", "64", "--require").status == .trouble)
  }

  @Test("record: the same bytes; replay: all digests")
  func recordsTheSameBytes() throws {
    let other = folder.file("shared.mcap")
    let run = tool(
      "record", "benchmark.large_pyramid", "--set", "baseCount=12", "--steps", "30", "--workers",
      "3", "-o", other)
    #expect(run.status == .same, "\(run.console.wordText)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
    #expect(tool("replay", recording, "--workers", "4").status == .same)
  }

  @Test(
    "misuse is one line",
    arguments: [
      (["verify", "--workers", "2,x"], "2,x"), (["verify", "--workers", "0"], "--workers"),
      (["verify", "--workers", ""], "--workers"), (["verify", "--workers", "2,2"], "2 workers"),
      (["replay", "--workers", "65"], "1 to 64"),
      (["replay", "--workers", "2", "--agent", "true"], "leave out --agent"),
    ])
  func misuse(words: [String], says: String) {
    let console = CapturingConsole()
    let status = LaplaceTool.run(
      [words[0], recording] + words.dropFirst(), catalogue: GoldenCatalogue.all, console: console)
    #expect(status == .trouble)
    #expect(console.wordText.contains(says), "\(console.wordText)")
  }
}
