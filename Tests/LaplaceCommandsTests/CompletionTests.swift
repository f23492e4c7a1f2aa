import Foundation
import LaplaceCommands
import ProgramRunner
import Simulation
import TestSupport
import Testing

private func program(_ name: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// What the tab key offers, in the shells themselves.
@Suite struct CompletionTests {
  static let bash = program("bash")

  /// What bash offers for a line at its end, in a folder with a recording, a plan and a folder.
  private func offered(
    _ line: String, tool: String = "laplace", in folder: TemporaryFolder? = nil
  ) throws -> [String] {
    let folder = try folder ?? files()
    let console = CapturingConsole()
    LaplaceTool.run(
      ["--generate-completion-script", "bash"], catalogue: particleCatalogue(Sound.self),
      console: console, name: tool)
    let script = folder.file("completions.bash")
    try Data((console.resultText + "\n").utf8).write(to: URL(fileURLWithPath: script))
    // As readline calls it: words, the place of the cursor, and the function that `complete` names.
    let asking = #"""
      source "$1"
      COMP_LINE="$2" COMP_POINT="${#2}"
      read -ra COMP_WORDS <<<"$2"
      [[ "$2" == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD="$((${#COMP_WORDS[@]} - 1))"
      asked="$(complete -p "${COMP_WORDS[0]}")"
      asked="${asked##*-F }"
      "${asked%% *}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    let run = try ProgramRun(
      try #require(Self.bash), ["-c", asking, "bash", script, line], folder: folder.path)
    #expect(run.errorText == "", "\(line)")
    return run.outputText.split(separator: "\n").map(String.init).sorted()
  }

  private func files() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["push.mcap", "plan.jsonl", "my push.mcap", "note.txt"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("Recordings"), withIntermediateDirectories: true)
    return folder
  }

  @Test(
    .enabled(if: bash != nil, "there is no bash"),
    arguments: Sample.of([
      ("laplace ver", ["verify"]), ("laplace record part", ["particles"]),
      ("laplace selftest ", ["particles"]), ("laplace list p", ["particles"]),
      ("laplace replay pu", ["push.mcap"]), ("laplace info my", ["my push.mcap"]),
      ("laplace verify ", ["Recordings", "my push.mcap", "push.mcap"]),
      ("laplace verify push.mcap --format ", ["json", "text"]),
      ("laplace trace f push.mcap --format j", ["json"]),
      ("laplace replay push.mcap --print e", ["events"]),
      ("laplace plan v", ["verify"]),
      ("laplace unit p", ["plan.jsonl"]), ("laplace ci --failures R", ["Recordings"]),
      ("laplace schema me", ["merge"]), ("laplace verify --key", ["--keyframes"]),
      ("laplace record particles --tracks ", ["log", "log+view", "state"]),
    ]))
  func tabInBash(line: String, expected: [String]) throws {
    #expect(try offered(line) == expected)
  }

  @Test(.enabled(if: bash != nil, "there is no bash"))
  func verbsAreAllOffered() throws {
    let verbs = try offered("laplace ")
    #expect(["verify", "record", "ci", "schema", "agent"].allSatisfy(verbs.contains), "\(verbs)")
  }

  /// A tool of a project completes under its own name, whatever characters that has.
  @Test(
    .enabled(if: bash != nil, "there is no bash"),
    arguments: Sample.of(["ball", "my-game", "game.release"]))
  func aToolOfAProject(name: String) throws {
    #expect(try offered("\(name) ver", tool: name) == ["verify"])
    #expect(try offered("\(name) record p", tool: name) == ["particles"])
  }

  /// Builds are asked of the tool, which reads the list in the folder where the shell is.
  @Test(.enabled(if: bash != nil, "there is no bash"))
  func buildsOfTheList() throws {
    let folder = try files()
    try FileManager.default.createDirectory(
      atPath: folder.file(".build-agents"), withIntermediateDirectories: true)
    let list =
      #"{"version":1,"builds":[{"name":"arm64","command":["a"]},{"name":"x87","skipped":"no"}]}"#
    try Data(list.utf8).write(to: URL(fileURLWithPath: folder.file(".build-agents/builds.json")))
    let tool = Programs.laplace
    #expect(
      try offered("\(tool) verify push.mcap --builds ", tool: tool, in: folder)
        == ["all", "arm64", "quick", "x87"])
  }

  @Test(arguments: ["zsh", "fish"])
  func otherShellsReadTheirScripts(name: String) throws {
    let run = laplace("--generate-completion-script", name)
    #expect(run.status == .same && run.console.resultText.contains("particles"))
    guard let shell = program(name) else { return }
    let folder = try TemporaryFolder()
    let script = folder.file("completions")
    try Data(run.console.resultText.utf8).write(to: URL(fileURLWithPath: script))
    let read = try ProgramRun(shell, ["-n", script])
    #expect(read.status == 0, "\(read.errorText)")
  }

  @Test func anUnknownShellIsNamed() {
    let run = laplace("--generate-completion-script", "tcsh")
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("tcsh"), "\(run.console.wordText)")
  }
}
