import Recording
import Replay
import Simulation

/// Expects that a simulation repeats a session that was recorded elsewhere: by the game, by its tool,
/// or by a player who sent a report.
///
/// ```swift
/// @Test func theBallThatStuck() throws {
///   try expectDeterministic(MyGame.self, session: "session-42.mcap")
/// }
/// ```
///
/// Parameters, seed and inputs are those of the recording. It tests the description of the state with
/// them, unless the recording begins in mid-run, and verifies it in this process and in a second one.
/// The recording is never written.
///
/// - Parameters:
///   - type: the simulation.
///   - session: the file's path from the folder of the test file, or from `__Recordings__` in it; or
///     an absolute path.
///   - filePath: the test file.
/// - Throws: ``DeterminismFailure``, whose description says step, row, field and both values.
/// - Complexity: about twenty times the steps.
public func expectDeterministic<S: Simulation>(
  _ type: S.Type, session: String, filePath: StaticString = #filePath
) throws {
  try DeterminismExpectation<S>.check(session: session, in: "\(filePath)".pathFolder)
}

extension DeterminismExpectation {
  /// - Parameter folder: that of the test file.
  package static func check(session: String, in folder: String) throws {
    let paths =
      session.hasPrefix("/")
      ? [session] : ["\(folder)/\(session)", "\(folder)/__Recordings__/\(session)"]
    guard let path = paths.first(where: Files.exists) else {
      throw DeterminismFailure(lines: ["no such file: " + paths.joined(separator: ", nor ")])
    }
    do {
      try check(try Recording(path: path), path)
    } catch let error as DeterminismFailure {
      throw error
    } catch {
      throw DeterminismFailure(lines: ["\(path): \(error)"])
    }
  }

  private static func check(_ session: Recording, _ path: String) throws {
    let header = session.header
    var expectation = DeterminismExpectation(
      parameters: try S.Parameters(words: header.parameters), seed: header.seed,
      stepCount: session.stepCount, path: path, isUnattended: true)
    expectation.acceptance = "accept it with the verb accept of your tool"
    let (recorded, tested) = (header.description.name, expectation.entry.name)
    guard recorded == tested else {
      throw DeterminismFailure(lines: [
        "\(path): a recording of the simulation '\(recorded)', and the test is of '\(tested)'"
      ])
    }
    if header.firstStep == 0 { try expectation.testDescription(try session.script) }
    try expectation.verify(session)
  }
}
