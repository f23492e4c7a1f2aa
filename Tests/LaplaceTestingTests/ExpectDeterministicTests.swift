import Foundation
import LaplaceTesting
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// The expectation in a test's own words: what it writes, when it passes, what it says when it
/// fails.
@Suite(.serialized) struct ExpectDeterministicTests {
  private func expect<M: Mistake>(
    _ mistake: M.Type, in folder: TemporaryFolder, seed: UInt64 = 1, steps: Int64 = 40,
    push: Float = 0.5
  ) throws {
    // As where somebody looks on, also where these tests run without anybody.
    try DeterminismExpectation<Skirmish<M>>(
      parameters: NoParameters(), seed: seed, stepCount: steps, path: folder.file("game.mcap"),
      isUnattended: false
    ).check { step in step == 10 ? [.push(push)] : [] }
  }

  @Test("the first run records, the second one replays, also in a second process")
  func records() throws {
    let folder = try TemporaryFolder()
    try expect(NoMistake.self, in: folder)
    let recorded = try Data(contentsOf: URL(fileURLWithPath: folder.file("game.mcap")))
    try expect(NoMistake.self, in: folder)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("game.mcap"))) == recorded)
  }

  @Test("a recording of something else is refused")
  func other() throws {
    let folder = try TemporaryFolder()
    try expect(NoMistake.self, in: folder)
    #expect {
      try expect(NoMistake.self, in: folder, seed: 2)
    } throws: {
      "\($0)".contains("the recording is of seed 1, and the test has seed 2")
    }
    #expect {
      try expect(NoMistake.self, in: folder, push: 0.75)
    } throws: {
      "\($0)".contains("the recording is of other inputs than the test has")
    }
  }

  @Test("a forgotten field fails with its name")
  func forgotten() throws {
    let folder = try TemporaryFolder()
    #expect {
      try expect(ForgottenField.self, in: folder)
    } throws: {
      "\($0)".contains("Unit.cooldown is stored but never visited; visit it, or list it as derived")
    }
  }

  private func message<M: Mistake>(_ mistake: M.Type, in folder: TemporaryFolder) -> String {
    do {
      try expect(mistake, in: folder)
      return "passed"
    } catch {
      return "\(error)"
    }
  }

  @Test("a change of the program fails with step, row, field, both values and a command")
  func change() throws {
    let folder = try TemporaryFolder()
    try expect(NoMistake.self, in: folder)
    let text = message(OtherBits.self, in: folder)
    for line in [
      "game.mcap: this process differs from the recording\n  first differing step 20 of 40 (t = 2.0000 s)\n"
        + "    units[1].position.x  0x",
      "  inputs of that step: none\n", "  the same again in a second run of this process\n",
      "game.mcap: second process differs from the recording\n",
      "  next: see more with the verb verify of your tool; if the change is meant, delete the "
        + "recording and run the test",
    ] { #expect(text.contains(line), "\(line)\nin\n\(text)") }
    // A tool of somebody's own has a name that is not known here.
    #expect(!text.contains("laplace verify"), "\(text)")
  }

  @Test("what depends on a process's hash seed is found by the second process")
  func hashSeed() throws {
    let folder = try TemporaryFolder()
    let text = message(HashSeed.self, in: folder)
    #expect(text.contains("game.mcap: second process differs from the recording"), "\(text)")
    #expect(text.contains("  first differing step 14 of 40"), "\(text)")
    #expect(!text.contains("this process differs"), "\(text)")
  }

  #if os(Linux)
    // What fresh memory holds can be set in the C library of Linux alone.
    @Test("memory that was never set is found, also in a small allocation that is rarely read")
    func rareMemory() throws {
      let folder = try TemporaryFolder()
      #expect {
        try DeterminismExpectation<PlantedGame<RareMemoryBug>>(
          parameters: NoParameters(), seed: 1, stepCount: 120, path: folder.file("game.mcap"),
          isUnattended: false
        ).check { _ in [] }
      } throws: {
        "\($0)".contains("cause: it depends on memory that was never set (heap fill: ")
      }
    }
  #endif

  @Test("an unattended run records nothing")
  func unattended() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("game.mcap")
    let expectation = DeterminismExpectation<Skirmish<NoMistake>>(
      parameters: NoParameters(), seed: 1, stepCount: 20, path: path, isUnattended: true)
    #expect {
      try expectation.check { _ in [] }
    } throws: {
      "\($0)" == """
        \(path): there is no recording, and CI is set: nothing was recorded
          next: run the test once on your own machine, and commit the recording
        """
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("inputs may depend on the simulation before the step")
  func inputsOfTheGame() throws {
    let folder = try TemporaryFolder()
    func expect<M: Mistake>(_ mistake: M.Type, force: Float = 1) throws {
      try DeterminismExpectation<Skirmish<M>>(
        parameters: NoParameters(), seed: 1, stepCount: 40, path: folder.file("game.mcap"),
        isUnattended: false
      ).checkPlaying { step, game in step % 10 == 5 ? [.push(force * game.units[1].position.x)] : []
      }
    }
    try expect(NoMistake.self)
    try expect(NoMistake.self)
    #expect {
      try expect(NoMistake.self, force: 2)
    } throws: {
      "\($0)".contains("the recording is of other inputs than the test has")
    }
    // Other inputs follow from another game: that is what is reported.
    #expect {
      try expect(OtherBits.self)
    } throws: {
      "\($0)".contains("this process differs from the recording\n  first differing step 20 of 40")
    }
  }

  @Test("a session is looked up next to the test and in __Recordings__, and never written")
  func session() throws {
    let folder = try TemporaryFolder()
    let shelf = folder.file("__Recordings__")
    func expect<M: Mistake>(_ mistake: M.Type, _ session: String) throws {
      try DeterminismExpectation<Skirmish<M>>.check(session: session, in: folder.path)
    }
    #expect {
      try expect(NoMistake.self, "session-42.mcap")
    } throws: {
      "\($0)" == "no such file: \(folder.path)/session-42.mcap, nor \(shelf)/session-42.mcap"
    }
    try FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
    let file = shelf + "/session-42.mcap"
    let recorder = try SessionRecorder(SimulationRun<Skirmish<NoMistake>>(seed: 5), path: file)
    for step in 0..<40 { try recorder.step(step == 10 ? [.push(0.5)] : []) }
    try recorder.finish()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    try expect(NoMistake.self, "session-42.mcap")
    try expect(NoMistake.self, file)
    #expect {
      try expect(OtherBits.self, "session-42.mcap")
    } throws: {
      "\($0)".contains("first differing step 20 of 40")
        && "\($0)".hasSuffix("if the change is meant, accept it with the verb accept of your tool")
    }
    #expect {
      try expect(ForgottenField.self, "session-42.mcap")
    } throws: {
      "\($0)".contains("Unit.cooldown is stored but never visited")
    }
    // What lies next to the test comes first.
    try Data("no recording".utf8).write(to: URL(fileURLWithPath: folder.file("session-42.mcap")))
    #expect {
      try expect(NoMistake.self, "session-42.mcap")
    } throws: {
      "\($0)".hasPrefix("\(folder.path)/session-42.mcap: ")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
  }

  @Test("a player's report, which begins in mid-run, is a test")
  func report() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("report.mcap")
    let recorder = try FlightRecorder(
      SimulationRun<Skirmish<NoMistake>>(seed: 5), options: FlightOptions(seconds: 1))
    for step in 0..<300 { try recorder.step(step % 70 == 10 ? [.push(0.5)] : []) }
    try recorder.report(to: file)
    try #require(try Recording(path: file).header.firstStep > 0)
    try expectDeterministic(Skirmish<NoMistake>.self, session: file)
  }
}
