import DeterministicMath
import RigidBodies
import Simulation

/// One figure that shows whether a scene was computed well: an engine must not win by being sloppy.
public struct QualityMeasure: Equatable, Sendable {
  public var name: String
  public var value: Double
  /// The greatest value that counts as good.
  public var limit: Double

  public init(_ name: String, _ value: Double, atMost limit: Double) {
    self.name = name
    self.value = value
    self.limit = limit
  }

  public var isGood: Bool { value <= limit }
}

/// A benchmark scene that can judge its own state.
public protocol BenchmarkSimulation: WorldSimulation {
  /// Figures of the present state, each with its limit.
  func quality() -> [QualityMeasure]
}

/// Where bodies were when the scene was built, and how far they are from there.
struct StartPositions {
  private(set) var bodies: [BodyID] = []
  private(set) var positions: [Vec2] = []

  mutating func add(_ body: BodyID, _ position: Vec2) {
    bodies.append(body)
    positions.append(position)
  }

  /// Greatest distances from the start: sideways, and downwards.
  func greatestDrift(in world: World) -> (sideways: Double, down: Double) {
    var sideways: Double = 0
    var down: Double = 0
    for (body, start) in zip(bodies, positions) {
      let now = world.transform(of: body).position
      let dx = Double(now.x) - Double(start.x)
      let dy = Double(start.y) - Double(now.y)
      if dx > sideways { sideways = dx }
      if -dx > sideways { sideways = -dx }
      if dy > down { down = dy }
    }
    return (sideways, down)
  }
}
