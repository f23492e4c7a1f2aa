import DeterministicMath

/// How deep contacts may be.
struct OverlapTolerance {
  private let leastSeparation: Float
  /// Separation at which a body that is being moved out of others stops: it then hardly touches
  /// them, since a remaining overlap would push all of them apart at some speed.
  var parting: Float
  /// By body slot; `nil` where no body is being moved out of others.
  var flags: UnsafePointer<UInt32>?

  init(general: Float, parting: Float, flags: UnsafePointer<UInt32>?) {
    leastSeparation = 0 - general
    self.parting = parting
    self.flags = flags
  }

  /// The least separation of eight contacts that counts as touching.
  @inline(__always)
  func least(_ slotsA: UnsafePointer<Int32>, _ slotsB: UnsafePointer<Int32>) -> Lanes {
    if let flags { return least(slotsA, slotsB, flags) }
    return Lanes(all: leastSeparation)
  }

  @inline(never)
  private func least(
    _ slotsA: UnsafePointer<Int32>, _ slotsB: UnsafePointer<Int32>, _ flags: UnsafePointer<UInt32>
  ) -> Lanes {
    var least = SIMD8<Float>(repeating: leastSeparation)
    var lane = 0
    while lane < LaneColumns.laneCount {
      let both = flags[Int(slotsA[lane])] | flags[Int(slotsB[lane])]
      if both & BodyFlag.corrected != 0 { least[lane] = 0 - parting }
      lane &+= 1
    }
    return Lanes(least)
  }
}

/// What the correction of overlaps needs beside blocks and bodies.
struct OverlapCorrection {
  /// The part of an overlap that a round corrects: if it were all, bodies in a crowd would push
  /// each other to and fro.
  static var relaxation: Float { 0.7 }

  /// Deeper overlaps are corrected…
  var tolerance: OverlapTolerance
  /// …until no more than this is left.
  var rest: Float
  /// How far one contact moves its bodies apart in a round, at most.
  var greatest: Float
}

/// Two points' distances of eight contacts, where the substeps have left the bodies.
private struct OverlapLanes {
  var a: DisplacementLanes
  var b: DisplacementLanes

  @inline(__always)
  init(_ block: LaneColumns, _ bodies: UnsafeMutableRawPointer) {
    a = gatherDisplacements(bodies, block.slots(ContactBlock.bodyA))
    b = gatherDisplacements(bodies, block.slots(ContactBlock.bodyB))
  }

  /// Separation of a point: the points of both bodies are followed, as the solver does.
  @inline(__always)
  func separation(_ block: LaneColumns, _ point: Int) -> Lanes {
    let apart =
      (b.dx - a.dx) * block[ContactBlock.normalX] + (b.dy - a.dy) * block[ContactBlock.normalY]
    let turned =
      (b.sine * block[point &+ ContactBlock.crossB]
        - b.versine * block[point &+ ContactBlock.alongB])
      - (a.sine * block[point &+ ContactBlock.crossA]
        - a.versine * block[point &+ ContactBlock.alongA])
    return (apart + (turned + (b.versine - a.versine) * block[ContactBlock.out]))
      + block[point &+ ContactBlock.separation]
  }

  /// Separation of the nearer point.
  @inline(__always)
  func separation(_ block: LaneColumns) -> Lanes {
    Lanes.smaller(
      separation(block, ContactBlock.point0), separation(block, ContactBlock.point1))
  }
}

extension ContactPass {
  /// True if some contact of a worker's part overlaps by more than it may.
  func isAnyOverlap(_ tolerance: OverlapTolerance, _ share: inout WorkShare) -> Bool {
    var color = 0
    while color < ContactTable.colorCount {
      let range = share.part(colors[color].blockCount)
      let blocks = colors[color].allBlocks
      var i = range.first
      while i < range.end {
        let block = blocks[i]
        i &+= 1
        let overlap = OverlapLanes(block, bodies)
        let least = tolerance.least(
          block.slots(ContactBlock.bodyA), block.slots(ContactBlock.bodyB))
        if Lanes.isAny(least, above: overlap.separation(block)) { return true }
      }
      color &+= 1
    }
    return false
  }

  /// Moves the bodies of contacts apart that overlap by more than they may, block after block.
  /// Positions only: no velocity changes.
  ///
  /// - Parameter turns: bodies are turned as well as shifted. Against something immovable they are
  ///   only shifted: the gap is then right whatever else touches the body.
  /// - Returns: whether some contact overlapped by more than it may.
  /// - Source: nonlinear Gauss–Seidel position correction; E. Catto, "Modeling and Solving
  ///   Constraints", GDC 2009.
  @inline(__always)
  func correctOverlaps(
    _ correction: OverlapCorrection, from first: Int, to end: Int, _ share: inout WorkShare,
    turns: Bool
  ) -> Bool {
    assert(first >= 0 && first <= end && end <= ContactTable.colorCount, "the colours exist")
    var corrects = false
    var color = first
    while color < end {
      let range = share.begin(colors[color].blockCount, isDivisible: color > 0)
      let blocks = colors[color].allBlocks
      var i = range.first
      while i < range.end {
        let block = blocks[i]
        i &+= 1
        var overlap = OverlapLanes(block, bodies)
        let least = correction.tolerance.least(
          block.slots(ContactBlock.bodyA), block.slots(ContactBlock.bodyB))
        if !Lanes.isAny(least, above: overlap.separation(block)) { continue }
        corrects = true
        if turns {
          overlap.shiftAndTurn(
            block, bodies, least, correction, atOnce: color >= ContactTable.firstFixedColor)
        } else {
          overlap.shift(block, bodies, least, correction)
        }
      }
      color &+= 1
    }
    return corrects
  }
}

extension OverlapLanes {
  /// What has to be made up for where a point is deeper than it may be.
  @inline(__always)
  private func way(
    _ separation: Lanes, _ least: Lanes, _ correction: OverlapCorrection
  ) -> Lanes {
    let zero = Lanes(all: 0)
    let rest = Lanes(all: correction.rest)
    return Lanes.select(
      least, isAbove: separation,
      Lanes.smaller((zero - separation) - rest, Lanes(all: correction.greatest)), zero)
  }

  @inline(__always)
  private mutating func shift(by impulse: Lanes, _ block: LaneColumns) {
    let px = impulse * block[ContactBlock.normalX]
    let py = impulse * block[ContactBlock.normalY]
    let mA = block[ContactBlock.inverseMassA]
    let mB = block[ContactBlock.inverseMassB]
    a.dx = a.dx - mA * px
    a.dy = a.dy - mA * py
    b.dx = b.dx + mB * px
    b.dy = b.dy + mB * py
  }

  @inline(__always)
  mutating func shift(
    _ block: LaneColumns, _ bodies: UnsafeMutableRawPointer, _ least: Lanes,
    _ correction: OverlapCorrection
  ) {
    let zero = Lanes(all: 0)
    let mass = block[ContactBlock.inverseMassA] + block[ContactBlock.inverseMassB]
    let way = way(separation(block), least, correction)
    shift(by: Lanes.select(mass, isAbove: zero, way / mass, zero), block)
    store(block, bodies)
  }

  /// - Parameter atOnce: corrects both points together, which keeps bodies flat that lie flat on a
  ///   wall. One after the other turns the bodies a little: without that, a crowd in one place
  ///   would stay in line.
  @inline(__always)
  mutating func shiftAndTurn(
    _ block: LaneColumns, _ bodies: UnsafeMutableRawPointer, _ least: Lanes,
    _ correction: OverlapCorrection, atOnce: Bool
  ) {
    let point0 = ContactBlock.point0
    let point1 = ContactBlock.point1
    let zero = Lanes(all: 0)
    let part = Lanes(all: OverlapCorrection.relaxation)
    var velocityA = gatherVelocities(bodies, block.slots(ContactBlock.bodyA))
    var velocityB = gatherVelocities(bodies, block.slots(ContactBlock.bodyB))
    let mass0 = part * block[point0 &+ ContactBlock.normalMass]
    let mass1 = part * block[point1 &+ ContactBlock.normalMass]
    let way0 = way(separation(block, point0), least, correction)
    if atOnce {
      let way1 = way(separation(block, point1), least, correction)
      let share = Lanes.select(
        Lanes.smaller(way0, way1), isAbove: zero, Lanes(all: 0.5), Lanes(all: 1))
      apply(share * way0 * mass0, share * way1 * mass1, block, &velocityA.angle, &velocityB.angle)
    } else {
      apply(way0 * mass0, zero, block, &velocityA.angle, &velocityB.angle)
      let way1 = way(separation(block, point1), least, correction)
      apply(zero, way1 * mass1, block, &velocityA.angle, &velocityB.angle)
    }
    scatterVelocities(bodies, block.slots(ContactBlock.bodyA), velocityA)
    scatterVelocities(bodies, block.slots(ContactBlock.bodyB), velocityB)
    store(block, bodies)
  }

  @inline(__always)
  private mutating func apply(
    _ impulse0: Lanes, _ impulse1: Lanes, _ block: LaneColumns, _ angleA: inout Lanes,
    _ angleB: inout Lanes
  ) {
    let point0 = ContactBlock.point0
    let point1 = ContactBlock.point1
    shift(by: impulse0 + impulse1, block)
    let turnA =
      a.cross(block, point0 &+ ContactBlock.crossA) * impulse0
      + a.cross(block, point1 &+ ContactBlock.crossA) * impulse1
    let turnB =
      b.cross(block, point0 &+ ContactBlock.crossB) * impulse0
      + b.cross(block, point1 &+ ContactBlock.crossB) * impulse1
    angleA = angleA - block[ContactBlock.inverseInertiaA] * turnA
    angleB = angleB + block[ContactBlock.inverseInertiaB] * turnB
    a.turn(to: angleA)
    b.turn(to: angleB)
  }

  @inline(__always)
  private func store(_ block: LaneColumns, _ bodies: UnsafeMutableRawPointer) {
    scatterDisplacements(bodies, block.slots(ContactBlock.bodyA), a)
    scatterDisplacements(bodies, block.slots(ContactBlock.bodyB), b)
  }
}

extension DisplacementLanes {
  /// `r × n` of an arm that has turned with its body; `r · n` follows it in the block.
  @inline(__always)
  fileprivate func cross(_ block: LaneColumns, _ column: Int) -> Lanes {
    let cross = block[column]
    let along = block[column &+ 1] - block[ContactBlock.out]
    return cross - (cross * versine + along * sine)
  }

  /// Versine and sine of an angle as ``World/integratePositions(_:_:_:)`` takes them.
  @inline(__always)
  fileprivate mutating func turn(to angle: Lanes) {
    let turn = TurnLanes(angle)
    versine = turn.versine
    sine = turn.sine
  }
}

extension BodyMotion {
  /// Turns one body as ``DisplacementLanes`` turns eight.
  mutating func turn(to newAngle: Float) {
    angle = newAngle
    let turn = Turn(newAngle)
    versine = turn.versine
    sine = turn.sine
  }
}
