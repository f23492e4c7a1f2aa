import DeterministicMath

/// What integration needs of eight bodies with neighbouring slots, column by column.
enum IntegrationBlock {
  static let columnCount = 8
  static let stride = columnCount * LaneColumns.columnSize

  /// What a substep adds to the velocity before damping: `h·a`.
  static let gainX = 0
  static let gainY = 1
  static let gainAngular = 2
  /// What the velocity is multiplied by: `1 / (1 + h·d)`.
  static let linearDamping = 3
  static let angularDamping = 4
  /// The velocity when the substep began, forces and damping included, constraints not.
  static let freeX = 5
  static let freeY = 6
  static let freeAngular = 7
}

/// The speed limits of a body after it has been moved.
struct SpeedLimits {
  var linear: Float
  /// Radians per second.
  var angular: Float
}

/// The rows that integration reads and writes.
struct IntegrationRows {
  var motions: UnsafeMutablePointer<BodyMotion>
  var masses: UnsafePointer<BodyMass>
  var bodies: UnsafePointer<BodyRecord>
  var flags: UnsafePointer<UInt32>
  var bodyCount: Int
  /// Blocks of eight slots with an awake body, ascending.
  var blocks: UnsafePointer<Int32>
  var blockCount: Int
}

/// Velocities from forces, and positions from velocities, eight bodies at a time.
struct Integration: ~Copyable {
  /// An ``IntegrationBlock`` for every eight slots.
  private var blocks = Store<UInt8>()

  /// Makes room behind the last body for the spare one, and for whatever fills its block.
  mutating func fillLastBlock(_ motions: inout Store<BodyMotion>) {
    let roundedUp = (motions.count &+ 8) & ~7
    motions.reserve(roundedUp)
    blocks.setCount(roundedUp / 8 &* IntegrationBlock.stride)
    var i = motions.count
    while i < roundedUp {
      motions.base[i] = BodyMotion()
      i &+= 1
    }
  }

  /// Computes gains and dampings for a substep of `h` seconds, and takes up the forces.
  func prepare(
    _ rows: IntegrationRows, gravity: Vec2, _ h: Float, _ share: inout WorkShare
  ) {
    assert(
      blocks.count >= (rows.bodyCount &+ 8) / 8 &* IntegrationBlock.stride,
      "every eight bodies have a block")
    let range = share.begin(rows.blockCount)
    var i = range.first
    while i < range.end {
      prepare(Int(rows.blocks[i]), rows, gravity, h)
      i &+= 1
    }
  }

  @inline(__always)
  private func prepare(_ index: Int, _ rows: IntegrationRows, _ gravity: Vec2, _ h: Float) {
    assert(index >= 0 && index &* 8 < rows.bodyCount, "the block holds a body")
    assert(h >= 0, "time does not go back")
    let block = LaneColumns(
      UnsafeMutableRawPointer(blocks.base) + index &* IntegrationBlock.stride)
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    var lane = 0
    while lane < LaneColumns.laneCount {
      let slot = index &* 8 &+ lane
      var gain = Vec2(0, 0)
      var gainAngular: Float = 0
      var linear: Float = 1
      var angular: Float = 1
      if slot < rows.bodyCount && rows.flags[slot] & wanted == wanted {
        let body = rows.bodies + slot
        let mass = rows.masses[slot]
        gain = Vec2(
          h * (body.pointee.gravityScale * gravity.x + mass.inverseMass * body.pointee.forceX),
          h * (body.pointee.gravityScale * gravity.y + mass.inverseMass * body.pointee.forceY))
        gainAngular = h * (mass.inverseInertia * body.pointee.torque)
        if body.pointee.linearDamping > 0 { linear = 1 / (1 + h * body.pointee.linearDamping) }
        if body.pointee.angularDamping > 0 { angular = 1 / (1 + h * body.pointee.angularDamping) }
      }
      block.set(IntegrationBlock.gainX, lane, gain.x)
      block.set(IntegrationBlock.gainY, lane, gain.y)
      block.set(IntegrationBlock.gainAngular, lane, gainAngular)
      block.set(IntegrationBlock.linearDamping, lane, linear)
      block.set(IntegrationBlock.angularDamping, lane, angular)
      lane &+= 1
    }
  }

  /// `u = (v + h·a)·1/(1 + h·d)`, within the speed limits.
  ///
  /// In the first substep `v = u`, and constraints are warm-started with the impulses of the step
  /// before. Later `v = u + g`, where g is all that the constraints gave the body in the last
  /// substep: as they push along directions fixed for the step, this is what warm starting with
  /// their impulses comes to, without reading any of them.
  func integrateVelocities(
    _ rows: IntegrationRows, _ limits: SpeedLimits, _ share: inout WorkShare, isFirst: Bool
  ) {
    assert(
      blocks.count >= (rows.bodyCount &+ 8) / 8 &* IntegrationBlock.stride,
      "every eight bodies have a block")
    assert(limits.linear > 0 && limits.angular >= 0, "limits are not negative")
    let fastest = Lanes(all: limits.linear * limits.linear)
    let fastestTurn = Lanes(all: limits.angular * limits.angular)
    let motions = UnsafeMutableRawPointer(rows.motions)
    let blocks = UnsafeMutableRawPointer(blocks.base)
    let list = rows.blocks
    let range = share.begin(rows.blockCount)
    var i = range.first
    while i < range.end {
      let index = Int(list[i])
      i &+= 1
      let block = LaneColumns(blocks + index &* IntegrationBlock.stride)
      let base = motions + index &* 8 &* MemoryLayout<BodyMotion>.stride
      var v = loadVelocities(base)
      var ux = (v.vx + block[IntegrationBlock.gainX]) * block[IntegrationBlock.linearDamping]
      var uy = (v.vy + block[IntegrationBlock.gainY]) * block[IntegrationBlock.linearDamping]
      var uw = (v.w + block[IntegrationBlock.gainAngular]) * block[IntegrationBlock.angularDamping]
      let gx = v.vx - block[IntegrationBlock.freeX]
      let gy = v.vy - block[IntegrationBlock.freeY]
      let gw = v.w - block[IntegrationBlock.freeAngular]
      v.vx = isFirst ? ux : ux + gx
      v.vy = isFirst ? uy : uy + gy
      v.w = isFirst ? uw : uw + gw
      if _slowPath(
        Lanes.isAny(ux * ux + uy * uy, above: fastest) || Lanes.isAny(uw * uw, above: fastestTurn)
          || Lanes.isAny(v.vx * v.vx + v.vy * v.vy, above: fastest)
          || Lanes.isAny(v.w * v.w, above: fastestTurn))
      {
        (ux, uy, uw) = slowDown(ux, uy, uw, firstSlot: index &* 8, rows, limits)
        v.vx = isFirst ? ux : ux + gx
        v.vy = isFirst ? uy : uy + gy
        v.w = isFirst ? uw : uw + gw
        (v.vx, v.vy, v.w) = slowDown(v.vx, v.vy, v.w, firstSlot: index &* 8, rows, limits)
      }
      block[IntegrationBlock.freeX] = ux
      block[IntegrationBlock.freeY] = uy
      block[IntegrationBlock.freeAngular] = uw
      storeVelocities(base, v)
    }
  }

  /// Brings velocities of dynamic bodies within the limits.
  @inline(never)
  private func slowDown(
    _ x: Lanes, _ y: Lanes, _ angular: Lanes, firstSlot: Int, _ rows: IntegrationRows,
    _ limits: SpeedLimits
  ) -> (Lanes, Lanes, Lanes) {
    assert(firstSlot >= 0 && firstSlot < rows.bodyCount, "the block holds a body")
    assert(limits.linear > 0 && limits.angular >= 0, "limits are not negative")
    let fastest = limits.linear
    let turn = limits.angular
    var vx = x.simd
    var vy = y.simd
    var w = angular.simd
    var lane = 0
    while lane < LaneColumns.laneCount {
      let slot = firstSlot &+ lane
      if slot < rows.bodyCount && rows.flags[slot] & BodyFlag.dynamic != 0 {
        let squared = vx[lane] * vx[lane] + vy[lane] * vy[lane]
        if squared > fastest * fastest {
          let k = fastest / squareRoot(squared)
          vx[lane] = vx[lane] * k
          vy[lane] = vy[lane] * k
        }
        if magnitude(w[lane]) > turn { w[lane] = w[lane] > 0 ? turn : -turn }
      }
      lane &+= 1
    }
    return (Lanes(vx), Lanes(vy), Lanes(w))
  }

  /// Adds `h·v` to the displacements, and turns by the angle θ as the pose will be turned in the
  /// end (``Rotation/turned(by:)``).
  ///
  /// Constraints that contradict each other may have given bodies any speed: nothing moves faster
  /// than the limits.
  func integratePositions(
    _ rows: IntegrationRows, _ limits: SpeedLimits, _ h: Float, _ share: inout WorkShare
  ) {
    assert(h >= 0, "time does not go back")
    let substep = Lanes(all: h)
    let fastest = Lanes(all: limits.linear * limits.linear)
    let fastestTurn = Lanes(all: limits.angular * limits.angular)
    let motions = UnsafeMutableRawPointer(rows.motions)
    let list = rows.blocks
    let range = share.begin(rows.blockCount)
    var i = range.first
    while i < range.end {
      let index = Int(list[i])
      let base = motions + index &* 8 &* MemoryLayout<BodyMotion>.stride
      i &+= 1
      var v = loadVelocities(base)
      if _slowPath(
        Lanes.isAny(v.vx * v.vx + v.vy * v.vy, above: fastest)
          || Lanes.isAny(v.w * v.w, above: fastestTurn))
      {
        (v.vx, v.vy, v.w) = slowDown(v.vx, v.vy, v.w, firstSlot: index &* 8, rows, limits)
      }
      var d = loadDisplacements(base)
      d.dx = d.dx + substep * v.vx
      d.dy = d.dy + substep * v.vy
      let angle = v.angle + substep * v.w
      v.angle = angle
      let turn = TurnLanes(angle)
      d.versine = turn.versine
      d.sine = turn.sine
      storeVelocities(base, v)
      storeDisplacements(base, d)
    }
  }
}
