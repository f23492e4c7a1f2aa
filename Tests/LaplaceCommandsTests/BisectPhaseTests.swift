import Foundation
import LaplaceCommands
import Recording
import Replay
import Simulation
import TestSupport
import Testing

/// `bisect` names the phase of a step, the first wrong values and what speaks for a cause.
@Suite struct BisectPhaseTests {
  private static let sound = PhaseFaults.catalogue(PhaseFaults.Sound.self)
  private static let faulty = PhaseFaults.catalogue(PhaseFaults.SignOfZero.self)

  private static func record(_ folder: borrowing TemporaryFolder) -> String {
    let path = folder.file("a.mcap")
    #expect(laplace(["record", "phased", "-o", path], catalogue: sound).status == .same)
    return path
  }

  @Test func withoutAGoodBuildOneIsAskedFor() throws {
    let folder = try TemporaryFolder()
    let path = Self.record(folder)
    let run = laplace(["bisect", path], catalogue: Self.faulty)
    #expect(run.status == .different)
    #expect(
      run.console.results.contains(
        "  phase not known: give a build that reproduces the recording: --against name=command"),
      "\(run.console.resultText)")
  }

  @Test func aGoodBuildThatDoesNotStartIsSaid() throws {
    let folder = try TemporaryFolder()
    let path = Self.record(folder)
    let run = laplace(
      ["bisect", path, "--against", "old=/no/such/program"], catalogue: Self.faulty)
    #expect(run.status == .different)
    #expect(
      run.console.resultText.contains("phase not known: old could not be started"),
      "\(run.console.resultText)")
  }

  @Test func otherParametersArePhasesToo() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    #expect(laplace("record", "particles", "-o", path).status == .same)
    let run = laplace("bisect", path, "--set", "gravity=9", "--format", "json")
    #expect(run.status == .different)
    let result = try JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8))
    let phase = try #require((result as? [String: Any])?["phase"] as? [String: Any])
    #expect(phase["name"] as? String == "rest of the step")
    #expect(phase["isSameRun"] as? Bool == true)
    let comparison = try #require(phase["comparison"] as? [String: Any])
    let places = try #require(comparison["differences"] as? [[String: Any]])
    #expect(places.first?["place"] as? String == "particles[0].y")
    let causes = try #require((result as? [String: Any])?["causes"] as? [[String: Any]])
    // One field differs by little and one by much: rounding gives no such thing.
    #expect(causes.compactMap { $0["mechanism"] as? String } == ["values"])
  }

  @Test func commitsAreNotComparedWithAGoodBuild() throws {
    let folder = try TemporaryFolder()
    let path = Self.record(folder)
    let run = laplace(
      ["bisect", path, "--commits", "a..b", "--against", "x=y"], catalogue: Self.sound)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("--against"))
  }
}
