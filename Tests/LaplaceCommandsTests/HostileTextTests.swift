import AgentProtocol
import DeterministicMath
import Foundation
import LaplaceCommands
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// Texts of files that a terminal or the runner of a CI job would obey are shown, not obeyed.
@Suite struct HostileTextTests {
  let folder: TemporaryFolder
  /// A recording of the particles with hostile notes, and one whose description is hostile.
  let (noted, foreign): (String, String)
  static let text = "\n::error::obeyed\r::warning::x ##[group]y ##vso[z]\u{1B}[31m\u{202E}"

  init() throws {
    folder = try TemporaryFolder()
    (noted, foreign) = (folder.file("noted.mcap"), folder.file("foreign.mcap"))
    let entry = particleCatalogue(Sound.self)[0]
    let recorder = try AnySessionRecorder(
      try entry.start(parameters: entry.defaultParameters, seed: 1), path: noted,
      tracks: .everything, options: RecordingOptions(),
      notes: [
        BuildFact(name: "accepted", value: Self.text), BuildFact(name: Self.text, value: "x"),
        BuildFact(
          name: "failure",
          value: String(
            decoding: try JSONSerialization.data(withJSONObject: [
              "reason": Self.text, "outcome": "refused", "recording": Self.text,
              "build": Self.text, "simulation": Self.text, "steps": 1, "verifiedSteps": 0,
              "likelyCauses": [Self.text], "seconds": 0,
            ]), as: UTF8.self)),
      ])
    for step in 0..<40 {
      if step == 9 { try recorder.mark(Self.text) }
      try recorder.step([])
    }
    _ = try recorder.finishEarly(note: Self.text)

    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var description = run.description
    description.name = Self.text
    var header = RecordingHeader(
      description: description, parameters: Particles<Sound>.Parameters().words, seed: 1,
      engineVersion: Self.text, build: [BuildFact(name: Self.text, value: Self.text)])
    header.origin = Self.text
    var image = StateImage()
    run.save(.everything, into: &image)
    let writer = try RecordingWriter(
      path: foreign, header: header, initial: image, initialDigest: run.digest())
    run.save(.everyStep, into: &image)
    try writer.append(inputs: [], digest: run.digest(), state: image)
    try writer.finish(note: Self.text)
  }

  /// What is wrong with printed text; `nil` for nothing.
  private func fault(_ text: String) -> String? {
    let obeyed = text.components(separatedBy: "\n").first { line in
      line.drop { $0.isWhitespace }.hasPrefix("::") || line.contains("##[")
        || line.contains("##vso[")
        || line.unicodeScalars.contains {
          $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F || $0.value == 0x202E
        }
    }
    return obeyed.map { $0.debugDescription }
  }

  @Test(arguments: [
    "info FILE", "info FILE --all", "info FILE --format json", "info FILE --chain", "replay FILE",
    "replay FILE --at 0 --print state", "replay FILE --format json", "verify FILE",
    "verify FILE --format json", "verify FILE FILE", "diff FILE OTHER",
    "diff OTHER FILE --format json",
    "bisect FILE", "trace particles[1].x FILE", "trace particles[1].x FILE --format json",
    "grep particles[1].x>0 FILE", "why particles[1].x FILE --at 0", "export FILE --csv",
    "export FILE --jsonl", "du FILE", "ci FILE", "ci FILE --format json",
    "ci FILE OTHER", "review FILE", "repro FILE", "recover FILE -o OUT",
    "cut FILE --range 0..0 -o OUT",
    "densify FILE -o OUT", "view FILE -o OUT", "view FILE OTHER -o OUT.html", "render FILE -o -",
    "record particles --input FILE -o OUT", "hunt particles --learn FILE --steps 5 --fuzz 0",
    "shrink FILE -o OUT", "plan verify FILE", "plan verify FILE OTHER", "coverage FILE",
    "selftest particles --input FILE", "accept FILE --lock LOCK", "accept FILE --because \(text)",
  ])
  func everyVerbShowsTextOnOneLine(words: String) throws {
    for (file, other) in [(noted, foreign), (foreign, noted)] {
      let names = [
        "FILE": file, "OTHER": other, "OUT": folder.file("out"),
        "OUT.html": folder.file("out.html"),
        "LOCK": folder.file("l.lock"),
      ]
      let console = laplace(words.components(separatedBy: " ").map { names[$0] ?? $0 }).console
      for text in console.results + console.words {
        #expect(fault(text) == nil, "\(words): \(fault(text) ?? "")")
      }
      #expect(console.words.allSatisfy { !$0.contains("\n") })
      #expect(!(console.results + console.words).isEmpty, "\(words)")
      if words.hasSuffix("--format json"), console.results.count == 1 {
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(console.results[0].utf8))
        }
      }
    }
  }

  /// Reports are printed by runners: their lines are safe as well, but for the commands that are meant.
  @Test func reportsAreSafe() throws {
    let kinds = ReportKind.allCases.filter(\.needsFile).map(\.rawValue)
    let list = kinds.map { "\($0)=\(folder.file($0))" }.joined(separator: ",")
    for catalogue in [particleCatalogue(Sound.self), particleCatalogue(LastBitAt17.self)] {
      let run = laplace(
        [
          "ci", noted, foreign, "--report", list + ",github", "--failures", folder.file("failures"),
        ], catalogue: catalogue)
      for kind in kinds {
        let text = try String(contentsOfFile: folder.file(kind), encoding: .utf8)
        #expect(fault(text) == nil, "\(kind): \(fault(text) ?? "")")
      }
      let commands = run.console.results.filter { $0.hasPrefix("::") }
      #expect(!commands.isEmpty)
      #expect(commands.allSatisfy { $0.hasPrefix("::error ") && !$0.contains("\n") })
      #expect(commands.allSatisfy { fault(String($0.dropFirst(2))) == nil }, "\(commands)")
      // A merged report is made of a file as well.
      let merged = laplace("ci", "--merge", folder.file("json"))
      #expect(merged.console.results.allSatisfy { fault($0) == nil })
    }
  }

  /// What a crashing agent writes is quoted, line by line.
  @Test func crashTextIsQuoted() throws {
    let script = folder.file("agent.sh")
    try "printf 'one\\n::error::obeyed\\n##[error]x\\n' >&2\nexit 1\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    for words in [
      ["record", "particles", "--agent", "sh \(script)", "--steps", "5", "-o", folder.file("x")],
      ["verify", noted, "--agent", "sh \(script)"],
      ["ci", noted, "--agent", "sh \(script)", "--failures", folder.file("failures")],
      ["replay", noted, "--agent", "sh \(script)"],
    ] {
      let console = laplace(words).console
      let texts = console.results + console.words
      #expect(texts.allSatisfy { fault($0) == nil }, "\(words): \(texts)")
      #expect(texts.contains { $0.contains("obeyed") || $0.contains("x") }, "\(texts)")
    }
  }
}
