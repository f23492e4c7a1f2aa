import ArgumentParser
import Foundation
import Recording

struct RecoverCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "recover",
      abstract: "Copy the complete steps of a damaged or unfinished recording to a new one.",
      discussion: """
        A recording whose writer was killed is left as NAME.mcap.partial.

        EXAMPLE
          \(toolName) recover session.mcap.partial -o session.mcap
        """)
  }

  @Argument(help: "The damaged or unfinished recording; it is not changed.")
  var recording: String

  @Option(name: [.short, .long], help: "The recording to write.")
  var output: String

  @Flag(help: "Replace an existing recording.")
  var force = false

  func run() throws {
    let console = ToolContext.current.console
    try checkRecordingOutput(output, replaces: force, input: recording, example: "KEPT.mcap")
    let rescue: Rescue
    do {
      rescue = try Rescue(path: recording)
    } catch {
      throw failure(error, path: recording)
    }
    do {
      try rescue.write(to: output, replaces: force)
    } catch {
      throw failure(error, path: output)
    }
    console.result("\(output): \(rescue.recording.stepCount) complete steps kept")
    if (try? Recording(path: recording)) == nil {
      let reason = rescue.damage.map { "\($0)" } ?? "the end of the file is missing"
      throw CommandFailure(
        .loss, "\(recording): all later steps are lost: \(firstSentence(reason))")
    }
  }
}
