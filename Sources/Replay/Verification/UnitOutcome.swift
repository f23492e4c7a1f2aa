import AgentProtocol
import DeterministicMath
import Recording
import Simulation

/// The result of one unit, here and as it travels.
package struct UnitOutcome: Equatable, Sendable {
  /// The unit's name in its plan.
  package var unit = ""
  /// How it ended; a difference is as its first run showed it, until it was run again. `nil` for a unit
  /// that was not run: its result is known already, or the build has nothing of the kind.
  package var verdict: Verdict?
  /// The segment that differs.
  var segment: Segment?
  /// Steps that agree.
  package var steps: Int64 = 0
  /// Stored states and key frames that are the build's own.
  var states: Int64 = 0
  var keyframes = 0
  /// Samples of the view track likewise.
  var poses: Int64 = 0
  /// How long it took.
  package var seconds: Double = 0
  /// Whether that build is asked no more on one machine.
  var givesUp = false
  /// What the agent reports of itself.
  var hello: AgentHello?
}

extension UnitOutcome: Codable {
  private enum CodingKeys: String, CodingKey {
    case unit, verdict, segment, steps, states, keyframes, poses, seconds, givesUp, hello
  }

  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    unit = try keys.decode(String.self, forKey: .unit)
    verdict = try keys.decodeNil(forKey: .verdict) ? nil : try Verdict(from: decoder)
    segment = try keys.decodeIfPresent(Segment.self, forKey: .segment)
    steps = try keys.decode(Int64.self, forKey: .steps)
    states = try keys.decode(Int64.self, forKey: .states)
    keyframes = try keys.decode(Int.self, forKey: .keyframes)
    poses = try keys.decode(Int64.self, forKey: .poses)
    seconds = try keys.decode(Double.self, forKey: .seconds)
    givesUp = try keys.decode(Bool.self, forKey: .givesUp)
    hello = try keys.decodeIfPresent(AgentHello.self, forKey: .hello)
  }

  package func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    // The key is in every outcome: a file that lost it does not read as one of a unit that was not run.
    if let verdict { try verdict.encode(to: encoder) } else { try keys.encodeNil(forKey: .verdict) }
    try keys.encode(unit, forKey: .unit)
    try keys.encodeIfPresent(segment, forKey: .segment)
    try keys.encode(steps, forKey: .steps)
    try keys.encode(states, forKey: .states)
    try keys.encode(keyframes, forKey: .keyframes)
    try keys.encode(poses, forKey: .poses)
    try keys.encode(seconds, forKey: .seconds)
    try keys.encode(givesUp, forKey: .givesUp)
    try keys.encodeIfPresent(hello, forKey: .hello)
  }
}

extension UnitOutcome {
  /// How it differs from the recording.
  var difference: Difference? { verdict?.difference }

  /// The segment that differs, and the first run's mismatch.
  var found: (segment: Segment, mismatch: DigestMismatch)? {
    guard let segment, let difference else { return nil }
    return (segment, difference.runs.first)
  }

  /// Why the build could not go on.
  var failure: AgentFailure? { verdict?.failure }

  /// Whether its time was over before its end.
  var isLeftOut: Bool { failure?.kind == .leftOut }
}
