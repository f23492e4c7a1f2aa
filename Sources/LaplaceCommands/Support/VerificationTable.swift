import Foundation
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
        String(format: "%.2f", pairs.reduce(0) { $0 + $1.seconds }),
        report.verdict(of: index).words,
      ])
    }
    for entry in skipped {
      table.rows.append([entry.name, entry.instructionSet ?? "unknown", "0", "-", "-", "skipped"])
    }
    if isWide {
      table.columns.insert(.init(title: "what it is"), at: 2)
      let words =
        report.builds.map { $0.build.isSeparateProcess ? $0.build.summary : "the tool itself" }
        + skipped.map { $0.description ?? "" }
      for index in table.rows.indices { table.rows[index].insert(words[index], at: 2) }
    }
    return table
  }
}

extension VerificationReport {
  /// A build's verdict over all recordings.
  enum BuildVerdict: Equatable {
    case same
    /// On this many of the recordings.
    case different(Int)
    case failed(AgentFailure.Kind)
    case unreadable
    /// It has the simulation of none of the recordings.
    case absent
    case controlDiffers(Int)
    case controlAgrees

    var words: String {
      switch self {
      case .same: "same"
      case .different(let number): "differs on \(count(number, "recording"))"
      case .failed(.notStarted): "could not be started"
      case .failed(.incompatible): "refused"
      case .failed(.broken): "failed"
      case .unreadable: "trouble with a recording"
      case .absent: "does not have the simulation"
      case .controlDiffers(let number):
        "differs on \(count(number, "recording")), as it must"
      case .controlAgrees: "agrees, and must not"
      }
    }

    /// One word, for programs.
    var word: String {
      switch self {
      case .same: "same"
      case .different, .controlDiffers: "different"
      case .failed: "failed"
      case .unreadable: "unreadable"
      case .absent: "absent"
      case .controlAgrees: "same"
      }
    }
  }

  func verdict(of build: Int) -> BuildVerdict {
    let outcomes = pairs(of: build).map(\.outcome)
    let differences = outcomes.filter { outcome in
      if case .different = outcome { true } else { false }
    }.count
    for outcome in outcomes {
      if case .failed(let failure) = outcome { return .failed(failure.kind) }
    }
    if builds[build].build.expectation == .different {
      if differences > 0 { return .controlDiffers(differences) }
      return outcomes.contains(.same) ? .controlAgrees : .absent
    }
    if differences > 0 { return .different(differences) }
    if outcomes.contains(where: { if case .unreadable = $0 { true } else { false } }) {
      return .unreadable
    }
    return outcomes.contains(.same) ? .same : .absent
  }

  /// The steps that these builds took and that agree, from the start and from key frames.
  func comparedStepCount(of members: [Int]) -> Int64 {
    members.reduce(0) { sum, build in
      pairs(of: build).reduce(sum) { $0 + $1.stepCount + $1.restoredStepCount }
    }
  }
}
