import DeterministicMath

/// What the substeps moved a body.
struct CorrectionStart: BitwiseCopyable {
  var dx: Float
  var dy: Float
  var angle: Float
  /// How far it was moved then; of a body that is ``BodyFlag/corrected``.
  var way: Float = 0
}

/// How far bodies were moved out of each other.
struct OverlapCorrections: ~Copyable {
  /// How far a body is turned in a step, at most: bodies deep in each other would be spun about.
  private static var greatestTurn: Float { 0.05 }

  /// By body slot: what the substeps moved it, before overlaps were corrected.
  private(set) var starts = Store<CorrectionStart>()

  /// Keeps what the substeps moved the bodies.
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

  /// However many contacts push a body: together by no more than what one may.
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
      let k = limit / squareRoot(squared)
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
      // What sinks a little in a pile is left to its contacts; separated bodies are separated
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
