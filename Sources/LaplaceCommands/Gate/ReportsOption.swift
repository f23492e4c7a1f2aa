import ArgumentParser

/// Where a gate's reports and the files of its failures go.
struct ReportsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Reports to write, separated by commas: \(ReportKind.list).", valueName: "kind=file"),
    completion: .list(ReportList.beginnings))
  var report: [ReportList] = []

  @Option(
    help: ArgumentHelp("The folder for the files of failures.", valueName: "folder"),
    completion: .directory)
  var failures = "failures"

  @Flag(help: "Replace files other than reports of the same kind.")
  var force = false

  private var all: [ReportOption] { report.flatMap(\.reports) }

  var isEmpty: Bool { all.isEmpty }

  /// Refuses, before anything runs, files that cannot be written or that are read.
  func check(_ inputs: [String]) throws {
    for report in all { try report.output(force: force, inputs)?.check() }
  }

  func write(_ report: GateReport, _ inputs: [String], _ console: any Console) throws {
    for option in all {
      try option.write(report, to: option.output(force: force, inputs), console)
    }
  }
}
