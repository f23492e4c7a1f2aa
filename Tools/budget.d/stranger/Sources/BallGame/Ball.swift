import Simulation

public struct Ball: Simulation {
  public enum Input: SimulationRecord {
    case kick(speed: Float)
    public static var kinds: [StaticString] { ["kick"] }
    public init(kind: Int) { self = .kick(speed: 0) }
    public var kind: Int { 0 }
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .kick(var speed) = self else { return }
      visitor.field("speed", &speed)
      self = .kick(speed: speed)
    }
  }

  public static var name: StaticString { "ball" }
  public static var stepDuration: StepDuration { StepDuration(1, 60) }
  var height: Float = 10
  var velocity: Float = 0
  public init(parameters: NoParameters, seed: UInt64) {}

  public mutating func step(_ inputs: [Input]) {
    for case .kick(let speed) in inputs { velocity += speed }
    velocity -= 10 / 60
    height += velocity / 60
    if height < 0 { (height, velocity) = (-height, -0.8 * velocity) }
  }

  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("height", &height, .everyStep)
    visitor.field("velocity", &velocity, .everyStep)
  }
}
