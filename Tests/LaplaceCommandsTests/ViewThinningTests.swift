import Foundation
import LaplaceCommands
import TestSupport
import Testing

/// `laplace view` of more steps than a picture can show.
@Suite struct ViewThinningTests {
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func largePicturesAreThinned() throws {
    let folder = try TemporaryFolder()
    let (path, svg) = (folder.file("a.mcap"), folder.file("a.svg"))
    try #require(
      laplace("record", "particles", "--set", "count=500", "--steps", "900", "-o", path).status
        == .same)
    let run = laplace(["view", path, "-o", svg], catalogue: [])
    #expect(run.status == .same, "\(run.console.wordText)")
    // 450,000 points are too many, and so are half of them.
    #expect(run.console.resultText.hasSuffix("thinned to one step in 4"))
    #expect(run.console.wordText.contains("--from and --to"))
    let size = try Data(contentsOf: URL(fileURLWithPath: svg)).count
    #expect(size < 4_000_000, "\(size)")
    // Part of it is drawn in full.
    let part = laplace(["view", path, "-o", svg, "--to", "99"], catalogue: [])
    #expect(part.status == .same && !part.console.resultText.contains("thinned"))
    #expect(part.console.words.isEmpty, "\(part.console.wordText)")
  }
}
