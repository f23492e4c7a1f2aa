import ArgumentParser
import Recording
import Replay
import Simulation
import WorkerThreads

struct VerifyCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify",
      abstract: "Replay recordings here and in other builds; every digest must agree.",
      discussion: """
        Builds run side by side. Builds that give the same bits form a class; class A is the \
        recording's own. A build that diverges from a recording stops there and is run again to see \
        whether it diverges again; the step, table, row and field are printed.

        A build that the build list marks as different is a negative control: it must diverge.
        The documentation, Verifying builds, describes the keys of --format json.

        EXAMPLES
          \(toolName) verify Recordings/*.mcap
          \(toolName) verify orbit.mcap --agent debug=.build/debug/\(toolName)
          \(toolName) verify orbit.mcap --agent wasm="wasmkit run agent.wasm" --timeout 600
          \(toolName) verify Recordings/*.mcap --builds quick --keyframes
          \(toolName) verify long-session.mcap --split
          \(toolName) verify Recordings/*.mcap --builds all --require --markdown
          \(toolName) verify orbit.mcap --builds arm64,x87 --keep-going
        """)
  }

  static let documents = Documents("The verification of all builds.", VerificationDocument.self)

  @OptionGroup var options: VerifyOptions

  @OptionGroup var jobs: JobsOption

  @Option(
    help: ArgumentHelp(
      "The lock file whose digests the recordings must have.", valueName: "lock file"),
    completion: .lockFile)
  var lock: String?

  @OptionGroup var view: VerificationView

  func run() throws {
    let context = ToolContext.current
    let listed = try options.listedBuilds()
    let builds = listed.filter { $0.skipped == nil }.map { $0.build(context) }
    let skipped = listed.filter { $0.skipped != nil }.map(\.entry)
    var status = ExitStatus.same
    var files: [(path: String, recording: Recording?)] = []
    try options.openAll(isAlone: builds.count == 1, context) { path, recording in
      files.append((path, try? recording.get()))
      if case .failure(let failure) = recording {
        context.console.complain(failure)
        status = .graver(status, failure.status)
      }
    }
    // This tool may run the simulation too; with unsound arithmetic its own run would be wrong.
    let recorded = Set(files.compactMap { $0.recording?.header.description.name })
    if context.catalogue.contains(where: { recorded.contains($0.name) }) {
      try requireSoundArithmetic()
    }
    let report = verify(files, builds, context)
    status = .graver(status, VerificationStatus.of(report))
    if options.others.require && !skipped.isEmpty { status = .graver(status, .trouble) }
    if let lock { status = .graver(status, try Baseline.check(lock, files, context.console)) }
    view.write(report, skipped, status, options, context.console)
    if status != .same { throw CommandFailure(status, "") }
  }

  /// Adds the step and its inputs to each crash and hang of this build.
  ///
  /// Reports that `merge` makes of other machines' results cannot run their agents again.
  private func locateCrashes(_ recordings: [Recording], _ report: inout VerificationReport) {
    for build in report.builds.indices where !report.builds[build].build.isOther {
      for index in recordings.indices {
        guard case .failed(let failure) = report.recordings[index].runs[build].verdict,
          failure.kind == .broken,
          let end = GateRun.ending(recordings[index], report.builds[build].build)
        else { continue }
        let located = AgentFailure(.broken, "\(end.place(in: recordings[index])): \(failure)")
        if failure != report.builds[build].givenUp {
          report.recordings[index].runs[build].verdict = .failed(located)
          continue
        }
        // The build was not asked any more: all its failures are this one.
        report.builds[build].givenUp = located
        for other in recordings.indices
        where report.recordings[other].runs[build].verdict == .failed(failure) {
          report.recordings[other].runs[build].verdict = .failed(located)
        }
        break
      }
    }
  }

  private func verify(
    _ files: [(path: String, recording: Recording?)], _ builds: [Build], _ context: ToolContext
  ) -> VerificationReport {
    let readable = files.compactMap { file in file.recording.map { (file.path, $0) } }
    let verification = Verification(
      readable.map { (name: $0.0, recording: $0.1) }, builds: builds,
      options: options.verification(jobs: jobs.count),
      reference: GateRun.own(context, options.others.limit))
    let title = "\(count(builds.count, "build")), \(count(readable.count, "recording"))"
    var report = verification.run { done, total in
      ProgressBar(title: title, total: total).update(done)
    }
    locateCrashes(readable.map(\.1), &report)
    context.console.progress("")
    return report
  }
}

extension Sighting {
  /// The step at which a build ends, with its inputs: `crashed at step 41 with {…}`.
  fileprivate func place(in recording: Recording) -> String {
    let words = symptom == .hang ? "hung by" : "crashed at"
    if step < 0 { return "\(symptom == .hang ? "hung" : "crashed") before step 0" }
    let lines = ((try? recording.inputs(at: step)) ?? []).map { input in
      InputScript.line(
        ScriptedInput(step: step, input: input), kinds: recording.header.description.inputs)
    }
    return "\(words) step \(step)" + (lines.isEmpty ? "" : " with " + lines.joined(separator: ", "))
  }
}
