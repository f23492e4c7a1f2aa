import Foundation
import ProgramRunner
import TestSupport
import Testing

/// The script behind the reusable action: what it asks of the tool, and what it makes of the
/// answer.
@Suite struct ActionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.mcap", "b.mcap"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
  }

  private struct Run {
    var status: Int32
    var output: String
    var arguments: [String]
    var summary: String
  }

  /// Runs the script with a tool that notes its arguments and ends with `toolStatus`.
  private func run(toolStatus: Int32 = 0, _ settings: [String: String]) throws -> Run {
    let tool = folder.file("tool")
    let noted = folder.file("arguments")
    let summary = folder.file("summary")
    let program = """
      #!/usr/bin/env bash
      printf '%s\\n' "$@" >'\(noted)'
      echo 'orbit.mcap: differs'
      for word; do reports="$word"; done
      if [ \(toolStatus) != 2 ]; then
        annotations="${reports#github=}"; annotations="${annotations%%,*}"
        if [ \(toolStatus) != 0 ]; then echo '::error title=Laplace::orbit.mcap differs' >"$annotations"; fi
        printf '### Told\\n\\n| build |\\n' >"${reports#*markdown=}"
      fi
      echo 'tool: orbit.mcap: no such file' >&2
      exit \(toolStatus)
      """
    try writeProgram(program, to: tool)
    let script = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Tools/action/gate.sh")
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "GITHUB_STEP_SUMMARY": summary, "LAPLACE_TOOL": tool,
    ].merging(settings) { $1 }
    let run = try ProgramRun(
      "/usr/bin/env", ["bash", script.path], environment: environment, folder: folder.path)
    func text(_ path: String) -> String {
      (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
    return Run(
      status: run.status, output: run.outputText,
      // The last word is the files of reports, which have names of their own.
      arguments: text(noted).split(separator: "\n").dropLast().map(String.init),
      summary: text(summary))
  }

  @Test func inputsBecomeArguments() throws {
    let run = try run([
      "LAPLACE_RECORDINGS": "*.mcap", "LAPLACE_LOCK": "all.lock",
      "LAPLACE_AGENTS": "\n  debug=one two\narm64=qemu-aarch64 agent\n\n",
      "LAPLACE_MANIFEST": "builds.json", "LAPLACE_BUILDS": "quick", "LAPLACE_BUDGET": "90s",
      "LAPLACE_SHARD": "1/2", "LAPLACE_AGAINST": "good=three", "LAPLACE_FAILURES": "out of order",
      "LAPLACE_REPORT": "junit=out.xml",
    ])
    #expect(run.status == 0)
    #expect(
      run.arguments == [
        "ci", "a.mcap", "b.mcap", "--keyframes", "--require", "--lock", "all.lock", "--against",
        "good=three", "--budget", "90s", "--shard", "1/2", "--failures", "out of order", "--report",
        "junit=out.xml", "--manifest", "builds.json", "--builds", "quick", "--agent",
        "debug=one two", "--agent", "arm64=qemu-aarch64 agent", "--report",
      ])
    #expect(run.summary == "### Told\n\n| build |\n")
    #expect(!run.output.contains("::error"))
  }

  @Test(arguments: [Int32(1), 2, 3, 4, 5, 6])
  func theToolsStatusIsTheActions(status: Int32) throws {
    let run = try run(toolStatus: status, ["LAPLACE_RECORDINGS": "a.mcap"])
    #expect(run.status == status)
    // One that could not report is told in the tool's own words.
    let words = status == 2 ? "orbit.mcap: no such file" : "orbit.mcap differs"
    #expect(run.output.contains("::error title=Laplace::\(words)\n"), "\(run.output)")
    #expect(run.summary.isEmpty == (status == 2))
  }

  @Test func aPatternWithoutAMatchReachesTheTool() throws {
    let run = try run(["LAPLACE_RECORDINGS": "none/*.mcap", "LAPLACE_KEYFRAMES": "false"])
    #expect(run.arguments == ["ci", "none/*.mcap", "--require", "--report"])
  }

  @Test(arguments: [
    (["LAPLACE_TOOL": ""], "the input 'tool' is missing"),
    (["LAPLACE_TOOL": "/nowhere/tool"], "there is no program '/nowhere/tool'"),
    (["LAPLACE_RECORDINGS": " "], "no recordings"),
    (["LAPLACE_RECORDINGS": "a.mcap", "LAPLACE_KEYFRAMES": "yes"], "'yes' is neither"),
  ])
  func badInputsAreNamed(settings: [String: String], words: String) throws {
    let run = try run(settings)
    #expect(run.status == 2)
    #expect(run.output.contains("::error title=Laplace::\(words)"))
    #expect(run.arguments.isEmpty)
  }
}
