import Foundation
import LaplaceCommands
import Recording
import Replay
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
    let recording = GoldenRecordingTests.folder.appendingPathComponent("gravity-seed1.mcap").path
    // Not Foundation's `Process`, whose `waitUntilExit` was seen to wait for ever while other tests
    // started programs.
    let tool = try ChildProcess(
      path: Programs.laplace,
      arguments: ["verify", recording, "--agent", "asleep=sh \(script)"])
    let id = try #require(waitForNumber(in: marker))
    #expect(kill(id, 0) == 0)
    kill(tool.id, SIGTERM)
    #expect(tool.wait(seconds: 30) == .signal(SIGTERM))
    #expect(text(tool.output) == "")
    #expect(text(tool.errors) == "")
    #expect(isGone(id))
  }

  /// A recording that is interrupted keeps its steps and says why it ended; also when its agent
  /// hangs just then.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: Sample.of([
      (SIGINT, "SIGINT", false), (SIGTERM, "SIGTERM", false), (SIGHUP, "SIGHUP", false),
      (SIGTERM, "SIGTERM", true),
    ]))
  func interruptedRecordingsAreFinished(number: Int32, name: String, hangs: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    var arguments = ["record", "orbit", "--steps", "100000000", "-o", path]
    if hangs {
      arguments = [
        "record", "particles", "--steps", "100000000", "-o", path, "--agent",
        "\(Programs.particleAgent) sound hang-on-run-99",
      ]
    }
    let tool = try ChildProcess(path: Programs.laplace, arguments: arguments)
    for _ in 0..<1000 {
      let size = try? FileManager.default.attributesOfItem(atPath: path + ".partial")[.size]
      // The agent hangs before a block is full: all of its steps are still in memory.
      if hangs && (size as? Int ?? 0) > 0 {
        Thread.sleep(forTimeInterval: 1)
        break
      }
      if (size as? Int ?? 0) > 60_000 { break }
      Thread.sleep(forTimeInterval: 0.01)
    }
    kill(tool.id, number)
    #expect(tool.wait(seconds: 60) == .signal(number))
    let words = text(tool.errors)
    #expect(words.contains("interrupted by \(name) after step"), "\(words)")
    #expect(words.contains("laplace: \(path): holds the "), "\(words)")
    let recording = try Recording(path: path)
    #expect(hangs ? recording.stepCount == 98 : recording.stepCount > 1000)
    #expect(recording.endNote?.hasPrefix("interrupted by \(name)") == true)
  }

  /// What the ended tool wrote.
  private func text(_ descriptor: Int32) -> String {
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
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
