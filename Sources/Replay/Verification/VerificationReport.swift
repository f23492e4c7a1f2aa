import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// The result of verifying many builds on many recordings.
///
/// Builds and recordings keep the order in which they were given.
public struct VerificationReport: Codable, Sendable {
  /// One build on one recording.
  public struct Pair: Equatable, Sendable {
    /// What it came to.
    public var verdict: Verdict
    /// Steps from the start that agree.
    public var stepCount: Int64
    /// Steps of restored runs that agree.
    public var restoredStepCount: Int64
    /// Key frames that it went on from as the run that never stopped.
    public var keyframeCount: Int
    /// Other steps at which it was restarted and went on like that.
    public var restartCount: Int
    /// Stored every-step states that were compared and are the build's own. One build of each
    /// recording compares them; those that were not compared are covered by no digest.
    public var comparedStateCount: Int64 = 0
    /// Stored key frames that were compared and are the build's own.
    public var comparedKeyframeCount = 0
    /// Stored samples of the view track that were compared and are the build's own, rounded.
    public var comparedPoseCount: Int64 = 0
    /// How long it worked, in seconds.
    public var seconds: Double
  }

  /// What became known of a build.
  public struct BuildResult: Sendable {
    /// The build.
    public var build: Build
    /// What it says of itself; `nil` when it never answered.
    public var hello: AgentHello?
    /// Why it was given up before the end; every recording that was left has it as its failure.
    public var givenUp: AgentFailure?

    /// What it runs on: its maker's word, unless its own contradicts that.
    public var instructionSet: String {
      guard let own = fact("processor") else { return build.instructionSet ?? "unknown" }
      return hasContradiction ? own : build.instructionSet ?? own
    }

    /// Whether it runs on something else than its maker says: `armv7` is an `arm`, and no `x86-64`.
    public var hasContradiction: Bool {
      guard let given = build.instructionSet, let own = fact("processor") else { return false }
      return !given.hasPrefix(own)
    }

    /// How its arithmetic is not that of IEEE 754; `nil` when it is, or says nothing of it.
    ///
    /// The fact `floatingPoint` of a build that conforms begins with `IEEE 754`.
    public var floatingPointFault: String? {
      fact(floatingPointFactName).flatMap { $0.hasPrefix("IEEE 754") ? nil : $0 }
    }

    /// Whether its agents can restore; `true` for those that never said hello.
    public var restores: Bool { hello?.restores ?? true }

    /// What the build says of itself under a name; `nil` when it says nothing.
    public func fact(_ name: String) -> String? {
      hello?.build.first { $0.name == name }?.value
    }
  }

  /// One recording in all builds.
  public struct RecordingResult: Equatable, Codable, Sendable {
    /// The recording's name, as it was given.
    public var name: String
    /// The simulation that was recorded.
    public var simulation: String
    /// How many steps it has.
    public var steps: Int64
    /// How many key frames it has, with the one at its start.
    public var keyframes: Int
    /// The result of each build, in the order of ``VerificationReport/builds``.
    public var runs: [Pair]
  }

  /// Builds that gave the same digests on every recording.
  public struct Class: Equatable, Codable, Sendable {
    /// `A` for those like the recordings, then `B`, `C`, …
    public var name: String
    /// Whether its members give the recordings' own bits.
    public var isAsRecorded: Bool
    /// Indices of ``VerificationReport/builds``.
    public var members: [Int]
    /// The first recording from which its members diverge: an index.
    public var firstRecording: Int?
    /// The step after which they do.
    public var firstStep: Int64?
  }

  /// The builds, as they were given.
  public var builds: [BuildResult]
  /// The recordings, as they were given.
  public var recordings: [RecordingResult]

  /// A build's pairs, in the order of the recordings.
  public func pairs(of build: Int) -> [Pair] { recordings.map { $0.runs[build] } }

  /// Whether the build reproduced every recording that it could.
  public func isSame(_ build: Int) -> Bool {
    let verdicts = pairs(of: build).map(\.verdict)
    return verdicts.contains(.same) && verdicts.allSatisfy { $0 == .same || $0 == .absent }
  }

  /// Whether a build diverged from some recording, and did not do the same when it ran again.
  public func wavers(_ build: Int) -> Bool {
    guard builds[build].build.expectation == .same else { return false }
    return pairs(of: build).contains { pair in
      pair.verdict.difference.map { $0.runs.agreement != .always } == true
    }
  }

  /// The classes of the builds that ran everything and do the same again; negative controls are in
  /// none.
  public var classes: [Class] {
    var classes: [Class] = []
    var signatures: [[DigestMismatch?]] = []
    for build in builds.indices where builds[build].build.expectation == .same {
      guard let signature = signature(of: build) else { continue }
      if let index = signatures.firstIndex(of: signature) {
        classes[index].members.append(build)
        continue
      }
      let first = signature.firstIndex { $0 != nil }
      signatures.append(signature)
      classes.append(
        Class(
          name: "", isAsRecorded: first == nil, members: [build],
          firstRecording: first, firstStep: first.flatMap { signature[$0]?.step }))
    }
    classes = classes.filter(\.isAsRecorded) + classes.filter { !$0.isAsRecorded }
    // `A` is the recordings' own class, also when no build is in it.
    var number = classes.first?.isAsRecorded == false ? 1 : 0
    for index in classes.indices {
      classes[index].name = letters(number)
      number += 1
    }
    return classes
  }

  /// Where a build diverges, by recording; `nil` for a build that failed, wavers or ran nothing.
  private func signature(of build: Int) -> [DigestMismatch?]? {
    var signature: [DigestMismatch?] = []
    var hasRun = false
    for pair in pairs(of: build) {
      switch pair.verdict {
      case .same: signature.append(nil)
      case .different(let difference):
        // Builds that do not agree with themselves share a digest by chance.
        if difference.runs.agreement != .always { return nil }
        signature.append(difference.runs.first)
      case .absent:
        signature.append(nil)
        continue
      case .failed, .unreadable: return nil
      }
      hasRun = true
    }
    return hasRun ? signature : nil
  }

  /// `A` … `Z`, `AA`, `AB`, …
  private func letters(_ number: Int) -> String {
    let last = String(UnicodeScalar(UInt8(65 + number % 26)))
    return number < 26 ? last : letters(number / 26 - 1) + last
  }
}
