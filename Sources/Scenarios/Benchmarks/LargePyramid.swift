import DeterministicMath
import RigidBodies
import Simulation

/// 5,050 boxes in one stack of 100 rows; nothing sleeps.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct LargePyramid: BenchmarkSimulation {
  package static var name: StaticString { "benchmark.large_pyramid" }

  package static var derivedFields: [DerivedField] {
    [DerivedField("starts", "where the start puts the boxes; measured against, never stepped")]
  }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  package struct Parameters: SimulationParameters {
    /// Boxes in the bottom row.
    package var baseCount: Int64 = 100

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("baseCount", &baseCount)
    }
  }

  private let scene: BenchmarkWorld
  private var starts = StartPositions()
  package var world: World { scene.world }
  package var motionModel: MotionModel? { scene.motionModel }

  package init(parameters: Parameters, seed: UInt64) {
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
        let body = scene.body(.dynamic, x, y)
        scene.shape(box, to: body)
        starts.add(body, Vec2(x, y))
      }
    }
  }

  package mutating func step(_ inputs: [NoEvent]) { scene.step() }

  /// The pyramid stands: nothing moved sideways by a tenth of a box, the top sank by no more than
  /// 0.7 m (the best peer's figure), and every box is still in its row.
  package func quality() -> [QualityMeasure] {
    let drift = starts.greatestDrift(in: world)
    return [
      QualityMeasure("sideways drift (m)", drift.sideways, atMost: 0.1),
      QualityMeasure("sinking (m)", drift.down, atMost: 0.7),
      // A box that is half a box above or below another of its row has left it.
      QualityMeasure("unevenness of a row (m)", greatestUnevenness(), atMost: 0.5),
      QualityMeasure("kinetic energy (J)", world.kineticEnergy, atMost: 1),
    ]
  }

  /// The greatest difference in height between two boxes that started at one height.
  private func greatestUnevenness() -> Double {
    var greatest: Double = 0
    var rowHeight = -Float.infinity
    var low: Double = 0
    var high: Double = 0
    // Boxes were added row by row.
    for (body, start) in zip(starts.bodies, starts.positions) {
      let y = Double(world.transform(of: body).position.y)
      if start.y != rowHeight {
        rowHeight = start.y
        low = y
        high = y
      }
      if y < low { low = y }
      if y > high { high = y }
      if high - low > greatest { greatest = high - low }
    }
    return greatest
  }
}
