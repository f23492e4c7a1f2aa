/// The parts of a step, in the order in which they are done.
public enum StepPhase: UInt8, CaseIterable, Sendable {
  /// Boxes of moved shapes, and the pairs of shapes that may touch.
  case pairs = 0
  /// Contact points of the pairs.
  case collide = 1
  /// Constraints made from contacts and joints, and their colours.
  case prepare = 2
  /// The substeps: velocities, impulses, positions.
  case solve = 3
  /// Poses from what the substeps moved; impulses and events stored.
  case finish = 4
  /// Sweeps of fast bodies.
  case continuous = 5
  /// Islands and sleep.
  case sleep = 6
  /// Not a part: the step is over.
  case done = 7
}

extension World {
  /// Tells the observer which phase begins; costs one comparison where there is no observer.
  @inline(__always)
  func begin(_ phase: StepPhase) {
    if let phaseObserver { phaseObserver(phase) }
  }
}
