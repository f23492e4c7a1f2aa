import Replay

/// What a verification has proven of restoring, in words.
struct RestoreProof {
  static let missing = "restored nowhere, so a field that is not visited goes unnoticed"

  private let report: VerificationReport
  /// How often the recordings were restored, each counted in the build that did so most often.
  private let keyframeCount: Int
  private let restartCount: Int
  private let builds: [Int]

  init(_ report: VerificationReport) {
    self.report = report
    let best = report.recordings.map { recording in
      recording.runs.max { $0.keyframeCount + $0.restartCount < $1.keyframeCount + $1.restartCount }
    }
    // A key frame at the start restores what a fresh run has anyway.
    keyframeCount = zip(best, report.recordings).reduce(0) { sum, each in
      sum + (each.1.keyframes > 1 ? each.0?.keyframeCount ?? 0 : 0)
    }
    restartCount = best.reduce(0) { $0 + ($1?.restartCount ?? 0) }
    builds = report.builds.indices.filter { build in
      report.pairs(of: build).contains { $0.keyframeCount + $0.restartCount > 0 }
    }
  }

  /// `restored at 8 key frames and 15 other steps`; `nil` when it was restored nowhere.
  var place: String? {
    let bare = report.recordings.count { $0.keyframes <= 1 }
    switch (keyframeCount, restartCount) {
    case (0, 0): return nil
    case (0, let restarts):
      let start =
        report.recordings.count == 1
        ? "its only key frame is its start" : "no key frames but the starts"
      return "restored at \(count(restarts, "step")) (\(start))"
    case (let keyframes, let restarts):
      var words = "restored at \(count(keyframes, "key frame"))"
      if restarts > 0 { words += " and \(count(restarts, "other step"))" }
      if bare > 0 { words += " (\(count(bare, "recording")) without a key frame but the start)" }
      return words
    }
  }

  /// A line on all recordings and builds.
  var line: String {
    guard let place else { return Self.missing }
    let all = report.builds.indices.filter { report.builds[$0].build.expectation == .same }
    let names = builds.map { report.builds[$0].build.name }
    let who =
      names.count == 1 ? names[0] : builds == all ? "every build" : count(names.count, "build")
    return "\(place), \(who) go\(names.count == 1 || builds == all ? "es" : "") on the same"
  }
}
