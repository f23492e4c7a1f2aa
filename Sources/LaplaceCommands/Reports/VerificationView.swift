import ArgumentParser
import Replay
import Simulation

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
      next: { [descriptions = report.descriptions, recordings = report.recordings] in
        let index = recordings.firstIndex(of: $0) ?? 0
        return options.next($0, descriptions[index].name, $1, $2)
      })
    text.sayTrouble(console)
    if output.format == .json {
      console.show(json(VerificationJSON(report, skipped, status)))
    } else {
      text.writeResults(console)
    }
  }
}
