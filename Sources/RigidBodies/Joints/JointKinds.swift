import DeterministicMath
import Simulation

// The list of kinds and classes. A new one is a case of `JointKind`, its own file, and a line in
// each switch that the compiler then finds incomplete.

extension JointKind {
  /// The properties of a kind that matter between steps.
  var traits: JointTraits {
    switch self {
    case .distance: JointTraits(DistanceJoint.self)
    case .revolute: JointTraits(RevoluteJoint.self)
    case .weld: JointTraits(WeldJoint.self)
    case .prismatic: JointTraits(PrismaticJoint.self)
    case .wheel: JointTraits(WheelJoint.self)
    case .target: JointTraits(TargetJoint.self)
    }
  }

  @inline(__always)
  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass {
    switch joint.pointee.kind {
    case .distance: DistanceJoint.jointClass(joint)
    case .revolute: RevoluteJoint.jointClass(joint)
    case .weld: WeldJoint.jointClass(joint)
    case .prismatic: PrismaticJoint.jointClass(joint)
    case .wheel: WheelJoint.jointClass(joint)
    case .target: TargetJoint.jointClass(joint)
    }
  }
}

// MARK: Blocks of eight

extension JointClass {
  /// Columns of a block.
  var columnCount: Int {
    switch self {
    case .pin: PinColumn.count
    case .hinge: HingeColumn.count
    case .distance: DistanceColumn.count
    case .weld: WeldColumn.count
    case .single: 0
    }
  }

  /// Where a block has what ``store(_:_:_:_:)`` puts into the joints' rows.
  @inline(__always)
  var impulseColumns: ImpulseColumns {
    switch self {
    case .pin: PinColumn.impulses
    case .hinge: HingeColumn.impulses
    case .distance: DistanceColumn.impulses
    case .weld: WeldColumn.impulses
    case .single: ImpulseColumns(0, 0)
    }
  }

  /// Puts a joint into a lane of a block that holds zeros.
  @inline(__always)
  func fill(
    _ joint: UnsafePointer<JointRecord>, _ block: LaneColumns, _ lane: Int,
    _ impulse: JointImpulse, _ parameters: JointSolverParameters
  ) {
    switch self {
    case .pin: fillPin(block, lane, impulse)
    case .hinge: fillHinge(joint, block, lane, impulse, parameters)
    case .distance: fillDistance(joint, block, lane, impulse, parameters)
    case .weld: fillWeld(joint, block, lane, impulse, parameters)
    case .single: break
    }
  }

  /// Arms, gaps and matrices at the start of a step.
  @inline(__always)
  func prepare(
    _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: JointBodies,
    _ parameters: JointSolverParameters
  ) {
    switch self {
    case .pin: preparePins(blocks, range, bodies, parameters)
    case .hinge: prepareHinges(blocks, range, bodies, parameters)
    case .distance: prepareDistances(blocks, range, bodies, parameters)
    case .weld: prepareWelds(blocks, range, bodies, parameters)
    case .single: break
    }
  }

  /// Turns arms and axes, and gives the bodies the impulses of the substep before.
  @inline(__always)
  func warmStart(
    _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
    isCarried: Bool
  ) {
    switch self {
    case .pin: warmStartPins(blocks, range, bodies, isCarried: isCarried)
    case .hinge: warmStartHinges(blocks, range, bodies, isCarried: isCarried)
    case .distance: warmStartDistances(blocks, range, bodies, isCarried: isCarried)
    case .weld: warmStartWelds(blocks, range, bodies, isCarried: isCarried)
    case .single: break
    }
  }

  /// One pass over the blocks.
  @inline(__always)
  func solve(
    _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
    _ parameters: JointSolverParameters, useBias: Bool
  ) {
    switch self {
    case .pin: solvePins(blocks, range, bodies, parameters, useBias: useBias)
    case .hinge: solveHinges(blocks, range, bodies, parameters, useBias: useBias)
    case .distance: solveDistances(blocks, range, bodies, parameters, useBias: useBias)
    case .weld: solveWelds(blocks, range, bodies, parameters, useBias: useBias)
    case .single: break
    }
  }

  /// Puts the impulses into the joints' rows.
  @inline(__always)
  func store(
    _ blocks: LaneBlocks, _ range: BlockRange,
    _ impulses: UnsafeMutablePointer<JointImpulse>, _ sum: inout ImpulseSum
  ) {
    storeImpulses(blocks, range, impulses, impulseColumns, &sum)
  }
}

// MARK: One by one

extension SingleJoint {
  /// Gives the bodies the impulses of the substep before.
  mutating func warmStart(_ p: JointImpulse, _ a: Motion, _ b: Motion, isCarried: Bool) {
    if !isCarried {
      turn(a, b)
      apply(p, a, b)
      return
    }
    // What relaxing added acted along the present axis.
    apply(carried.opposite, a, b)
    turn(a, b)
    apply(carried, a, b)
  }

  /// Turns arms and axis to where the bodies are; levers and matrices follow.
  mutating func turn(_ a: Motion, _ b: Motion) {
    assert(!(massA.inverseMass < 0) && !(massB.inverseMass < 0), "masses are not negative")
    switch kind {
    case .prismatic: PrismaticJoint.turn(&self, a, b)
    case .wheel: WheelJoint.turn(&self, a, b)
    case .target: TargetJoint.turn(&self, a, b)
    case .distance, .revolute, .weld: break
    }
  }

  /// Gives the bodies an impulse.
  func apply(_ p: JointImpulse, _ a: Motion, _ b: Motion) {
    switch kind {
    case .prismatic: PrismaticJoint.apply(self, p, a, b)
    case .wheel: WheelJoint.apply(self, p, a, b)
    case .target: TargetJoint.apply(self, p, a, b)
    case .distance, .revolute, .weld: break
    }
  }

  /// One pass.
  mutating func solve(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion,
    _ parameters: JointSolverParameters, useBias: Bool
  ) {
    switch kind {
    case .prismatic: PrismaticJoint.solve(&self, p, a, b, parameters, useBias: useBias)
    case .wheel: WheelJoint.solve(&self, p, a, b, parameters, useBias: useBias)
    case .target: TargetJoint.solve(&self, p, a, b, parameters, useBias: useBias)
    case .distance, .revolute, .weld: break
    }
  }
}

// MARK: Rows

extension JointRecord {
  static let layout = RowLayout(
    JointRecord.self, kinds: overlays(from: "rest") { $0.settingsLayout() },
    flags: JointFlag.names)
  static let group = layout.groups[0]

  /// How the kinds read columns of table `joints`: which kind a row is stands in `flags`.
  fileprivate static func overlays(
    from first: String, _ layout: (JointTraits) -> RowLayout
  ) -> RowOverlays {
    RowOverlays(
      by: "flags", shift: UInt8(JointFlag.kindShift), from: first,
      JointKind.allCases.map { (UInt64($0.rawValue), layout($0.traits)) })
  }
}

extension JointImpulse {
  static let layout = RowLayout(
    JointImpulse.self, kinds: JointRecord.overlays(from: "impulse0") { $0.impulsesLayout() })
  static let group = layout.groups[0]
}

extension JointKind {
  /// Whether the kind's rows fit the unions, and leave what they do not use as it was.
  ///
  /// Only tests ask.
  package var rowsFitUnions: Bool { traits.rowsFitUnions() }
}
