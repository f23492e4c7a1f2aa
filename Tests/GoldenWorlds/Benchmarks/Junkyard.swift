import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A kinematic block pushes a pile of 8,000 irregular pentagons to and fro.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct Junkyard: WorldSimulation {
  package static var name: StaticString { "benchmark.junkyard" }

  package static var derivedFields: [DerivedField] {
    [
      DerivedField("pusher", "made by the start, in the same order every time"),
      DerivedField("pieces", "made by the start, in the same order every time"),
    ]
  }

  package struct Parameters: SimulationParameters {
    package var columnCount: Int64 = 200
    package var rowCount: Int64 = 40

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("columnCount", &columnCount)
      visitor.field("rowCount", &rowCount)
    }
  }

  package let scene: SceneWorld
  package let pusher: BodyID
  package private(set) var pieces: [BodyID] = []
  /// Steps done: the pusher's way is a function of it.
  package private(set) var stepCount: Int64 = 0

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld()
    scene.tray(halfWidth: 80, wallHeight: 50, to: scene.body(.static, 0, 0))
    let columns = max(0, Int(parameters.columnCount))
    let rows = max(0, Int(parameters.rowCount))
    var side: Float = -0.1
    for i in 0..<columns {
      for j in 0..<rows {
        let body = scene.body(
          .dynamic, 0.375 * Float(2 * i - columns) + side, Float(j) + 15)
        side = -side
        scene.shape(Junkyard.piece, to: body)
        pieces.append(body)
      }
    }
    pusher = scene.body(.kinematic, 0, 0)
    scene.shape(.box(halfWidth: 2, halfHeight: 4, center: Vec2(0, 4)), to: pusher)
  }

  /// Five corners on a circle, a golden angle apart.
  private static var piece: ShapeGeometry {
    let goldenAngle: Float = 3.141_592_7 * (squareRoot(Float(5)) - 1)
    var corners: [Vec2] = []
    for k in 0..<5 {
      let pair = Elementary.sincos(goldenAngle * Float(k))
      corners.append(Vec2(0.25 * pair.cosine, 0.25 * pair.sine))
    }
    return .polygon(corners, radius: 0)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    let time = Float(stepCount) / 60
    let x = 60 * Elementary.sin(0.2 * time)
    world.setVelocity(
      toReach: Transform(position: Vec2(x, 0), rotation: .identity),
      after: SceneWorld.stepSeconds, of: pusher)
    scene.step()
    stepCount += 1
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
  }

  package func isStateSound() -> Bool { stepCount >= 0 && world.isStateSound() }
}
