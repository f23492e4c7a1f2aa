import AgentProtocol
import Recording
import Replay
import Simulation

/// A line of a plan: one JSON object whose `kind` says what it is.
enum PlanLine {
  /// The first line.
  struct Head: VersionedDocument, Equatable {
    var version = documentVersion
    /// Every part of one plan has it, and no other plan.
    var id = ""
    /// The verb whose work it is.
    var verb = "verify"
    /// Its options as words, without recordings and builds.
    var options: [String]
    /// How many pieces a recording is cut into at most.
    var pieces: Int
  }

  struct Recording: Codable, Equatable {
    /// Its number; `nil` for one that could not be read.
    var recording: Int?
    /// As reports call it.
    var name: String
    /// Where it lies, where that is not its name.
    var path: String?
    var bytes: Int64 = 0
    var sha256 = ""
    /// The simulation that was recorded.
    var simulation = ""
    var steps: Int64 = 0
    var keyframes: [Int64] = []
    var firstKeyframe: Int64?
    var cost: Int64 = 0
    /// Why it could not be read, and the status that this ends with.
    var failure: String?
    var status: Int32?
  }

  case plan(Head)
  case build(ListedBuild)
  case recording(Recording)
  case unit(PlannedUnit)
}

extension PlanLine: Codable {
  enum Kind: String, Codable {
    case plan, build, recording, unit
  }

  enum CodingKeys: String, CodingKey {
    case kind = "kind"
  }

  init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .kind)
    switch kind {
    case .plan: self = .plan(try Head(from: decoder))
    case .build: self = .build(try ListedBuild(from: decoder))
    case .recording: self = .recording(try Recording(from: decoder))
    case .unit: self = .unit(try PlannedUnit(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    let (kind, line): (Kind, any Encodable) =
      switch self {
      case .plan(let head): (.plan, head)
      case .build(let build): (.build, build)
      case .recording(let recording): (.recording, recording)
      case .unit(let unit): (.unit, unit)
      }
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(kind, forKey: .kind)
    try line.encode(to: encoder)
  }
}

extension PlanLine.Recording {
  var outline: RecordingOutline {
    RecordingOutline(
      stepCount: steps, keyframeSteps: keyframes, firstKeyframe: firstKeyframe, cost: cost)
  }

  /// What is wrong with it; `nil` for nothing.
  var fault: String? {
    let ordered = zip(keyframes, keyframes.dropFirst()).allSatisfy { $0 < $1 }
    guard (0...Self.most).contains(steps), (0...Self.most).contains(cost), ordered,
      keyframes.allSatisfy({ (0...steps).contains($0) }),
      firstKeyframe.map({ keyframes.contains($0) }) != false
    else { return "steps, key frames or cost are none" }
    return nil
  }

  /// So large that sums over a million recordings still fit.
  private static let most: Int64 = 1 << 40
}
