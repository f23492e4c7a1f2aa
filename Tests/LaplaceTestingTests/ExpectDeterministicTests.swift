import Foundation
import LaplaceTesting
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
}
