import Recording
import Replay

/// The builds, one row each.
struct VerificationTable {
  let report: VerificationReport
  let skipped: [BuildManifest.Entry]
  /// Whether there is room to say what each build is.
  var isWide = false

  var table: TextTable {
    var table = TextTable(columns: [
      .init(title: "build"), .init(title: "instruction set"),
      .init(title: "steps", isNumber: true), .init(title: "class"),
      .init(title: "seconds", isNumber: true), .init(title: "verdict"),
    ])
    let classes = report.classes
    for (index, result) in report.builds.enumerated() {
      let pairs = report.pairs(of: index)
      table.rows.append([
        result.build.name, result.instructionSet, "\(pairs.reduce(0) { $0 + $1.stepCount })",
        classes.first { $0.members.contains(index) }?.name ?? "-",
        formatted(pairs.reduce(0) { $0 + $1.seconds }, "%.2f"),
        report.verdictText(of: index),
      ])
    }
    for entry in skipped {
      table.rows.append([entry.name, entry.instructionSet ?? "unknown", "0", "-", "-", "skipped"])
    }
    if isWide {
      table.columns.insert(.init(title: "what it is"), at: 2)
      let words =
        report.builds.map { $0.build.isOther ? $0.build.summary : "the tool itself" }
        + skipped.map { $0.description ?? "" }
      for index in table.rows.indices { table.rows[index].insert(words[index], at: 2) }
    }
    return table
  }
}

extension VerificationReport {
  /// A build's verdict over all recordings; a difference is the number of those that differ.
  ///
  /// A difference outweighs agreement on the other recordings; a failure outweighs both.
  func verdict(of build: Int) -> Verdict<Int> {
    let verdicts = pairs(of: build).map(\.verdict)
    for case .failed(let failure) in verdicts { return .failed(failure) }
    let differences = verdicts.filter { if case .different = $0 { true } else { false } }.count
    if differences > 0 { return .different(differences) }
    if builds[build].build.expectation == .same {
      for case .unreadable(let error) in verdicts { return .unreadable(error) }
    }
    return verdicts.contains(.same) ? .same : .absent
  }

  /// A build's verdict for a person.
  func verdictText(of build: Int) -> String {
    let isControl = builds[build].build.expectation == .different
    return switch verdict(of: build) {
    case .same: isControl ? "agrees, but must differ" : "same"
    case .different(let number):
      "differs on \(count(number, "recording"))" + (isControl ? ", as it must" : "")
    case .failed(let failure):
      switch failure.kind {
      case .notStarted: "could not be started"
      case .incompatible: "refused"
      case .leftOut: "left out"
      case .broken: "failed"
      }
    case .unreadable: "cannot read a recording"
    case .absent: "does not have the simulation"
    }
  }

  /// The steps that these builds took and that agree, from the start and from key frames.
  func comparedStepCount(of members: [Int]) -> Int64 {
    members.reduce(0) { sum, build in
      pairs(of: build).reduce(sum) { $0 + $1.stepCount + $1.restoredStepCount }
    }
  }
}
