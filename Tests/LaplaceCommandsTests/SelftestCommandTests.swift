import Foundation
import LaplaceCommands
import TestSupport
import Testing

@Suite struct SelftestCommandTests {
  @Test func soundSimulationSaysWhatWasProven() throws {
    let sound = laplace("selftest", "particles", "--steps", "40")
    #expect(sound.status == .same, "\(sound.console.wordText)")
    #expect(sound.console.wordText == "")
    #expect(sound.console.results.last == "particles: sound as far as seen, 40 steps, seed 1")
    let flips = try #require(sound.console.results.first { $0.contains("flips      caught ") })
    let words = flips.split(separator: " ")
    #expect(words[2] == words[4].dropLast(), "\(flips)")
    #expect(
      sound.console.resultText.contains("rollback   40 restores, and 3 steps run again after each"))
  }

  @Test func forgottenFieldIsOneLineAndStatusOne() throws {
    let catalogue = particleCatalogue(Unvisited.self)
    let found = laplace("selftest", "particles", "--steps", "40", catalogue: catalogue)
    #expect(found.status == .different)
    #expect(
      found.console.words.first
        == "laplace: particles: Particles<Unvisited>.hiddenCount is stored but never visited; "
        + "visit it, or list it as derived")
    let json = laplace(
      "selftest", "particles", "--steps", "40", "--format", "json", catalogue: catalogue)
    let object = try JSONSerialization.jsonObject(with: Data(json.console.resultText.utf8))
    let report = (object as? [String: Any])?["report"] as? [String: Any]
    let findings = report?["findings"] as? [[String: Any]]
    #expect(findings?.first?["kind"] as? String == "unvisited")
  }

  @Test func wrongUsage() {
    #expect(laplace("selftest", "particle").status == .trouble)
    #expect(laplace("selftest", "particles", "--steps", "0").status == .trouble)
    #expect(laplace("selftest", "particles", "--set", "cont=3").status == .trouble)
  }

  @Test func recordSaysWhatIsForgotten() throws {
    let folder = try TemporaryFolder()
    let recorded = laplace(
      "record", "particles", "-o", folder.file("a.mcap"), "--steps", "10",
      catalogue: particleCatalogue(Unvisited.self))
    #expect(recorded.status == .same)
    #if DEBUG
      #expect(
        recorded.console.wordText.contains(
          "particles: Particles<Unvisited>.hiddenCount is stored but never visited"))
    #endif
  }
}
