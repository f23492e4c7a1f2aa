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

extension VerificationReport.BuildResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, instructionSet, description, expectation, engineVersion, facts
    case floatingPointFault, restores
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
