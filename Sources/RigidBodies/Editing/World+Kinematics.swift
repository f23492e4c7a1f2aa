import DeterministicMath

extension World {
  /// Gives a kinematic body the velocity with which its origin and rotation reach `target` after
  /// `duration` seconds, when that is one step.
  ///
  /// The target is met exactly, rounding apart. A turn larger than
  /// ``WorldDefinition/maximumRotationPerStep`` is not finished. The body keeps the velocity until it is given another one. No effect
  /// on bodies that are not kinematic, for a stale handle, and for values that are not finite.
  ///
  /// - Parameters:
  ///   - target: of the body's origin.
  ///   - duration: seconds, finite and positive: the duration given to the next step.
  ///   - id: of the body.
  public func setVelocity(toReach target: Transform, after duration: Float, of id: BodyID) {
    guard let slot = slot(of: id), type(of: id) == .kinematic, target.position.isFinite,
      isTurn(target.rotation), duration > 0, duration.isFinite
    else { return }
    let rate = 1 / duration
    let rotation = target.rotation.normalized
    let center = target.position + rotation.rotate(bodyTable.masses[slot].center)
    let velocity = rate * (center - bodyTable.poses[slot].center)
    let turn = bodyTable.poses[slot].rotation.inverse * rotation
    let most = definition.maximumRotationPerStep
    setLinearVelocity(velocity, of: id)
    setAngularVelocity(rate * clamp(turn.angle, -most, most), of: id)
  }
}
