import ArgumentParser
import Recording

/// The forms in which a gate's report is written.
package enum ReportKind: String, CaseIterable {
  case junit
  case sarif
  case tap
  case github
  case html
  case markdown
  case json

  /// True unless the runner of a job reads it from standard output.
  package var needsFile: Bool { self != .github }

  /// All of them, as help lists them.
  static var list: String {
    allCases.map { $0.rawValue + ($0.needsFile ? "=FILE" : "") }.joined(separator: ", ")
  }
}

/// Parses `junit=out.xml,github,html=out.html`.
struct ReportOption: ExpressibleByArgument {
  var kind: ReportKind
  /// `nil`: to standard output.
  var path: String?
}

/// Parses a list of forms.
struct ReportList: ExpressibleByArgument {
  /// The words that a shell offers.
  static var beginnings: [String] {
    ReportKind.allCases.map { $0.rawValue + ($0.needsFile ? "=" : "") }
  }

  var reports: [ReportOption] = []

  init?(argument: String) {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let report = ReportOption(argument: String(part)) else { return nil }
      reports.append(report)
    }
  }
}

extension ReportOption {
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
    self.kind = kind
    if parts.count > 1 {
      guard !parts[1].isEmpty else { return nil }
      path = String(parts[1])
    } else if kind.needsFile {
      return nil
    }
  }

  /// The report in this form.
  func text(_ report: GateReport) throws -> String {
    switch kind {
    case .junit: JUnitReport(report: report).text
    case .sarif: json(SARIFReport(report)) + "\n"
    case .tap: TAPReport(report: report).text
    case .github: GitHubReport(report: report).lines.map { $0 + "\n" }.joined()
    case .html: GatePage(report: report).html
    case .markdown: GateMarkdown(report: report).text
    case .json: json(report) + "\n"
    }
  }

  /// The file; `nil` for standard output.
  func output(force: Bool, _ inputs: [String]) -> Output? {
    path.map { Output(path: $0, kind: .report(kind), force: force, inputs: inputs) }
  }

  /// Writes the report to a file, or to standard output for a runner.
  func write(_ report: GateReport, to file: Output?, _ console: any Console) throws {
    let text = try text(report)
    guard let file else {
      for line in text.split(separator: "\n") { console.write(result: String(line)) }
      return
    }
    try file.write(
      text, advice: "make its folder, or name another file with --report \(kind.rawValue)=FILE")
  }
}

extension OutputKind {
  static func report(_ kind: ReportKind) -> OutputKind { OutputKind(isOwn: kind.isWritten) }
}

extension ReportKind {
  /// True if this tool wrote the report.
  func isWritten(at path: String) -> Bool {
    let text = OutputKind.beginning(path)
    switch self {
    case .junit:
      let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      return text.hasPrefix(start + "<testsuite name=\"laplace: ")
        || text == start + "\n</testsuites>\n"
    case .sarif:
      return text.contains("sarif-2.1.0")
        && (try? Files.text(path))?.contains("\"name\" : \"laplace\"") == true
    case .tap:
      return text.hasPrefix("TAP version 13\n1..") && text.contains("\n\(TAPReport.mark)\n")
    case .github:
      return text.lines.allSatisfy {
        $0.isEmpty || $0.hasPrefix("::") && $0.contains("title=Laplace::")
      }
    case .html: return text.hasPrefix(GatePage.head)
    case .markdown:
      return text.hasPrefix("### Bit-exact") || text.hasPrefix("### Not bit-exact")
    case .json:
      guard text.hasPrefix("{"), let bytes = try? Files.read(path) else { return false }
      return (try? decoded(GateReport.self, bytes)) != nil
    }
  }
}
