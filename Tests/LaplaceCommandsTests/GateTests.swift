import AgentProtocol
import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import Simulation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The gate: `ci`, what it exits with and writes, and `repro`.
@Suite struct GateTests {
  let gate: Gate

  init() throws { gate = try Gate() }

  @Test func everyRecordingGetsALine() throws {
    try gate.record(["a", "b"])
    let run = gate.ci([])
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(
      run.console.results == [
        "\(gate.set)/a.mcap: verified, 200 steps", "\(gate.set)/b.mcap: verified, 200 steps",
        "2 of 2 verified", "covered: 1 of 1 simulation",
      ])
    #expect(run.console.words.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: gate.failures))
  }

  /// Every end that `ci` can come to.
  @Test(arguments: Sample.of(GateEnd.all))
  func status(end: GateEnd) throws {
    try gate.record(["a", "b"])
    try end.prepare(gate)
    let run = gate.ci(end.arguments, catalogue: end.catalogue)
    #expect(run.status == end.status, "\(run.console.resultText)\n\(run.console.wordText)")
    let all = run.console.results + run.console.words
    #expect(all.contains { $0.contains(end.says) }, "\(all.joined(separator: "\n"))")
  }

  /// A crash ends one recording: the step is named, and the other ones are verified.
  @Test func crashNamesItsStep() throws {
    let script = gate.folder.file("in.jsonl")
    let lines = [(10, 611), (20, 222), (33, 770)].map { step, dial in
      #"{"step":\#(step),"kind":"turn","dial":\#(dial),"angle":33.5}"#
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: script))
    let right = dialCatalogue(RightDials.self)
    for (name, input) in [("a", script), ("b", "none"), ("c", "none")] {
      try #require(
        laplace(
          "record", "dials", "--set", "count=1000", "--steps", "60", "--input", input, "-o",
          "\(gate.set)/\(name).mcap", catalogue: right
        ).status == .same)
    }
    let agent = "bad=\(Programs.particleAgent) dials-trap"
    let run = gate.ci(["--agent", agent], catalogue: right)
    #expect(run.status == .crashed)
    let lines2 = run.console.results
    #expect(lines2[0] == "\(gate.set)/a.mcap [this build]: verified, 60 steps")
    #expect(
      lines2[1].hasPrefix(
        "\(gate.set)/a.mcap [bad]: crashed at step 33: ended before its work was done: killed by "),
      "\(lines2[1])")
    #expect(lines2[1].contains("the third dial is stuck"), "\(lines2[1])")
    #expect(lines2.contains("5 of 6 verified, 1 crashed"), "\(lines2)")
    let repro = "\(gate.failures)/a-bad.repro"
    #expect(run.console.words.last == "  next: laplace repro \(repro) --agent '\(agent)'")

    let again = laplace("repro", repro, "--agent", agent, catalogue: right)
    #expect(again.status == .crashed)
    #expect(again.console.results[2].hasSuffix(": the same failure"), "\(again.console.results)")
    let sound = laplace("repro", repro, catalogue: right)
    #expect(sound.status == .same)
    #expect(sound.console.results[2] == "  this build: verified, 60 steps: the failure is gone")
  }

  /// Three recordings of one fault are one cause; its file shows it again, and only it.
  @Test func failureIsShownAgain() throws {
    try gate.record(["a", "b", "c"])
    let bad = particleCatalogue(LastBitAt17.self)
    let run = gate.ci([], catalogue: bad)
    #expect(run.status == .different)
    #expect(
      run.console.results[0].hasPrefix("\(gate.set)/a.mcap: differs at step 17: particles[2].vx"),
      "\(run.console.results)")
    #expect(
      run.console.results[3]
        == "cause 1 of 1, last bits of particles.vx: 3 recordings, the smallest witness is "
        + "\(gate.set)/a.mcap")
    #expect(run.console.results[4] == "0 of 3 verified, 3 differ (1 cause)")
    let repro = "\(gate.failures)/a.repro"
    #expect(run.console.words == ["  next: laplace repro \(repro)"])
    let file = try Recording(path: repro)
    #expect(file.stepCount == 78)
    let note = try #require(file.header.notes.first { $0.name == "failure" })
    #expect(note.value.contains("\"recording\":\"\(gate.set)/a.mcap\""), "\(note)")

    let page = gate.folder.file("ab.html")
    let same = laplace("repro", repro, "--html", page, catalogue: bad)
    #expect(same.console.results.last?.hasPrefix("\(page): ") == true, "\(same.console.wordText)")
    let html = try PageText(path: page).html
    #expect(html.contains("particles[2].vx") && html.contains("this build.mcap"))
    #expect(same.status == .different)
    #expect(same.console.results[2].hasSuffix(": the same failure"), "\(same.console.results)")
    let gone = laplace("repro", repro)
    #expect(gone.status == .same)
    // Another fault at another place is not taken for it.
    let other = laplace("repro", repro, catalogue: particleCatalogue(EarlyFault.self))
    #expect(other.status == .different)
    #expect(other.console.results[2].hasSuffix(": another failure"), "\(other.console.results)")
    // A recording without a failure is none.
    let none = laplace("repro", "\(gate.set)/a.mcap")
    #expect(none.status == .trouble)
    #expect(none.console.wordText.contains("notes no failure"))
  }

  /// The phase is found beside a build that reproduces the recordings.
  @Test func phaseIsNamed() throws {
    try gate.record(["a"])
    let run = gate.ci(
      ["--against", "good=\(Programs.particleAgent) sound"],
      catalogue: particleCatalogue(LastBitAt17.self))
    #expect(run.status == .different)
    #expect(
      run.console.results[0].contains(": differs at phase "), "\(run.console.results)")
  }

  /// The quickest recording of each simulation comes first, and what is left out is said.
  @Test func budgetLeavesOut() throws {
    try gate.record(["a", "b"])
    let run = gate.ci(["--budget", "0.0001ms"])
    #expect(run.status == .loss)
    #expect(run.console.resultText.contains("0 of 2 verified, 2 skipped"))
    #expect(gate.ci(["--budget", "0.0001ms", "--allow-skipped"]).status == .same)
    let all = gate.ci(["--budget", "100s"])
    #expect(all.status == .same)
    #expect(all.console.results.last == "covered: 1 of 1 simulation", "\(all.console.results)")
  }

  /// The tool runs its simulations in processes of its own, and compares the stored states as well.
  @Test func toolIsAProcessOfItsOwn() throws {
    for steps in ["70", "300"] {
      let run = try ProgramRun(
        Programs.laplace,
        ["record", "gravity", "--steps", steps, "-o", "\(gate.set)/\(steps).mcap"])
      try #require(run.status == 0, "\(run.errorText)")
    }
    let run = try ProgramRun(
      Programs.laplace, ["ci", gate.set, "--format", "json", "--failures", gate.failures])
    #expect(run.status == 0, "\(run.errorText)")
    let report = try #require(
      JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    let entries = try #require(report["recordings"] as? [[String: Any]])
    #expect(entries.map { $0["verifiedSteps"] as? Int } == [300, 70])
    #expect(entries.allSatisfy { $0["restored"] as? Bool == true })
    // A stored state that is not the run's own is seen.
    let path = "\(gate.set)/70.mcap"
    try WrongState.write(to: path, like: try Recording(path: path))
    let wrong = try ProgramRun(Programs.laplace, ["ci", gate.set, "--failures", gate.failures])
    #expect(wrong.status == 2)
    #expect(
      wrong.outputText.contains("is not the one whose digest is recorded"), "\(wrong.outputText)")
  }

  /// A name that is read is not written over.
  @Test func reportDoesNotReplaceARecording() throws {
    try gate.record(["a"])
    let before = try Data(contentsOf: URL(fileURLWithPath: "\(gate.set)/a.mcap"))
    let run = gate.ci(["--report", "html=\(gate.set)/a.mcap"])
    #expect(run.status == .trouble)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(gate.set)/a.mcap")) == before)
    #expect(gate.ci(["--report", "html"]).status == .trouble)
    #expect(gate.ci(["--report", "junit=\(gate.folder.file("no"))/x.xml"]).status == .trouble)
  }
}

// MARK: Reports

extension GateTests {
  /// Fourteen failures, one of each kind among them, in every form.
  @Test func reportsHoldEveryFailure() throws {
    try gate.record((1...13).map { "n\($0)" })
    try Data("no recording".utf8).write(to: URL(fileURLWithPath: "\(gate.set)/z<&\"%,.mcap"))
    func out(_ name: String) -> String { gate.folder.file(name) }
    let run = gate.ci(
      [
        "--report",
        "junit=\(out("o.xml")),sarif=\(out("o.sarif")),tap=\(out("o.tap")),github,html=\(out("o.html"))",
        "--report", "json=\(out("o.json"))",
      ], catalogue: particleCatalogue(LastBitAt17.self))
    #expect(run.status == .trouble)

    let suites = try JUnitReader.read(out("o.xml"))
    #expect(suites.count == 1)
    #expect(suites[0].attributes["tests"] == "14")
    #expect(suites[0].attributes["failures"] == "13")
    #expect(suites[0].attributes["errors"] == "1")
    #expect(suites[0].cases.count == 14)
    #expect(suites[0].cases.last?.name == "\(gate.set)/z<&\"%,.mcap")
    #expect(suites[0].cases.count { $0.child == "failure" } == 13)
    #expect(suites[0].cases[0].text.contains("first differing step 17 of 200"))

    let sarif = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: out("o.sarif"))))
        as? [String: Any])
    #expect(sarif["version"] as? String == "2.1.0")
    let sarifRun = try #require((sarif["runs"] as? [[String: Any]])?.first)
    let results = try #require(sarifRun["results"] as? [[String: Any]])
    let driver = (sarifRun["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    #expect(results.count == 14)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }

    let tap = try String(contentsOfFile: out("o.tap"), encoding: .utf8)
    #expect(tap.hasPrefix("TAP version 13\n1..14\n"))
    #expect(tap.components(separatedBy: "\nnot ok ").count == 15)

    // Ten annotations at most, of which the last sums up, and no line is broken by a name.
    let annotations = run.console.results.filter { $0.hasPrefix("::") }
    #expect(annotations.count == 10)
    #expect(annotations.allSatisfy { $0.hasPrefix("::error ") })
    #expect(annotations[9].contains("::and 5 more: 0 of 14 verified, 13 differ (1 cause), 1 not "))

    let html = try String(contentsOfFile: out("o.html"), encoding: .utf8)
    #expect(html.contains("z&lt;&amp;&quot;%,.mcap"))
    for request in ["http:", "https:", "src=", "url(", "@import", "<script", "<link"] {
      #expect(!html.contains(request), "\(request)")
    }
  }

  @Test func annotationEscapesItsProperties() throws {
    try Data("no recording".utf8).write(to: URL(fileURLWithPath: "\(gate.set)/a,b:c%.mcap"))
    let run = gate.ci(["--report", "github"])
    #expect(
      run.console.results.contains {
        $0.contains("::error file=") && $0.contains("a%2Cb%3Ac%25.mcap,")
      },
      "\(run.console.resultText)")
  }

  /// Shards are disjoint, hold everything, and merge to the report of the whole.
  @Test func shardsMerge() throws {
    for (name, steps) in [("a", 300), ("b", 100), ("c", 110), ("d", 90)] {
      try #require(
        laplace(
          "record", "particles", "--steps", "\(steps)", "-o", "\(gate.set)/\(name).mcap"
        ).status == .same)
    }
    let bad = particleCatalogue(LastBitAt17.self)
    func out(_ name: String) -> String { gate.folder.file(name) }
    var shards: [String] = []
    for index in 1...3 {
      let run = gate.ci(
        ["--shard", "\(index)/3", "--report", "json=\(out("s\(index).json"))"], catalogue: bad)
      #expect(run.status == .different)
      shards.append(out("s\(index).json"))
      if index == 1 {
        #expect(run.console.results.count { $0.contains(".mcap: ") } == 1)
        #expect(run.console.results.contains("shard 1 of 3: 0 of 1 verified, 1 differs (1 cause)"))
      }
    }
    let whole = gate.ci(["--report", "json=\(out("whole.json"))"], catalogue: bad)
    let merged = laplace(["ci", "--merge"] + shards + ["--report", "tap=\(out("m.tap"))"])
    #expect(merged.status == .different)
    #expect(merged.console.results == whole.console.results)
    #expect(try String(contentsOfFile: out("m.tap"), encoding: .utf8).contains("1..4\n"))

    let missing = laplace(["ci", "--merge"] + shards.dropLast())
    #expect(missing.status == .trouble)
    #expect(missing.console.wordText.contains("shard 3 of 3 is missing"))
    #expect(laplace(["ci", "--merge"] + shards + [shards[0]]).status == .trouble)
    #expect(laplace("ci", "--merge", out("whole.json")).status == .trouble)
    #expect(laplace("ci", "--merge", out("m.tap")).status == .trouble)
  }

  @Test(arguments: ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2"])
  func wrongShard(text: String) {
    #expect(laplace("ci", gate.set, "--shard", text).status == .trouble)
  }
}

// MARK: Fixtures

/// A folder of recordings.
struct Gate {
  let folder: TemporaryFolder
  let set: String
  let failures: String

  init() throws {
    folder = try TemporaryFolder()
    (set, failures) = (folder.file("Recordings"), folder.file("failures"))
    try FileManager.default.createDirectory(atPath: set, withIntermediateDirectories: true)
  }

  func record(_ names: [String]) throws {
    for (index, name) in names.enumerated() {
      let run = laplace(
        "record", "particles", "--steps", "200", "--seed", "\(index + 1)", "-o",
        "\(set)/\(name).mcap")
      try #require(run.status == .same, "\(run.console.wordText)")
    }
  }

  func ci(
    _ arguments: [String], catalogue: [CatalogueEntry] = particleCatalogue(Sound.self)
  ) -> (status: LaplaceCommands.ExitStatus, console: CapturingConsole) {
    laplace(["ci", set, "--failures", failures] + arguments, catalogue: catalogue)
  }
}

/// A fault before the one of `LastBitAt17`.
enum EarlyFault: ParticleVariant {
  static var faultStep: Int64 { 5 }
  static var fault: ParticleFault { .lastBit }
}

/// One end of `ci`, and how it comes about.
struct GateEnd: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var status: LaplaceCommands.ExitStatus
  var says: String
  var arguments: [String] = []
  var isWithoutSimulation = false
  var prepare: @Sendable (Gate) throws -> Void = { _ in }

  var catalogue: [CatalogueEntry] {
    isWithoutSimulation ? dialCatalogue(RightDials.self) : particleCatalogue(Sound.self)
  }

  static var all: [GateEnd] {
    let agent = Programs.particleAgent
    return [
      GateEnd(testDescription: "same", status: .same, says: "2 of 2 verified"),
      GateEnd(
        testDescription: "different", status: .different, says: " of step 17: particles",
        arguments: ["--agent", "bad=\(agent) last-bit-17"]),
      GateEnd(
        testDescription: "damaged file", status: .trouble, says: "next: laplace recover",
        prepare: { gate in
          let path = "\(gate.set)/b.mcap"
          let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
          try bytes.dropLast(40).write(to: URL(fileURLWithPath: path))
        }),
      GateEnd(
        testDescription: "no program", status: .trouble, says: "there is no program '/none/here'",
        arguments: ["--agent", "bad=/none/here"]),
      GateEnd(
        testDescription: "left out", status: .loss, says: "the budget of 1e-07 s was at its end",
        arguments: ["--budget", "0.0001ms"]),
      GateEnd(
        testDescription: "another schema", status: .refused, says: "'bad' ",
        arguments: ["--agent", "bad=\(agent) sound schema"]),
      GateEnd(
        testDescription: "no simulation", status: .refused,
        says: "nothing runs it: this tool does not have 'particles'", isWithoutSimulation: true),
      GateEnd(
        testDescription: "empty folder", status: .baseline, says: "holds no recording",
        prepare: { gate in
          for name in ["a", "b"] {
            try FileManager.default.removeItem(atPath: "\(gate.set)/\(name).mcap")
          }
        }),
      GateEnd(
        testDescription: "replaced", status: .baseline,
        says: "b.mcap: reproduces, but is not the recording that ",
        prepare: { gate in
          try gate.lock()
          try #require(
            laplace(
              "record", "particles", "--steps", "200", "--seed", "7", "--force", "-o",
              "\(gate.set)/b.mcap"
            ).status == .same)
        }),
      GateEnd(
        testDescription: "gone", status: .baseline, says: "b.mcap is locked, but there is no such",
        prepare: { gate in
          try gate.lock()
          try FileManager.default.removeItem(atPath: "\(gate.set)/b.mcap")
        }),
      GateEnd(
        testDescription: "crash", status: .crashed, says: "crashed at step 0: ",
        arguments: ["--agent", "bad=\(agent) sound signal"]),
      GateEnd(
        testDescription: "hang", status: .crashed, says: "hung by step 15: did not answer",
        arguments: ["--agent", "bad=\(agent) sound hang", "--timeout", "0.2"]),
      GateEnd(
        testDescription: "unsound arithmetic", status: .refused, says: "rules of IEEE 754",
        arguments: ["--agent", "bad=\(agent) sound flushes"]),
    ]
  }
}

extension Gate {
  func lock() throws {
    try #require(
      laplace("accept", set, "--lock", "\(set)/recordings.lock").status == .same)
  }
}

/// Reads a JUnit report as a server does.
private final class JUnitReader: NSObject, XMLParserDelegate {
  struct Case {
    var name: String
    var child: String?
    var text = ""
  }

  struct Suite {
    var attributes: [String: String]
    var cases: [Case] = []
  }

  private var suites: [Suite] = []

  static func read(_ path: String) throws -> [Suite] {
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
    let reader = JUnitReader()
    parser.delegate = reader
    try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return reader.suites
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    switch element {
    case "testsuite": suites.append(Suite(attributes: attributes))
    case "testcase":
      suites[suites.count - 1].cases.append(Case(name: attributes["name"] ?? ""))
    case "failure", "error", "skipped":
      let suite = suites.count - 1
      suites[suite].cases[suites[suite].cases.count - 1].child = element
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let suite = suites.indices.last, let last = suites[suite].cases.indices.last else {
      return
    }
    suites[suite].cases[last].text += text
  }
}

/// A recording of which one stored state is not the run's own.
private enum WrongState {
  static func write(to path: String, like recording: Recording) throws {
    let writer = try RecordingWriter(
      path: path, header: recording.header,
      initial: try recording.keyframe(atOrBefore: 0).image,
      initialDigest: try recording.digest(after: -1))
    for step in 0..<recording.stepCount {
      var state = try recording.state(after: step)
      if step == 40, var wrong = state {
        wrong.bytes[wrong.bytes.count - 1] ^= 1
        state = wrong
      }
      try writer.append(
        inputs: try recording.inputs(at: step), digest: try recording.digest(after: step),
        state: state)
    }
    try writer.finish()
  }
}
