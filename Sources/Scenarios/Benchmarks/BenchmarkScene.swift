import DeterministicMath
import RigidBodies
import Simulation

/// What the benchmark scenes have in common: gravity 10 m/s² downwards (y up), 1/60 s, 4 substeps.
struct BenchmarkWorld {
  let world: World

  init(enableSleep: Bool) {
    var definition = WorldDefinition()
    definition.gravity = Vec2(0, -10)
    definition.enableSleep = enableSleep
    world = World(definition)
  }

  static var substepCount: Int { 4 }

  func step() { world.step(duration: 1.0 / 60, substeps: BenchmarkWorld.substepCount) }

  static var motionModel: MotionModel {
    MotionModel(
      worldSteps: 1, substeps: Int32(substepCount), substep: Float(1.0 / 60) / 4, gravityX: 0,
      gravityY: -10)
  }

  /// Adds a body; the scenes' definitions are known to be valid.
  func body(_ type: BodyType, _ x: Float, _ y: Float) -> BodyID {
    guard let id = try? world.addBody(BodyDefinition(type: type, position: Vec2(x, y))) else {
      preconditionFailure("the scene's bodies are valid")
    }
    return id
  }

  func shape(_ geometry: ShapeGeometry, to body: BodyID, density: Float = 1) {
    var definition = ShapeDefinition()
    definition.density = density
    guard (try? world.addShape(geometry, definition, to: body)) != nil else {
      preconditionFailure("the scene's shapes are valid")
    }
  }
}

/// A simulation whose whole state is one world.
public protocol WorldSimulation: Simulation {
  var world: World { get }
}

extension WorldSimulation {
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
  }

  public func isStateSound() -> Bool { world.isStateSound() }

  public mutating func stateWasRestored() { world.stateWasRestored() }
}
