import Foundation
import LaplaceCommands
import Simulation
import TestSupport
import Testing

/// What verbs write as JSON is what their schemas say: no key more, none less.
@Suite struct SchemaTests {
  /// Every verb that takes `--format json`, and plans and results.
  static var verbs: [String] {
    laplace("schema").console.results.compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func everyVerbWithAFormatHasASchema() throws {
    let dump = laplace("--experimental-dump-help").console.resultText
    let tool = try #require(
      try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any])
    let root = try #require(tool["command"] as? [String: Any])
    let all = try #require(root["subcommands"] as? [[String: Any]])
    let formatted = all.compactMap { verb -> String? in
      let names = (verb["arguments"] as? [[String: Any]] ?? []).compactMap {
        ($0["preferredName"] as? [String: Any])?["name"] as? String
      }
      return names.contains("format") ? verb["commandName"] as? String : nil
    }
    #expect(formatted.count == 20)
    #expect(Set(Self.verbs) == Set(formatted + ["plan", "unit"]))
  }

  @Test(arguments: verbs)
  func schemaIsWhole(verb: String) throws {
    let text = laplace("schema", verb).console.resultText
    #expect(!text.contains("no schema"), "\(text)")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["$id"] as? String == "urn:laplace:\(verb):1")
  }

  @Test func otherVerbsAreRefused() {
    let run = laplace("schema", "verfy")
    #expect(run.status == .trouble)
    #expect(
      run.console.words == [
        "laplace: 'verfy' writes no JSON; did you mean 'verify'?", "  next: laplace schema",
      ])
  }

  @Test(
    .enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"),
    .enabled(if: SchemaCheck.python != nil || SchemaCheck.isRequired, SchemaCheck.missing))
  func documentsAreWhatTheirSchemasSay() throws {
    var made = try MadeDocuments()
    try made.make()
    // Counts need a compiler.
    let others: Set<String> = CountingAgent.compiler == nil ? ["coverage"] : []
    #expect(Set(made.documents.keys) == Set(Self.verbs).subtracting(others))
    #expect(try SchemaCheck.faults(made.documents) == "")
    for (verb, texts) in made.documents where verb != "plan" && verb != "unit" {
      for text in texts {
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
        for item in document as? [[String: Any]] ?? [document as? [String: Any] ?? [:]] {
          #expect(item["version"] as? Int == 1, "\(verb): \(text.prefix(200))")
        }
      }
    }
  }

  /// A schema that lets everything pass would pass the test above.
  @Test(.enabled(if: SchemaCheck.python != nil || SchemaCheck.isRequired, SchemaCheck.missing))
  func keysMoreOrLessAreFound() throws {
    let right = #"[{"version":1,"name":"a","isGood":true,"detail":""}]"#
    let wrong = [
      #"{"version":1}"#, #"[{"version":1,"name":"a","isGood":true}]"#,
      #"[{"version":1,"name":"a","isGood":true,"detail":"","more":1}]"#,
      #"[{"version":2,"name":"a","isGood":true,"detail":""}]"#,
    ]
    let faults = try SchemaCheck.faults(["doctor": [right] + wrong])
    #expect(faults.contains("'more' was unexpected") && faults.contains("'detail' is a required"))
    #expect(faults.hasSuffix("4 faults\n"), "\(faults)")
  }
}

/// One document, or several, of every verb.
private struct MadeDocuments {
  let folder: TemporaryFolder
  var documents: [String: [String]] = [:]

  init() throws { folder = try TemporaryFolder() }

  mutating func make() throws {
    let (a, b, other) = (folder.file("a.mcap"), folder.file("b.mcap"), folder.file("other.mcap"))
    let bad = ["--agent", "bad=\(Programs.particleAgent) last-bit-17"]
    try run("record", "particles", "--steps", "60", "-o", a)
    try run("record", "particles", "--steps", "60", "--seed", "2", "-o", b)
    try run("list")
    try run("list", "particles")
    try run("info", a)
    try run("doctor")
    try run("du", a)
    try run("diff", a, a)
    try run("diff", a, b, is: .different)
    try run("replay", a)
    try run("replay", a, "--at", "30", lines: true)
    try run("replay", a, "--from", "0", "--to", "59", "--print", "inputs", lines: true)
    try run("verify", a)
    try run(["verify", a, b, "--keep-going"] + bad, is: .different)
    try run("bisect", a)
    try run(["bisect", a] + bad, is: .different)
    try run("why", a, b, "20", "particles[2].y")
    try run("grep", "particles[*].vy > 0", a)
    try run("trace", "particles[2].y", a)
    try run("trace", "particles[*].y", a)
    try run("selftest", "particles", "--steps", "40")
    try run(
      ["hunt", "particles", "--agent", Programs.particleAgent + " sound", "--steps", "20"]
        + ["--repeats", "1", "--fuzz", "0", "--budget", "1s"])
    try run(
      ["shrink", a, "-o", folder.file("small.mcap"), "--budget", "2s"]
        + ["--when", "particles[*].vy > 1"])
    if CountingAgent.compiler != nil {
      let counting = try CountingAgent()
      try run(
        ["coverage", counting.set, "--agent", counting.program]
          + ["--sources", counting.folder.file("src")], is: .different)
    }
    try makeGate()
    try makeUnits(a, bad)
    try FileManager.default.copyItem(atPath: a, toPath: other)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: other))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: other))
    try run("info", other, "--all", is: .trouble)
  }

  private mutating func makeGate() throws {
    let gate = try Gate()
    try gate.record(["a", "b"])
    try run("ci", gate.set, "--failures", gate.failures)
    let early = particleCatalogue(EarlyFault.self)
    try run(
      ["ci", gate.set, "--failures", gate.failures], is: .different, catalogue: early)
    try run(["review", gate.set], is: .baseline, catalogue: early)
    try run(["repro", "\(gate.failures)/a.repro"], is: .different, catalogue: early)
  }

  private mutating func makeUnits(_ recording: String, _ bad: [String]) throws {
    let (plan, results) = (folder.file("plan.jsonl"), folder.file("results.jsonl"))
    let rest = folder.file("rest.jsonl")
    for words in [
      ["plan", "verify", recording, "-o", plan] + bad, ["unit", plan, "-o", results],
      ["plan", "rest", plan, results, "-o", rest], ["unit", rest, "-o", results],
    ] {
      let run = laplace(words)
      try #require(run.status == .same, "\(run.console.wordText)")
    }
    for (verb, paths) in [("plan", [plan, rest]), ("unit", [results])] {
      for path in paths {
        documents[verb, default: []] += try String(contentsOfFile: path, encoding: .utf8)
          .split(separator: "\n").map(String.init)
      }
    }
    try run("merge", plan, results, is: .different)
  }

  private mutating func run(
    _ words: String..., is status: LaplaceCommands.ExitStatus = .same, lines: Bool = false
  ) throws { try run(words, is: status, lines: lines) }

  private mutating func run(
    _ words: [String], is status: LaplaceCommands.ExitStatus = .same, lines: Bool = false,
    catalogue: [CatalogueEntry] = particleCatalogue(Sound.self)
  ) throws {
    let run = laplace(words + ["--format", "json"], catalogue: catalogue)
    #expect(run.status == status, "\(words): \(run.console.wordText) \(run.console.resultText)")
    let texts = lines ? run.console.results : [run.console.resultText]
    documents[words[0], default: []] += texts
  }
}
