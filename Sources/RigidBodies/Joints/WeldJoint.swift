import DeterministicMath
import Simulation

/// Glues two bodies together, rigidly or with some give.
public struct WeldJointDefinition: Equatable, Sendable {
  /// The first body; joints act on both alike.
  public var bodyA: BodyID
  /// The second body, another than bodyA.
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  /// The anchor in B's frame; see anchorA.
  public var anchorB: Vec2
  /// Rotation of B relative to A that is kept. `nil`: the present one.
  public var referenceRotation: Rotation?
  /// 0 holds the anchors together rigidly; more makes a spring of this frequency of it.
  public var linearHertz: Float = 0
  /// 1 is critical damping.
  public var linearDampingRatio: Float = 1
  /// 0 holds the angle rigidly; more makes a spring of this frequency of it.
  public var angularHertz: Float = 0
  /// 1 is critical damping.
  public var angularDampingRatio: Float = 1
  /// Softness of what is rigid, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  /// Whether the two bodies still collide with each other.
  public var collideConnected = false

  /// Makes a rigid weld.
  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
  }
}

extension World {
  /// Adds a weld.
  ///
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addWeldJoint(_ definition: WeldJointDefinition) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB),
      isSpring(definition.linearHertz, definition.linearDampingRatio),
      isSpring(definition.angularHertz, definition.angularDampingRatio),
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isTurn(definition.referenceRotation ?? .identity)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    var settings = WeldJoint.Settings()
    settings.linearHertz = definition.linearHertz
    settings.linearDampingRatio = definition.linearDampingRatio
    settings.angularHertz = definition.angularHertz
    settings.angularDampingRatio = definition.angularDampingRatio
    joint.settings[as: WeldJoint.Settings.self] = settings
    joint.settings.setReference(definition.referenceRotation ?? relativeRotation(a, b))
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    return link(joint, .weld, 0, a, b, definition.collideConnected)
  }
}

/// What is particular to welds.
enum WeldJoint: JointType {
  struct Settings: JointOverlay {
    private var unusedLimits = (Float(0), Float(0), Float(0))
    var linearHertz: Float = 0
    var linearDampingRatio: Float = 0
    private var unusedMotor = (Float(0), Float(0))
    /// Turn of B relative to A that is kept.
    var referenceCosine: Float = 1
    var referenceSine: Float = 0
    private var unusedAxis = (Float(1), Float(0))
    var angularHertz: Float = 0
    var angularDampingRatio: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("linearHertz", &linearHertz)
      visitor.field("linearDampingRatio", &linearDampingRatio)
      visitor.field("referenceCosine", &referenceCosine)
      visitor.field("referenceSine", &referenceSine)
      visitor.field("angularHertz", &angularHertz)
      visitor.field("angularDampingRatio", &angularDampingRatio)
    }
  }

  struct Impulses: JointOverlay {
    var impulseX: Float = 0
    var impulseY: Float = 0
    var angularImpulse: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("impulseX", &impulseX)
      visitor.field("impulseY", &impulseY)
      visitor.field("angularImpulse", &angularImpulse)
    }
  }

  static let properties: JointProperties = [.angularSpring]

  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass { .weld }

  static func axis(_ joint: JointView) -> Vec2 { .zero }

  static func exerted(_ joint: JointView) -> ExertedImpulses {
    let p = joint.impulse[as: Impulses.self]
    return ExertedImpulses(linear: Vec2(p.impulseX, p.impulseY), angular: p.angularImpulse)
  }

  static func drawing(_ joint: JointView) -> JointDrawing {
    JointDrawing(style: DrawingStyle("weld", .brown, symbol: .square))
  }
}

/// Columns of welds beside those of ``PinColumn``.
enum WeldColumn {
  static let biasRate = 20
  static let massScale = 21
  static let impulseScale = 22
  /// 1 where the anchors are held rigidly: then relaxing acts on them; 0 where by a spring.
  static let relaxScale = 23
  static let axialMass = 24
  static let angle = 25
  static let angularRate = 26
  static let angularMassScale = 27
  static let angularImpulseScale = 28
  static let angularRelaxScale = 29
  static let angularImpulse = 30
  static let referenceCosine = 31
  static let referenceSine = 32
  static let count = 34

  /// What a joint's row gets.
  @inline(__always)
  static var impulses: ImpulseColumns {
    ImpulseColumns(PinColumn.impulseX, PinColumn.impulseY, angularImpulse)
  }
}

// MARK: Solver

/// Eight welds at once: the angle first, then the anchors.
func fillWeld(
  _ joint: UnsafePointer<JointRecord>, _ block: LaneColumns, _ lane: Int,
  _ impulse: JointImpulse, _ parameters: JointSolverParameters
) {
  assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
  let settings = joint.pointee.settings[as: WeldJoint.Settings.self]
  fillPin(block, lane, impulse)
  block.set(
    WeldColumn.angularImpulse, lane, impulse[as: WeldJoint.Impulses.self].angularImpulse)
  block.set(WeldColumn.referenceCosine, lane, settings.referenceCosine)
  block.set(WeldColumn.referenceSine, lane, settings.referenceSine)
  let rigid = parameters.rigidSoftness(joint)
  let isFirm = settings.linearHertz == 0
  let linear =
    isFirm ? rigid : parameters.softness(settings.linearHertz, settings.linearDampingRatio)
  block.set(WeldColumn.biasRate, lane, linear.biasRate)
  block.set(WeldColumn.massScale, lane, linear.massScale)
  block.set(WeldColumn.impulseScale, lane, linear.impulseScale)
  block.set(WeldColumn.relaxScale, lane, Float(isFirm ? 1 : 0))
  let isStraight = settings.angularHertz == 0
  let angular =
    isStraight
    ? rigid
    : parameters.softness(settings.angularHertz, settings.angularDampingRatio)
  block.set(WeldColumn.angularRate, lane, angular.biasRate)
  block.set(WeldColumn.angularMassScale, lane, angular.massScale)
  block.set(WeldColumn.angularImpulseScale, lane, angular.impulseScale)
  block.set(WeldColumn.angularRelaxScale, lane, Float(isStraight ? 1 : 0))
}

// Not inlined: pins would lose their registers.
@inline(never)
func prepareWelds(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: JointBodies,
  _ parameters: JointSolverParameters
) {
  blocks.forEach(in: range, WeldColumn.count) { block, anchors in
    let turn = preparePin(block, anchors, bodies, parameters)
    let m = JointMasses(block)
    block[WeldColumn.axialMass] = inverseOrZero(m.iA + m.iB)
    block[WeldColumn.angle] = relativeAngles(
      turn, block[WeldColumn.referenceCosine], block[WeldColumn.referenceSine])
  }
}

@inline(__always)
func warmStartWelds(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  isCarried: Bool
) {
  blocks.forEach(in: range, WeldColumn.count, bodies) { block, anchors, m, a, b in
    warmStartPin(block, anchors, m, bodies, &a, &b, isCarried: isCarried)
    if !isCarried { applyAngular(block[WeldColumn.angularImpulse], m, &a, &b) }
  }
}

@inline(__always)
func solveWelds(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let fastest = Lanes(all: parameters.maximumBias)
  blocks.forEach(in: range, WeldColumn.count, bodies) { block, anchors, m, a, b in
    let old = block[WeldColumn.angularImpulse]
    let axialMass = block[WeldColumn.axialMass]
    let wanted: Lanes
    if useBias {
      let bias =
        block[WeldColumn.angularRate] * (block[WeldColumn.angle] + (b.angle - a.angle))
      wanted =
        (old - block[WeldColumn.angularMassScale] * axialMass * ((b.w - a.w) + bias))
        - block[WeldColumn.angularImpulseScale] * old
    } else {
      wanted = old - block[WeldColumn.angularRelaxScale] * axialMass * (b.w - a.w)
    }
    let new = bounded(wanted, Lanes(all: parameters.maximumTurn) * axialMass)
    block[WeldColumn.angularImpulse] = new
    applyAngular(new - old, m, &a, &b)
    if useBias {
      let soft = PinSoftness(
        rate: block[WeldColumn.biasRate], massScale: block[WeldColumn.massScale],
        impulseScale: block[WeldColumn.impulseScale])
      solvePin(block, anchors, m, bodies, &a, &b, soft, fastest, useBias: true)
    } else {
      relaxPin(block, anchors, m, bodies, &a, &b, scale: block[WeldColumn.relaxScale])
    }
  }
}
