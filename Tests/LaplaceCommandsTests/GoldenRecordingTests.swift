import Foundation
import LaplaceCommands
import Scenarios
import Testing

/// The project gates itself with its own tool: every golden recording is reproduced by the build
/// that runs the tests, from the start and from every key frame.
@Suite struct GoldenRecordingTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Recordings")

  static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".mcap") }.sorted() ?? []

  @Test(arguments: names)
  func isReproduced(name: String) {
    let run = laplace(
      "verify", Self.folder.appendingPathComponent(name).path, "--keyframes",
      catalogue: Catalogue.all)
    #expect(run.status == .same, "\(run.console.wordText)\n\(run.console.resultText)")
  }

  @Test func lockHoldsEveryOneAndNoOther() {
    let console = CapturingConsole()
    let paths = Self.names.map { Self.folder.appendingPathComponent($0).path }
    #expect(paths.count >= 25)
    let lock = Self.folder.appendingPathComponent("recordings.lock").path
    let status = LaplaceTool.run(
      ["verify"] + paths + ["--lock", lock], catalogue: Catalogue.all, console: console)
    #expect(status == .same, "\(console.wordText)")
  }
}
