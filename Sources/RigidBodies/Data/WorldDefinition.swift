import DeterministicMath

/// What a ``World`` is made with. Lengths are in the world's own unit, of which there are
/// ``lengthUnitsPerMeter`` in a metre; times are in seconds, angles in radians.
public struct WorldDefinition: Equatable, Sendable {
  /// Acceleration of every dynamic body, times its gravity scale.
  public var gravity = Vec2(0, 0)
  /// Scales the defaults below, which suit bodies of 0.1 to 10 m.
  public var lengthUnitsPerMeter: Float
  /// Penetration left uncorrected, so that resting contacts persist. Usual: 5 mm.
  public var linearSlop: Float
  /// Points closer than this take part in the solver before they touch. Usual: four slops.
  public var speculativeDistance: Float
  /// A contact's points are followed, instead of being looked for, as long as they have slid by
  /// less than this, and the shapes' surfaces turned by less against each other. Zero: never.
  ///
  /// - Source: contact recycling is E. Catto's, in Box2D 3.2 (2026); points that are fixed to both
  ///   bodies are ours.
  public var recycleDistance: Float
  /// After so many steps in which some body is awake all contacts are outdated: the next step looks for
  /// their points, as if every shape had moved. Key frames of a recording are smaller there, since points
  /// are most of what contacts take. Zero: never, but by ``World/outdateContacts()``. Usual: 256, since key
  /// frames lie at its multiples.
  public var renewalPeriod: UInt32 = 256
  /// Approach speed below which restitution is ignored. Usual: 1 m/s.
  public var restitutionThreshold: Float
  /// A body slower than this for ``sleepDelay`` may sleep. Usual: 0.05 m/s.
  public var sleepLinearThreshold: Float
  /// A body turning slower than this for ``sleepDelay`` may sleep. Usual: 2° per second.
  public var sleepAngularThreshold: Float = 0.034_906_585
  /// How long all bodies of an island must be slow before it sleeps, in seconds.
  public var sleepDelay: Float = 0.5
  /// Faster bodies are slowed to this. Usual: 400 m/s.
  public var maximumLinearSpeed: Float
  /// Greatest turn in one step; faster bodies are slowed to it. A quarter turn.
  public var maximumRotationPerStep: Float = 1.570_796_4
  /// Greatest speed at which overlapping bodies are pushed apart. Usual: 3 m/s.
  public var maximumPushOutSpeed: Float
  /// Overlaps deeper than this are taken back at the end of a step by moving the bodies, which
  /// gives them no velocity; contacts do not push them apart then. Zero: contacts do, whatever the
  /// depth.
  public var overlapTolerance: Float = 0
  /// How far a body is moved in a step to take overlaps back, at most, or as far as the step itself
  /// moved it: that may be undone. Usual: 20 cm.
  public var maximumCorrection: Float
  /// Stiffness of contacts in hertz; at most ``contactRateFraction`` of the substep rate is used,
  /// and twice the result against static bodies. A stack sinks less when it is stiffer.
  public var contactHertz: Float = 36
  /// Usual: an eighth; with 0.15 a pyramid of 5,050 boxes drifts least, with 0.25 it falls.
  public var contactRateFraction: Float = 0.15
  /// Damping ratio of contacts: strongly over-damped, so that push-out does not bounce.
  public var contactDampingRatio: Float = 10
  /// How often contacts are relaxed in a substep: once more costs a pass over them, and stacks settle
  /// sooner where a step has few substeps. Usual: 1.
  public var relaxationCount = 1
  /// Stiffness of rigid joints in hertz; at most ``jointRateFraction`` of the substep rate is used.
  public var jointHertz: Float = 60
  /// Usual: a quarter. More follows driven anchors more closely, but chains of joints may jitter.
  public var jointRateFraction: Float = 0.25
  /// Damping ratio of rigid joints.
  public var jointDampingRatio: Float = 2
  /// Rods and taut ropes change the relative speed of their ends by no more than this in a substep:
  /// a bound on their force, so that an anchor dragged through a wall does not pull its body along.
  public var maximumJointSpeedChange = Float.greatestFiniteMagnitude
  /// Whether bodies at rest fall asleep, island by island.
  public var enableSleep = true
  /// Sweep fast bodies against static shapes, so that they cannot pass through.
  public var enableContinuous = true
  /// Bodies that move farther than this in a step are swept although half their inner extent is
  /// more: they then never sink into a static shape by more than this. The default leaves that to
  /// contacts.
  public var sweepDistance = Float.greatestFiniteMagnitude
  /// Bodies that move farther in a step than this part of their inner extent are swept against all
  /// others, as bullets are. The default leaves that to bullets.
  public var freeSweepFraction = Float.greatestFiniteMagnitude
  /// Normals between corners and centres are those of the moment when they touch, in the next step
  /// or in the last one, instead of those of the step's beginning: where fast discs hit each other
  /// off centre, they leave in the right direction.
  public var foreseesHits = false
  /// Contacts push along normals, and at arms, of this part of the step later: those of the step's
  /// beginning lag behind in its later substeps, and what lags feeds oscillations of what is wedged
  /// between others. Zero: those of the step's beginning.
  public var contactLead: Float = 0
  /// Blows between moving bodies are passed on one after the other when a step begins: a row of
  /// balls that touch passes the motion of the first on to the last.
  public var passesBlows = false
  /// Springs swing as damped oscillators do. Otherwise they are integrated implicitly, which damps
  /// them further: by ω·h/2 of the critical damping in a substep of h seconds.
  public var hasExactSprings = true
  /// Describe the geometry of shapes as state, too: needed to restore shapes that were created
  /// while running. Without it a restore expects a world built with the same shapes.
  public var describesGeometry = false

  /// Defaults for a world with this many length units in a metre.
  public init(lengthUnitsPerMeter unit: Float = 1) {
    lengthUnitsPerMeter = unit
    linearSlop = 0.005 * unit
    speculativeDistance = 0.02 * unit
    recycleDistance = 0.01 * unit
    restitutionThreshold = unit
    sleepLinearThreshold = 0.05 * unit
    maximumLinearSpeed = 400 * unit
    maximumPushOutSpeed = 3 * unit
    maximumCorrection = 0.2 * unit
  }

  /// Whether every number is finite and in range.
  var isValid: Bool {
    gravity.isFinite && lengthUnitsPerMeter.isFinite && lengthUnitsPerMeter > 0
      && linearSlop.isFinite && linearSlop > 0
      && speculativeDistance.isFinite && speculativeDistance >= 0
      && recycleDistance.isFinite && recycleDistance >= 0
      && restitutionThreshold.isFinite && restitutionThreshold >= 0
      && sleepLinearThreshold.isFinite && sleepLinearThreshold >= 0
      && sleepAngularThreshold.isFinite && sleepAngularThreshold >= 0
      && sleepDelay.isFinite && sleepDelay >= 0
      && maximumLinearSpeed.isFinite && maximumLinearSpeed > 0
      && maximumRotationPerStep.isFinite && maximumRotationPerStep > 0
      && maximumPushOutSpeed.isFinite && maximumPushOutSpeed >= 0
      && overlapTolerance.isFinite && overlapTolerance >= 0
      && maximumCorrection.isFinite && maximumCorrection > 0
      && sweepDistance.isFinite && sweepDistance > 0
      && freeSweepFraction.isFinite && freeSweepFraction > 0
      && contactLead >= 0 && contactLead <= 1
      && maximumJointSpeedChange.isFinite && maximumJointSpeedChange > 0
      && contactHertz.isFinite && contactHertz >= 0
      && contactDampingRatio.isFinite && contactDampingRatio >= 0
      && relaxationCount >= 1
      && jointHertz.isFinite && jointHertz >= 0
      && contactRateFraction.isFinite && contactRateFraction > 0
      && jointRateFraction.isFinite && jointRateFraction > 0
      && jointDampingRatio.isFinite && jointDampingRatio >= 0
  }
}
