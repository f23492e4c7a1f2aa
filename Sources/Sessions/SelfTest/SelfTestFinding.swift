import Simulation

/// One trouble that a self-test found, and what to do about it.
public struct SelfTestFinding: Hashable, Codable, Sendable {
  /// Which test failed.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// A stored property that is not visited.
    case unvisited = "unvisited"
    /// A value that a restore does not bring back.
    case lost = "lost"
    /// A state of the simulation's own that it refuses to be restored to.
    case refused = "refused"
    /// A restored run that goes on in another way.
    case rollback = "rollback"
    /// A visited field of which a changed value passes unseen.
    case flip = "flip"
    /// A second run of the same inputs that goes another way.
    case repetition = "repetition"
    /// Two runs in turns that disturb each other.
    case sharing = "sharing"
    /// A drawing that changes the state.
    case drawing = "drawing"
    /// Two rows of one table with one key.
    case key = "key"
    /// A value that is not a number, or a description that changes its shape.
    case fault = "fault"
    /// A digest that is not that of the state: a change was not told.
    case digest = "digest"
    /// The build hides its stored properties.
    case unseen = "unseen"
    /// A visit of the state that changes it.
    case visit = "visit"
    /// A crash, a hang or an exit of the simulation.
    case crash = "crash"
  }

  /// Which test failed.
  public var kind: Kind
  /// The step count at which it shows; `nil` where no step is needed to see it.
  public var stepCount: Int64?
  /// What is wrong.
  public var problem: String
  /// What to do.
  public var advice: String

  /// Makes a finding.
  public init(_ kind: Kind, stepCount: Int64? = nil, _ problem: String, advice: String) {
    self.kind = kind
    self.stepCount = stepCount
    self.problem = problem
    self.advice = advice
  }
}

extension SelfTestFinding: CustomStringConvertible {
  /// The step, what is wrong and what to do, in one line.
  public var description: String {
    let place = stepCount.map { "after \($0) step\($0 == 1 ? "" : "s"): " } ?? ""
    return "\(place)\(problem); \(advice)"
  }
}
