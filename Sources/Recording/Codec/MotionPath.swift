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
  /// Rotations turn by exactly the angle; otherwise to first order, as recordings of codec
  /// `laplace-state-1` have them.
  let turnsExactly: Bool

  /// - Returns: `nil` for a model that makes no sense, or that would take too long to follow.
  init?(_ model: MotionModel, turnsExactly: Bool) {
    guard (1...64).contains(model.worldSteps), (1...64).contains(model.substeps),
      model.substep.isFinite, model.gravityX.isFinite, model.gravityY.isFinite
    else { return nil }
    worldSteps = Int(model.worldSteps)
    substeps = Int(model.substeps)
    substep = model.substep
    duration = model.substep * Float(model.substeps) * Float(model.worldSteps)
    gravityX = model.gravityX
    gravityY = model.gravityY
    self.turnsExactly = turnsExactly
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
      rotation = turnsExactly ? rotation.turned(by: angle) : rotation.integrated(by: angle)
      world &-= 1
    }
    return rotation
  }
}
