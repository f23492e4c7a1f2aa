import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation

/// Expects that a simulation does the same as when its recording was made, to the last bit.
///
/// ```swift
/// @Test func gameIsDeterministic() throws {
///   try expectDeterministic(MyGame.self, steps: 600) { step in
///     step == 30 ? [.jump(height: 2)] : []
///   }
/// }
/// ```
///
/// The first run records: `__Recordings__/gameIsDeterministic.mcap` beside the test file, to be
/// committed. Every run then tests the state description (see `SelfTest`), replays the recording,
/// restores its key frames and states in between, and does it all again in a second process with
/// other hash seeds and another heap. It works in Swift Testing and in XCTest.
///
/// A crash or a hang of the simulation is a failure like others: a process of its own runs the
/// simulation first.
///
/// In an unattended run (`CI` is set in the environment) nothing is written: a missing recording
/// fails. To accept a change that is meant, delete the recording and run the test once.
///
/// - Parameters:
///   - type: the simulation.
///   - parameters: what the run is set to.
///   - seed: of everything random.
///   - steps: how many.
///   - name: of the recording; the test's function unless said. An absolute path is taken as it is.
///   - filePath: the test file.
///   - function: the test's function.
///   - inputs: the inputs of a step.
/// - Throws: ``DeterminismFailure``, whose description says step, row, field and both values.
/// - Complexity: about twenty times the steps.
public func expectDeterministic<S: Simulation>(
  _ type: S.Type, parameters: S.Parameters = S.Parameters(), seed: UInt64 = 1, steps: Int64 = 600,
  recording name: String? = nil, filePath: StaticString = #filePath,
  function: StaticString = #function, inputs: (_ step: Int64) -> [S.Input] = { _ in [] }
) throws {
  let expectation = DeterminismExpectation<S>(
    parameters: parameters, seed: seed, stepCount: max(1, steps),
    path: recordingPath(name, "\(filePath)", "\(function)"),
    isUnattended: isUnderCI)
  try expectation.check(inputs)
}

/// Expects that a simulation does the same as when its recording was made, with inputs that depend on
/// its state.
///
/// ```swift
/// @Test func shipsFightBack() throws {
///   try expectDeterministic(MyGame.self, steps: 600) { step, game in
///     game.ships.filter(\.isHurt).map { .fire(ship: $0.id) }
///   }
/// }
/// ```
///
/// Otherwise it does what the form without the simulation does. One more run finds the inputs; the
/// second process executes each of its steps first, so that a crash there is a failure like others.
///
/// - Parameters:
///   - type: the simulation.
///   - parameters: what the run is set to.
///   - seed: of everything random.
///   - steps: how many.
///   - name: of the recording; the test's function unless said. An absolute path is taken as it is.
///   - filePath: the test file.
///   - function: the test's function.
///   - inputs: the inputs of a step, and the simulation before it.
/// - Throws: ``DeterminismFailure``, whose description says step, row, field and both values.
public func expectDeterministic<S: Simulation>(
  _ type: S.Type, parameters: S.Parameters = S.Parameters(), seed: UInt64 = 1, steps: Int64 = 600,
  recording name: String? = nil, filePath: StaticString = #filePath,
  function: StaticString = #function, inputs: (_ step: Int64, _ game: S) -> [S.Input]
) throws {
  let expectation = DeterminismExpectation<S>(
    parameters: parameters, seed: seed, stepCount: max(1, steps),
    path: recordingPath(name, "\(filePath)", "\(function)"),
    isUnattended: isUnderCI)
  try expectation.checkPlaying(inputs)
}

/// `__Recordings__/NAME.mcap` beside the test file.
private func recordingPath(_ name: String?, _ file: String, _ function: String) -> String {
  let title = name ?? String(function.prefix { $0 != "(" })
  if title.hasPrefix("/") { return title }
  return file.pathFolder + "/__Recordings__/\(title).mcap"
}

/// One call of `expectDeterministic`.
package struct DeterminismExpectation<S: Simulation> {
  private let parameters: S.Parameters
  private let seed: UInt64
  private let stepCount: Int64
  private let path: String
  private let isUnattended: Bool
  /// How a person accepts an intended change.
  var acceptance = "delete the recording and run the test"
  private let timeout: Double

  /// - Parameters:
  ///   - isUnattended: nothing may be written.
  ///   - timeout: how long a call of the simulation may run, in seconds.
  package init(
    parameters: S.Parameters, seed: UInt64, stepCount: Int64, path: String, isUnattended: Bool,
    timeout: Double = 120
  ) {
    self.parameters = parameters
    self.seed = seed
    self.stepCount = stepCount
    self.path = path
    self.isUnattended = isUnattended
    self.timeout = timeout
  }

  var entry: CatalogueEntry {
    CatalogueEntry(S.self, summary: "", defaultStepCount: stepCount)
  }

  package func checkPlaying(_ inputs: (Int64, S) -> [S.Input]) throws {
    var script: [[S.Input]] = []
    do {
      // Each step is another process's first: a crash there ends no test.
      let scout = try SecondProcess.build(S.self, timeout: timeout)?.launch()
      defer { scout?.stop() }
      _ = try scout?.start(
        simulation: entry.name, parameters: try parameters.checkedWords(), seed: seed)
      let run = SimulationRun<S>(parameters: parameters, seed: seed)
      for step in 0..<stepCount {
        script.append(inputs(step, run.simulation))
        try scout?.run([try script[script.count - 1].map { try $0.checkedWords() }])
        try run.step(script[script.count - 1])
      }
    } catch let fault as AgentError {
      try testDescription(try words(script))
      let place = script.isEmpty ? "before step 0" : "at step \(script.count - 1)"
      throw failure("\(entry.name) \(place): the second process \(fault)")
    }
    try check { step in script[Int(step)] }
  }

  private func words(_ script: [[S.Input]]) throws -> [ScriptedInput] {
    try script.enumerated().flatMap { step, inputs in
      try inputs.map { ScriptedInput(step: Int64(step), input: try $0.checkedWords()) }
    }
  }

  package func check(_ inputs: (Int64) -> [S.Input]) throws {
    let script = try words((0..<stepCount).map(inputs))
    try testDescription(script)
    if !Files.exists(path) { try record(inputs) }
    let recording: Recording
    do {
      recording = try Recording(path: path)
    } catch {
      throw failure("\(path): \(error)", "delete it and run the test once, to record it again")
    }
    try checkThatItIsMeant(recording)
    try verify(recording)
    // Inputs may depend on the simulation: they differ after the run does.
    if try recording.script != script { throw another("of other inputs than the test has") }
  }

  private func failure(_ lines: String..., next: String? = nil) -> DeterminismFailure {
    DeterminismFailure(lines: lines + (next.map { ["  next: \($0)"] } ?? []))
  }

  private func failure(_ problem: String, _ next: String) -> DeterminismFailure {
    failure(problem, next: next)
  }

  func testDescription(_ script: [ScriptedInput]) throws {
    var options = SelfTest.Options(stepCount: min(stepCount, 1200))
    options.wholeStepCount = stepCount
    let test = SelfTest(
      entry, parameters: try parameters.checkedWords(), seed: seed, script: script,
      options: options)
    let report = try test.run(in: SecondProcess.command(S.self), timeout: timeout)
    guard report.isSound else {
      let wavering = report.findings.first { [.repetition, .sharing].contains($0.kind) }
      let cause = try wavering.map { try self.cause(script, until: $0.stepCount ?? 0) } ?? []
      throw DeterminismFailure(lines: report.findings.map { "\(report.simulation) \($0)" } + cause)
    }
  }

  /// The cause that short runs show, each in a process of its own, as a line; none if there is none.
  private func cause(_ script: [ScriptedInput], until step: Int64) throws -> [String] {
    let session = Session(
      parameters: try parameters.checkedWords(), seed: seed, inputs: script, stepCount: stepCount)
    let found = SecondProcess.command(S.self).flatMap {
      Hunt.cause(entry.name, session, until: step, program: $0)
    }
    return found.map { ["  cause: \($0.line)"] } ?? []
  }

  private func record(_ inputs: (Int64) -> [S.Input]) throws {
    if isUnattended {
      throw failure(
        "\(path): there is no recording, and CI is set: nothing was recorded",
        "run the test once on your own machine, and commit the recording")
    }
    try Files.makeFolder(path.pathFolder)
    var options = RecordingOptions()
    options.keyframeInterval = max(1, min(options.keyframeInterval, stepCount / 8))
    let recorder = try SessionRecorder(
      SimulationRun<S>(parameters: parameters, seed: seed), path: path, options: options)
    do {
      for step in 0..<stepCount { try recorder.step(inputs(step)) }
      try recorder.finish()
    } catch {
      recorder.abandon()
      throw error
    }
  }

  /// The recording must be of what the test says: otherwise it would prove something else.
  private func checkThatItIsMeant(_ recording: Recording) throws {
    let header = recording.header
    let words = try parameters.checkedWords()
    let what: String? =
      header.description.name != entry.name
      ? "of the simulation '\(header.description.name)', and the test is of '\(entry.name)'"
      : header.seed != seed
        ? "of seed \(header.seed), and the test has seed \(seed)"
        : header.parameters != words
          ? "of other parameters than the test has"
          : recording.stepCount != stepCount
            ? "of \(recording.stepCount) steps, and the test has \(stepCount)" : nil
    if let what { throw another(what) }
  }

  private func another(_ what: String) -> DeterminismFailure {
    failure(
      "\(path): the recording is \(what)", "delete it and run the test once, to record it again")
  }

  func verify(_ recording: Recording) throws {
    let own = Build.inProcess(name: "this process", catalogue: [entry])
    guard let second = SecondProcess.build(S.self) else {
      throw failure(
        "\(S.self) cannot be found by name in a second process",
        "move it out of the function it is declared in")
    }
    func report(_ build: Build, reference: Build) -> VerificationReport {
      var options = Verification.Options(jobs: 2)
      options.restores = .everyBuild
      return Verification(
        [(name: path, recording: recording)], builds: [build], options: options,
        reference: reference
      ).run()
    }
    // A crash of the second process would be one of this process as well.
    var other = report(second, reference: second)
    if case .failed(let failure) = other.recordings[0].runs[0].verdict {
      throw DeterminismFailure(lines: ["\(path): \(second.name) \(failure)"])
    }
    let here = report(own, reference: own)
    if other.recordings[0].runs[0].verdict != .same { other = report(second, reference: own) }
    var lines: [String] = []
    var wavering: Difference?
    for report in [here, other] {
      let name = report.builds[0].build.name
      switch report.recordings[0].runs[0].verdict {
      case .same: continue
      case .different(let difference):
        let restored = difference.restored.map { ", restored at step \($0.step)" } ?? ""
        lines.append("\(path): \(name) differs from the recording\(restored)")
        let text = DifferenceText(
          difference, stepCount: report.recordings[0].steps, causes: report.builds[0].likelyCauses)
        lines += text.lines
        // A change of the code shows in this process as well, which comes first.
        if difference.isUnlikeChange || here.recordings[0].runs[0].verdict == .same {
          wavering = wavering ?? difference
        }
      case .failed(let failure): lines.append("\(path): \(name) \(failure)")
      case .unreadable(let error): lines.append("\(path): \(error)")
      case .absent: lines.append("\(path): \(name) does not have the simulation \(entry.name)")
      }
    }
    if lines.isEmpty { return }
    if let wavering { lines += try cause(recording.script, until: wavering.step) }
    lines.append(
      "  next: see more with the verb verify of your tool; if the change is meant, \(acceptance)")
    throw DeterminismFailure(lines: lines)
  }
}
