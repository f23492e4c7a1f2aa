import Foundation
import LaplaceCommands
import Recording
import TestSupport
import Testing

/// What `recover` says and writes.
@Suite struct RecoverTests {
  let folder: TemporaryFolder
  let path: String
  let kept: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    kept = folder.file("kept.mcap")
  }

  /// Records 2000 steps, in blocks of 256, and damages the chunks of these numbers.
  private func record(damaging chunks: [Int], _ arguments: [String] = []) throws {
    // Without --input, the simulation's own inputs are in the first steps.
    let none = folder.file("none.jsonl")
    try Data().write(to: URL(fileURLWithPath: none))
    let script = arguments.isEmpty ? ["--input", none] : arguments
    let run = laplace(["record", "particles", "--steps", "2000", "-o", path] + script)
    try #require(run.status == .same)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let name = Data([4, 0, 0, 0] + Array("zstd".utf8))
    var places: [Int] = []
    var start = bytes.startIndex
    while let found = bytes.range(of: name, in: start..<bytes.endIndex) {
      places.append(found.upperBound)
      start = found.upperBound
    }
    try #require(places.count >= 5)
    for chunk in chunks { bytes[places[chunk] + 60] ^= 1 }
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  @Test(arguments: Sample.of([[0], [1], [0, 2], [1, 3]]))
  func gapsWithoutInputsAreRebuilt(chunks: [Int]) throws {
    try record(damaging: chunks)
    let run = laplace("recover", path, "-o", kept)
    #expect(run.status == .loss)
    #expect(run.console.resultText.contains("rebuilt and proven: steps "))
    #expect(run.console.wordText.contains("no step is lost"), "\(run.console.wordText)")
    #expect(try Recording(path: kept).stepCount == 2000)
    #expect(laplace("verify", kept).status == .same)
  }

  /// Inputs that were lost cannot be guessed: the steps behind them go to a file of their own, which
  /// is verified and replayed from its key frame.
  @Test func gapsWithInputsAreLost() throws {
    let script = folder.file("in.jsonl")
    try Data(#"{"step":300,"kind":"nudge","particle":1,"vx":1,"vy":2}"#.utf8)
      .write(to: URL(fileURLWithPath: script))
    try record(damaging: [1], ["--input", script])
    let run = laplace("recover", path, "-o", kept)
    #expect(run.status == .loss)
    #expect(run.console.wordText.contains("lost: steps 256 to 511"), "\(run.console.wordText)")
    let rest = folder.file("kept-512.mcap")
    #expect(run.console.resultText.contains("\(rest): from step 512 on: 1488 complete steps kept"))
    #expect(laplace("verify", kept, rest).status == .same)
    #expect(laplace("replay", rest).status == .same)
    #expect(laplace("replay", rest, "--at", "20").status == .same)
    #expect(laplace("bisect", rest).status == .same)
    #expect(laplace("info", rest).console.resultText.contains("begins       at step 512"))
  }

  @Test func theEndThatIsLostIsNamed() throws {
    try record(damaging: [7])
    let run = laplace("recover", path, "-o", kept)
    #expect(run.status == .loss)
    #expect(run.console.wordText.contains("lost: steps 1792 to 1999"), "\(run.console.wordText)")
  }
}
