import Foundation
import LaplaceCommands
import TestSupport
import Testing

/// A tool that is told to end takes its agents with it, and says nothing of them.
@Suite struct InterruptTests {
  @Test(.timeLimit(.minutes(2))) func agentsEndWithTheTool() throws {
    let folder = try TemporaryFolder()
    let (script, marker) = (folder.file("agent.sh"), folder.file("id"))
    // It neither answers nor minds the end of its input.
    try Data("echo $$ > \(marker)\nexec sleep 1000\n".utf8)
      .write(to: URL(fileURLWithPath: script))
    let recording = GoldenRecordingTests.folder.appendingPathComponent("S02-seed1.mcap").path
    let tool = Process()
    let words = Pipe()
    tool.executableURL = URL(fileURLWithPath: Programs.laplace)
    tool.arguments = ["verify", recording, "--agent", "asleep=sh \(script)"]
    tool.standardError = words
    tool.standardOutput = words
    try tool.run()
    let id = try #require(waitForNumber(in: marker))
    #expect(kill(id, 0) == 0)
    tool.terminate()
    tool.waitUntilExit()
    #expect(tool.terminationReason == .uncaughtSignal)
    #expect(tool.terminationStatus == SIGTERM)
    let said = try words.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: said, as: UTF8.self) == "")
    #expect(isGone(id))
  }

  private func waitForNumber(in path: String) -> Int32? {
    for _ in 0..<500 {
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      if let text, text.hasSuffix("\n"), let number = Int32(text.dropLast()) { return number }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return nil
  }

  /// Gone, or gone and not yet collected by whoever adopts orphans here.
  private func isGone(_ id: Int32) -> Bool {
    for _ in 0..<100 {
      let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      if kill(id, 0) != 0 || state?.contains(") Z ") == true { return true }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return false
  }
}
