import Replay

/// The exit status that a verification ends with.
enum VerificationStatus {
  static func of(_ report: VerificationReport) -> ExitStatus {
    report.builds.indices.reduce(.same) { status, build in
      .graver(status, of(build, report))
    }
  }

  private static func of(_ build: Int, _ report: VerificationReport) -> ExitStatus {
    let result = report.builds[build]
    var status = ExitStatus.same
    var differs = false
    for (recording, pair) in report.pairs(of: build).enumerated() {
      switch pair.verdict {
      case .same: break
      case .different: differs = true
      case .failed(let failure): status = .graver(status, of(failure))
      case .unreadable: status = .graver(status, .trouble)
      case .absent:
        if !isElsewhere(recording, report) || build != 0 { status = .graver(status, .refused) }
      }
    }
    if result.build.expectation == .different {
      // One that failed has shown nothing, which its failure says already.
      return differs || status != .same ? status : .different
    }
    if differs { return .graver(status, .different) }
    return result.floatingPointFault == nil ? status : .graver(status, .refused)
  }

  /// Whether some build could run the recording.
  private static func isElsewhere(_ recording: Int, _ report: VerificationReport) -> Bool {
    report.recordings[recording].runs.contains { $0.verdict != .absent }
  }

  private static func of(_ failure: AgentFailure) -> ExitStatus {
    switch failure.kind {
    case .notStarted: .trouble
    case .incompatible: .refused
    case .broken: .crashed
    case .leftOut: .loss
    }
  }
}

extension ExitStatus {
  /// The graver of two ends: trouble and crashes hide differences, so they count more.
  static func graver(_ a: ExitStatus, _ b: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [.same, .loss, .different, .baseline, .refused, .crashed, .trouble]
    return (order.firstIndex(of: a) ?? 0) >= (order.firstIndex(of: b) ?? 0) ? a : b
  }
}
