import DeterministicMath

extension World {
  /// Whether a body moved so far in this step that it might have passed through something thin.
  @inline(__always)
  func isFast(_ slot: Int, _ motion: BodyMotion) -> Bool { false }

  func solveContinuous() {}
}
