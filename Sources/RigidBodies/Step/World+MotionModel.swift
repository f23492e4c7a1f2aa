import DeterministicMath
import Simulation

extension World {
  /// How a body on which nothing but gravity acts moves in ``step(duration:substeps:)``: what a
  /// simulation of this world returns as its `motionModel`.
  ///
  /// Recordings predict by it what a step does: such a body then takes next to no bytes, others take fewer.
  /// Bodies with damping, or with a gravity scale other than 1, move otherwise, which is exact all the same.
  ///
  /// - Parameters:
  ///   - duration: the seconds that a step lasts.
  ///   - substeps: the slices that it is divided into.
  public func motionModel(duration: Float, substeps: Int) -> MotionModel {
    MotionModel(
      worldSteps: 1, substeps: Int32(truncatingIfNeeded: substeps),
      substep: duration / Float(substeps), gravityX: definition.gravity.x,
      gravityY: definition.gravity.y)
  }
}
