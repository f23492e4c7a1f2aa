import DeterministicMath
import RigidBodies
import Simulation

/// A box turned by a motor, with 2,025 small boxes inside.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
public struct Tumbler: WorldSimulation {
  public static var name: StaticString { "benchmark.tumbler" }
  public static var stepDuration: StepDuration { StepDuration(1, 60) }

  public struct Parameters: SimulationParameters {
    /// Rows, and boxes in a row.
    public var gridCount: Int64 = 45

    public init() {}

    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("gridCount", &gridCount)
    }
  }

  private let scene: BenchmarkWorld
  public var world: World { scene.world }
  public var motionModel: MotionModel? { BenchmarkWorld.motionModel }

  public init(parameters: Parameters, seed: UInt64) {
    scene = BenchmarkWorld(enableSleep: true)
    let ground = scene.body(.static, 0, 0)
    let drum = scene.body(.dynamic, 0, 10)
    scene.shape(
      .box(halfWidth: 0.5, halfHeight: 10, center: Vec2(10, 0)), to: drum, density: 50)
    scene.shape(
      .box(halfWidth: 0.5, halfHeight: 10, center: Vec2(-10, 0)), to: drum, density: 50)
    scene.shape(
      .box(halfWidth: 10, halfHeight: 0.5, center: Vec2(0, 10)), to: drum, density: 50)
    scene.shape(
      .box(halfWidth: 10, halfHeight: 0.5, center: Vec2(0, -10)), to: drum, density: 50)
    var pin = RevoluteJointDefinition(bodyA: ground, bodyB: drum, anchorA: Vec2(0, 10))
    pin.isMotorEnabled = true
    pin.motorSpeed = 25 * (3.141_592_7 / 180)
    pin.maximumMotorTorque = 1e8
    guard (try? scene.world.addRevoluteJoint(pin)) != nil else {
      preconditionFailure("the scene's joint is valid")
    }
    let count = Int(parameters.gridCount)
    guard count > 0 else { return }
    let box = ShapeGeometry.box(halfWidth: 0.125, halfHeight: 0.125)
    for i in 0..<count {
      for j in 0..<count {
        let id = scene.body(.dynamic, -9 + 0.4 * Float(j), 1 + 0.4 * Float(i))
        scene.shape(box, to: id)
      }
    }
  }

  public mutating func step(_ inputs: [NoEvent]) { scene.step() }
}
