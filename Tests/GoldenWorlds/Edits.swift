import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A pile in which somebody changes, step after step, whatever of bodies, shapes and joints can be
/// changed while a world runs; one long box has more neighbours than the solver has colours.
package struct Edits: WorldSimulation {
  package static var name: StaticString { "determinism.edits" }
  package static var derivedFields: [DerivedField] {
    [
      "tray", "beam", "boxes", "shapes", "hinge", "rod", "slider", "wheel",
    ].map { DerivedField($0, "made by the start, in the same order every time") }
  }

  package let scene: SceneWorld
  private let tray: BodyID
  private let beam: BodyID
  private let boxes: [BodyID]
  private let shapes: [ShapeID]
  private let hinge: JointID
  private let rod: JointID
  private let slider: JointID
  private let wheel: JointID
  private var stepCount: Int64 = 0

  /// How many boxes lie on the beam: more than there are colours.
  private static var rowCount: Int { 52 }
  private static var beamHalf: Float { 16 }

  package init(parameters: NoParameters, seed: UInt64) {
    scene = SceneWorld()
    let world = scene.world
    tray = scene.body(.kinematic, 0, -1)
    for (x, y, w, h): (Float, Float, Float, Float) in [
      (0, 0, 22, 1), (-21, 6, 1, 6), (21, 6, 1, 6),
    ] {
      scene.shape(
        .polygon(
          [Vec2(x - w, y - h), Vec2(x + w, y - h), Vec2(x + w, y + h), Vec2(x - w, y + h)],
          radius: 0),
        to: tray)
    }
    beam = scene.body(.dynamic, 0, 0.3)
    scene.shape(.box(halfWidth: Edits.beamHalf, halfHeight: 0.25), to: beam, density: 2)
    var boxes: [BodyID] = []
    var draws = RandomStream(seed: seed, stream: "boxes").draws(entity: 0, step: 0)
    for index in 0..<2 * Edits.rowCount {
      let column = index % Edits.rowCount
      let x = Edits.beamHalf * (2 * (Float(column) + 0.5) / Float(Edits.rowCount) - 1)
      let y: Float = index < Edits.rowCount ? 0.8 : 2.5 + draw(&draws, 0...2)
      let box = scene.body(.dynamic, x, y)
      if index % 3 == 2 {
        scene.shape(.circle(center: .zero, radius: 0.22), to: box)
      } else {
        scene.shape(.box(halfWidth: 0.25, halfHeight: 0.2), to: box)
      }
      boxes.append(box)
    }
    self.boxes = boxes
    shapes = boxes.map { world.shapes(of: $0)[0] }
    let n = Edits.rowCount
    // It hangs below the tray, apart from all others, and sleeps until the tray moves.
    let lamp = scene.body(.dynamic, 0, -5)
    scene.shape(.circle(center: .zero, radius: 0.5), to: lamp)
    let cord = DistanceJointDefinition(
      bodyA: tray, bodyB: lamp, anchorA: Vec2(0, -1), anchorB: .zero)
    _ = scene.added { (world) throws(WorldError) in try world.addDistanceJoint(cord) }
    hinge = scene.joint(
      RevoluteJointDefinition(
        bodyA: boxes[n], bodyB: boxes[n + 1], anchorA: Vec2(0.3, 0), anchorB: Vec2(-0.3, 0)))
    rod = scene.added { (world) throws(WorldError) in
      try world.addDistanceJoint(
        DistanceJointDefinition(
          bodyA: boxes[n + 4], bodyB: boxes[n + 5], anchorA: .zero, anchorB: .zero))
    }
    slider = scene.added { (world) throws(WorldError) in
      try world.addPrismaticJoint(
        PrismaticJointDefinition(
          bodyA: boxes[n + 8], bodyB: boxes[n + 9], anchorA: .zero, axis: Vec2(1, 0)))
    }
    wheel = scene.added { (world) throws(WorldError) in
      try world.addWheelJoint(
        WheelJointDefinition(
          bodyA: boxes[n + 12], bodyB: boxes[n + 13], anchorA: Vec2(0.5, 0), axis: Vec2(0, 1)))
    }

    func draw(_ draws: inout RandomDraws, _ range: ClosedRange<Float>) -> Float {
      draws.uniform(in: range)
    }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    if stepCount >= 60 && stepCount % 5 == 0 { edit(Int(stepCount / 5) - 12) }
    scene.step()
    stepCount += 1
  }

  /// One change after the other, each of another box.
  private func edit(_ number: Int) {
    let index = (7 * number) % boxes.count
    let box = boxes[index]
    let shape = shapes[index]
    let over = world.center(of: box) + Vec2(0.1, 0.2)
    switch number % 25 {
    case 0: world.applyForce(Vec2(40, 200), to: box)
    case 1: world.applyForce(Vec2(-40, 200), at: over, to: box)
    case 2: world.applyTorque(12, to: box)
    case 3: world.applyLinearImpulse(Vec2(1, 2), to: box)
    case 4: world.applyLinearImpulse(Vec2(-1, 2), at: over, to: box)
    case 5: world.applyAngularImpulse(0.2, to: box)
    case 6: world.setFixedRotation(!world.hasFixedRotation(box), of: box)
    case 7:
      world.setBullet(true, of: box)
      world.setLinearVelocity(Vec2(120, 60), of: box)
    case 8: world.setDamping(linear: 2, angular: 3, of: box)
    case 9: world.setGravityScale(-0.5, of: box)
    case 10: world.setDensity(5, of: shape)
    case 11: world.setMass(MassData(mass: 3, inertia: 0.2, localCenter: Vec2(0.1, 0)), of: box)
    case 12: world.resetMass(of: boxes[(7 * (number - 1)) % boxes.count])
    case 13: world.setMaterial(friction: 0.1, restitution: 0.7, of: shape)
    case 14: world.setFilter(CollisionFilter(categories: 2, mask: 1, group: -1), of: shape)
    case 15: world.setTag(UInt32(number), of: shape)
    case 16: world.setType(.static, of: box)
    case 17: world.setType(.dynamic, of: boxes[(7 * (number - 1)) % boxes.count])
    case 18:
      let lean = Transform(position: Vec2(1, -0.7), rotation: Rotation(angle: 0.05))
      world.setVelocity(toReach: lean, after: 0.5, of: tray)
    case 19: changeHinge()
    case 20: changeRod()
    case 21: changeSlider()
    case 22: changeWheel()
    case 23: world.setTransform(Transform(position: Vec2(0, 6), rotation: .identity), of: box)
    default:
      let home = Transform(position: Vec2(0, -1), rotation: .identity)
      world.setVelocity(toReach: home, after: 0.5, of: tray)
    }
  }

  private func changeHinge() {
    world.setAnchorA(Vec2(0.4, 0), of: hinge)
    world.setAnchorB(Vec2(-0.4, 0), of: hinge)
    world.setLimits(lower: -0.5, upper: 0.5, isEnabled: true, of: hinge)
    world.setSpring(hertz: 2, dampingRatio: 0.5, of: hinge)
    world.setSpringEnabled(true, of: hinge)
    world.setTargetAngle(0.3, of: hinge)
    world.setMotor(speed: 1, maximumTorque: 2, isEnabled: true, of: hinge)
  }

  private func changeRod() {
    world.setLength(world.length(of: rod) + 0.3, of: rod)
    world.setSpring(hertz: 3, dampingRatio: 0.2, of: rod)
    world.setLimits(lower: 0.2, upper: 1.5, isEnabled: true, of: rod)
  }

  private func changeSlider() {
    world.setSpring(hertz: 2, dampingRatio: 0.5, of: slider)
    world.setSpringEnabled(true, of: slider)
    world.setTargetTranslation(0.4, of: slider)
    world.setMotor(speed: 0.5, maximumForce: 8, isEnabled: true, of: slider)
    world.setConstraint(hertz: 30, dampingRatio: 2, of: slider)
  }

  private func changeWheel() {
    world.setSpring(hertz: 3, dampingRatio: 0.4, of: wheel)
    world.setMotor(speed: 2, maximumTorque: 3, isEnabled: true, of: wheel)
    world.setLimits(lower: -0.2, upper: 0.2, isEnabled: true, of: wheel)
  }
}
