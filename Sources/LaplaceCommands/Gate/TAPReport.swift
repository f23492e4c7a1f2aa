import Recording
import Replay

/// A gate's report in the Test Anything Protocol, version 13: a test for each recording.
struct TAPReport {
  let report: GateReport
  /// The comment by which the report of an earlier run is known.
  static let mark = "# laplace"

  var text: String {
    let namesBuilds = GateText(report: report).hasManyBuilds
    let tests = report.recordings.enumerated().flatMap { test($0 + 1, $1, namesBuilds) }
    let problems = report.problems.enumerated().map { number, problem in
      "not ok \(report.recordings.count + number + 1) - \(Self.description(problem.text))"
    }
    let total = report.recordings.count + report.problems.count
    // A plan of no tests is one that says why.
    let plan = total == 0 ? "1..0 # SKIP no recording in this part" : "1..\(total)"
    return (["TAP version 13", plan, Self.mark] + tests + problems).joined(separator: "\n") + "\n"
  }

  private func test(_ number: Int, _ entry: GateReport.Entry, _ namesBuild: Bool) -> [String] {
    let name = Self.description(
      entry.recording + (namesBuild ? " [\(entry.build)]" : ""))
    switch entry.outcome {
    case .verified: return ["ok \(number) - \(name)"]
    case .skipped: return ["ok \(number) - \(name) # SKIP \(Self.description(entry.message))"]
    default: break
    }
    var lines = ["not ok \(number) - \(name)", "  ---", "  message: \(compactJSON(entry.message))"]
    lines.append("  severity: fail")
    if let step = entry.step { lines.append("  step: \(step)") }
    if let phase = entry.phase?.name { lines.append("  phase: \(compactJSON(phase))") }
    if let field = entry.field { lines.append("  field: \(compactJSON(field))") }
    if let repro = entry.repro {
      lines.append("  next: \(compactJSON("\(report.tool) repro \(shellWord(repro))"))")
    }
    return lines + ["  ..."]
  }

  /// `#` begins a directive.
  private static func description(_ text: String) -> String {
    var out = ""
    for scalar in TerminalText.line(text).unicodeScalars {
      switch scalar {
      case "#", "\\": out += "\\\(scalar)"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
