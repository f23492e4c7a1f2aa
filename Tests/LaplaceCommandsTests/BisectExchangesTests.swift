import Foundation
import LaplaceCommands
import ProgramRunner
import TestSupport
import Testing

private let compiler: String? = {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return ["clang", "cc"].first { name in
    folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}()

/// Which flags and which object files make the difference between two builds of one agent in C.
@Suite(.enabled(if: compiler != nil, "there is no C compiler"))
struct BisectExchangesTests {
  let folder: TemporaryFolder
  let recording: String
  private var source: String { folder.file("agent.c") }
  private let cc = compiler ?? ""

  init() throws {
    folder = try TemporaryFolder()
    recording = folder.file("a.mcap")
    try #require(laplace("record", "particles", "--steps", "300", "-o", recording).status == .same)
    var text = try String(
      contentsOfFile: URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        + "/../ReplayTests/Agents/particles.c", encoding: .utf8)
    for (old, new) in [
      ("enum { COUNT_MAX", "extern float bounce;\nenum { COUNT_MAX"), ("-0.75f", "bounce"),
      (
        "  step_index++;",
        """
        #if defined(ONE) && defined(TWO)
          if (step_index == 100) vx[2] += 1;
        #endif
        #ifdef LATER
          if (step_index == 200) vx[3] += 1;
        #endif
          step_index++;
        """
      ),
    ] {
      try #require(text.components(separatedBy: old).count == 2, "\(old)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    try write("agent.c", text)
    try write("bounce.c", "#ifndef BOUNCE\n#define BOUNCE -0.75f\n#endif\nfloat bounce = BOUNCE;\n")
    try write("other.c", "int other = 3;\n")
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func bisect(_ words: String...) -> (
    status: LaplaceCommands.ExitStatus, console: CapturingConsole
  ) {
    laplace(["bisect", recording] + words)
  }

  /// Compiles everything at once; `{flags}` and `{out}` are the tool's to fill in.
  private var build: String {
    "\(cc) {flags} '\(source)' '\(folder.file("bounce.c"))' -lm -o {out}"
  }

  private static let bounce = "-DBOUNCE=-0.75f => -DBOUNCE=-0.7499999f"

  @Test func flagIsFoundAmongOthers() throws {
    let run = bisect(
      "--build", build, "--flag", "-O1", "--flag", "-DX=1", "--flag", Self.bounce, "--flag",
      "-DY=2", "--flag", "-DLATER")
    #expect(run.status == .different, "\(run.console.wordText)")
    let lines = run.console.results
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[0].contains(": last bits of particles.vy"), "\(lines)")
    #expect(lines[1] == "  flag -DBOUNCE=-0.7499999f instead of -DBOUNCE=-0.75f")
    // A later fault hides behind this one, and is not denied.
    #expect(
      lines[2].hasPrefix(
        "1 of 5 parts: it makes the difference alone; without it, the other 4 still make one: "),
      "\(lines)")
  }

  @Test func flagsThatOnlyActTogether() throws {
    let run = bisect(
      "--build", build, "--flag", "-DONE", "--flag", "-DX=1", "--flag", "-DTWO", "--format", "json")
    #expect(run.status == .different, "\(run.console.wordText)")
    if SchemaCheck.python != nil {
      #expect(try SchemaCheck.faults(["bisect": [run.console.resultText]]) == "")
    }
    let result = try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
    let causes = result["causes"] as? [[String: String]]
    #expect(causes?.compactMap { $0["name"] } == ["-DONE", "-DTWO"])
    #expect(result["without"] as? String == "same" && result["step"] as? Int == 100)
  }

  @Test func objectFileIsFound() throws {
    func compile(_ flags: String, _ name: String) throws {
      let into = folder.file(name)
      let script = """
        mkdir -p '\(into)' && cd '\(into)' && for f in agent bounce other; do
        \(cc) \(flags) -c "../$f.c" -o "$f.o" || exit 1; done
        """
      let run = try ProgramRun("/bin/sh", ["-c", script])
      try #require(run.status == 0, "\(run.errorText)")
    }
    try compile("-O1", "good one")
    try compile("-O1 -DBOUNCE=-0.7499999f -DX=1", "bad one")
    let (good, bad) = (folder.file("good one"), folder.file("bad one"))
    let link = "\(cc) {modules} -lm -o {out}/agent"
    let run = bisect(
      "--build", "mkdir {out} && " + link, "--product", "agent", "--modules", "\(good) => \(bad)")
    #expect(run.status == .different, "\(run.console.wordText)\(run.console.resultText)")
    #expect(run.console.results.contains("  module bounce.o"), "\(run.console.results)")

    try FileManager.default.removeItem(atPath: good + "/other.o")
    let lacking = bisect("--build", link, "--modules", "\(good) => \(bad)")
    #expect(lacking.status == .trouble)
    #expect(lacking.console.wordText.contains("good one: has no other.o, which "))
  }

  /// What cannot be told is said, with the status that `git bisect run` skips.
  @Test func nothingToFind() throws {
    let same = bisect("--build", build, "--flag", "-DX=1", "--flag", "-DY=1")
    #expect(same.status == .same, "\(same.console.wordText)")
    #expect(same.console.resultText.contains("the good and the bad build do the same"))
    let broken = bisect("--build", build, "--flag", "--no-such-flag")
    #expect(broken.status == .untestable)
    #expect(broken.console.wordText.contains("the bad build cannot be built: "))
    for words in [
      ["--flag", "-O3"], ["--flag", "-O3", "--build", "cc {flags}"],
      ["--flag", "-O3", "--build", build, "--commits", "a..b"], ["--build", build],
      ["--modules", "one", "--build", build], ["--modules", "/no => /yes", "--build", build],
    ] {
      #expect(laplace(["bisect", recording] + words).status == .trouble, "\(words)")
    }
  }
}
