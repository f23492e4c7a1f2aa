import AgentProtocol
import Foundation
import LaplaceCommands
import Recording
import Simulation
import TestSupport
import Testing

/// Every output option of every verb: no file is replaced unasked, and no input in any case.
@Suite struct OutputTests {
  let folder: TemporaryFolder
  /// The recording that verbs read, another one, and a plan with its results.
  let (input, other, plan, results): (String, String, String, String)

  init() throws {
    folder = try TemporaryFolder()
    (input, other) = (folder.file("log.mcap"), folder.file("push.mcap"))
    (plan, results) = (folder.file("plan.jsonl"), folder.file("results.jsonl"))
    let made = try Self.made.get()
    for name in ["log.mcap", "push.mcap", "plan.jsonl", "results.jsonl"] {
      try FileManager.default.copyItem(atPath: made.file(name), toPath: folder.file(name))
    }
  }

  /// The files that the tests copy.
  nonisolated(unsafe) private static let made = Result {
    let folder = try TemporaryFolder()
    let log = folder.file("log.mcap")
    let plan = folder.file("plan.jsonl")
    for words in [
      ["record", "particles", "--steps", "60", "-o", log],
      ["record", "particles", "--steps", "60", "--seed", "2", "-o", folder.file("push.mcap")],
      ["plan", "verify", log, "-o", plan], ["unit", plan, "-o", folder.file("results.jsonl")],
    ] { try #require(laplace(words).status == .same) }
    return folder
  }

  /// A verb with an output option; `OUT` stands for the file, `IN` for the recording.
  struct Verb: Sendable, CustomTestStringConvertible {
    var words: String
    var hasForce = true
    var testDescription: String { words }
  }

  static let verbs: [Verb] =
    [
      Verb(words: "record particles --input IN -o OUT"),
      Verb(words: "record particles --input IN --last 1s -o OUT"),
      Verb(words: "cut IN --range 0..9 -o OUT"), Verb(words: "densify IN -o OUT"),
      Verb(words: "recover IN -o OUT"),
      Verb(words: "export IN --inputs -o OUT"), Verb(words: "export IN --csv -o OUT"),
      Verb(words: "export IN --jsonl -o OUT"), Verb(words: "export IN --foxglove -o OUT"),
      Verb(words: "trace particles[1].x IN -o OUT"),
      Verb(words: "trace particles[1].x IN --format svg -o OUT"),
      Verb(words: "view IN -o OUT"), Verb(words: "view IN -o OUT.html"),
      Verb(words: "render IN -o OUT"), Verb(words: "playground --engine IN -o OUT"),
      Verb(words: "shrink IN --when particles[1].y<0.5 -o OUT"),
      Verb(words: "shrink OTHER --when particles[1].y<0.5 --input IN -o OUT"),
      Verb(words: "review IN --html OUT"),
      Verb(words: "plan verify IN -o OUT"), Verb(words: "plan rest PLAN RESULTS -o OUT"),
      Verb(words: "unit PLAN -o OUT", hasForce: false),
      Verb(words: "accept IN --lock OUT", hasForce: false),
      Verb(words: "merge PLAN RESULTS --report junit=OUT"),
    ]
    + ReportKind.allCases.map { kind in
      Verb(words: "ci IN --report \(kind.rawValue)=OUT")
    }

  private func run(_ verb: Verb, to output: String, _ more: [String] = []) -> CapturingConsole? {
    let names = ["OUT": output, "IN": input, "OTHER": other, "PLAN": plan, "RESULTS": results]
    let words = verb.words.split(separator: " ").map { word in
      var text = String(word)
      for (name, path) in names where text == name || text.hasSuffix("=\(name)") {
        text = text.dropLast(name.count) + path
      }
      return text == "OUT.html" ? output : text
    }
    let run = laplace(words + more)
    return run.status == .same ? nil : run.console
  }

  /// One line, and what to do next.
  private func isRefusal(_ console: CapturingConsole?) -> Bool {
    guard let words = console?.words, let first = words.first else { return false }
    return console?.results == [] && first.hasPrefix("laplace: ") && words.count <= 2
      && words.dropFirst().allSatisfy { $0.hasPrefix("  next: ") }
      && words.allSatisfy { !$0.contains("\n") }
  }

  @Test(arguments: verbs)
  func nothingIsReplacedUnasked(verb: Verb) throws {
    let suffix = verb.words.hasSuffix("OUT.html") ? ".html" : ""
    let target = folder.file("target") + suffix
    let force = verb.hasForce ? ["--force"] : []
    let files = FileManager.default
    func expectRefusal(_ path: String, _ force: [String], _ kind: String) throws {
      let before = files.contents(atPath: path)
      let console = run(verb, to: path, force)
      #expect(isRefusal(console), "\(kind) \(force): \(console?.wordText ?? "done")")
      #expect(files.contents(atPath: path) == before, "\(kind) \(force)")
    }
    try files.copyItem(atPath: other, toPath: target)
    try expectRefusal(target, [], "another recording")
    chmod(target, 0o444)
    try expectRefusal(target, force, "a read-only file")
    try files.removeItem(atPath: target)
    try files.createDirectory(atPath: target, withIntermediateDirectories: false)
    try expectRefusal(target, force, "a folder")
    try files.removeItem(atPath: target)
    // Every name of an input is refused, also a second one of the same file.
    let read = verb.words.contains("PLAN") ? plan : input
    try files.linkItem(atPath: read, toPath: target)
    try expectRefusal(target, force, "an input")
    #expect(
      try files.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("partial") })
  }

  /// A verb of the parser, as its help describes it.
  private struct Described: Decodable {
    struct Option: Decodable {
      struct Name: Decodable { var name: String }
      var names: [Name]?
    }
    struct Document: Decodable { var command: Described }

    var commandName: String
    var arguments: [Option]?
    var subcommands: [Described]?

    /// The verbs that have an option for a file to write.
    func writers(_ path: [String] = []) -> [String] {
      let names = (arguments ?? []).flatMap { $0.names ?? [] }.map(\.name)
      let own = ["output", "html", "report"].contains(where: names.contains)
      return (own ? [path.joined(separator: " ")] : [])
        + (subcommands ?? []).flatMap { $0.writers(path + [$0.commandName]) }
    }
  }

  @Test func theTableHasEveryVerb() throws {
    let help = laplace("--experimental-dump-help").console.resultText
    let parser = try JSONDecoder().decode(Described.Document.self, from: Data(help.utf8)).command
    let writers = parser.writers()
    #expect(writers.count >= 15)
    for verb in writers {
      // `repro` needs a file of `ci`; `filesOfFailuresAreReplacedOnly` makes one.
      let isTested = verb == "repro" || Self.verbs.contains { $0.words.hasPrefix(verb + " ") }
      #expect(isTested, "\(verb) writes a file")
    }
  }

  /// A lock is written over without being asked, as is a report of an earlier run; `--force` replaces
  /// other files.
  @Test(arguments: verbs)
  func ownReportsAreReplaced(verb: Verb) throws {
    // These need another file than a recording.
    if verb.words.hasPrefix("playground") || verb.words.contains("OTHER") { return }
    let target = folder.file(verb.words.hasSuffix("OUT.html") ? "target.html" : "target")
    #expect(run(verb, to: target) == nil)
    let isReport = ["ci", "merge", "view", "render", "review", "plan", "unit", "accept", "trace"]
      .contains { verb.words.hasPrefix($0) }
    let isReplaced = isReport && (!verb.words.hasPrefix("trace") || verb.words.contains("svg"))
    #expect((run(verb, to: target) == nil) == isReplaced)
    if verb.hasForce {
      try Data("notes of a person".utf8).write(to: URL(fileURLWithPath: target))
      #expect(run(verb, to: target, ["--force"]) == nil)
      #expect(FileManager.default.contents(atPath: target) != Data("notes of a person".utf8))
    }
  }

  /// A device is written, and stays.
  @Test(arguments: verbs.filter { !$0.words.hasPrefix("accept") && !$0.words.hasSuffix("html") })
  func devicesAreWritten(verb: Verb) {
    // Names beside `/dev/null` are no business of a test.
    if ["playground", "shrink", "record"].contains(where: verb.words.hasPrefix) { return }
    let console = run(verb, to: "/dev/null")
    #expect(console == nil, "\(console?.wordText ?? "")")
    #expect(!FileManager.default.fileExists(atPath: "/dev/null.partial"))
    #expect(open("/dev/null", O_WRONLY) >= 0)
  }

  /// The inputs of a person in the folder of findings stay, and so does what only looks like a repro.
  @Test func filesOfFailuresAreReplacedOnly() throws {
    let faulty = ["ci", input, "--failures", folder.file("failures"), "--agents-only", "--agent"]
    let agent = "\(Programs.particleAgent) last-bit-17"
    let repro = folder.file("failures/log-particle-agent.repro")
    #expect(laplace(faulty + [agent]).status == .different)
    let first = try Data(contentsOf: URL(fileURLWithPath: repro))
    #expect(laplace(faulty + [agent]).status == .different)
    let page = laplace("repro", repro, "--agent", agent, "--html", other)
    #expect(isRefusal(page.console), "\(page.console.wordText)")
    let forced = laplace("repro", repro, "--agent", agent, "--html", repro, "--force")
    #expect(isRefusal(forced.console), "\(forced.console.wordText)")
    #expect(try Recording(path: repro).header.notes.contains { $0.name == "failure" })
    try FileManager.default.removeItem(atPath: repro)
    try FileManager.default.copyItem(atPath: other, toPath: repro)
    let run = laplace(faulty + [agent])
    #expect(run.console.wordText.contains("exists already"), "\(run.console.wordText)")
    #expect(FileManager.default.contentsEqual(atPath: repro, andPath: other))
    #expect(!first.isEmpty)
  }

  /// `verify` accepts an agent without a name, `record` one with a name.
  @Test func agentsMayHaveNames() {
    let agent = "\(Programs.particleAgent) sound"
    for form in [agent, "old=\(agent)"] {
      let verified = laplace("verify", input, "--agent", form)
      #expect(verified.status == .same, "\(verified.console.wordText)")
      let path = folder.file("again.mcap")
      let recorded = laplace(
        "record", "particles", "--agent", form, "--steps", "9", "--force", "-o", path)
      #expect(recorded.status == .same, "\(recorded.console.wordText)")
    }
  }
}
