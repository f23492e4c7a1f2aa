import Pictures
import Recording

/// A gate's report as JUnit writes it: a test case for each recording, in a suite for each build.
struct JUnitReport {
  let report: GateReport

  var text: String {
    let builds = uniqued(report.recordings.map(\.build))
    let suites = builds.map { build in suite(build, report.recordings.filter { $0.build == build })
    }
    let problems = report.problems.isEmpty ? [] : [problemSuite]
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      \((suites + problems).joined(separator: "\n"))
      </testsuites>

      """
  }

  private func suite(_ build: String, _ entries: [GateReport.Entry]) -> String {
    let failures = entries.count { Self.element($0.outcome) == "failure" }
    let errors = entries.count { Self.element($0.outcome) == "error" }
    let skipped = entries.count { $0.outcome == .skipped }
    let time = entries.reduce(0) { $0 + $1.seconds }
    let head =
      "<testsuite name=\(quoted("laplace: \(build)")) tests=\"\(entries.count)\" "
      + "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
      + "time=\"\(rounded(time, 3))\">"
    return ([head] + entries.map(testCase) + ["</testsuite>"]).joined(separator: "\n")
  }

  private func testCase(_ entry: GateReport.Entry) -> String {
    let head =
      "  <testcase name=\(quoted(entry.recording)) classname=\(quoted(entry.simulation)) "
      + "time=\"\(rounded(entry.seconds, 3))\""
    guard let element = Self.element(entry.outcome) else { return head + "/>" }
    if element == "skipped" {
      return "\(head)>\n    <skipped message=\(quoted(entry.message))/>\n  </testcase>"
    }
    var body = [entry.message] + entry.details
    if let repro = entry.repro { body.append("next: \(report.tool) repro \(shellWord(repro))") }
    return """
      \(head)>
          <\(element) type=\(quoted(entry.outcome.rawValue)) message=\(quoted(entry.message))>\
      \(body.map(markupText).joined(separator: "\n"))</\(element)>
        </testcase>
      """
  }

  private var problemSuite: String {
    let cases = report.problems.enumerated().map { number, problem in
      """
        <testcase name="problem \(number + 1)" classname="recordings" time="0.000">
          <failure type="baseline" message=\(quoted(problem.text))/>
        </testcase>
      """
    }
    return
      ([
        "<testsuite name=\"laplace: the set\" tests=\"\(cases.count)\" "
          + "failures=\"\(cases.count)\" errors=\"0\" skipped=\"0\" time=\"0.000\">"
      ]
      + cases + ["</testsuite>"]).joined(separator: "\n")
  }

  /// What stands in a test case of that end; `nil` for success.
  private static func element(_ outcome: GateReport.Outcome) -> String? {
    switch outcome {
    case .verified: nil
    case .skipped: "skipped"
    case .different, .refused, .replaced, .absent: "failure"
    case .crashed, .trouble: "error"
    }
  }

  private func quoted(_ text: String) -> String { "\"\(markupText(text))\"" }
}

/// A line of text for XML and HTML, between tags and in quotes; what XML cannot hold is escaped.
func markupText(_ text: String) -> String {
  var out = ""
  for scalar in TerminalText.line(text).unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "\u{FFFE}", "\u{FFFF}": out += "\u{FFFD}"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
