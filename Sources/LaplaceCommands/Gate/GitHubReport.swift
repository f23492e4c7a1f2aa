import Recording

/// A gate's report as annotations of a GitHub job: ten at most, for GitHub shows no more of a step.
struct GitHubReport {
  let report: GateReport
  static let annotationMax = 10

  var lines: [String] {
    let words = GateText(report: report)
    let failures = report.failuresByWitness.map { error($0, words) }
    let problems = report.problems.map { "::error title=Laplace::\(Self.data([$0.text]))" }
    let skipped = report.recordings.count { $0.outcome == .skipped }
    let notices =
      skipped == 0
      ? []
      : [
        "::warning title=Laplace::\(skipped) of \(report.recordings.count) recordings were skipped"
      ]
    let all = problems + failures + notices
    guard all.count > Self.annotationMax else { return all }
    let shown = all.prefix(Self.annotationMax - 1)
    return shown + [
      "::error title=Laplace::and \(all.count - shown.count) more: \(Self.data([words.summary]))"
    ]
  }

  private func error(_ entry: GateReport.Entry, _ words: GateText) -> String {
    var text = [words.line(entry)]
    if let repro = entry.repro { text.append("next: \(report.tool) repro \(shellWord(repro))") }
    return "::error file=\(Self.property(entry.recording)),title=Laplace::\(Self.data(text))"
  }

  /// Lines in the form of a workflow command.
  private static func data(_ lines: [String]) -> String {
    escaped(lines.map { TerminalText.line($0) }.joined(separator: "\n"), [:])
  }

  private static func property(_ text: String) -> String {
    escaped(text, [":": "%3A", ",": "%2C"])
  }

  private static func escaped(_ text: String, _ more: [Unicode.Scalar: String]) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": out += "%25"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      default: out += more[scalar] ?? String(scalar)
      }
    }
    return out
  }
}
