import Foundation
import LaplaceCommands
import ProgramRunner
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
      ("static const char *step(", "static void kicks(void) {}\nstatic const char *step("),
      ("vx[word[0]] += dx;", "kicks(); vx[word[0]] += dx;"),
    ] {
      try #require(text.contains(old))
      text = text.replacingOccurrences(of: old, with: new)
    }
    let source = folder.file("src/robot.c")
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let built = try ProgramRun(
      try #require(Self.compiler),
      ["-std=c11", "-O1", "-ffp-contract=off", source, "-o", program]
        + ["-fprofile-instr-generate", "-fcoverage-mapping"])
    try #require(built.status == 0, "\(built.errorText)")
    let input = folder.file("kick.jsonl")
    try #"{"step":3,"kind":"kick","particle":1,"dx":1,"dy":0}"#.write(
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

/// `laplace coverage`: what no recording of a set reaches.
@Suite(.enabled(if: CountingAgent.compiler != nil, "there is no clang beside swift"))
struct CoverageTests {
  let agent: CountingAgent

  init() throws { agent = try CountingAgent() }

  @Test func whatNothingReachesIsListedByFileAndLine() throws {
    let run = agent.coverage(agent.still)
    #expect(run.status == .different, "\(run.console.wordText)")
    let lines = run.console.results
    #expect(lines.contains { $0.hasSuffix(": kicks: no recording reaches it") }, "\(lines)")
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
    #expect(!both.console.resultText.contains(": kicks"), "\(both.console.resultText)")
    #expect(both.console.results.count < lines.count)
  }

  @Test func aRecordingSaysWhatItAloneReaches() throws {
    let run = agent.coverage(agent.set, "--alone")
    #expect(run.status == .same, "\(run.console.wordText)")
    let lines = run.console.results
    let kicked = try #require(lines.firstIndex { $0.hasPrefix(agent.kicked) })
    let still = try #require(lines.firstIndex { $0.hasPrefix(agent.still) })
    #expect(kicked < still && lines[still].hasSuffix("none of them alone"), "\(lines)")
    #expect(lines[kicked..<still].contains { $0.hasSuffix(": kicks") }, "\(lines)")
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
