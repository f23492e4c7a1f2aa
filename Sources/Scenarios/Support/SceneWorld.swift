import DeterministicMath
import RigidBodies
import Simulation

/// The world of a scene without an animator: gravity 10 m/s² downwards (y up), 1/60 s, 4 substeps.
package struct SceneWorld {
  package let world: World

  package init(enableSleep: Bool = true) {
    self.init { definition in
      definition.enableSleep = enableSleep
    }
  }

  /// A world that differs from the others in more than sleep.
  package init(_ edit: (inout WorldDefinition) -> Void) {
    var definition = WorldDefinition()
    definition.gravity = Vec2(0, -10)
    edit(&definition)
    world = World(definition)
  }

  package static var substepCount: Int { 4 }
  package static var stepSeconds: Float { 1.0 / 60 }

  package func step() {
    world.step(duration: SceneWorld.stepSeconds, substeps: SceneWorld.substepCount)
  }

  package var motionModel: MotionModel {
    world.motionModel(
      duration: SceneWorld.stepSeconds, substeps: SceneWorld.substepCount)
  }

  /// Adds a body; the scenes' definitions are known to be valid.
  package func body(_ type: BodyType, _ x: Float, _ y: Float) -> BodyID {
    body(BodyDefinition(type: type, position: Vec2(x, y)))
  }

  package func body(_ definition: BodyDefinition) -> BodyID {
    guard let id = try? world.addBody(definition) else {
      preconditionFailure("the scene's bodies are valid")
    }
    return id
  }

  package func shape(_ geometry: ShapeGeometry, to body: BodyID, density: Float = 1) {
    shape(geometry, ShapeDefinition(density: density), to: body)
  }

  package func shape(_ geometry: ShapeGeometry, _ definition: ShapeDefinition, to body: BodyID) {
    guard (try? world.addShape(geometry, definition, to: body)) != nil else {
      preconditionFailure("the scene's shapes are valid")
    }
  }

  package func joint(_ definition: RevoluteJointDefinition) -> JointID {
    added { (world) throws(WorldError) in try world.addRevoluteJoint(definition) }
  }

  /// A joint of a scene, whose definitions are known to be valid.
  package func added(_ add: (World) throws(WorldError) -> JointID) -> JointID {
    guard let id = try? add(world) else { preconditionFailure("the scene's joints are valid") }
    return id
  }
}

/// A simulation whose whole state is one world.
package protocol WorldSimulation: Simulation {
  var scene: SceneWorld { get }
}

extension WorldSimulation {
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  package var world: World { scene.world }

  package var motionModel: MotionModel? { scene.motionModel }

  package mutating func step(_ inputs: [NoEvent]) { scene.step() }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
  }

  package func isStateSound() -> Bool { world.isStateSound() }

  package mutating func stateWasRestored() { world.stateWasRestored() }

  package mutating func share(among team: WorkerTeam?) { world.team = team }

  package func drawing(_ request: DrawingRequest) -> StepDrawing? {
    var drawing = StepDrawing(unit: "m", isYUp: true)
    world.draw(into: &drawing, request)
    return drawing
  }
}
