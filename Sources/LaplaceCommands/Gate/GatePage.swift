import Pictures
import Replay

/// A gate's report as one HTML file that makes no request and runs no script.
struct GatePage {
  let report: GateReport
  /// Pictures by recording, as SVG: of the run that was recorded, and of this build's.
  var pictures: [String: (before: String, after: String)] = [:]

  private static let style = """
    :root { color-scheme: light dark; --ink: #1c2024; --paper: #fff; --quiet: #5f6870;
      --line: #d9dee3; --good: #116329; --bad: #b3261e; --wait: #7a5200; --panel: #f5f7f9; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e9ec; --paper: #15181b; --quiet: #9aa4ad; --line: #333a41;
        --good: #63c484; --bad: #ff8a80; --wait: #e3b04b; --panel: #1d2226; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
      color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.4rem; margin: 0 0 .3rem; }
    h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
    p { margin: .3rem 0; }
    code, pre, td.name { font: 13px/1.45 ui-monospace, monospace; }
    pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
      padding: .7rem; overflow-x: auto; margin: .5rem 0; white-space: pre-wrap; }
    .table { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .6rem;
      border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
    .verified { color: var(--good); } .skipped { color: var(--wait); }
    .bad { color: var(--bad); } .quiet { color: var(--quiet); }
    .outcome { font-weight: 600; white-space: nowrap; }
    details { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .8rem;
      margin: .5rem 0; }
    summary { cursor: pointer; overflow-wrap: anywhere; }
    figure { display: inline-block; margin: .5rem .5rem .5rem 0; width: min(100%, 24rem); }
    figure svg { width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
    figcaption { color: var(--quiet); }
    """

  /// The beginning of every such page.
  static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>
    """

  var html: String {
    let text = GateText(report: report)
    let tail = text.tail.filter { $0 != text.summary }.map { "<p>\(markupText($0))</p>" }.joined(
      separator: "\n")
    let isGood = report.status == 0
    return """
      \(Self.head)\(markupText(text.summary))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1 class="\(isGood ? "verified" : "bad")">\(markupText(text.summary))</h1>
      <div class="quiet">
      \(tail)
      <p>Status \(report.status), \(rounded(report.seconds, 1)) s.</p>
      </div>
      \(failures(text))
      <h2>Recordings</h2>
      <div class="table"><table>
      <thead><tr><th>recording</th><th>simulation</th><th class="number">steps</th>\
      <th class="number">seconds</th><th>verdict</th></tr></thead>
      <tbody>
      \(report.recordings.map(row).joined(separator: "\n"))
      </tbody>
      </table></div>
      </body>
      </html>

      """
  }

  private func css(_ entry: GateReport.Entry) -> String {
    switch entry.outcome {
    case .verified: "verified"
    case .skipped: "skipped"
    default: "bad"
    }
  }

  private func row(_ entry: GateReport.Entry) -> String {
    let place = entry.step.map { $0 < 0 ? " before step 0" : " at step \($0)" } ?? ""
    let build = entry.build == ListedBuild.ownName ? "" : " [\(entry.build)]"
    return "<tr><td class=\"name\">\(markupText(entry.recording + build))</td>"
      + "<td>\(markupText(entry.simulation))</td><td class=\"number\">\(entry.steps)</td>"
      + "<td class=\"number\">\(rounded(entry.seconds, 2))</td>"
      + "<td class=\"outcome \(css(entry))\">\(entry.outcome.rawValue)\(place)</td></tr>"
  }

  private func failures(_ text: GateText) -> String {
    guard !report.failures.isEmpty else { return "" }
    var parts: [String] = []
    for (number, cause) in report.causes.enumerated() {
      parts.append(
        "<h2>Cause \(number + 1) of \(report.causes.count): \(markupText(cause.text)), "
          + "\(count(cause.recordings.count, "recording"))</h2>")
      for (place, index) in cause.recordings.enumerated() {
        parts.append(failure(report.recordings[index], text, isOpen: place == 0))
      }
    }
    let others = report.failures.filter { $0.cause == nil }
    if !others.isEmpty {
      parts.append("<h2>Without a verdict on the run</h2>")
      parts += others.map { failure($0, text, isOpen: false) }
    }
    return parts.joined(separator: "\n")
  }

  private func failure(_ entry: GateReport.Entry, _ text: GateText, isOpen: Bool) -> String {
    let body = entry.details.isEmpty ? [entry.message] : entry.details
    var parts = [
      "<details\(isOpen ? " open" : "")><summary>\(markupText(text.line(entry)))</summary>",
      "<pre>\(body.map(markupText).joined(separator: "\n"))</pre>",
    ]
    if let pictures = pictures[entry.recording] {
      parts.append("<figure>\(pictures.before)<figcaption>as recorded</figcaption></figure>")
      parts.append("<figure>\(pictures.after)<figcaption>this build</figcaption></figure>")
    }
    if let repro = entry.repro {
      parts.append(
        "<p>next: <code>\(markupText("\(report.tool) repro \(shellWord(repro))"))</code></p>")
    }
    return (parts + ["</details>"]).joined(separator: "\n")
  }
}
