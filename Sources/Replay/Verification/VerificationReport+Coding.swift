import AgentProtocol
import Recording
import Sessions
import Simulation

// The report is its JSON. Types without a plain form state their keys here.

extension VerificationReport.Pair: Codable {
  private enum CodingKeys: String, CodingKey {
    case stepCount = "steps"
    case restoredStepCount = "restoredSteps"
    case keyframeCount = "restoredKeyframes"
    case restartCount = "restarts"
    case comparedStateCount = "storedStates"
    case comparedKeyframeCount = "storedKeyframes"
    case comparedPoseCount = "storedPoses"
    case seconds = "seconds"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      verdict: try Verdict(from: decoder),
      stepCount: try keys.decode(Int64.self, forKey: .stepCount),
      restoredStepCount: try keys.decode(Int64.self, forKey: .restoredStepCount),
      keyframeCount: try keys.decode(Int.self, forKey: .keyframeCount),
      restartCount: try keys.decode(Int.self, forKey: .restartCount),
      comparedStateCount: try keys.decode(Int64.self, forKey: .comparedStateCount),
      comparedKeyframeCount: try keys.decode(Int.self, forKey: .comparedKeyframeCount),
      comparedPoseCount: try keys.decode(Int64.self, forKey: .comparedPoseCount),
      seconds: try keys.decode(Double.self, forKey: .seconds))
  }

  /// Writes the verdict and the counts as keys of one object.
  public func encode(to encoder: any Encoder) throws {
    try verdict.encode(to: encoder)
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(stepCount, forKey: .stepCount)
    try keys.encode(restoredStepCount, forKey: .restoredStepCount)
    try keys.encode(keyframeCount, forKey: .keyframeCount)
    try keys.encode(restartCount, forKey: .restartCount)
    try keys.encode(comparedStateCount, forKey: .comparedStateCount)
    try keys.encode(comparedKeyframeCount, forKey: .comparedKeyframeCount)
    try keys.encode(comparedPoseCount, forKey: .comparedPoseCount)
    try keys.encode(seconds, forKey: .seconds)
  }
}

/// A verdict as one word.
package enum VerdictWord: String, Codable, CaseIterable, Sendable {
  case same = "same"
  case different = "different"
  case failed = "failed"
  case unreadable = "unreadable"
  case absent = "absent"
}

extension Verdict: Codable where Difference: Codable {
  private enum CodingKeys: String, CodingKey {
    case verdict = "verdict"
    case difference = "difference"
    case failure = "failure"
    case unreadable = "unreadable"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let word = try keys.decode(VerdictWord.self, forKey: .verdict)
    let difference = try keys.decodeIfPresent(Difference.self, forKey: .difference)
    let failure = try keys.decodeIfPresent(AgentFailure.self, forKey: .failure)
    let unreadable = try keys.decodeIfPresent(String.self, forKey: .unreadable)
    switch (word, difference) {
    case (.same, _): self = .same
    case (.absent, _): self = .absent
    case (.different, let difference?): self = .different(difference)
    case (.different, nil):
      throw DecodingError.dataCorruptedError(
        forKey: .difference, in: keys, debugDescription: "it is missing")
    case (.failed, _): self = .failed(failure ?? AgentFailure(.broken, "failed"))
    // The text is all that is written; this reason adds nothing to it.
    case (.unreadable, _):
      self = .unreadable(RecordingError(.unfit(unreadable ?? "cannot be read")))
    }
  }

  /// Writes a word under `verdict`, and its reason under a key of its own.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(word, forKey: .verdict)
    switch self {
    case .same, .absent: break
    case .different(let difference): try keys.encode(difference, forKey: .difference)
    case .failed(let failure): try keys.encode(failure, forKey: .failure)
    case .unreadable(let error): try keys.encode(error.description, forKey: .unreadable)
    }
  }
}

extension Verdict {
  package var word: VerdictWord {
    switch self {
    case .same: .same
    case .different: .different
    case .failed: .failed
    case .unreadable: .unreadable
    case .absent: .absent
    }
  }
}

extension VerificationReport.BuildResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case name = "name"
    case instructionSet = "instructionSet"
    case description = "description"
    case expectation = "expectation"
    case engineVersion = "engineVersion"
    case facts = "facts"
    case floatingPointFault = "floatingPointFault"
    case restores = "restores"
    case givenUp = "failure"
  }

  /// Reads what ``encode(to:)`` writes. Such a build starts no agent.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    build = Build(
      name: try keys.decode(String.self, forKey: .name),
      instructionSet: try keys.decode(String.self, forKey: .instructionSet),
      summary: try keys.decode(String.self, forKey: .description),
      expectation: try keys.decode(Build.Expectation.self, forKey: .expectation)
    ) { () throws(AgentError) -> any Agent in throw .notStarted("a report holds no program") }
    let facts = try keys.decode([String: String].self, forKey: .facts)
    _ = try keys.decodeIfPresent(String.self, forKey: .floatingPointFault)
    _ = try keys.decode(Bool.self, forKey: .restores)
    hello = try keys.decodeIfPresent(String.self, forKey: .engineVersion).map { version in
      let facts = facts.sorted { $0.key < $1.key }
      return AgentHello(
        engineVersion: version, build: facts.map { BuildFact(name: $0.key, value: $0.value) },
        simulations: [])
    }
    givenUp = try keys.decodeIfPresent(AgentFailure.self, forKey: .givenUp)
  }

  /// Writes what became known of the build.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(build.name, forKey: .name)
    try keys.encode(instructionSet, forKey: .instructionSet)
    try keys.encode(build.summary, forKey: .description)
    try keys.encode(build.expectation, forKey: .expectation)
    try keys.encodeIfPresent(hello?.engineVersion, forKey: .engineVersion)
    let facts = (hello?.build ?? []).map { ($0.name, $0.value) }
    try keys.encode(Dictionary(facts, uniquingKeysWith: { first, _ in first }), forKey: .facts)
    try keys.encodeIfPresent(floatingPointFault, forKey: .floatingPointFault)
    try keys.encode(restores, forKey: .restores)
    try keys.encodeIfPresent(givenUp, forKey: .givenUp)
  }
}
