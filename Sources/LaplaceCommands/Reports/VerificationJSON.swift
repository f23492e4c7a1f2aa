import AgentProtocol
import DeterministicMath
import Recording
import Replay
import Simulation

/// A verification for programs. The keys are described in the documentation of Replay
/// (*Verifying builds*); keys are added, never renamed.
struct VerificationJSON: VersionedDocument {
  struct BuildEntry: Codable {
    var name: String
    var instructionSet: String
    var description: String
    var expectation: String
    var engineVersion: String?
    var facts: [String: String]
    var floatingPointFault: String?
    /// Whether its agents can restore: otherwise it was verified by re-simulation alone.
    var restores: Bool?
    var `class`: String?
    var steps: Int64
    var keyframeSteps: Int64
    var seconds: Double
    var verdict: String
    var failure: String?
    var skipped: String?
  }

  struct Run: Codable {
    var build: String
    var verdict: String
    var steps: Int64
    var keyframeSteps: Int64
    var seconds: Double
    var restores: RestoresEntry
    var stored: StoredEntry
    var failure: String?
    var failureKind: String?
    var difference: Difference?
  }

  /// How many of the stored states were compared with the build's own, and are these.
  struct StoredEntry: Codable {
    var states: Int64
    var keyframes: Int
    /// Samples of the view track.
    var poses: Int64
  }

  /// Differences that look alike.
  struct CauseEntry: Codable {
    var build: String
    var mechanism: String
    var fields: [String]
    var witness: String
    var recordings: [String]
  }

  /// At how many places it was restored and went on as the run that never stopped.
  struct RestoresEntry: Codable {
    var keyframes: Int
    var restarts: Int
  }

  struct RecordingEntry: Codable {
    var name: String
    var steps: Int64
    /// With the one at its start: where that is the only one, key frames prove nothing of restores.
    var keyframes: Int
    var runs: [Run]
  }

  struct ClassEntry: Codable {
    var name: String
    var isAsRecorded: Bool
    var builds: [String]
    var firstRecording: String?
    var firstStep: Int64?
  }

  var version = documentVersion
  var status: Int32
  var steps: Int64
  var buildSteps: Int64
  var classes: [ClassEntry]
  var causes: [CauseEntry]
  var builds: [BuildEntry]
  var recordings: [RecordingEntry]
}

extension VerificationJSON {
  init(_ report: VerificationReport, _ skipped: [BuildManifest.Entry], _ status: ExitStatus) {
    self.status = status.rawValue
    steps = report.stepCounts.reduce(0, +)
    let groups = report.classes
    buildSteps = report.comparedStepCount(of: groups.flatMap(\.members))
    classes = groups.map { group in
      ClassEntry(
        name: group.name, isAsRecorded: group.isAsRecorded,
        builds: group.members.map { report.builds[$0].build.name },
        firstRecording: group.firstDivergence.map { report.recordings[$0.recording] },
        firstStep: group.firstDivergence?.step)
    }
    causes = report.builds.indices.filter { report.builds[$0].build.expectation == .same }
      .flatMap { build in
        report.causes(of: build).map { cause in
          CauseEntry(
            build: report.builds[build].build.name, mechanism: cause.signature.mechanism.rawValue,
            fields: cause.signature.fields, witness: report.recordings[cause.recordings[0]],
            recordings: cause.recordings.map { report.recordings[$0] })
        }
      }
    builds = report.builds.indices.map { index in
      BuildEntry(
        report, index, class: groups.first { $0.members.contains(index) }?.name)
    }
    builds += skipped.map(BuildEntry.init)
    recordings = report.recordings.indices.map { recording in
      RecordingEntry(
        name: report.recordings[recording], steps: report.stepCounts[recording],
        keyframes: report.keyframeCounts[recording],
        runs: report.builds.indices.map { Run(report, recording, $0) })
    }
  }
}

extension VerificationJSON.BuildEntry {
  init(_ report: VerificationReport, _ index: Int, class group: String?) {
    let (result, pairs) = (report.builds[index], report.pairs(of: index))
    name = result.build.name
    instructionSet = result.instructionSet
    description = result.build.summary
    expectation = result.build.expectation == .same ? "same" : "different"
    engineVersion = result.hello?.engineVersion
    facts = Dictionary(
      (result.hello?.build ?? []).map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
    floatingPointFault = result.floatingPointFault
    restores = result.restores
    `class` = group
    steps = pairs.reduce(0) { $0 + $1.stepCount }
    keyframeSteps = pairs.reduce(0) { $0 + $1.restoredStepCount }
    seconds = pairs.reduce(0) { $0 + $1.seconds }
    verdict = report.verdict(of: index).word
    failure = result.givenUp?.message
  }

  init(_ entry: BuildManifest.Entry) {
    name = entry.name
    instructionSet = entry.instructionSet ?? "unknown"
    description = entry.description ?? ""
    expectation = (entry.expect ?? .same).rawValue
    (facts, steps, keyframeSteps, seconds) = ([:], 0, 0, 0)
    verdict = "skipped"
    skipped = entry.skipped
  }
}

extension VerificationJSON.Run {
  init(_ report: VerificationReport, _ recording: Int, _ index: Int) {
    let pair = report.pairs[recording][index]
    build = report.builds[index].build.name
    restores = VerificationJSON.RestoresEntry(
      keyframes: pair.keyframeCount, restarts: pair.restartCount)
    stored = VerificationJSON.StoredEntry(
      states: pair.comparedStateCount, keyframes: pair.comparedKeyframeCount,
      poses: pair.comparedPoseCount)
    (steps, keyframeSteps, seconds) = (pair.stepCount, pair.restoredStepCount, pair.seconds)
    switch pair.verdict {
    case .same: verdict = "same"
    case .absent: verdict = "absent"
    case .unreadable(let error):
      verdict = "unreadable"
      failure = error.description
    case .failed(let problem):
      verdict = "failed"
      failure = problem.message
      failureKind = problem.kind.rawValue
    case .different(let found):
      verdict = "different"
      difference = found
    }
  }
}
