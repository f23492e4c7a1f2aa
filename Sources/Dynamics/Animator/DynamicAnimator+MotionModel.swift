import Simulation

extension DynamicAnimator {
  /// How an item on which nothing acts moves in ``step()``: what a simulation of this animator
  /// returns as its `motionModel`.
  ///
  /// Recordings predict by it what a step does: such an item then takes next to no bytes, others take
  /// fewer.
  public var motionModel: MotionModel {
    MotionModel(
      worldSteps: Int32(substepsPerFrame), substeps: 1, substep: DynamicAnimator.substep,
      gravityX: 0, gravityY: 0)
  }
}
