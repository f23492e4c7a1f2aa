import DeterministicMath
import Simulation

/// ``MotionModel`` in a form that runs fast, with bounds checked.
struct MotionPath: Sendable {
  let worldSteps: Int
  let substeps: Int
  /// Seconds of a substep and of a step.
  let substep: Float
  let duration: Float
  let gravityX: Float
  let gravityY: Float
  /// The share of a step's change in velocity by which positions lag behind the new velocity. Where each
  /// of n substeps changes the velocity by as much and then moves by it, a step moves by
  /// `T · (v − lag · (v − u))`, with `lag = (n − 1) / 2n`.
  let lag: Float
  /// Whether the simulation declares the model: then a row on which nothing else acts follows it.
  let isDeclared: Bool

  /// The motion that predictions assume of a simulation that steps `stepSeconds` at a time.
  ///
  /// - Parameter model: the declared model. Without one that makes sense, predictions assume
  ///   semi-implicit Euler without gravity.
  init?(_ model: MotionModel?, stepSeconds: Float) {
    if let model, let path = MotionPath(model, isDeclared: true) {
      self = path
      return
    }
    let step = MotionModel(
      worldSteps: 1, substeps: 1, substep: stepSeconds, gravityX: 0, gravityY: 0)
    self.init(step, isDeclared: false)
  }

  /// - Returns: `nil` for a model that makes no sense, or that would take too long to follow.
  private init?(_ model: MotionModel, isDeclared: Bool) {
    guard (1...64).contains(model.worldSteps), (1...64).contains(model.substeps),
      model.substep.isFinite, model.gravityX.isFinite, model.gravityY.isFinite
    else { return nil }
    worldSteps = Int(model.worldSteps)
    substeps = Int(model.substeps)
    substep = model.substep
    duration = model.substep * Float(model.substeps) * Float(model.worldSteps)
    gravityX = model.gravityX
    gravityY = model.gravityY
    let count = worldSteps * substeps
    lag = Float(count - 1) / Float(2 * count)
    self.isDeclared = isDeclared
  }

  /// The velocity after a step in which only `gravity` acts.
  @inline(__always)
  func velocity(_ start: Float, gravity: Float) -> Float {
    let gain = substep * gravity
    var velocity = start
    var left = worldSteps &* substeps
    while left > 0 {
      velocity = velocity + gain
      left &-= 1
    }
    return velocity
  }

  /// The coordinate after a step in which only `gravity` acts; 0 keeps the velocity.
  @inline(__always)
  func position(_ start: Float, _ startVelocity: Float, gravity: Float) -> Float {
    let gain = substep * gravity
    var velocity = startVelocity
    var position = start
    var world = worldSteps
    while world > 0 {
      var displacement: Float = 0
      var left = substeps
      while left > 0 {
        velocity = velocity + gain
        displacement = displacement + substep * velocity
        left &-= 1
      }
      position = position + displacement
      world &-= 1
    }
    return position
  }

  /// The rotation after a step at one angular velocity.
  @inline(__always)
  func rotation(_ start: Rotation, _ angularVelocity: Float) -> Rotation {
    let gain = substep * angularVelocity
    var angle: Float = 0
    var left = substeps
    while left > 0 {
      angle = angle + gain
      left &-= 1
    }
    var rotation = start
    var world = worldSteps
    while world > 0 {
      rotation = rotation.turned(by: angle)
      world &-= 1
    }
    return rotation
  }
}
