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
      next: { recording, difference, build in
        options.next(recording.name, recording.simulation, difference, build)
      })
    text.sayTrouble(console)
    if output.format == .json {
      console.show(json(VerificationDocument(report, skipped, status)))
    } else {
      text.writeResults(console)
    }
  }
}

/// A verification for programs. The keys are described in the documentation of Replay
/// (*Verifying builds*).
struct VerificationDocument: VersionedDocument {
  var version = documentVersion
  var status: Int32
  var classes: [VerificationReport.Class]
  var causes: [VerificationReport.Cause]
  var builds: [VerificationReport.BuildResult]
  var recordings: [VerificationReport.RecordingResult]
  /// Builds that there are not here.
  var skipped: [BuildManifest.Entry]

  init(_ report: VerificationReport, _ skipped: [BuildManifest.Entry], _ status: ExitStatus) {
    (self.status, self.skipped) = (status.rawValue, skipped)
    (classes, builds, recordings) = (report.classes, report.builds, report.recordings)
    let candidates = report.builds.indices.filter { report.builds[$0].build.expectation == .same }
    causes = candidates.flatMap { report.causes(of: $0) }
  }
}
