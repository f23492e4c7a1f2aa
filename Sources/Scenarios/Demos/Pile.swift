import DeterministicMath
import RigidBodies
import Simulation

/// Boxes of many sizes fall between two walls and come to rest on one another.
package struct Pile: WorldSimulation {
  package static var name: StaticString { "pile" }

  package struct Parameters: SimulationParameters {
    package var boxCount: UInt16 = 200
    /// Otherwise what rests goes on being computed, and being recorded.
    package var sleeps = true

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("boxCount", &boxCount, in: .between(1, 2000))
      visitor.field("sleeps", &sleeps)
    }
  }

  package let scene: SceneWorld

  /// Boxes that are let go side by side, in metres of width.
  private static var rowCount: Int { 10 }
  private static var pitch: Float { 1.2 }

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld(enableSleep: parameters.sleeps)
    let ground = scene.body(.static, 0, 0)
    let half = 0.5 * Pile.pitch * Float(Pile.rowCount)
    let height = Pile.pitch * Float(Int(parameters.boxCount) / Pile.rowCount + 4)
    scene.shape(.box(halfWidth: half + 1, halfHeight: 0.5), to: ground)
    for side: Float in [-1, 1] {
      let wall = scene.body(.static, side * (half + 0.5), height)
      scene.shape(.box(halfWidth: 0.5, halfHeight: height), to: wall)
    }
    var draws = RandomStream(seed: seed, stream: "boxes").draws(entity: 0, step: 0)
    for index in 0..<Int(parameters.boxCount) {
      let column = Float(index % Pile.rowCount) - 0.5 * Float(Pile.rowCount - 1)
      let place = Vec2(
        Pile.pitch * column + draws.uniform(in: -0.1...0.1),
        2 + Pile.pitch * Float(index / Pile.rowCount))
      let box = BodyDefinition(
        type: .dynamic, position: place, rotation: Rotation(angle: draws.uniform(in: -0.4...0.4)))
      scene.shape(
        .box(halfWidth: draws.uniform(in: 0.25...0.45), halfHeight: draws.uniform(in: 0.2...0.4)),
        to: scene.body(box))
    }
  }
}
