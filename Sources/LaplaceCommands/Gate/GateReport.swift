import Replay
import Sessions

/// What `ci` came to: every report is made of it, and reports of shards are merged as it.
///
/// The keys of its JSON are added to, never renamed.
struct GateReport: VersionedDocument, Equatable {
  /// What became of one recording in one build.
  enum Outcome: String, Codable, CaseIterable {
    case verified
    case different
    /// The simulation or its program ended, hung or broke the protocol.
    case crashed
    /// Its program could not be started, or the file not be read.
    case trouble
    /// Another version of the simulation.
    case refused
    /// It reproduces, but the lock file has another recording.
    case replaced
    /// No build here has its simulation.
    case absent
    /// Not run: the budget was at its end.
    case skipped

    var status: ExitStatus {
      switch self {
      case .verified: .same
      case .different: .different
      case .crashed: .crashed
      case .trouble: .trouble
      case .refused, .absent: .refused
      case .replaced: .baseline
      case .skipped: .loss
      }
    }
  }

  struct Entry: Codable, Equatable {
    var recording: String
    var simulation: String
    var build: String
    var steps: Int64
    /// Steps from the start that agree.
    var verifiedSteps: Int64 = 0
    var outcome: Outcome
    /// Whether it also went on from its key frames; `nil` where that is not known.
    var restored: Bool?
    /// The first step that is not right; −1 before step 0.
    var step: Int64?
    /// How the build differs from the recording.
    var difference: Difference?
    /// The phase of the step in which it does.
    var phase: PhaseFinding?
    /// A line on the build's arithmetic, if it is the likely cause.
    var likelyCauses: [String] = []
    /// The reason for another outcome: words of a file, a program or the system.
    var reason: String?
    /// The next thing to do.
    var advice: String?
    /// How its program ended.
    var ending: String?
    /// True if the program gave no answer in time.
    var hangs: Bool?
    /// Its cause: an index of ``GateReport/causes``.
    var cause: Int?
    /// The file that shows the failure again.
    var repro: String?
    var seconds: Double = 0
  }

  /// A build, and what it came to over all recordings.
  struct BuildEntry: Codable, Equatable {
    var name: String
    var instructionSet: String
    var description = ""
    /// `same`, or `different` for a negative control, which shows that a difference would be seen.
    var expectation = Build.Expectation.same
    /// Recordings that it ran to their end, or to a difference.
    var recordings = 0
    /// Those of them that it does not reproduce.
    var differing = 0
    var steps: Int64 = 0
    var seconds: Double = 0
    /// Why there is no such build here.
    var skipped: String?
  }

  /// What is wrong with the set, not with a run.
  struct Problem: Codable, Equatable {
    var text: String
    var status: Int32
  }

  /// A part of the set: `index` from 1 to `count`.
  struct Shard: Codable, Equatable, Hashable {
    var index: Int
    var count: Int
  }

  var version = documentVersion
  var tool: String
  var status: Int32 = 0
  var shard: Shard?
  var budget: Double?
  var seconds: Double = 0
  /// The simulations that the tool knows.
  var simulations: [String]
  /// `nil` in reports of tools that did not list them.
  var builds: [BuildEntry]? = []
  var recordings: [Entry] = []
  /// Failures that look alike.
  var causes: [VerificationReport.Cause] = []
  var problems: [Problem] = []
}

extension GateReport.Entry {
  /// The first field that differs.
  var field: String? { difference?.comparison.differences.first?.place }
}

extension GateReport {
  /// Entries that are neither verified nor skipped.
  var failures: [Entry] {
    recordings.filter { $0.outcome != .verified && $0.outcome != .skipped }
  }

  /// These failures with the smallest witness of each cause first: it says the most.
  var failuresByWitness: [Entry] {
    let witnesses = causes.compactMap(\.recordings.first)
    let isWitness = Set(witnesses)
    let others = recordings.indices.filter { index in
      let outcome = recordings[index].outcome
      return outcome != .verified && outcome != .skipped && !isWitness.contains(index)
    }
    return (witnesses + others).map { recordings[$0] }
  }

  /// Known simulations that some recording has, and those that none has; a part of a set says
  /// nothing of them.
  var coverage: (covered: [String], uncovered: [String]) {
    let recorded = Set(recordings.filter { $0.outcome != .skipped }.map(\.simulation))
    return (
      simulations.filter(recorded.contains), simulations.filter { !recorded.contains($0) }
    )
  }

  /// Puts failures into causes, and says what the whole comes to.
  ///
  /// - Parameter allowsSkipped: whether a recording that was left out is a success all the same.
  mutating func conclude(allowsSkipped: Bool) {
    cluster()
    judgeControls()
    var end = ExitStatus.same
    for entry in recordings where !(allowsSkipped && entry.outcome == .skipped) {
      end = .graver(end, entry.outcome.status)
    }
    for problem in problems { end = .graver(end, ExitStatus(rawValue: problem.status) ?? .trouble) }
    status = end.rawValue
  }

  /// Lists builds that there are not here.
  ///
  /// - Parameter isFailure: whether the gate then stays shut.
  mutating func tell(_ skipped: [ListedBuild], isFailure: Bool) {
    for build in skipped {
      builds?.append(
        BuildEntry(
          name: build.name, instructionSet: build.instructionSet ?? "unknown",
          description: build.summary, expectation: build.expect,
          skipped: build.skipped ?? "no command"))
      if isFailure {
        problems.append(
          Problem(
            text: "build '\(build.name)' skipped: \(build.skipped ?? "no command")",
            status: ExitStatus.trouble.rawValue))
      }
    }
  }

  /// A negative control that agrees with all recordings shows that differences are not seen. A part
  /// of the set may hold none on which it differs, so that only the whole is judged.
  private mutating func judgeControls() {
    guard shard == nil, !recordings.isEmpty else { return }
    for build in builds ?? []
    where build.expectation == .different && build.recordings > 0 && build.differing == 0 {
      problems.append(
        Problem(
          text: "negative control '\(build.name)' agrees with the recordings over "
            + "\(build.steps) steps: the comparison missed a difference that it must find",
          status: ExitStatus.different.rawValue))
    }
  }

  private mutating func cluster() {
    causes = []
    for index in recordings.indices { recordings[index].cause = nil }
    for build in uniqued(recordings.map(\.build)) {
      let found = recordings.indices.filter { recordings[$0].build == build }.compactMap { index in
        recordings[index].difference.map { (index, $0) }
      }
      causes += VerificationReport.Cause.all(of: found)
    }
    // A crash is known by its words.
    let crashed = recordings.indices.filter { recordings[$0].outcome == .crashed }
    for words in uniqued(crashed.map { recordings[$0].ending ?? "" }) {
      let alike = crashed.filter { recordings[$0].ending ?? "" == words }
      causes.append(VerificationReport.Cause(words, recordings: alike))
    }
    for (number, cause) in causes.enumerated() {
      for index in cause.recordings { recordings[index].cause = number }
    }
  }
}

/// Each word once, in the order of first appearance.
func uniqued(_ words: [String]) -> [String] {
  var known: Set<String> = []
  return words.filter { known.insert($0).inserted }
}
