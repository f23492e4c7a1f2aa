import ArgumentParser
import Replay

/// How the result of a verification is shown.
struct VerificationView: ParsableArguments {
  @Flag(help: "Write the table of builds as Markdown.")
  var markdown = false

  @OptionGroup var output: FormatOption

  func write(
    _ report: VerificationReport, _ skipped: [BuildManifest.Entry], _ status: ExitStatus,
    _ options: VerifyOptions, _ console: any Console
  ) {
    let text = VerificationText(
      report: report, skipped: skipped, isMarkdown: markdown,
      commandAgain: options.commandAgain)
    text.sayTrouble(console)
    if output.format == .json {
      console.result(json(VerificationJSON(report, skipped, status)))
    } else {
      text.writeResults(console)
    }
  }
}
