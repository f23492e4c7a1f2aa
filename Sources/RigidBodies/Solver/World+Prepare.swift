import DeterministicMath

extension World {
  /// Colours of contacts between moving bodies, then of contacts with immovable ones. No body
  /// occurs twice in a colour, so its contacts may be solved in any order.
  static var colorCount: Int { 64 }
  private static var movingColors: UInt64 { 0x0000_FFFF_FFFF_FFFE }
  private static var fixedColors: UInt64 { 0xFFFF_0000_0000_0000 }

  /// Gives every contact a colour, greedily in key order; what finds none goes into colour 0, which
  /// is solved first and one after the other. Contacts with immovable bodies come last: the ground
  /// has the last word.
  func prepareContacts(_ parameters: ContactSolverParameters) {
    let count = manifolds.count
    constraints.setCount(count)
    contactColors.setCount(count)
    bodyColors.setCount(bodies.count)
    let used = bodyColors.base
    var i = 0
    while i < awakeBodies.count {
      used[Int(awakeBodies.base[i])] = 0
      i &+= 1
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: World.colorCount) { starts in
      guard let offsets = starts.baseAddress else { return }
      var c = 0
      while c < World.colorCount {
        offsets[c] = 0
        c &+= 1
      }
      let flags = bodyFlags.base
      let inputs = manifolds.base
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
        offsets[color] &+= 1
        i &+= 1
      }
      var sum: Int32 = 0
      c = 0
      while c < World.colorCount {
        let n = offsets[c]
        offsets[c] = sum
        sum &+= n
        c &+= 1
      }
      i = 0
      while i < count {
        let color = Int(contactColors.base[i])
        let place = Int(offsets[color])
        offsets[color] &+= 1
        prepareContact(inputs + i, constraints.base + place)
        i &+= 1
      }
    }
  }

  @inline(__always)
  private func prepareContact(
    _ input: UnsafeMutablePointer<ContactInput>, _ target: UnsafeMutablePointer<ContactConstraint>
  ) {
    let a = Int(input.pointee.bodyA)
    let b = Int(input.pointee.bodyB)
    let massA = masses.base[a]
    let massB = masses.base[b]
    let row = rows.base + Int(input.pointee.row)
    let centers = Vec2(
      poses.base[b].x - poses.base[a].x, poses.base[b].y - poses.base[a].y)
    let motionA = motions.base[a]
    let motionB = motions.base[b]
    let normal = input.pointee.normal
    let tangent = normal.rightPerpendicular
    let mass = massA.inverseMass + massB.inverseMass
    let deep = -4 * definition.linearSlop
    let iA = massA.inverseInertia
    let iB = massB.inverseInertia
    @inline(__always)
    func point(_ anchorA: Vec2, _ separation: Float, _ ni: Float, _ ti: Float)
      -> ContactConstraintPoint
    {
      let anchorB = anchorA - centers
      let rnA = anchorA.cross(normal)
      let rnB = anchorB.cross(normal)
      let rtA = anchorA.cross(tangent)
      let rtB = anchorB.cross(tangent)
      let kn = mass + (iA * rnA * rnA + iB * rnB * rnB)
      let kt = mass + (iA * rtA * rtA + iB * rtB * rtB)
      let relative =
        (motionB.velocity + anchorB.crossed(by: motionB.w))
        - (motionA.velocity + anchorA.crossed(by: motionA.w))
      return ContactConstraintPoint(
        anchorA: anchorA, anchorB: anchorB,
        adjustedSeparation: separation - (anchorB - anchorA).dot(normal),
        normalMass: kn > 0 ? 1 / kn : 0, tangentMass: kt > 0 ? 1 / kt : 0,
        normalImpulse: ni, tangentImpulse: ti, greatestImpulse: 0,
        approachVelocity: relative.dot(normal))
    }
    target.pointee = ContactConstraint(
      bodyA: input.pointee.bodyA, bodyB: input.pointee.bodyB, row: input.pointee.row,
      pointCount: input.pointee.count,
      isStiff: massA.inverseMass == 0 || massB.inverseMass == 0,
      isDeep: input.pointee.separation0 < deep
        || (input.pointee.count > 1 && input.pointee.separation1 < deep),
      inverseMassA: massA.inverseMass, inverseInertiaA: iA,
      inverseMassB: massB.inverseMass, inverseInertiaB: iB,
      normal: normal, friction: input.pointee.friction, restitution: input.pointee.restitution,
      point0: point(
        input.pointee.anchorA0, input.pointee.separation0, row.pointee.normalImpulse0,
        row.pointee.tangentImpulse0),
      point1: input.pointee.count > 1
        ? point(
          input.pointee.anchorA1, input.pointee.separation1, row.pointee.normalImpulse1,
          row.pointee.tangentImpulse1) : ContactConstraintPoint())
  }

  /// Lists the joints of awake bodies, by slot.
  func prepareJoints(_ parameters: JointSolverParameters) {
    jointConstraints.removeAll()
    var i = 0
    while i < joints.count {
      let joint = joints.base + i
      let slot = i
      i &+= 1
      if joint.pointee.flags & JointFlag.used == 0 { continue }
      let a = Int(joint.pointee.bodyA)
      let b = Int(joint.pointee.bodyB)
      let both = bodyFlags.base[a] | bodyFlags.base[b]
      if both & BodyFlag.awake == 0 || both & BodyFlag.dynamic == 0 { continue }
      let massA = masses.base[a]
      let massB = masses.base[b]
      let qA = poses.base[a].rotation
      let qB = poses.base[b].rotation
      var c = JointConstraint()
      c.joint = Int32(truncatingIfNeeded: slot)
      c.kind = joint.pointee.kind.rawValue
      c.bodyA = Int32(truncatingIfNeeded: a)
      c.bodyB = Int32(truncatingIfNeeded: b)
      c.inverseMassA = massA.inverseMass
      c.inverseInertiaA = massA.inverseInertia
      c.inverseMassB = massB.inverseMass
      c.inverseInertiaB = massB.inverseInertia
      c.anchorA = qA.rotate(joint.pointee.anchorA - massA.center)
      c.anchorB = qB.rotate(joint.pointee.anchorB - massB.center)
      c.centerDifference = poses.base[b].center - poses.base[a].center
      switch joint.pointee.kind {
      case .distance:
        let axis = (c.centerDifference + (c.anchorB - c.anchorA)).normalized
        let crA = c.anchorA.cross(axis)
        let crB = c.anchorB.cross(axis)
        let k =
          (c.inverseMassA + c.inverseMassB)
          + (c.inverseInertiaA * crA * crA + c.inverseInertiaB * crB * crB)
        c.axialMass = k > 0 ? 1 / k : 0
        c.softness = Softness(
          hertz: joint.pointee.hertz, dampingRatio: joint.pointee.dampingRatio,
          substep: parameters.substep)
      case .revolute:
        let k = c.inverseInertiaA + c.inverseInertiaB
        c.axialMass = k > 0 ? 1 / k : 0
        if joint.pointee.flags & JointFlag.limit != 0 {
          let reference = Rotation(
            cosine: joint.pointee.referenceCosine, sine: joint.pointee.referenceSine)
          c.angle = angle(of: reference.inverse * (qA.inverse * qB))
        }
      }
      jointConstraints.append(c)
    }
  }
}
