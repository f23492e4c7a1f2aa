import DeterministicMath

/// What sweeping a shape against another reads; valid until a body, a shape or a joint comes.
struct SweepRows {
  var outlines: OutlineRows
  var filter: PairFilter
  var poses: UnsafePointer<BodyPose>
  var masses: UnsafePointer<BodyMass>
  var extents: UnsafePointer<BodyExtent>
  /// See ``Sweeps``.
  var startPoses: UnsafePointer<BodyPose>
  var stopFractions: UnsafePointer<Float>
  var slop: Float
  var reach: Float
  var sweepDistance: Float
  var overlapTolerance: Float
}

extension World {
  @inline(__always)
  var sweepRows: SweepRows {
    SweepRows(
      outlines: shapeTable.outlineRows, filter: pairFilter, poses: bodyTable.poses.base,
      masses: bodyTable.masses.base, extents: bodyTable.extents.base,
      startPoses: sweeps.startPoses.base, stopFractions: sweeps.stopFractions.base,
      slop: definition.linearSlop, reach: definition.speculativeDistance,
      sweepDistance: definition.sweepDistance,
      overlapTolerance: definition.overlapTolerance)
  }
}
