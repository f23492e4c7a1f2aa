import Foundation
import LaplaceCommands
import ProgramRunner
import TestSupport
import Testing

private func hasProgram(_ name: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
}

/// A repository with a history made for the test, of an agent in C that builds in a moment.
@Suite(
  .enabled(if: hasProgram("git") && hasProgram("cc") || hasProgram("clang"), "there is no git or C")
)
struct BisectCommitsTests {
  /// What a commit does to the one header that the agent reads.
  enum Step {
    /// Another value of a definition: other bits, and the effect that is to be named.
    case change(String, String, effect: String)
    /// The build fails.
    case broken
    /// As before the broken one.
    case repaired
    /// A text that no build reads.
    case text
    /// A comment: another source tree, the same bits.
    case comment
  }

  /// 42 commits: 8 that change what the agent does, one of them in a third of the runs; 2 that do not
  /// build; and 32 that change nothing.
  static let history: [Step] = [
    .text, .comment,
    .change("BOUNCE", "-0.7499999f", effect: ": last bits of particles.vy"),
    .text, .comment, .text, .text,
    .change("PULL", "1.0000001f", effect: "from step "),
    .comment, .text, .text,
    .change(
      "LATE", "if (step_index == 100) vx[2] += 1;", effect: "from step 100: values of particles.vx"),
    .text, .broken, .repaired, .text,
    .change(
      "NOISE", "if (step_index == 50 && third()) vx[1] += 1;", effect: "no longer always the same: "
    ),
    .comment, .text, .text, .text,
    .change("NOISE", "", effect: "always the same again"),
    .text, .comment, .text,
    .change(
      "COUNT", "if (step_index == 333) bounces[0]++;",
      effect: "from step 333: values of particles.bounces"),
    .text, .broken, .repaired, .text,
    .change("BOUNCE", "-0.75f", effect: ": last bits of particles.vy"),
    .text, .text, .comment, .text,
    .change("BOUNCE", "-0.5f", effect: ": values of particles.vy"),
    .text, .text, .comment, .text, .text, .text,
  ]

  let folder: TemporaryFolder
  let recording: String
  private var repository: String { folder.file("repository") }

  init() throws {
    folder = try TemporaryFolder()
    recording = folder.file("a.mcap")
    try #require(
      laplace("record", "particles", "--steps", "400", "-o", recording).status == .same)
    try makeRepository()
  }

  /// All commits in one go of a shell: git starts fast, and often.
  private func makeRepository() throws {
    try FileManager.default.createDirectory(
      atPath: repository, withIntermediateDirectories: true)
    var source = try String(
      contentsOfFile: URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        + "/../ReplayTests/Agents/particles.c", encoding: .utf8)
    for (text, other) in [
      ("enum { COUNT_MAX", "#include \"rules.h\"\nenum { COUNT_MAX"), ("-0.75f", "BOUNCE"),
      ("h * gravity", "h * gravity * PULL"),
      ("  step_index++;", "  LATE NOISE COUNT\n  step_index++;"),
    ] {
      try #require(source.components(separatedBy: text).count == 2, "\(text)")
      source = source.replacingOccurrences(of: text, with: other)
    }
    try Data(source.utf8).write(to: URL(fileURLWithPath: repository + "/agent.c"))
    var script = """
      set -e; cd '\(repository)'
      git init -q . ; git config user.email a@example.com; git config user.name A
      git config commit.gpgsign false
      commit() { git add -A; git commit -q -m "$1"; }

      """
    var definitions = [
      "BOUNCE": "-0.75f", "PULL": "1.0f", "LATE": "", "NOISE": "", "COUNT": "",
    ]
    func write(_ comment: String, isBroken: Bool = false) -> String {
      let lines =
        [
          "// \(comment)", "static bool third(void) {",
          "  FILE *f = fopen(\"/dev/urandom\", \"r\"); int c = fgetc(f); fclose(f); return c % 3 == 0;",
          "}", "static bool (*const keep)(void) = third;",
        ] + definitions.sorted { $0.key < $1.key }.map { "#define \($0.key) \($0.value)" }
        + (isBroken ? ["#error not today"] : [])
      return "cat > rules.h <<'END'\n\(lines.joined(separator: "\n"))\nEND\n"
    }
    script += write("first") + "echo 0 > README.md\ncommit good\ngit tag good\n"
    var comment = "first"
    for (index, step) in Self.history.enumerated() {
      switch step {
      case .change(let name, let value, _):
        definitions[name] = value
        script += write(comment)
      case .broken: script += write(comment, isBroken: true)
      case .repaired: script += write(comment)
      case .text: script += "echo text \(index) > README.md\n"
      case .comment:
        comment = "comment \(index)"
        script += write(comment)
      }
      script += "commit 'c\(index)'\n"
    }
    let run = try ProgramRun("/bin/sh", ["-c", script])
    try #require(run.status == 0, "\(run.errorText)")
  }

  private func bisect(_ arguments: String...) -> (
    status: LaplaceCommands.ExitStatus, CapturingConsole
  ) {
    let build =
      "cc -std=c11 -w -ffp-contract=off agent.c -o agent && cksum < rules.h >> '\(folder.file("log"))'"
    let run = laplace(
      [
        "bisect", recording, "--repository", repository, "--build", build, "--product", "agent",
        "--cache", folder.file("cache"),
      ] + (arguments.contains("--jobs") ? [] : ["--jobs", "2"]) + arguments)
    return (run.status, run.console)
  }

  /// Every commit that changes something is listed with its effect, and no tree is built twice.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func everyChangeOfTheRangeIsListed()
    throws
  {
    let (status, console) = bisect("--commits", "good..HEAD", "--format", "json")
    #expect(status == .different, "\(console.wordText)")
    if SchemaCheck.python != nil {
      #expect(try SchemaCheck.faults(["bisect": [console.resultText]]) == "")
    }
    let result = try JSONDecoder().decode(Result.self, from: Data(console.resultText.utf8))
    var expected: [(subject: String, effect: String)] = []
    for (index, step) in Self.history.enumerated() {
      if case .change(_, _, let effect) = step { expected.append(("c\(index)", effect)) }
    }
    #expect(expected.count == 8 && Self.history.count == 42)
    #expect(result.commits == 42)
    #expect(result.changes.map(\.subject) == expected.map(\.subject))
    for (change, expected) in zip(result.changes, expected) {
      #expect(change.effect.contains(expected.effect), "\(change.subject): \(change.effect)")
      #expect(!change.reproduces && change.orIn.isEmpty)
    }
    #expect(result.broken.map(\.subject) == ["c13", "c27"])
    #expect(result.broken.allSatisfy { $0.problem.contains("not today") })
    // What shows first between the two ends came with another pull, in the first steps.
    let cause = try #require(result.changes.first { $0.commit == result.cause })
    #expect(cause.subject == "c7" && result.isWhole)
    // It is told before the other commits are built.
    let causeSeconds = try #require(result.causeSeconds)
    #expect(causeSeconds < result.seconds)
    #expect(console.wordText.contains("came with \(cause.commit.prefix(9)) c7 ("))
    // Commits that change a text alone have no tree of their own.
    let log = try String(contentsOfFile: folder.file("log"), encoding: .utf8).split(separator: "\n")
    #expect(Set(log).count == log.count && log.count == result.built - 2)
    #expect(result.built == result.trees && result.trees < 25)
    #expect(
      try ProgramRun("/usr/bin/env", ["git", "status", "--short"], folder: repository).output
        .isEmpty)

    // Once more: what was built is there, what does not build is tried again.
    let again = bisect("--commits", "good..HEAD")
    #expect(again.status == .different)
    #expect(
      again.1.results[0].hasPrefix(
        "\(recording): 8 commits of 42 change what the build does (\(result.trees) source trees, 2 "
          + "built now, 2 of which do not build, "), "\(again.1.results[0])")
    #expect(
      again.1.results.contains { $0.hasPrefix("the difference of the last commit came with ") })
  }

  /// The cause alone takes no more builds than a bisection does, and the two ends.
  @Test(arguments: Sample.of(["1", "2", "3"]))
  func causeAloneIsFoundByFewBuilds(jobs: String) throws {
    let (status, console) = bisect("--commits", "good..HEAD", "--cause-only", "--jobs", jobs)
    #expect(status == .different, "\(console.wordText)")
    #expect(console.results[1].hasSuffix(" c7"), "\(console.resultText)")
    #expect(console.results[2].contains("from step "))
    #expect(console.results.last?.hasSuffix(" c7") == true)
    // Among what does not build is only what lay in the way.
    #expect(console.results.filter { $0.contains("does not build") }.count <= 2)
    let log = try String(contentsOfFile: folder.file("log"), encoding: .utf8).split(separator: "\n")
    #expect(Set(log).count == log.count)
    // 18 trees: the two ends, and rounds that leave a half, a third, a quarter of those between; one
    // that does not build or wavers says nothing, and costs a build.
    #expect(log.count <= 2 + 2 + ["1": 5, "2": 6, "3": 9][jobs]!, "\(log.count) builds")
    let same = bisect("--commits", "good..HEAD~41", "--cause-only")
    #expect(same.status == .same)
    #expect(same.1.results[0].contains("the last of 1 commit does what the good one does ("))
  }

  /// What came with a commit that does not build shows with the next one that does.
  @Test func changeMayBeOfACommitThatDoesNotBuild() throws {
    let script = """
      set -e; cd '\(repository)'
      sed -e 's/^#define LATE .*/#define LATE if (step_index == 200) vy[3] += 1;/' rules.h > new
      cp new rules.h; echo '#error later' >> rules.h; git commit -q -a -m half
      mv new rules.h; git commit -q -a -m whole
      """
    let made = try ProgramRun("/bin/sh", ["-c", script])
    try #require(made.status == 0, "\(made.errorText)")
    let (status, console) = bisect("--commits", "HEAD~2..HEAD")
    #expect(status == .different)
    #expect(console.results[1].hasSuffix(" whole"))
    #expect(console.results[2] == "    from step 100: values of particles.vx")
    #expect(console.results[3].hasSuffix(" half, which does not build"), "\(console.resultText)")
  }

  /// What no range, no repository and no build gives.
  @Test(
    arguments: Sample.of([
      (["--commits", "good"], LaplaceCommands.ExitStatus.trouble, "--commits needs GOOD..BAD"),
      (["--commits", "nowhere..HEAD"], .trouble, "git rev-parse: "),
      (["--commits", "HEAD..good"], .trouble, "there is no commit in this range"),
      (["--commits", "good..HEAD~28"], .untestable, "does not build: "),
      (
        ["--commits", "good..HEAD~40", "--product", "agend"], .untestable,
        "the build makes no agend"
      ),
      (["--commits", "good..HEAD~41", "--agent", "x=false {}"], .untestable, "cannot run "),
      (["--commits", "good..HEAD~41"], .same, ""),
      (["--cause-only"], .trouble, "--cause-only needs --commits"),
      (["--set", "gravity=3"], .trouble, "--build needs --commits"),
    ]))
  func whatCannotBeTold(arguments: [String], status: LaplaceCommands.ExitStatus, words: String) {
    let run = laplace(
      [
        "bisect", recording, "--repository", repository, "--build",
        "cc -std=c11 -w -ffp-contract=off agent.c -o agent", "--cache", folder.file("cache"),
      ] + (arguments.contains("--product") ? [] : ["--product", "agent"]) + arguments)
    #expect(run.status == status, "\(run.console.wordText)")
    #expect(words.isEmpty || run.console.wordText.contains(words), "\(run.console.wordText)")
  }

  struct Result: Decodable {
    struct Commit: Decodable { var commit: String }
    struct Change: Decodable {
      var commit: String
      var subject: String
      var effect: String
      var reproduces: Bool
      var orIn: [Commit]
    }
    struct Broken: Decodable {
      var subject: String
      var problem: String
    }

    var commits: Int
    var trees: Int
    var built: Int
    var changes: [Change]
    var broken: [Broken]
    var cause: String?
    var causeSeconds: Double?
    var seconds: Double
    var isWhole: Bool
  }
}
