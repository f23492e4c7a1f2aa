import DeterministicMath

/// One point of a ``ContactConstraint``.
struct ContactConstraintPoint: BitwiseCopyable {
  /// From the bodies' centres to the point, at the start of the step.
  var anchorA = Vec2(0, 0)
  var anchorB = Vec2(0, 0)
  /// Separation less what the anchors add along the normal.
  var adjustedSeparation: Float = 0
  var normalMass: Float = 0
  var tangentMass: Float = 0
  var normalImpulse: Float = 0
  var tangentImpulse: Float = 0
  /// Greatest normal impulse of any substep: zero when the point never pushed.
  var greatestImpulse: Float = 0
  /// Normal velocity at the start of the step, before any force.
  var approachVelocity: Float = 0
}

/// A contact as the solver sees it, for one step.
struct ContactConstraint: BitwiseCopyable {
  var bodyA: Int32 = 0
  var bodyB: Int32 = 0
  /// Index of the ``ContactRow``.
  var row: Int32 = 0
  var pointCount: Int32 = 0
  /// An immovable body takes part.
  var isStiff: Bool = false
  /// Overlaps by several slops: push-out will be fast.
  var isDeep: Bool = false
  var inverseMassA: Float = 0
  var inverseInertiaA: Float = 0
  var inverseMassB: Float = 0
  var inverseInertiaB: Float = 0
  /// From A to B.
  var normal = Vec2(0, 0)
  var friction: Float = 0
  var restitution: Float = 0
  var point0 = ContactConstraintPoint()
  var point1 = ContactConstraintPoint()
}

/// What the contact solver needs beside constraints and bodies.
struct ContactSolverParameters {
  var softness: Softness
  var staticSoftness: Softness
  var maximumPushOutSpeed: Float
  var inverseSubstep: Float
  var restitutionThreshold: Float
}
