import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// An agent in C that counts what it reaches, and the recordings of it.
struct CountingAgent {
  /// A compiler whose counts the toolchain's programs read: it lies beside them.
  static let compiler: String? = {
    let swift = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/swift" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let swift else { return nil }
    let folder = URL(fileURLWithPath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
    return ["clang", "llvm-cov", "llvm-profdata"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "\(folder.path)/\($0)")
    } ? "\(folder.path)/clang" : nil
  }()

  /// Opens by three inputs, one right after the other, of particles with these numbers.
  static let numbers: [UInt64] = [19, 11, 22]
  private static let lock = """
    static void opened(void) { stage = 0; }
    static void turn(uint64_t number) {
      if (stage == 2 && number == \(numbers[2])) opened();
      else if (stage == 1 && number == \(numbers[1])) stage = 2;
      else if (stage == 0 && number == \(numbers[0])) stage = 1;
      else stage = 0;
    }

    """

  let folder: TemporaryFolder
  var program: String { folder.file("robot") }
  /// A recording without inputs, and one with a kick.
  var still: String { folder.file("set/still.mcap") }
  var kicked: String { folder.file("set/kicked.mcap") }
  var set: String { folder.file("set") }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["src", "set"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    var text = try String(
      contentsOfFile: URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        + "/../ReplayTests/Agents/particles.c", encoding: .utf8)
    for (old, new) in [
      ("static bool is_started;", "static int stage;\nstatic bool is_started;"),
      ("  is_started = true;", "  stage = 0; is_started = true;"),
      ("static const char *step(", Self.lock + "static const char *step("),
      ("vx[word[0]] += dx;", "turn(word[0]); vx[word[0]] += dx;"),
    ] {
      try #require(text.contains(old), "\(old)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    let source = folder.file("src/robot.c")
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let built = try ProgramRun(
      try #require(Self.compiler),
      ["-std=c11", "-O1", "-ffp-contract=off", source, "-o", program]
        + ["-fprofile-instr-generate", "-fcoverage-mapping"]
        + ["-mllvm", "-runtime-counter-relocation"])
    try #require(built.status == 0, "\(built.errorText)")
    let input = folder.file("kick.jsonl")
    try #"{"step":3,"kind":"nudge","particle":1,"vx":1,"vy":0}"#.write(
      toFile: input, atomically: true, encoding: .utf8)
    for (path, inputs) in [(still, "none"), (kicked, input)] {
      let recorded = laplace(
        "record", "particles", "--steps", "20", "--input", inputs, "-o", path)
      try #require(recorded.status == .same, "\(recorded.console.wordText)")
    }
  }

  func coverage(_ words: String...) -> (
    status: LaplaceCommands.ExitStatus, console: CapturingConsole
  ) {
    laplace(["coverage", "--agent", program, "--sources", folder.file("src")] + words)
  }
}

@Suite struct CoverageNameTests {
  /// One of LLVM's programs names a function with its file, another one without; C's own files stay.
  @Test(arguments: [
    ("/ball/Sources/ball/main.swift:ball_main", "ball_main"),
    ("/ball/Sources/ball/Ball.swift:$s4ball3hityyF", "$s4ball3hityyF"),
    ("$s4ball3hityyF", "$s4ball3hityyF"), ("robot.c:turn", "robot.c:turn"), ("turn", "turn"),
  ])
  func namesAreTheSameInEveryList(name: String, key: String) {
    #expect(CoverageMap.key(name) == key)
  }
}

/// `laplace coverage`: what no recording of a set reaches.
@Suite(.enabled(if: CountingAgent.compiler != nil, "there is no clang beside swift"))
struct CoverageTests {
  let agent: CountingAgent

  init() throws { agent = try CountingAgent() }

  @Test func whatNothingReachesIsListedByFileAndLine() throws {
    let run = agent.coverage(agent.still)
    #expect(run.status == .different, "\(run.console.wordText)")
    let lines = run.console.results
    #expect(lines.contains { $0.hasSuffix(": turn: no recording reaches it") }, "\(lines)")
    #expect(
      lines.contains {
        $0.hasSuffix(
          ": start: count = (int32_t)(wanted < 0 ? >>0 : wanted > "
            + "COUNT_MAX ? COUNT_MAX : wanted);")
      }, "\(lines)")
    let places = lines.dropLast(2).compactMap { line in
      line.dropFirst(agent.folder.file("src/robot.c").count).split(separator: ":").first
    }.compactMap { Int($0) }
    #expect(places.count == lines.count - 2 && places == places.sorted(), "\(lines)")
    let both = agent.coverage(agent.set)
    #expect(!both.console.resultText.contains(": turn: no"), "\(both.console.resultText)")
    #expect(both.console.results.count < lines.count)
  }

  @Test func aRecordingSaysWhatItAloneReaches() throws {
    let run = agent.coverage(agent.set, "--alone")
    #expect(run.status == .same, "\(run.console.wordText)")
    let lines = run.console.results
    let kicked = try #require(lines.firstIndex { $0.hasPrefix(agent.kicked) })
    let still = try #require(lines.firstIndex { $0.hasPrefix(agent.still) })
    #expect(kicked < still && lines[still].hasSuffix("none of them alone"), "\(lines)")
    #expect(lines[kicked..<still].contains { $0.hasSuffix(": turn") }, "\(lines)")
  }

  @Test func exceptionsNeedReasonsAndANeed() throws {
    let path = agent.set + "/coverage.exceptions"
    func run(_ rules: String) throws -> (
      status: LaplaceCommands.ExitStatus, console: CapturingConsole
    ) {
      try rules.write(toFile: path, atomically: true, encoding: .utf8)
      return agent.coverage(agent.set)
    }
    let all = "# all of it\n*robot.c * | an agent of tests\n*>>* | an agent of tests\n"
    #expect(try run(all).status == .same)
    let needless = try run(all + "*nobody* | gone\n")
    #expect(needless.status == .different)
    #expect(needless.console.results.contains("\(path): needless: *nobody*"))
    // A function's pattern is none of a branch.
    #expect(try run("*robot.c * | an agent of tests\n").status == .different)
    let bad = try run("*robot.c *\n")
    #expect(bad.status == .trouble)
    #expect(
      bad.console.words == ["laplace: \(path), line 1: is not of the form 'PATTERN | reason'"])
  }

  /// One that cannot be run says so, and the others are counted.
  @Test func othersAreCountedWhereOneFails() throws {
    let other = agent.folder.file("other.mcap")
    let recorded = laplace("record", "particles", "--steps", "20", "-o", other)
    try #require(recorded.status == .same)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: other))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: other))
    let run = agent.coverage(agent.still, other)
    #expect(run.status == .trouble)
    #expect(run.console.words.first?.hasPrefix("laplace: \(other): ") == true)
    #expect(run.console.results.contains { $0.hasPrefix("1 recording: ") })
  }

  @Test func badCoverage() throws {
    for (words, text) in [
      (
        [agent.still, "--agent", Programs.particleAgent],
        "particle-agent: was built without counters, so nothing can be said"
      ),
      ([agent.still, "--agent", "/no/program"], "there is no program '/no/program'"),
      (
        [agent.still, "--agent", agent.program, "--llvm", agent.set],
        "there is no 'llvm-profdata' in \(agent.set)"
      ),
      ([agent.still, "--agent", agent.program, "--sources", "/no/folder"], "no such folder"),
      (
        [agent.still, "--agent", agent.program, "--sources", agent.set],
        "holds no function with counters"
      ),
      ([agent.still, "--agent", agent.program, "--build"], "choose one: --build or --agent"),
      ([agent.still], "this program cannot be started anew"),
      (["/no/set", "--agent", agent.program], "/no/set: no such file or folder"),
    ] {
      let run = laplace(["coverage"] + words)
      #expect(run.status == .trouble, "\(words)")
      #expect(run.console.wordText.contains(text), "\(words): \(run.console.wordText)")
    }
  }
}

#if os(Linux)
  /// `laplace hunt --cover`: inputs that reach what no recording reached.
  @Suite(.enabled(if: CountingAgent.compiler != nil, "there is no clang beside swift"))
  struct HuntCoverTests {
    let agent: CountingAgent
    /// Each particle is nudged once, in an order that opens nothing.
    private static let nudges = (0..<30).map { number in
      ScriptedInput(
        step: Int64(number * 15),
        input: RecordWords(
          kind: 0,
          words: [
            UInt64(number * 7 % 30), UInt64(Float(1).bitPattern), UInt64(Float(0).bitPattern),
          ])
      )
    }

    init() throws { agent = try CountingAgent() }

    private func opens(_ script: [ScriptedInput]) -> Bool {
      let numbers = script.filter { $0.input.kind == 0 }.map { $0.input.words[0] }
      return numbers.indices.contains { numbers[$0...].starts(with: CountingAgent.numbers) }
    }

    /// A branch that needs three particular inputs is found by what leads there, and not by chance.
    @Test(arguments: Sample.of([(true, UInt64(3)), (false, 3), (true, 5), (false, 5)]))
    func threeInputsInTheirOrderAreFound(isGuided: Bool, seed: UInt64) throws {
      let program = try PipeAgent(name: "agent", arguments: [agent.program])
      defer { program.stop() }
      let described = try program.describe("particles")
      var parameters = described.parameters
      parameters[0] = 30
      let session = Session(
        parameters: parameters, seed: 1, inputs: Self.nudges.filter { $0.step < 60 }, stepCount: 60)
      let hunt = CoverHunt(
        "particles",
        grammar: InputGrammar(learning: [Self.nudges], kinds: described.description.inputs),
        seed: seed, isGuided: isGuided
      ) { before in
        let name = agent.folder.file(UUID().uuidString)
        let started = try PipeAgent(
          name: "agent", arguments: [agent.program],
          settings: ["LLVM_PROFILE_FILE": name + "%c.profraw"])
        _ = try started.hello()
        return (started, try CounterFile(path: name + ".profraw", after: before))
      }
      let report = try hunt.run([session], limit: 1000, isOver: { false })
      #expect(report.sessionCount == 1000)
      let opening = report.found.contains { opens($0.session.inputs) }
      #expect(opening == isGuided, "seed \(seed), \(report.found.map(\.number))")
    }

    @Test func whatIsFoundIsKeptAndRecorded() throws {
      let input = agent.folder.file("nudges.jsonl")
      try Self.nudges.map { nudge in
        #"{"step":\#(nudge.step),"kind":"nudge","particle":\#(nudge.input.words[0]),"vx":1,"vy":0}"#
      }.joined(separator: "\n").write(toFile: input, atomically: true, encoding: .utf8)
      let run = laplace(
        [
          "hunt", "particles", "--cover", "--agent", agent.program, "--set", "count=30", "--input",
          input, "--steps", "60", "--fuzz-seed", "5", "--sessions", "1000", "--budget", "5m",
          "--sources", agent.folder.file("src"), "--findings", agent.folder.file("findings"),
        ], catalogue: [])
      #expect(run.status == .different, "\(run.console.wordText)")
      let lines = run.console.results
      let opened = try #require(lines.firstIndex { $0.hasSuffix(": opened") }, "\(lines)")
      let next = try #require(lines[opened...].first { $0.hasPrefix("  next: laplace ") })
      let words = next.dropFirst("  next: laplace ".count).split(separator: " ").map(String.init)
      let recorded = laplace(words, catalogue: [])
      #expect(recorded.status == .same, "\(recorded.console.wordText)")
      let output = try #require(words.firstIndex(of: "-o"))
      let reached = agent.coverage(words[output + 1])
      #expect(!reached.console.resultText.contains(": opened: no recording"))
    }

    @Test func aProgramWithoutCountersSaysHowToBuildOne() {
      let run = laplace(
        "hunt", "particles", "--cover", "--agent", "\(Programs.particleAgent) sound",
        "--sources", agent.folder.file("src"))
      #expect(run.status == .trouble)
      #expect(run.console.wordText.contains("there are no inputs to learn from"))
      let other = laplace(
        "hunt", "particles", "--cover", "--agent", "\(Programs.particleAgent) sound", "--learn",
        agent.kicked, "--sources", agent.folder.file("src"))
      #expect(other.status == .trouble)
      #expect(
        other.console.wordText.contains("has no counters that can be read while it runs"),
        "\(other.console.wordText)")
    }

    /// What is no profile, or one of another form, is refused; sizes that lead out of it, too.
    @Test func damagedProfilesAreRefused() throws {
      let path = agent.folder.file("x.profraw")
      var words = Array(repeating: UInt64(0), count: 64)
      for change in [(1, 99), (2, .max), (3, .max), (4, 1 << 40), (5, .max), (5, 60)]
        as [(Int, UInt64)]
      {
        words[1] = 10
        for index in 2...5 { words[index] = 0 }
        words[change.0] = change.1
        try words.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path)) }
        #expect(throws: CounterFile.Trouble.self, "\(change)") { _ = try CounterFile(path: path) }
      }
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
      #expect(throws: CounterFile.Trouble.self) { _ = try CounterFile(path: path) }
      #expect(throws: CounterFile.Trouble.self) { _ = try CounterFile(path: path + "no") }
    }
  }
#endif
