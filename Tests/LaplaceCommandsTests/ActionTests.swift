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
      echo '| build |'
      echo 'tool: orbit.mcap: debug differs' >&2
      exit \(toolStatus)
      """
    try writeProgram(program, to: tool)
    let script = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Tools/action/verify.sh")
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
      arguments: text(noted).split(separator: "\n").map(String.init), summary: text(summary))
  }

  @Test func inputsBecomeArguments() throws {
    let run = try run([
      "LAPLACE_RECORDINGS": "*.mcap", "LAPLACE_LOCK": "all.lock",
      "LAPLACE_AGENTS": "\n  debug=one two\narm64=qemu-aarch64 agent\n\n",
      "LAPLACE_MANIFEST": "builds.json", "LAPLACE_BUILDS": "quick",
    ])
    #expect(run.status == 0)
    #expect(
      run.arguments == [
        "verify", "a.mcap", "b.mcap", "--keyframes", "--require", "--lock", "all.lock",
        "--manifest", "builds.json", "--builds", "quick", "--agent", "debug=one two", "--agent",
        "arm64=qemu-aarch64 agent", "--markdown",
      ])
    #expect(run.summary.hasPrefix("### Bit-exact\n"))
    #expect(run.summary.contains("| build |"))
    #expect(!run.output.contains("::error"))
  }

  @Test(arguments: [Int32(1), 2, 4, 5, 6])
  func theToolsStatusIsTheActions(status: Int32) throws {
    let run = try run(toolStatus: status, ["LAPLACE_RECORDINGS": "a.mcap"])
    #expect(run.status == status)
    #expect(run.output.contains("::error title=Laplace::orbit.mcap: debug differs\n"))
    #expect(run.summary.hasPrefix("### Not bit-exact (status \(status))\n"))
  }

  @Test func aPatternWithoutAMatchReachesTheTool() throws {
    let run = try run(["LAPLACE_RECORDINGS": "none/*.mcap", "LAPLACE_KEYFRAMES": "false"])
    #expect(run.arguments == ["verify", "none/*.mcap", "--require", "--markdown"])
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
