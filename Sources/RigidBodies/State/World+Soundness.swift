import DeterministicMath
import Simulation

extension World {
  /// Whether a restored state is one that a world could have left: then, and only then, it may be
  /// gone on from. For states that come from outside; ask before ``stateWasRestored()``.
  ///
  /// Checked: that each number of a used row lies in its range and is not NaN, and every slot, link
  /// and list that is followed anywhere, kinds and counts. Not checked: whether masses, impulses
  /// and geometry belong together.
  ///
  /// - Complexity: O(rows of all tables).
  public func isStateSound() -> Bool {
    areBodiesSound() && areShapesSound() && areJointsSound() && areContactsSound()
  }

  // Comparisons are false for NaN, so that each also refuses it.
  private func isUnit(_ x: Float, _ y: Float) -> Bool { magnitude((x * x + y * y) - 1) < 1e-3 }

  private func areBodiesSound() -> Bool {
    let count = bodyTable.records.count
    func isUsed(_ slot: Int) -> Bool { bodyTable.flags.base[slot] & BodyFlag.used != 0 }
    guard BodyFlags.group.areSound(bodyTable.flags.base, count: count, where: isUsed),
      BodyPose.group.areSound(bodyTable.poses.base, count: count, where: isUsed),
      BodyMotion.group.areSound(bodyTable.motions.base, count: count, where: isUsed),
      BodyMass.group.areSound(bodyTable.masses.base, count: count, where: isUsed),
      BodyRecord.group.areSound(bodyTable.records.base, count: count, where: isUsed),
      SleepTimer.group.areSound(bodyTable.sleepTimers.base, count: count, where: isUsed)
    else { return false }
    var unused = 0
    for slot in 0..<count {
      if !isUsed(slot) {
        unused += 1
        continue
      }
      let pose = bodyTable.poses[slot]
      guard bodyTable.flags[slot] & BodyFlag.typeMask != BodyFlag.typeMask,
        isUnit(pose.cosine, pose.sine)
      else { return false }
    }
    var link = bodyTable.firstFree
    while link != 0 {
      guard Int(link) <= bodyTable.records.count, unused > 0,
        bodyTable.flags[Int(link) - 1] & BodyFlag.used == 0
      else { return false }
      unused -= 1
      link = bodyTable.records[Int(link) - 1].link
    }
    return unused == 0
  }

  private func areShapesSound() -> Bool {
    var linked = 0
    for slot in 0..<bodyTable.records.count where bodyTable.flags[slot] & BodyFlag.used != 0 {
      var link = bodyTable.records[slot].link
      while link != 0 {
        guard Int(link) <= shapeTable.records.count, linked < shapeTable.records.count,
          shapeTable.isUsed(Int(link - 1)),
          Int(shapeTable.records[Int(link) - 1].body) == slot
        else { return false }
        linked += 1
        link = shapeTable.records[Int(link) - 1].next
      }
    }
    var free = 0
    var link = shapeTable.firstFree
    while link != 0 {
      guard Int(link) <= shapeTable.records.count, free < shapeTable.records.count,
        !shapeTable.isUsed(Int(link - 1))
      else {
        return false
      }
      free += 1
      link = shapeTable.records[Int(link) - 1].next
    }
    guard linked + free == shapeTable.records.count else { return false }
    func isUsed(_ slot: Int) -> Bool { shapeTable.isUsed(slot) }
    guard
      ShapeRecord.columns.areSound(
        shapeTable.records.base, count: shapeTable.records.count, where: isUsed),
      ShapeOutline.group.areSound(
        shapeTable.outlines.base, count: shapeTable.records.count, where: isUsed)
    else { return false }
    for slot in 0..<shapeTable.records.count where isUsed(slot) {
      guard isShapeSound(slot) else { return false }
    }
    return areSideVerticesSound()
  }

  /// Whether no two shapes share side vertices: a shape that goes takes its own along. Gaps are
  /// allowed; files of earlier versions have them.
  private func areSideVerticesSound() -> Bool {
    var ranges: [(first: Int32, end: Int32)] = []
    for slot in 0..<shapeTable.records.count where shapeTable.isUsed(slot) {
      let first = shapeTable.outlines[slot].sideOffset
      if first >= 0 { ranges.append((first, first + 2 * shapeTable.outlines[slot].count)) }
    }
    ranges.sortStably { $0.first < $1.first }
    for index in 1..<max(ranges.count, 1) where ranges[index].first < ranges[index - 1].end {
      return false
    }
    return true
  }

  private func isShapeSound(_ slot: Int) -> Bool {
    let shape = shapeTable.records[slot]
    guard let kind = ShapeKind(rawValue: shape.flags >> ShapeFlag.kindShift),
      shapeTable.isUsed(Int(shape.head))
    else { return false }
    let outline = shapeTable.outlines[slot]
    let count = Int(outline.count)
    guard kind.cornerCounts.contains(count) else { return false }
    guard outline.sideOffset >= 0 else { return count <= ShapeOutline.inlineVertexCount }
    // Corners, and as many normals.
    let first = Int(outline.sideOffset)
    guard first + 2 * count <= shapeTable.sideVertices.count else { return false }
    return SideVertex.group.areSound(shapeTable.sideVertices.base + first, count: 2 * count)
  }

  private func areJointsSound() -> Bool {
    func isUsed(_ slot: Int) -> Bool { jointTable.records.base[slot].flags & JointFlag.used != 0 }
    guard
      JointRecord.group.areSound(
        jointTable.records.base, count: jointTable.records.count, where: isUsed),
      JointImpulse.group.areSound(
        jointTable.impulses.base, count: jointTable.records.count, where: isUsed)
    else { return false }
    var unused = 0
    for slot in 0..<jointTable.records.count {
      let joint = jointTable.records[slot]
      if !isUsed(slot) {
        unused += 1
        continue
      }
      guard JointKind(rawValue: joint.flags >> JointFlag.kindShift) != nil,
        bodyTable.isUsed(Int(joint.bodyA)), bodyTable.isUsed(Int(joint.bodyB)),
        joint.bodyA != joint.bodyB,
        isSound(joint.settings)
      else { return false }
    }
    var link = jointTable.firstFree
    while link != 0 {
      guard Int(link) <= jointTable.records.count, unused > 0,
        jointTable.records[Int(link) - 1].flags & JointFlag.used == 0
      else { return false }
      unused -= 1
      link = jointTable.records[Int(link) - 1].bodyA
    }
    return unused == 0
  }

  private func isSound(_ settings: JointSettings) -> Bool {
    settings.lower <= settings.upper
      && isUnit(settings.referenceCosine, settings.referenceSine)
      && isUnit(settings.axisX, settings.axisY)
  }

  private func areContactsSound() -> Bool {
    let count = contactTable.rows.count
    func isUsed(_ slot: Int) -> Bool { contactTable.rows.base[slot].isUsed }
    guard ContactRow.head.areSound(contactTable.rows.base, count: count, where: isUsed),
      ContactRow.impulses.areSound(contactTable.rows.base, count: count, where: isUsed),
      ContactManifold.group.areSound(contactTable.manifolds.base, count: count, where: isUsed)
    else { return false }
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for slot in 0..<count {
      let row = contactTable.rows[slot]
      if !row.isUsed {
        if row.flags != 0 { return false }
        continue
      }
      let manifold = contactTable.manifolds[slot]
      guard row.shapeA < row.shapeB, shapeTable.isUsed(Int(row.shapeA)),
        shapeTable.isUsed(Int(row.shapeB)),
        shapeTable.records[Int(row.shapeA)].body != shapeTable.records[Int(row.shapeB)].body,
        row.pointCount == 1 || row.pointCount == 2, row.color < ContactTable.colorCount,
        manifold.isMade
          ? isUnit(manifold.turnCosine, manifold.turnSine) : manifold.isDropped
      else { return false }
      keys.append(row.key)
    }
    keys.sortStably()
    for index in 1..<max(keys.count, 1) where keys[index - 1] == keys[index] { return false }
    return areColorsSound()
  }

  /// Whether no two contacts of one colour push the same body.
  private func areColorsSound() -> Bool {
    var seen = [UInt64](repeating: 0, count: bodyTable.records.count)
    for slot in 0..<contactTable.rows.count where contactTable.rows[slot].isUsed {
      let row = contactTable.rows[slot]
      if row.color == 0 { continue }
      let bit = UInt64(1) << UInt64(row.color)
      guard takesColor(row.shapeA, bit, &seen), takesColor(row.shapeB, bit, &seen) else {
        return false
      }
    }
    return true
  }

  /// Marks the color as used by the body of a shape; `false` when another contact has it already.
  @inline(__always)
  private func takesColor(_ shape: UInt32, _ bit: UInt64, _ seen: inout [UInt64]) -> Bool {
    let body = Int(shapeTable.records[Int(shape)].body)
    if !bodyTable.isDynamic(body) { return true }
    if seen[body] & bit != 0 { return false }
    seen[body] |= bit
    return true
  }
}
