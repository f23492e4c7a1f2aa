import DeterministicMath

/// Eight contacts of one colour, column by column: raw memory of ``stride`` bytes, all of which the
/// solver's passes read.
///
/// A column is eight 32-bit lanes. Lanes without a contact have zero masses and name the spare body
/// behind the last one. A contact with one point has a second one without mass.
///
/// Both bodies' arms r end in one point, which is fixed to the body that the normal n is not of: the
/// gap is `(p − q)·n`, q being fixed to the other body, so that it changes as the velocities at p say.
/// Arms to points on either side would have the solver hold something else, and feed energy into
/// whatever slides.
///
/// They are kept as their components in the contact's own frame: `r·n` and `r×n`. With the
/// tangent `t = (n.y, −n.x)`, `r×t = −r·n`, so that these two numbers serve both directions, and
/// what a turn of the body by θ does to the gap: `sin θ · r×n − (1 − cos θ) · r·n`. `r·n` reaches to
/// the surface, where friction acts; the gap follows p on the core, ``out`` before that.
enum ContactBlock {
  static let columnCount = 24
  static let stride = columnCount * LaneColumns.columnSize

  // Integers.
  static let bodyA = 0
  static let bodyB = 1
  // Floats.
  static let inverseMassA = 2
  static let inverseMassB = 3
  static let inverseInertiaA = 4
  static let inverseInertiaB = 5
  static let normalX = 6
  static let normalY = 7
  static let friction = 8
  /// From the points that the gaps follow to the surface that they belong to, along the normal.
  static let out = 9
  /// First columns of both points; see the offsets below.
  static let point0 = 10
  static let point1 = 17

  // Offsets within a point.
  static let crossA = 0
  static let alongA = 1
  static let crossB = 2
  static let alongB = 3
  /// At the start of the step.
  static let separation = 4
  static let normalMass = 5
  static let tangentMass = 6
}

/// The contact blocks of a colour one after the other, and their other columns likewise.
struct ContactBlocks {
  let blocks: UnsafeMutableRawPointer
  let impulses: UnsafeMutableRawPointer
  let details: UnsafeMutableRawPointer
  /// A ``ContactBlockFlag`` for each block.
  let flags: UnsafePointer<UInt8>

  /// The columns of a ``ContactBlock``.
  @inline(__always)
  subscript(index: Int) -> LaneColumns { LaneColumns(blocks + index &* ContactBlock.stride) }

  /// The columns of its ``ContactImpulses``.
  @inline(__always)
  func impulses(_ index: Int) -> LaneColumns {
    LaneColumns(impulses + index &* ContactImpulses.stride)
  }

  /// The columns of its ``ContactDetail``.
  @inline(__always)
  func detail(_ index: Int) -> LaneColumns { LaneColumns(details + index &* ContactDetail.stride) }
}

/// The impulses of eight contacts: raw memory of ``stride`` bytes beside each ``ContactBlock``,
/// packed so that a digest reads nothing else.
enum ContactImpulses {
  static let columnCount = 5
  static let stride = columnCount * LaneColumns.columnSize

  static let normal0 = 0
  static let normal1 = 1
  static let tangent0 = 2
  static let tangent1 = 3
  /// Key of the contact's row: `RowHash.key(row:)` of its slot (integer).
  static let key = 4

  /// - Parameter point: ``ContactBlock/point0`` or ``ContactBlock/point1``.
  @_transparent
  static func normal(_ point: Int) -> Int { point == ContactBlock.point0 ? normal0 : normal1 }

  @_transparent
  static func tangent(_ point: Int) -> Int { point == ContactBlock.point0 ? tangent0 : tangent1 }
}

/// Where the manifolds of eight contacts are fixed to their bodies: raw memory of ``stride`` bytes
/// beside each ``ContactBlock``, read once per step.
///
/// While the bodies have hardly moved against each other, their points are followed and not
/// searched again: separations are then exact, as is the normal. Points lie on the outlines' cores:
/// on the surface they would turn with a disc that rolls.
enum ContactAnchors {
  static let columnCount = 20
  static let stride = columnCount * LaneColumns.columnSize

  /// In the frame of the body whose side it is.
  static let normalX = 0
  static let normalY = 1
  /// 1 where that is body B.
  static let isNormalOfB = 2
  /// From the centres, in the frames of their bodies. A contact with one point has it twice.
  static let anchorA0X = 3
  static let anchorA0Y = 4
  static let anchorB0X = 5
  static let anchorB0Y = 6
  static let anchorA1X = 7
  static let anchorA1Y = 8
  static let anchorB1X = 9
  static let anchorB1Y = 10
  /// What rounds the outlines.
  static let radiusA = 11
  static let radiusB = 12
  /// Rotation of B in A's frame when the manifold was made, and the sine that it may turn by:
  /// ``outdatedTurnLimit`` when there is no manifold.
  static let turnCosine = 13
  static let turnSine = 14
  static let turnLimit = 15
  /// 1 with two points, 0 with one.
  static let hasSecond = 16
  /// A contact with something immovable that is deeper than this needs watching by the sweep.
  static let sweepDepth = 17
  /// How far the points may slide, along the tangent.
  static let slideLimit = 18
  /// 1 where the normal runs from core to core.
  static let isRadial = 19

  /// Less than any turn.
  static let outdatedTurnLimit: Float = -1
  /// Deeper than any contact. Not stored, which would be made when it is used first.
  static var noSweepDepth: Float { -Float.greatestFiniteMagnitude }

  /// Has a contact collided again in the next step, whatever moves by then; until it is, no depth that
  /// follows from its points counts.
  @inline(__always)
  static func outdate(_ anchors: LaneColumns, _ lane: Int) {
    anchors.set(turnLimit, lane, outdatedTurnLimit)
    anchors.set(sweepDepth, lane, noSweepDepth)
  }
}

/// Columns of eight contacts that the passes rarely need: raw memory of ``stride`` bytes beside
/// each ``ContactBlock``.
enum ContactDetail {
  static let columnCount = 9
  static let stride = columnCount * LaneColumns.columnSize

  /// Slot of the contact (integer), −1 for an idle lane.
  static let contact = 0
  static let restitution = 1
  /// Normal velocities of both points before the step; in blocks flagged ``ContactBlockFlag/fast``
  /// or ``ContactBlockFlag/bouncing``.
  static let approach0 = 2
  static let approach1 = 3
  /// Greatest normal impulses in this step; kept up in blocks flagged ``ContactBlockFlag/watched``.
  static let greatestImpulse0 = 4
  static let greatestImpulse1 = 5
  /// 1 in lanes that close several times faster than push-out opens.
  static let isFast = 6
  /// 1 in lanes that overlap by several slops: their push-out will be fast. Where overlaps are
  /// corrected: in lanes that do more than they may, or bear more than softness would.
  static let isDeep = 7
  /// 1 in lanes that bounce, or have not been touching.
  static let isWatched = 8
}

/// Bits of a block's flag byte. A flag acts only on the lanes that set it: results are identical
/// for any division of contacts into blocks.
enum ContactBlockFlag {
  /// An immovable body takes part in every contact.
  static let stiff: UInt8 = 1
  static let deep: UInt8 = 2
  static let bouncing: UInt8 = 4
  static let fast: UInt8 = 8
  /// Some lane bounces, or was not touching: its greatest impulse must be recorded.
  static let watched: UInt8 = 16
  /// Some lane has a rounded outline: ``ContactBlock/out`` is not zero.
  static let rounded: UInt8 = 32
  /// A lane was filled or moved: the block must be prepared (again) before it is solved.
  static let dirty: UInt8 = 128
  /// What holds from step to step; the rest is found when the block is prepared.
  static let lasting: UInt8 = stiff | bouncing | watched | rounded
}

/// What the contact solver needs beside blocks and bodies.
struct ContactSolverParameters {
  var softness: Softness
  var staticSoftness: Softness
  var maximumPushOutSpeed: Float
  /// See ``WorldDefinition/overlapTolerance``.
  var correctsOverlaps: Bool
  var inverseSubstep: Float
  var restitutionThreshold: Float
}
