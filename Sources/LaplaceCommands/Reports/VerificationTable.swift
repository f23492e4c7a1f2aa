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
  /// A build's verdict over all recordings, for a person.
  ///
  /// A difference outweighs agreement on the other recordings; a failure outweighs both.
  func verdictText(of build: Int) -> String {
    let verdicts = pairs(of: build).map(\.verdict)
    let isControl = builds[build].build.expectation == .different
    if let failure = verdicts.compactMap(\.failure).first {
      return switch failure.kind {
      case .notStarted: "could not be started"
      case .incompatible: "refused"
      case .leftOut: "left out"
      case .broken: "failed"
      }
    }
    let differences = verdicts.count { $0.difference != nil }
    if differences > 0 {
      return "differs on \(count(differences, "recording"))" + (isControl ? ", as it must" : "")
    }
    if !isControl, verdicts.contains(where: { $0.word == .unreadable }) {
      return "cannot read a recording"
    }
    guard verdicts.contains(.same) else { return "does not have the simulation" }
    return isControl ? "agrees, but must differ" : "same"
  }

  /// The steps that these builds took and that agree, from the start and from key frames.
  func comparedStepCount(of members: [Int]) -> Int64 {
    members.reduce(0) { sum, build in
      pairs(of: build).reduce(sum) { $0 + $1.stepCount + $1.restoredStepCount }
    }
  }
}
