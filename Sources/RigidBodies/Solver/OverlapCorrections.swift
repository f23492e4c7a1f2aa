import DeterministicMath

/// How far the substeps moved a body.
struct CorrectionStart: BitwiseCopyable {
  var dx: Float
  var dy: Float
  var angle: Float
  /// How far the correction moved it then, for a body that is ``BodyFlag/corrected``.
  var way: Float = 0
}

/// How far bodies were moved out of each other.
struct OverlapCorrections: ~Copyable {
  /// The greatest angle by which a step turns a body: bodies deep in each other would spin
  /// otherwise.
  private static var greatestTurn: Float { 0.05 }

  /// By body slot: how far the substeps moved it, before overlaps were corrected.
  private(set) var starts = Store<CorrectionStart>()

  /// Keeps how far the substeps moved the bodies.
  mutating func begin(_ awake: borrowing Store<Int32>, _ motions: borrowing Store<BodyMotion>) {
    assert(awake.count <= motions.count, "each body is listed once")
    starts.setCount(motions.count)
    var i = 0
    while i < awake.count {
      let slot = Int(awake.base[i])
      i &+= 1
      let motion = motions.base[slot]
      starts.base[slot] = CorrectionStart(dx: motion.dx, dy: motion.dy, angle: motion.angle)
    }
  }

  /// Limits the sum of a body's pushes to what one contact may push, or to the way that the
  /// substeps moved it: what they did may be undone.
  func limit(
    _ awake: borrowing Store<Int32>, _ motions: borrowing Store<BodyMotion>, to limit: Float
  ) {
    assert(starts.count == motions.count, "it is known where bodies were")
    assert(limit > 0, "bodies may be moved")
    var i = 0
    while i < awake.count {
      let slot = Int(awake.base[i])
      i &+= 1
      let motion = motions.base + slot
      let start = starts.base[slot]
      let x = motion.pointee.dx - start.dx
      let y = motion.pointee.dy - start.dy
      let turn = motion.pointee.angle - start.angle
      let most = OverlapCorrections.greatestTurn
      if magnitude(turn) > most {
        motion.pointee.turn(to: start.angle + (turn > 0 ? most : -most))
      }
      let squared = x * x + y * y
      if squared <= limit * limit { continue }
      let own = start.dx * start.dx + start.dy * start.dy
      let allowed = larger(limit * limit, own)
      if squared <= allowed { continue }
      let k = squareRoot(allowed) / squareRoot(squared)
      motion.pointee.dx = start.dx + k * x
      motion.pointee.dy = start.dy + k * y
    }
  }

  /// Notes which bodies were moved for good.
  ///
  /// - Parameter tolerance: of overlaps.
  func note(
    _ awake: borrowing Store<Int32>, _ motions: borrowing Store<BodyMotion>,
    _ flags: borrowing Store<UInt32>, _ extents: borrowing Store<BodyExtent>, tolerance: Float
  ) {
    assert(starts.count == motions.count, "it is known where bodies were")
    assert(
      flags.count == motions.count && extents.count == motions.count,
      "rows of bodies are as many")
    var i = 0
    while i < awake.count {
      let slot = Int(awake.base[i])
      i &+= 1
      let motion = motions.base[slot]
      let start = starts.base[slot]
      let way = Vec2(motion.dx - start.dx, motion.dy - start.dy).length
      let turn = magnitude(motion.angle - start.angle) * extents.base[slot].outer
      // Small overlaps in a pile are left to the contacts; bodies that are separated are separated
      // fully.
      let isParting = flags.base[slot] & BodyFlag.corrected != 0
      if way + turn > (isParting ? 0.02 : 0.2) * tolerance {
        flags.base[slot] |= BodyFlag.corrected
        starts.base[slot].way = way
      } else {
        flags.base[slot] &= ~BodyFlag.corrected
      }
    }
  }
}
