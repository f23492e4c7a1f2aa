import ArgumentParser
import Foundation

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

  @Option(
    help: ArgumentHelp(
      "The program that runs the simulation; default: this one.", valueName: "command"))
  var agent: AgentCommand?

  @OptionGroup var limit: AgentTimeout

  @OptionGroup var engine: EngineOption

  func run() throws {
    let name = URL(fileURLWithPath: recording).deletingPathExtension().lastPathComponent
    let page = PageBuild(
      first: recording, second: second, agent: agent, limit: limit, isYUp: yUp,
      engine: engine.path)
    let document = try page.document()
    let file = try makeTemporaryFolder().appendingPathComponent(name + ".html")
    try writePicture(document.bytes, to: file.path, input: recording)
    ToolContext.current.console.result(file.path)
    try show(file.path)
  }

  private func show(_ path: String) throws {
    let asked =
      browser
      ?? ProcessInfo.processInfo.environment["BROWSER"].flatMap {
        $0.isEmpty ? nil : $0
      }
    #if os(macOS)
      let program = asked ?? "open"
    #else
      let program = asked ?? "xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec \(program) \"$1\"", "sh", path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw CommandFailure(.trouble, "\(program): cannot be started: \(plain(error))")
    }
    // A browser that is the first of its kind stays in the foreground: it is not waited for.
    let end = Date().addingTimeInterval(1)
    while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    if !process.isRunning, process.terminationStatus != 0 {
      throw CommandFailure(
        .trouble, "'\(program)' could not show \(path)", advice: "open it in any browser")
    }
  }
}
