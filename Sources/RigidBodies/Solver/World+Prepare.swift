import DeterministicMath

extension World {
  /// Colours of contacts between moving bodies, then of contacts with immovable ones. No body
  /// occurs twice in a colour, so its contacts may be solved in any order.
  private static var colorCount: Int { 64 }
  private static var movingColors: UInt64 { 0x0000_FFFF_FFFF_FFFE }
  private static var fixedColors: UInt64 { 0xFFFF_0000_0000_0000 }

  /// Gives every contact a colour, greedily in key order; what finds none goes into colour 0, which
  /// is solved first and one after the other. Contacts with immovable bodies come last: the ground
  /// has the last word. Colours are then filled into blocks, in key order.
  func prepareContacts() {
    let count = manifolds.count
    contactColors.setCount(count)
    bodyColors.setCount(bodies.count)
    motions.reserve(bodies.count + 1)
    motions.base[bodies.count] = BodyMotion()
    let used = bodyColors.base
    var i = 0
    while i < awakeBodies.count {
      used[Int(awakeBodies.base[i])] = 0
      i &+= 1
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * World.colorCount) { room in
      guard let counts = room.baseAddress else { return }
      var c = 0
      while c < World.colorCount {
        counts[c] = 0
        c &+= 1
      }
      colorContacts(counts)
      // Where each colour's lanes start. Colour 0 has one contact to a block.
      let starts = counts + World.colorCount
      let lanes = Int32(ContactBlock.laneCount)
      var sum: Int32 = 0
      c = 0
      while c < World.colorCount {
        starts[c] = sum &* lanes
        sum &+= c == 0 ? counts[0] : (counts[c] &+ lanes &- 1) / lanes
        c &+= 1
      }
      let blockCount = Int(sum)
      blocks.setCount(blockCount &* ContactBlock.stride)
      blockFlags.setCount(blockCount)
      var block = 0
      while block < blockCount {
        blockFlags.base[block] = 0
        block &+= 1
      }
      // Only blocks that may have idle lanes need clearing.
      c = 0
      while c < World.colorCount {
        let first = Int(starts[c]) / ContactBlock.laneCount
        if c == 0 {
          var k = 0
          while k < Int(counts[0]) {
            clearBlock(first &+ k)
            k &+= 1
          }
        } else if counts[c] % lanes != 0 {
          clearBlock(first &+ Int(counts[c] / lanes))
        }
        c &+= 1
      }
      i = 0
      while i < count {
        let color = Int(contactColors.base[i])
        let place = Int(starts[color])
        starts[color] &+= color == 0 ? lanes : 1
        prepareContact(
          manifolds.base + i, block: place / ContactBlock.laneCount,
          lane: place & (ContactBlock.laneCount &- 1))
        i &+= 1
      }
    }
  }

  @inline(__always)
  private func colorContacts(_ counts: UnsafeMutablePointer<Int32>) {
    let flags = bodyFlags.base
    let used = bodyColors.base
    let inputs = manifolds.base
    let count = manifolds.count
    var i = 0
    while i < count {
      let a = Int(inputs[i].bodyA)
      let b = Int(inputs[i].bodyB)
      let moves = flags[a] & flags[b] & BodyFlag.dynamic != 0
      let taken: UInt64
      if moves {
        taken = used[a] | used[b]
      } else {
        taken = flags[a] & BodyFlag.dynamic != 0 ? used[a] : used[b]
      }
      let free = ~taken & (moves ? World.movingColors : World.fixedColors)
      let color = free == 0 ? 0 : free.trailingZeroBitCount
      if free != 0 {
        let bit = UInt64(1) &<< UInt64(color)
        if flags[a] & BodyFlag.dynamic != 0 { used[a] |= bit }
        if flags[b] & BodyFlag.dynamic != 0 { used[b] |= bit }
      }
      contactColors.base[i] = UInt8(truncatingIfNeeded: color)
      counts[color] &+= 1
      i &+= 1
    }
  }

  /// Empties a block: no mass, the spare body, no row.
  private func clearBlock(_ index: Int) {
    let base = UnsafeMutableRawPointer(blocks.base) + index &* ContactBlock.stride
    base.initializeMemory(as: UInt8.self, repeating: 0, count: ContactBlock.stride)
    let block = ContactBlock(base)
    var lane = 0
    while lane < ContactBlock.laneCount {
      block.set(ContactBlock.bodyA, lane, Int32(truncatingIfNeeded: bodies.count))
      block.set(ContactBlock.bodyB, lane, Int32(truncatingIfNeeded: bodies.count))
      block.set(ContactBlock.row, lane, Int32(-1))
      lane &+= 1
    }
  }

  @inline(__always)
  private func prepareContact(
    _ input: UnsafeMutablePointer<ContactInput>, block index: Int, lane: Int
  ) {
    let block = ContactBlock(
      UnsafeMutableRawPointer(blocks.base) + index &* ContactBlock.stride)
    let a = Int(input.pointee.bodyA)
    let b = Int(input.pointee.bodyB)
    let massA = masses.base[a]
    let massB = masses.base[b]
    let row = rows.base + Int(input.pointee.row)
    let centers = Vec2(
      poses.base[b].x - poses.base[a].x, poses.base[b].y - poses.base[a].y)
    let motionA = motions.base + a
    let motionB = motions.base + b
    let normal = input.pointee.normal
    let tangent = normal.rightPerpendicular
    let mass = massA.inverseMass + massB.inverseMass
    let iA = massA.inverseInertia
    let iB = massB.inverseInertia
    let deep = -4 * definition.linearSlop
    let fast = -4 * definition.maximumPushOutSpeed
    var flags: UInt8 = 0
    if bodyFlags.base[a] & bodyFlags.base[b] & BodyFlag.dynamic == 0 {
      flags |= ContactBlockFlag.stiff
    }
    if input.pointee.restitution > 0 { flags |= ContactBlockFlag.bouncing }
    block.set(ContactBlock.bodyA, lane, input.pointee.bodyA)
    block.set(ContactBlock.bodyB, lane, input.pointee.bodyB)
    block.set(ContactBlock.row, lane, input.pointee.row)
    block.set(ContactBlock.inverseMassA, lane, massA.inverseMass)
    block.set(ContactBlock.inverseMassB, lane, massB.inverseMass)
    block.set(ContactBlock.inverseInertiaA, lane, iA)
    block.set(ContactBlock.inverseInertiaB, lane, iB)
    block.set(ContactBlock.normalX, lane, normal.x)
    block.set(ContactBlock.normalY, lane, normal.y)
    block.set(ContactBlock.friction, lane, input.pointee.friction)
    block.set(ContactBlock.restitution, lane, input.pointee.restitution)
    @inline(__always)
    func point(
      _ column: Int, _ approach: Int, _ anchorA: Vec2, _ separation: Float, _ ni: Float,
      _ ti: Float
    ) {
      let anchorB = anchorA - centers
      let rnA = anchorA.cross(normal)
      let rnB = anchorB.cross(normal)
      let rtA = anchorA.cross(tangent)
      let rtB = anchorB.cross(tangent)
      let kn = mass + (iA * rnA * rnA + iB * rnB * rnB)
      let kt = mass + (iA * rtA * rtA + iB * rtB * rtB)
      let relative =
        (motionB.pointee.velocity + anchorB.crossed(by: motionB.pointee.w))
        - (motionA.pointee.velocity + anchorA.crossed(by: motionA.pointee.w))
      let approachSpeed = relative.dot(normal)
      if separation < deep { flags |= ContactBlockFlag.deep }
      if approachSpeed < fast { flags |= ContactBlockFlag.fast }
      block.set(column &+ ContactBlock.anchorAX, lane, anchorA.x)
      block.set(column &+ ContactBlock.anchorAY, lane, anchorA.y)
      block.set(column &+ ContactBlock.anchorBX, lane, anchorB.x)
      block.set(column &+ ContactBlock.anchorBY, lane, anchorB.y)
      block.set(
        column &+ ContactBlock.separation, lane,
        separation - (anchorB - anchorA).dot(normal))
      block.set(column &+ ContactBlock.normalMass, lane, kn > 0 ? 1 / kn : 0)
      block.set(column &+ ContactBlock.tangentMass, lane, kt > 0 ? 1 / kt : 0)
      block.set(column &+ ContactBlock.normalImpulse, lane, ni)
      block.set(column &+ ContactBlock.tangentImpulse, lane, ti)
      block.set(column &+ ContactBlock.greatestImpulse, lane, Float(0))
      block.set(approach, lane, approachSpeed)
    }
    point(
      ContactBlock.point0, ContactBlock.approach0, input.pointee.anchorA0,
      input.pointee.separation0, row.pointee.normalImpulse0, row.pointee.tangentImpulse0)
    if input.pointee.count > 1 {
      point(
        ContactBlock.point1, ContactBlock.approach1, input.pointee.anchorA1,
        input.pointee.separation1, row.pointee.normalImpulse1, row.pointee.tangentImpulse1)
    } else {
      var column = ContactBlock.point1
      while column < ContactBlock.row {
        block.set(column, lane, Float(0))
        column &+= 1
      }
      block.set(ContactBlock.approach1, lane, Float(0))
    }
    blockFlags.base[index] |= flags
  }
}
