import DeterministicMath
import RigidBodies
import Simulation

/// A house of cards of three storeys stands on a rough table, until a marble rolls into it.
package struct CardHouse: WorldSimulation {
  package static var name: StaticString { "card_house" }
  package static var derivedFields: [DerivedField] {
    [DerivedField("marble", "made by the start, in the same order every time")]
  }

  package let scene: SceneWorld
  private let marble: BodyID
  private var stepCount: Int64 = 0

  private static var storeys: Int { 3 }
  /// Half a card's height and thickness, in metres.
  private static var half: Float { 0.5 }
  private static var thin: Float { 0.02 }

  package init(parameters: NoParameters, seed: UInt64) {
    scene = SceneWorld()
    let rough = ShapeDefinition(density: 1, friction: 0.9)
    let table = scene.body(.static, 0, -0.5)
    scene.shape(.box(halfWidth: 20, halfHeight: 0.5), rough, to: table)
    // Two cards lean against each other by 20°.
    let lean: Float = 0.349_065_85
    let turn = Elementary.sincos(lean)
    let (h, t) = (CardHouse.half, CardHouse.thin)
    let rise = h * turn.cosine + t * turn.sine
    let reach = h * turn.sine + t * turn.cosine
    let card = ShapeGeometry.box(halfWidth: t, halfHeight: h)
    let lying = ShapeGeometry.box(halfWidth: h, halfHeight: t)
    var floor: Float = 0
    for storey in 0..<CardHouse.storeys {
      let pairs = CardHouse.storeys - storey
      let pitch = 4 * reach
      let first = -0.5 * pitch * Float(pairs - 1)
      for pair in 0..<pairs {
        let x = first + pitch * Float(pair)
        for side: Float in [-1, 1] {
          let place = Vec2(x + side * reach, floor + rise)
          scene.shape(
            card, rough,
            to: scene.body(
              BodyDefinition(
                type: .dynamic, position: place, rotation: Rotation(angle: side * lean))))
        }
      }
      floor += 2 * rise
      for gap in 0..<pairs - 1 {
        let x = first + pitch * (Float(gap) + 0.5)
        scene.shape(lying, rough, to: scene.body(.dynamic, x, floor + t))
      }
      floor += 2 * t
    }
    marble = scene.body(.dynamic, -8, 0.25)
    scene.shape(
      .circle(center: .zero, radius: 0.25), ShapeDefinition(density: 4, friction: 0.9), to: marble)
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    if stepCount == 300 { world.setLinearVelocity(Vec2(6, 0), of: marble) }
    scene.step()
    stepCount += 1
  }
}
