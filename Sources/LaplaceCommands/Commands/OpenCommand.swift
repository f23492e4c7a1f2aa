import ArgumentParser
import Pages
import Recording
import Replay

struct OpenCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open",
      abstract: "Show a recording, or two, in the browser.",
      discussion: """
        Writes a page as `view` does, into the folder for temporary files, and opens it.

        EXAMPLES
          \(toolName) open orbit.mcap
          \(toolName) open before.mcap after.mcap
        """)
  }

  @Argument(help: "The recording to show.", completion: .recording)
  var recording: String

  @Argument(help: "A second recording, to compare.", completion: .recording)
  var second: String?

  @Option(
    help: ArgumentHelp(
      "The program that opens a file; default: $BROWSER, or what the system has for it.",
      valueName: "command"))
  var browser: String?

  @Flag(help: "Point the y axis up, where only positions are drawn.")
  var yUp = false

  @OptionGroup var program: AgentOption

  @OptionGroup var engine: EngineOption

  func run() throws {
    let name = recording.pathStem
    let page = PageBuild(
      first: recording, second: second, agent: program.agent, limit: program.limit, isYUp: yUp,
      engine: engine.path)
    let document = try page.document()
    let file = try makeTemporaryFolder("page") + "/\(name).html"
    try writeFile(document.bytes, to: file)
    ToolContext.current.console.result(file)
    try show(file)
  }

  private func show(_ path: String) throws {
    let asked =
      browser ?? environment("BROWSER").flatMap { $0.isEmpty ? nil : $0 }
    #if os(macOS)
      let program = asked ?? "open"
    #else
      let program = asked ?? "xdg-open"
    #endif
    let script = "exec </dev/null >/dev/null; exec \(program) \"$1\""
    // A browser that is the first of its kind stays in the foreground: it is not waited for.
    let ending = try attempt(program) {
      try ChildProcess.leave("/bin/sh", ["-c", script, "sh", path])
    }
    if let ending, ending != .status(0) {
      throw CommandFailure(
        .trouble, "'\(program)' could not show \(path)", advice: "open it in any browser")
    }
  }
}
