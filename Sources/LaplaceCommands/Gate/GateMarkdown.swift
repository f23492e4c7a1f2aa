import Pictures
import Recording
import Replay

/// A gate's report as Markdown, for the summary of a job: the builds, then what failed.
struct GateMarkdown {
  let report: GateReport
  /// Failures that are listed of many.
  private static let failuresMax = 20

  var text: String {
    let words = GateText(report: report)
    let headline =
      switch ExitStatus(rawValue: report.status) {
      case .same: "### Bit-exact"
      case .loss: "### Bit-exact as far as it ran (status \(report.status))"
      default: "### Not bit-exact (status \(report.status))"
      }
    var lines = [headline, "", escaped(words.summary)]
    if !builds.rows.isEmpty { lines += [""] + builds.markdownLines }
    let failures = report.failuresByWitness
    if !failures.isEmpty {
      lines += ["", "#### Failures", ""]
      for entry in failures.prefix(Self.failuresMax) {
        lines.append("- " + escaped(words.line(entry)))
        if let repro = entry.repro {
          lines.append("  next: `\(report.tool) repro \(shellWord(repro))`")
        }
      }
      let more = failures.count - Self.failuresMax
      if more > 0 { lines.append("- and \(more) more") }
    }
    let notes = words.tail.filter { $0 != words.summary }
    if !notes.isEmpty { lines += [""] + notes.map { "\(escaped($0))  " } }
    return lines.joined(separator: "\n") + "\n"
  }

  private var builds: TextTable {
    var table = TextTable(columns: [
      .init(title: "build"), .init(title: "instruction set"), .init(title: "what it is"),
      .init(title: "recordings", isNumber: true), .init(title: "steps", isNumber: true),
      .init(title: "seconds", isNumber: true), .init(title: "verdict"),
    ])
    table.rows = (report.builds ?? []).map { build in
      [
        build.name, build.instructionSet, build.description, "\(build.recordings)",
        "\(build.steps)", rounded(build.seconds, 2), verdict(build),
      ]
    }
    return table
  }

  private func verdict(_ build: GateReport.BuildEntry) -> String {
    if let reason = build.skipped { return "skipped: \(reason)" }
    if build.expectation == .different {
      guard build.differing > 0 else { return "agrees, but must differ" }
      return "differs on \(count(build.differing, "recording")), as it must"
    }
    if build.differing > 0 { return "differs on \(count(build.differing, "recording"))" }
    let failures = report.failures.count { $0.build == build.name }
    if failures > 0 { return "failed on \(count(failures, "recording"))" }
    return build.recordings > 0 ? "same" : "ran nothing"
  }

  /// Text without marks: a file's name may hold any of them.
  private func escaped(_ text: String) -> String {
    var out = ""
    for character in TerminalText.line(text) {
      if "\\`*_[]<>|#~&".contains(character) { out.append("\\") }
      out.append(character)
    }
    return out
  }
}
