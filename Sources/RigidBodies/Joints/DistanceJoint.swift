import DeterministicMath
import Simulation

/// Keeps two points at a distance: a rod, a spring or a rope.
public struct DistanceJointDefinition: Equatable, Sendable {
  /// The first body; joints act on both alike.
  public var bodyA: BodyID
  /// The second body, another than bodyA.
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  /// The anchor in B's frame; see anchorA.
  public var anchorB: Vec2
  /// Rest length. `nil`: the distance of the anchors when the joint is made.
  public var length: Float?
  /// 0 gives a rigid rod (or, with `minimumLength` < `maximumLength`, only the limits); more a
  /// spring of this natural frequency.
  public var hertz: Float = 0
  /// 1 is critical damping.
  public var dampingRatio: Float = 0
  /// Limits of the length. Equal limits, or none given, and `hertz` 0 make a rod.
  public var minimumLength: Float?
  /// The upper limit of the length; `nil` for none.
  public var maximumLength: Float?
  /// Softness of rod and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  /// Whether the two bodies still collide with each other.
  public var collideConnected = false

  /// Makes a rod; set ``hertz`` for a spring, or the limits for a rope.
  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0),
    length: Float? = nil
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
    self.length = length
  }
}

extension World {
  /// Adds a rod, a spring or a rope.
  ///
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addDistanceJoint(
    _ definition: DistanceJointDefinition
  ) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB),
      isSpring(definition.hertz, definition.dampingRatio),
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isLength(definition.length), isLength(definition.minimumLength),
      isLength(definition.maximumLength)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    var settings = DistanceJoint.Settings()
    settings.hertz = definition.hertz
    settings.dampingRatio = definition.dampingRatio
    let present =
      (bodyTable.originTransform(b).apply(definition.anchorB)
      - bodyTable.originTransform(a).apply(definition.anchorA))
      .length
    settings.length = definition.length ?? present
    settings.minimumLength = definition.minimumLength ?? 0
    settings.maximumLength = definition.maximumLength ?? Float.greatestFiniteMagnitude
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    var flags: UInt32 = 0
    if definition.minimumLength != nil || definition.maximumLength != nil {
      flags |= JointFlag.limit
      if settings.minimumLength > settings.maximumLength {
        settings.minimumLength = settings.maximumLength
      }
    }
    joint.settings[as: DistanceJoint.Settings.self] = settings
    return link(joint, .distance, flags, a, b, definition.collideConnected)
  }
}

/// What is particular to distance joints.
enum DistanceJoint: JointType {
  struct Settings: JointOverlay {
    var length: Float = 0
    var minimumLength: Float = 0
    var maximumLength: Float = 0
    var hertz: Float = 0
    var dampingRatio: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("length", &length)
      visitor.field("minimumLength", &minimumLength)
      visitor.field("maximumLength", &maximumLength)
      visitor.field("hertz", &hertz)
      visitor.field("dampingRatio", &dampingRatio)
    }
  }

  struct Impulses: JointOverlay {
    /// Impulse of the rod or the spring.
    var axialImpulse: Float = 0
    /// Never negative.
    var lowerLimitImpulse: Float = 0
    var upperLimitImpulse: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("axialImpulse", &axialImpulse)
      visitor.field("lowerLimitImpulse", &lowerLimitImpulse)
      visitor.field("upperLimitImpulse", &upperLimitImpulse)
    }
  }

  static let properties: JointProperties = [.length, .limits]

  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass { .distance }

  static func axis(_ joint: JointView) -> Vec2 { joint.direction }

  static func exerted(_ joint: JointView) -> ExertedImpulses {
    let p = joint.impulse[as: Impulses.self]
    return ExertedImpulses(
      linear: ((p.axialImpulse + p.lowerLimitImpulse) - p.upperLimitImpulse) * axis(joint),
      limit: p.lowerLimitImpulse - p.upperLimitImpulse,
      spring: joint.record.settings.hertz > 0 ? p.axialImpulse : 0)
  }

  static func drawing(_ joint: JointView) -> JointDrawing {
    let settings = joint.record.settings[as: Settings.self]
    let isRope =
      joint.record.has(JointFlag.limit) && settings.hertz == 0
      && settings.minimumLength < settings.maximumLength
      && settings.maximumLength < Float.greatestFiniteMagnitude
    if isRope {
      let style = DrawingStyle("rope", .brown, line: .slack)
      return JointDrawing(style: style, length: settings.maximumLength)
    }
    let style =
      settings.hertz > 0
      ? DrawingStyle("spring", .brown, line: .zigzag) : DrawingStyle("rod", .brown, width: 1.4)
    return JointDrawing(style: style, length: settings.length)
  }
}

/// Columns of distance joints beside those of ``JointColumn``.
enum DistanceColumn {
  static let axisX = 12
  static let axisY = 13
  /// Arms × axis.
  static let crossA = 14
  static let crossB = 15
  static let axialMass = 16
  static let rest = 17
  // Rod or spring; no mass where there are limits only.
  /// What an excess length adds to the speed that is taken away.
  static let pull = 18
  static let massScale = 19
  static let impulseScale = 20
  static let relaxScale = 21
  /// Greatest change of speed in a substep.
  static let speedBound = 22
  static let lower = 23
  static let upper = 24
  /// 1 with limits, 0 without.
  static let limitScale = 25
  static let limitRate = 26
  static let limitMassScale = 27
  static let limitImpulseScale = 28
  static let impulse = 29
  static let lowerImpulse = 30
  static let upperImpulse = 31
  /// The sum of impulses before relaxing: it acted along the axis of then.
  static let carriedImpulse = 32
  /// 1 for springs.
  static let isSpring = 33
  /// Of springs: what forces change of B's velocity relative to A's in a substep.
  static let gainX = 34
  static let gainY = 35
  static let count = 36

  /// What a joint's row gets.
  @inline(__always)
  static var impulses: ImpulseColumns {
    ImpulseColumns(impulse, lowerImpulse, upperImpulse)
  }
}

// MARK: Solver

/// Eight distance joints at once: rod or spring, then the least and the greatest length.
///
/// Spring: ``SpringStep``, of the excess length. While one of its bodies has a contact with something
/// immovable it pulls no harder than a rod.
/// Rod and limits: as stiff as rigid joints are; limits act speculatively.
func fillDistance(
  _ joint: UnsafePointer<JointRecord>, _ block: LaneColumns, _ lane: Int,
  _ impulse: JointImpulse, _ parameters: JointSolverParameters
) {
  assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
  assert(joint.pointee.kind == .distance, "the joint is one of this kind")
  let rigid = parameters.rigidSoftness(joint)
  let settings = joint.pointee.settings[as: DistanceJoint.Settings.self]
  let p = impulse[as: DistanceJoint.Impulses.self]
  let isSpring = settings.hertz > 0
  let isLimited = joint.pointee.has(JointFlag.limit)
  block.set(DistanceColumn.rest, lane, settings.length)
  if isSpring || !isLimited {
    if isSpring {
      let spring = parameters.spring(settings.hertz, settings.dampingRatio)
      block.set(DistanceColumn.pull, lane, spring.pull)
      block.set(DistanceColumn.massScale, lane, spring.slowing)
      block.set(DistanceColumn.impulseScale, lane, spring.keeping)
    } else {
      block.set(DistanceColumn.pull, lane, rigid.massScale * rigid.biasRate)
      block.set(DistanceColumn.massScale, lane, rigid.massScale)
      block.set(DistanceColumn.impulseScale, lane, rigid.impulseScale)
    }
    block.set(DistanceColumn.isSpring, lane, Float(isSpring ? 1 : 0))
    // Springs act once a substep: twice would damp more than ζ says.
    block.set(DistanceColumn.relaxScale, lane, Float(isSpring ? 0 : 1))
    block.set(DistanceColumn.impulse, lane, p.axialImpulse)
  }
  block.set(
    DistanceColumn.speedBound, lane,
    isSpring ? parameters.maximumBias : parameters.maximumSpeedChange)
  if isLimited {
    // Beyond any length; much larger numbers would overflow.
    block.set(DistanceColumn.lower, lane, smaller(settings.minimumLength, 1e30))
    block.set(DistanceColumn.upper, lane, smaller(settings.maximumLength, 1e30))
    block.set(DistanceColumn.limitScale, lane, Float(1))
    block.set(DistanceColumn.limitRate, lane, rigid.biasRate)
    block.set(DistanceColumn.limitMassScale, lane, rigid.massScale)
    block.set(DistanceColumn.limitImpulseScale, lane, rigid.impulseScale)
    block.set(DistanceColumn.lowerImpulse, lane, p.lowerLimitImpulse)
    block.set(DistanceColumn.upperImpulse, lane, p.upperLimitImpulse)
  }
}

/// Arms and gaps, and how hard springs may pull.
// Not inlined: pins would lose their registers.
@inline(never)
func prepareDistances(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: JointBodies,
  _ parameters: JointSolverParameters
) {
  blocks.forEach(in: range, DistanceColumn.count) { block, anchors in
    _ = prepareEnds(block, anchors, bodies)
  }
  blocks.forEach(in: range, DistanceColumn.count) { block, _ in
    if !block[DistanceColumn.isSpring].isZero { prepareSprings(block, bodies, parameters) }
  }
}

/// A spring that presses a body against a wall would push it through; one that swings freely may be
/// as strong as it likes. Not written into the loop over blocks, which works on whole registers.
@inline(never)
private func prepareSprings(
  _ block: LaneColumns, _ bodies: JointBodies, _ parameters: JointSolverParameters
) {
  let slotsA = block.slots(JointColumn.bodyA)
  let slotsB = block.slots(JointColumn.bodyB)
  let heldBound = smaller(parameters.maximumSpeedChange, parameters.maximumBias)
  var lane = 0
  while lane < LaneColumns.laneCount {
    if block.float(DistanceColumn.isSpring, lane) > 0 {
      let isHeld =
        (bodies.contactColors[Int(slotsA[lane])] | bodies.contactColors[Int(slotsB[lane])])
        & ContactTable.fixedColors != 0
      block.set(DistanceColumn.speedBound, lane, isHeld ? heldBound : parameters.maximumBias)
      if !parameters.hasExactSprings {
        lane &+= 1
        continue
      }
      let gain =
        bodies.gain(Int(slotsB[lane]), parameters.substep)
        - bodies.gain(Int(slotsA[lane]), parameters.substep)
      block.set(DistanceColumn.gainX, lane, gain.x)
      block.set(DistanceColumn.gainY, lane, gain.y)
    }
    lane &+= 1
  }
}

/// `1 / length` of vectors, or 0 where they are too short to have a direction.
@inline(__always)
private func inverseLengthOrZero(_ length: Lanes) -> Lanes {
  let one = Lanes(all: 1)
  return Lanes.select(
    Lanes(all: Float.leastNormalMagnitude), isAbove: length, Lanes(all: 0), one / length)
}

/// Eight impulses along the axes.
private struct Axial {
  var x: Lanes
  var y: Lanes
  var crossA: Lanes
  var crossB: Lanes
  var m: JointMasses

  var axialMass: Lanes

  @inline(__always)
  init(_ block: LaneColumns) {
    x = block[DistanceColumn.axisX]
    y = block[DistanceColumn.axisY]
    crossA = block[DistanceColumn.crossA]
    crossB = block[DistanceColumn.crossB]
    axialMass = block[DistanceColumn.axialMass]
    m = JointMasses(block)
  }

  /// Axes along the gaps.
  @inline(__always)
  init(_ gapX: Lanes, _ gapY: Lanes, _ arms: JointArms, _ m: JointMasses) {
    let scale = inverseLengthOrZero((gapX * gapX + gapY * gapY).squareRoots)
    x = scale * gapX
    y = scale * gapY
    crossA = arms.ax * y - arms.ay * x
    crossB = arms.bx * y - arms.by * x
    axialMass = inverseOrZero(
      (m.mA + m.mB) + (m.iA * crossA * crossA + m.iB * crossB * crossB))
    self.m = m
  }

  @inline(__always)
  func store(in block: LaneColumns) {
    block[DistanceColumn.axisX] = x
    block[DistanceColumn.axisY] = y
    block[DistanceColumn.crossA] = crossA
    block[DistanceColumn.crossB] = crossB
    block[DistanceColumn.axialMass] = axialMass
  }

  /// The bodies carry an impulse along the axes of the pass before: turns it to these.
  @inline(__always)
  func turn(
    _ impulse: Lanes, from old: Axial, _ a: inout VelocityLanes, _ b: inout VelocityLanes
  ) {
    let px = impulse * (x - old.x)
    let py = impulse * (y - old.y)
    a.vx = a.vx - m.mA * px
    a.vy = a.vy - m.mA * py
    a.w = a.w - m.iA * (impulse * (crossA - old.crossA))
    b.vx = b.vx + m.mB * px
    b.vy = b.vy + m.mB * py
    b.w = b.w + m.iB * (impulse * (crossB - old.crossB))
  }

  /// How fast the anchors part.
  @inline(__always)
  func speed(_ a: VelocityLanes, _ b: VelocityLanes) -> Lanes {
    ((b.vx - a.vx) * x + (b.vy - a.vy) * y) + (crossB * b.w - crossA * a.w)
  }

  @inline(__always)
  func apply(_ impulse: Lanes, _ a: inout VelocityLanes, _ b: inout VelocityLanes) {
    let px = impulse * x
    let py = impulse * y
    a.vx = a.vx - m.mA * px
    a.vy = a.vy - m.mA * py
    a.w = a.w - m.iA * (crossA * impulse)
    b.vx = b.vx + m.mB * px
    b.vy = b.vy + m.mB * py
    b.w = b.w + m.iB * (crossB * impulse)
  }
}

@inline(__always)
private func axialImpulse(_ block: LaneColumns) -> Lanes {
  (block[DistanceColumn.impulse] + block[DistanceColumn.lowerImpulse])
    - block[DistanceColumn.upperImpulse]
}

@inline(__always)
func warmStartDistances(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  isCarried: Bool
) {
  blocks.forEach(in: range, DistanceColumn.count, bodies) { block, anchors, m, a, b in
    let present = PresentEnds(block, anchors, bodies)
    let axial = Axial(present.gapX, present.gapY, present.arms, m)
    if isCarried {
      // What relaxing added acted along the present axes.
      axial.turn(block[DistanceColumn.carriedImpulse], from: Axial(block), &a, &b)
    } else {
      axial.apply(axialImpulse(block), &a, &b)
    }
    present.store(in: block)
    axial.store(in: block)
  }
}

@inline(__always)
func solveDistances(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  let fastest = Lanes(all: parameters.maximumBias)
  let inverseSubstep = Lanes(all: parameters.inverseSubstep)
  let fullBound = Lanes(all: parameters.maximumSpeedChange)
  blocks.forEach(in: range, DistanceColumn.count, bodies) { block, anchors, m, a, b in
    let limitScale = block[DistanceColumn.limitScale]
    let length: Lanes
    let axial: Axial
    if useBias {
      let gapX = block[JointColumn.gapX]
      let gapY = block[JointColumn.gapY]
      length = (gapX * gapX + gapY * gapY).squareRoots
      axial = Axial(block)
    } else {
      // Relaxing takes the axis where positions have moved, as for pins; and limits that are not
      // reached must not be overrun in the next substep.
      let present = PresentEnds(block, anchors, bodies)
      length = (present.gapX * present.gapX + present.gapY * present.gapY).squareRoots
      axial = Axial(present.gapX, present.gapY, present.arms, m)
      block[DistanceColumn.carriedImpulse] = axialImpulse(block)
    }
    let axialMass = axial.axialMass
    let old = block[DistanceColumn.impulse]
    let wanted: Lanes
    if useBias {
      let bias = bounded(
        block[DistanceColumn.pull] * (length - block[DistanceColumn.rest]), fastest)
      // Of what forces have just given, half is slowed: then a weight hangs where it should.
      let gain =
        block[DistanceColumn.gainX] * axial.x + block[DistanceColumn.gainY] * axial.y
      let speed = axial.speed(a, b) - Lanes(all: 0.5) * gain
      wanted =
        (old - axialMass * (block[DistanceColumn.massScale] * speed + bias))
        - block[DistanceColumn.impulseScale] * old
    } else {
      wanted = old - block[DistanceColumn.relaxScale] * axialMass * axial.speed(a, b)
    }
    let new = bounded(wanted, block[DistanceColumn.speedBound] * axialMass)
    block[DistanceColumn.impulse] = new
    axial.apply(new - old, &a, &b)

    if limitScale.isZero { return }
    let limitMass = limitScale * axialMass
    let most = fullBound * axialMass
    @inline(__always)
    func limit(_ excess: Lanes, _ speed: Lanes, _ old: Lanes) -> Lanes {
      let ahead = excess * inverseSubstep
      let wanted: Lanes
      if useBias {
        let back = Lanes.larger(block[DistanceColumn.limitRate] * excess, zero - fastest)
        let bias = Lanes.select(excess, isAbove: zero, ahead, back)
        let massScale = Lanes.select(
          excess, isAbove: zero, one, block[DistanceColumn.limitMassScale])
        let impulseScale = Lanes.select(
          excess, isAbove: zero, zero, block[DistanceColumn.limitImpulseScale])
        wanted = (old - massScale * limitMass * (speed + bias)) - impulseScale * old
      } else {
        wanted = old - limitMass * (speed + Lanes.larger(ahead, zero))
      }
      return Lanes.smaller(Lanes.larger(wanted, zero), most)
    }
    let oldLower = block[DistanceColumn.lowerImpulse]
    let newLower = limit(
      length - block[DistanceColumn.lower], axial.speed(a, b), oldLower)
    block[DistanceColumn.lowerImpulse] = newLower
    axial.apply(newLower - oldLower, &a, &b)
    let oldUpper = block[DistanceColumn.upperImpulse]
    let newUpper = limit(
      block[DistanceColumn.upper] - length, zero - axial.speed(a, b), oldUpper)
    block[DistanceColumn.upperImpulse] = newUpper
    axial.apply(oldUpper - newUpper, &a, &b)
  }
}

private func isLength(_ length: Float?) -> Bool {
  guard let length else { return true }
  return length.isFinite && length >= 0
}
