import Foundation
import LaplaceCommands
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// `laplace cut`.
@Suite struct CutTests {
  let folder: TemporaryFolder
  let path: String
  let part: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    part = folder.file("part.mcap")
    try #require(laplace("record", "particles", "--steps", "700", "-o", path).status == .same)
  }

  /// Every range gives a recording that tells what the whole one tells of these steps, and verifies.
  @Test(
    arguments: Sample.of([
      ("0..699", 0...699), ("0..0", 0...0), ("699..", 699...699), ("..300", 0...300),
      ("100..100", 100...100), ("256..300", 256...300), ("255..520", 255...520),
      ("37..411", 37...411),
    ]))
  func isThePartAndVerifies(range: String, steps: ClosedRange<Int64>) throws {
    let run = laplace("cut", path, "--range", range, "-o", part)
    #expect(run.status == .same, "\(run.console.wordText)")
    let (whole, cut) = (try Recording(path: path), try Recording(path: part))
    #expect(cut.stepCount == Int64(steps.count))
    #expect(cut.header.firstStep == steps.lowerBound)
    #expect(try cut.digest(after: -1) == whole.digest(after: steps.lowerBound - 1))
    for step in steps {
      let place = step - steps.lowerBound
      #expect(try cut.digest(after: place) == whole.digest(after: step))
      #expect(try cut.inputs(at: place) == whole.inputs(at: step))
      #expect(try cut.state(after: place) == whole.state(after: step))
    }
    for step in whole.keyframeSteps where steps.contains(step) {
      #expect(cut.keyframeSteps.contains(step - steps.lowerBound))
    }
    for verb in [["replay"], ["verify"], ["verify", "--keyframes"]] {
      let proof = laplace(verb + [part])
      #expect(proof.status == .same, "\(verb): \(proof.console.wordText)")
    }
    let info = laplace("info", part).console.resultText
    let origin = "a.mcap, steps \(steps.lowerBound) to \(steps.upperBound) of 700"
    #expect(info.contains("cut from     \(origin)"), "\(info)")
  }

  /// A part of a part begins where it says in the run of the first.
  @Test func partOfAPart() throws {
    try #require(laplace("cut", path, "--range", "100..600", "-o", part).status == .same)
    let small = folder.file("small.mcap")
    #expect(laplace("cut", part, "--range", "50..60", "-o", small).status == .same)
    let cut = try Recording(path: small)
    #expect(cut.header.firstStep == 150)
    #expect(try cut.digest(after: 10) == Recording(path: path).digest(after: 160))
    #expect(laplace("verify", small).status == .same)
  }

  /// A marker stays with its step; one between two steps belongs to both sides of the cut.
  @Test(arguments: [("20..39", [20, 40]), ("21..38", []), ("..19", [5, 20]), ("41..", [60])])
  func markersOfTheRangeAreKept(range: String, expected: [Int64]) throws {
    let marked = folder.file("marked.mcap")
    let recorder = try AnySessionRecorder(
      SimulationRun<Particles<Sound>>(parameters: .init(), seed: 3), path: marked)
    for step in Int64(0)...60 {
      if [5, 20, 40, 60].contains(step) { try recorder.mark("at \(step)") }
      if step < 60 { try recorder.step([]) }
    }
    try recorder.finish()
    let run = laplace("cut", marked, "--range", range, "-o", part)
    #expect(run.status == .same, "\(run.console.wordText)")
    let cut = try Recording(path: part)
    #expect(try cut.markers.map { $0.step + cut.header.firstStep } == expected)
    #expect(try cut.markers.map(\.text) == expected.map { "at \($0)" })
  }

  /// Without the simulation, the part begins at a key frame and says so.
  @Test func simulationThatThisToolDoesNotHave() throws {
    let run = laplace(["cut", path, "--range", "300..400", "-o", part], catalogue: [])
    #expect(run.status == .same)
    let cut = try Recording(path: part)
    let start = try #require(try Recording(path: path).keyframeSteps.last { $0 <= 300 })
    try #require(start < 300)
    #expect(cut.header.firstStep == start && cut.stepCount == 401 - start)
    #expect(run.console.wordText.contains("begins at the key frame before step \(start)"))
    #expect(laplace("verify", part).status == .same)
    let agent = laplace(
      [
        "cut", path, "--range", "300..400", "-o", part, "--force", "--agent",
        Programs.particleAgent,
      ],
      catalogue: [])
    #expect(agent.status == .same, "\(agent.console.wordText)")
    #expect(try Recording(path: part).header.firstStep == 300)
  }

  /// A run that computes otherwise must not give the first state.
  @Test func runThatDivergesGivesNoPart() {
    let agent = "\(Programs.particleAgent) last-bit-17"
    let run = laplace("cut", path, "--range", "100..120", "-o", part, "--agent", agent)
    #expect(run.status == .different)
    #expect(run.console.wordText.contains("replays differently from step 17 on"))
    #expect(!FileManager.default.fileExists(atPath: part))
  }

  @Test(
    arguments: Sample.of([
      "..", "5", "9..3", "-1..3", "0..700", "a..b", "1..2..3", "0..9223372036854775807",
    ]))
  func badRanges(range: String) {
    let run = laplace("cut", path, "--range=\(range)", "-o", part)
    #expect(run.status == .trouble)
    #expect(!run.console.words.isEmpty && !FileManager.default.fileExists(atPath: part))
  }

  /// Nothing is overwritten unasked, and the input never.
  @Test func outputsThatAreRefused() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(laplace("cut", path, "--range", "1..2", "-o", path, "--force").status == .trouble)
    #expect(laplace("cut", path, "--range", "1..2", "-o", path).status == .trouble)
    #expect(laplace("cut", path, "--range", "1..2", "-o", "-").status == .trouble)
    #expect(laplace("cut", path, "--range", "1..2", "-o", "/dev/full").status == .trouble)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }
}
