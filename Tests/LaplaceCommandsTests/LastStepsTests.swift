import Foundation
import LaplaceCommands
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// `record --last` keeps the end of a run, whatever ends it.
@Suite struct LastStepsTests {
  let folder: TemporaryFolder
  let path: String
  let ring: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    ring = path + ".flight"
  }

  private func filesLeft() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: ["state", "log"])
  func lastSecondsAreARecording(tracks: String) throws {
    let run = laplace(
      "record", "particles", "--steps", "1000", "--last", "5s", "--tracks", tracks, "-o", path)
    #expect(run.status == .same, "\(run.console.wordText)")
    let recording = try Recording(path: path)
    // The key frame before the last 300 steps is that of step 600 of a run with one every 300.
    #expect(300...600 ~= recording.stepCount)
    #expect(recording.header.firstStep + recording.stepCount == 1000)
    #expect(recording.header.tracks.state == (tracks == "state"))
    #expect(try filesLeft() == ["a.mcap"])
    #expect(laplace("verify", path).status == .same)
    let again = laplace("record", "particles", "--last", "5s", "-o", path)
    #expect(again.console.wordText.contains("exists already"))
  }

  @Test func stepsBeforeAnAgentsEndAreKept() throws {
    let run = laplace(
      "record", "particles", "--steps", "1000", "--last", "1s", "-o", path, "--agent",
      "\(Programs.particleAgent) sound exit-on-run-21")
    #expect(run.status == .crashed, "\(run.console.wordText)")
    let recording = try Recording(path: path)
    #expect(recording.header.firstStep + recording.stepCount == 20)
    #expect(recording.endNote?.contains("the agent ended") == true)
    #expect(try filesLeft() == ["a.mcap"])
  }

  @Test(.timeLimit(.minutes(2)), arguments: [SIGKILL, SIGTERM])
  func killedToolLeavesTheLastSteps(number: Int32) throws {
    let tool = try ChildProcess(
      path: Programs.laplace,
      arguments: ["record", "orbit", "--steps", "100000000", "--last", "2s", "-o", path])
    for _ in 0..<1000 {
      if let log = try? FlightLog(path: ring), log.steps.lowerBound > 0 { break }
      Thread.sleep(forTimeInterval: 0.01)
    }
    kill(tool.id, number)
    #expect(tool.wait(seconds: 60) == .signal(number))
    if number == SIGKILL {
      #expect(try filesLeft() == ["a.mcap.flight"])
      for verb in ["info", "verify"] {
        let run = laplace(verb, ring)
        #expect(run.status == .trouble)
        #expect(run.console.wordText.contains("what a flight recorder keeps, not a recording yet"))
        #expect(run.console.wordText.contains("laplace recover \(ring) -o KEPT.mcap"))
      }
      let run = laplace("recover", ring, "-o", path)
      #expect(run.status == .same)
      #expect(run.console.resultText.contains("complete steps kept; the process ended "))
      #expect(laplace("recover", ring, "-o", path).console.wordText.contains("exists already"))
    } else {
      #expect(try filesLeft() == ["a.mcap"])
    }
    let recording = try Recording(path: path)
    #expect(recording.stepCount >= 120)
    #expect(recording.header.firstStep > 0)
    #expect(recording.endNote?.isEmpty == false)
    // The tests' own tool knows particles only.
    let verify = try ChildProcess(path: Programs.laplace, arguments: ["verify", path])
    #expect(verify.wait(seconds: 60) == .status(0))
  }

  /// What a process left of a run that does not repeat itself is kept as it was recorded.
  @Test func runThatDoesNotRepeatIsRecovered() throws {
    do {
      let recorder = try FlightRecorder(
        SimulationRun<Particles<Unvisited>>(seed: 3), path: ring,
        options: FlightOptions(seconds: 1))
      for _ in 0..<400 { try recorder.step([]) }
    }
    let run = laplace(["recover", ring, "-o", path], catalogue: particleCatalogue(Unvisited.self))
    #expect(run.status == .same)
    #expect(
      run.console.wordText.contains(
        "without the states between key frames: the run does not repeat itself at step "),
      "\(run.console.wordText)")
    let recording = try Recording(path: path)
    #expect(!recording.header.tracks.state && recording.header.notes.count == 1)
    #expect(recording.endNote == "the process ended after step 399")
    #expect(try filesLeft() == ["a.mcap", "a.mcap.flight"])
    // A tool without the simulation keeps the same steps.
    let other = laplace(
      ["recover", ring, "-o", path, "--force"], catalogue: dialCatalogue(RightDials.self))
    #expect(other.status == .same)
    #expect(other.console.wordText.contains("this tool has no simulation 'particles'"))
    #expect(try Recording(path: path).stepCount == recording.stepCount)
  }
}
