import AgentProtocol
import Foundation
import LaplaceCommands
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// Changes that a person looks at: `review`, and `accept` with a reason.
@Suite struct ReviewTests {
  let gate: Gate
  let changed = particleCatalogue(LastBitAt17.self)

  init() throws {
    gate = try Gate()
    try gate.record(["a", "b"])
  }

  /// Runs the tool, with what a person types.
  func run(
    _ arguments: [String], isUnattended: Bool = false, typing: [String]? = nil,
    catalogue: [CatalogueEntry]? = nil
  ) -> (status: LaplaceCommands.ExitStatus, console: CapturingConsole) {
    let console = CapturingConsole()
    var lines = (typing ?? [])[...]
    let status = LaplaceTool.run(
      arguments, catalogue: catalogue ?? changed, console: console, name: "laplace",
      isUnattended: isUnattended, answer: typing == nil ? nil : { lines.popFirst() })
    return (status, console)
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(gate.set)/\(name)"))
  }

  func accepted(_ name: String) throws -> String? {
    try Recording(path: "\(gate.set)/\(name).mcap").header.notes
      .first { $0.name == "accepted" }?.value
  }

  @Test func tellsHowFarAChangeReaches() throws {
    let before = try bytes("a.mcap")
    let review = run(["review", gate.set, "--dry-run", "--html", gate.folder.file("r.html")])
    #expect(review.status == .baseline)
    let lines = review.console.results
    #expect(lines[0].hasPrefix("\(gate.set)/a.mcap: differs at step 17: particles[2].vx"))
    #expect(
      lines[1].hasPrefix(
        "  58 of 200 steps differ, healed at step 75; 1 of 5 rows (20 %); largest difference "),
      "\(lines[1])")
    #expect(lines[4] == "0 of 2 recordings verified, 2 changed (1 cause)", "\(lines)")
    #expect(
      review.console.words == [
        "  next: laplace accept \(gate.set) --because \"…\", where the change is meant"
      ])
    #expect(try bytes("a.mcap") == before)
    let html = try String(contentsOfFile: gate.folder.file("r.html"), encoding: .utf8)
    #expect(html.components(separatedBy: "<svg").count == 3, "\(html.count)")
    #expect(run(["review", gate.set], catalogue: particleCatalogue(Sound.self)).status == .same)
  }

  /// One is accepted: it is recorded anew with the reason, its line of the lock changes, the other's
  /// stays.
  @Test func acceptRecordsAnew() throws {
    try gate.lock()
    let lock = "\(gate.set)/recordings.lock"
    let (locked, other) = (try String(contentsOfFile: lock, encoding: .utf8), try bytes("b.mcap"))
    let accept = run(["accept", "\(gate.set)/a.mcap", "--because", "kicks are softer"])
    #expect(accept.status == .same, "\(accept.console.wordText)")
    #expect(
      accept.console.results.last == "1 of 1 recording accepted, 0 unchanged; \(lock) written")
    #expect(try accepted("a") == "kicks are softer")
    #expect(
      laplace("info", "\(gate.set)/a.mcap").console.results
        .contains("  note         accepted: kicks are softer"))
    #expect(try bytes("b.mcap") == other)
    let (old, new) = (
      locked.split(separator: "\n"),
      try String(contentsOfFile: lock, encoding: .utf8).split(separator: "\n")
    )
    #expect(old.count == new.count)
    #expect(old[1] != new[1] && old[2] == new[2])
    // Green for what was accepted, red for the other one.
    let ci = gate.ci([], catalogue: changed)
    #expect(ci.status == .different)
    #expect(ci.console.results.contains("1 of 2 verified, 1 differs (1 cause)"))
    #expect(run(["accept", gate.set, "--because", "all of it"]).status == .same)
    #expect(gate.ci([], catalogue: changed).status == .same)
    let nothing = run(["accept", gate.set, "--because", "all of it"])
    #expect(nothing.console.results == ["0 of 2 recordings accepted, 2 unchanged"])
  }

  /// Inputs, seed, parameters, markers and key frames are those that were recorded.
  @Test func newRecordingIsOfTheSameRun() throws {
    let old = try Recording(path: "\(gate.set)/b.mcap")
    #expect(run(["accept", "\(gate.set)/b.mcap", "--because", "x"]).status == .same)
    let new = try Recording(path: "\(gate.set)/b.mcap")
    #expect(new.header.seed == old.header.seed)
    #expect(new.header.parameters == old.header.parameters)
    #expect(new.keyframeSteps == old.keyframeSteps)
    #expect(try (0..<200).allSatisfy { try new.inputs(at: $0) == old.inputs(at: $0) })
    #expect(try new.digest(after: 16) == old.digest(after: 16))
    #expect(try new.digest(after: 17) != old.digest(after: 17))
  }

  /// Under CI nothing is written, whatever is asked for.
  @Test(arguments: [
    ["accept", "SET", "--because", "x"], ["review", "SET"],
    ["accept", "SET", "--lock", "SET/recordings.lock"],
  ])
  func nothingIsWrittenUnderCI(arguments: [String]) throws {
    let before = try (bytes("a.mcap"), bytes("b.mcap"))
    let words = arguments.map { $0.replacingOccurrences(of: "SET", with: gate.set) }
    let ran = run(words, isUnattended: true, typing: ["A", "because"])
    #expect(ran.status == .baseline, "\(ran.console.wordText)")
    #expect(try bytes("a.mcap") == before.0 && bytes("b.mcap") == before.1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: gate.set).count == 2)
  }

  /// A person rejects one and accepts the other; the reason of each is kept, and told again.
  @Test func personIsAsked() throws {
    let before = try bytes("a.mcap")
    let talk = run(
      ["review", gate.set], typing: ["what?", "r", "a kick is too soft", "a", "", "it is meant"])
    #expect(talk.status == .baseline)
    #expect(talk.console.results.contains("\(gate.set)/a.mcap: rejected"))
    #expect(talk.console.results.contains("\(gate.set)/b.mcap: accepted"))
    #expect(try bytes("a.mcap") == before)
    #expect(try accepted("b") == "it is meant")
    let again = run(["review", gate.set])
    #expect(again.console.results.contains("  rejected: a kick is too soft"))
    // Another change is asked about anew.
    let other = run(["review", gate.set], catalogue: particleCatalogue(EarlyFault.self))
    #expect(
      other.console.results.contains(
        "  rejected when it changed in another way: a kick is too soft"))
    // What is accepted at last needs no verdict.
    #expect(run(["review", gate.set], typing: ["A", "after all"]).status == .same)
    #expect(try accepted("a") == "after all")
    #expect(!FileManager.default.fileExists(atPath: "\(gate.set)/review.jsonl"))
  }

  /// The end of input, or `q`, leaves the rest as it is.
  @Test(arguments: [[], ["q"], ["s", "later", "q"]])
  func personGoesAway(typing: [String]) throws {
    let before = try (bytes("a.mcap"), bytes("b.mcap"))
    #expect(run(["review", gate.set], typing: typing).status == .baseline)
    #expect(try bytes("a.mcap") == before.0 && bytes("b.mcap") == before.1)
  }

  /// The last seconds of a process that died begin in mid-run. After an intended change they are
  /// reviewed by field, accepted and verified like any other recording.
  @Test func ringOfADeadProcessIsReviewed() throws {
    let (ring, crash) = (gate.folder.file("game.flight"), "\(gate.set)/crash.mcap")
    do {
      var options = FlightOptions(seconds: 2)
      options.keyframeInterval = 60
      let recorder = try FlightRecorder(
        SimulationRun<Particles<Sound>>(seed: 3), path: ring, options: options)
      for step in 0..<600 {
        if step == 500 { try recorder.mark("it stuck") }
        try recorder.step(step % 50 == 3 ? [.nudge(particle: 1, vx: 1, vy: 2)] : [])
      }
    }
    let recovered = laplace("recover", ring, "-o", crash)
    #expect(recovered.status == .same, "\(recovered.console.wordText)")
    let old = try Recording(path: crash)
    #expect(old.header.firstStep == 480 && old.header.tracks.state)
    try gate.lock()
    #expect(gate.ci([]).status == .same)

    let change = particleCatalogue(LastBitAt510.self)
    let review = run(["review", crash, "--dry-run"], catalogue: change)
    #expect(review.status == .baseline)
    #expect(
      review.console.results[0].hasPrefix("\(crash): differs at step 30: particles[2].vx  0x"),
      "\(review.console.results)")
    #expect(!review.console.resultText.contains("cannot be accepted"))
    let ci = gate.ci([], catalogue: change)
    #expect(ci.status == .different)
    #expect(!(ci.console.resultText + ci.console.wordText).contains("restored"))

    let accept = run(["accept", crash, "--because", "kicks are softer"], catalogue: change)
    #expect(accept.status == .same, "\(accept.console.wordText)")
    let new = try Recording(path: crash)
    #expect(try accepted("crash") == "kicks are softer")
    #expect(new.header.firstStep == 480 && new.header.origin == old.header.origin)
    #expect(try new.header.tracks.state && new.markers == old.markers)
    #expect(new.keyframeSteps == old.keyframeSteps && new.stepCount == old.stepCount)
    #expect(try (0..<120).allSatisfy { try new.inputs(at: $0) == old.inputs(at: $0) })
    #expect(try new.digest(after: 29) == old.digest(after: 29))
    #expect(try new.digest(after: 30) != old.digest(after: 30))
    let green = gate.ci([], catalogue: change)
    #expect(green.status == .same, "\(green.console.wordText)")
    #expect(laplace(["verify", crash], catalogue: change).status == .same)
  }

  /// A failure to write leaves the old recording: a link is never replaced.
  @Test func failureLeavesTheOldRecording() throws {
    let (real, link) = (gate.folder.file("real.mcap"), "\(gate.set)/a.mcap")
    try FileManager.default.moveItem(atPath: link, toPath: real)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let before = try bytes("a.mcap")
    let accept = run(["accept", gate.set, "--because", "x"])
    #expect(accept.status == .trouble)
    #expect(accept.console.wordText.contains("a.mcap: "), "\(accept.console.wordText)")
    #expect(try bytes("a.mcap") == before)
    #expect(try accepted("b") == "x")
  }

  /// What nothing runs or names is told, and stays.
  @Test func unusedBaselinesAreTold() throws {
    let tests = gate.folder.file("Tests/__Recordings__")
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    for name in ["bounces", "forgotten"] {
      try FileManager.default.copyItem(
        atPath: "\(gate.set)/a.mcap", toPath: "\(tests)/\(name).mcap")
    }
    try Data("@Test func bounces() throws {}".utf8)
      .write(to: URL(fileURLWithPath: gate.folder.file("Tests/Some.swift")))
    let review = run(["review", tests], catalogue: particleCatalogue(Sound.self))
    #expect(review.status == .baseline)
    #expect(
      review.console.results.filter { $0.contains("no test") }
        == ["\(tests)/forgotten.mcap: no test beside it names it"])
    let none = run(["review", gate.set], catalogue: dialCatalogue(RightDials.self))
    #expect(none.console.resultText.contains("a.mcap: nothing runs it: this tool does not have"))
    #expect(FileManager.default.fileExists(atPath: "\(tests)/forgotten.mcap"))
  }

  /// A run that does not agree with itself is no baseline.
  @Test func crashIsNotAccepted() throws {
    let accept = run(["accept", gate.set, "--because", " "])
    #expect(accept.status == .trouble)
    #expect(run(["accept", gate.set]).status == .trouble)
    #expect(run(["accept", "--because", "x"]).status == .trouble)
    #expect(run(["accept", "--all", gate.set, "--because", "x"]).status == .trouble)
    #expect(run(["accept", gate.folder.file("none"), "--because", "x"]).status == .trouble)
  }

  /// Lines of recordings that were not given stay in the lock, unless they are to go.
  @Test func partOfASetKeepsTheLock() throws {
    try gate.lock()
    let lock = "\(gate.set)/recordings.lock"
    let part = run(["accept", "\(gate.set)/a.mcap", "--lock", lock])
    #expect(part.status == .same)
    #expect(part.console.results[1] == "  b.mcap: kept, was not given; --prune drops it")
    #expect(try String(contentsOfFile: lock, encoding: .utf8).contains("b.mcap"))
    #expect(run(["accept", "\(gate.set)/a.mcap", "--lock", lock, "--prune"]).status == .same)
    #expect(try !String(contentsOfFile: lock, encoding: .utf8).contains("b.mcap"))
  }
}

/// A change that a session notices long after its beginning.
private enum LastBitAt510: ParticleVariant {
  static var faultStep: Int64 { 510 }
  static var fault: ParticleFault { .lastBit }
}
