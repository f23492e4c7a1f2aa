import DeterministicMath
import RigidBodies
import Simulation

/// 5,050 boxes in one stack of 100 rows; nothing sleeps.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
public struct LargePyramid: WorldSimulation {
  public static var name: StaticString { "benchmark.large_pyramid" }
  public static var stepDuration: StepDuration { StepDuration(1, 60) }

  public struct Parameters: SimulationParameters {
    /// Boxes in the bottom row.
    public var baseCount: Int64 = 100

    public init() {}

    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("baseCount", &baseCount)
    }
  }

  private let scene: BenchmarkWorld
  public var world: World { scene.world }
  public var motionModel: MotionModel? { BenchmarkWorld.motionModel }

  public init(parameters: Parameters, seed: UInt64) {
    scene = BenchmarkWorld(enableSleep: false)
    let ground = scene.body(.static, 0, -1)
    scene.shape(.box(halfWidth: 100, halfHeight: 1), to: ground)
    let count = Int(parameters.baseCount)
    guard count > 0 else { return }
    let a: Float = 0.5
    let box = ShapeGeometry.box(halfWidth: a, halfHeight: a)
    for i in 0..<count {
      let y = Float(2 * i + 1) * a
      for j in i..<count {
        let x = Float(i + 1) * a + 2 * Float(j - i) * a - a * Float(count)
        scene.shape(box, to: scene.body(.dynamic, x, y))
      }
    }
  }

  public mutating func step(_ inputs: [NoEvent]) { scene.step() }
}
