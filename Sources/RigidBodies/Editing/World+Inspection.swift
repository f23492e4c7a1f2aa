import DeterministicMath

/// A contact as debug drawing and tests see it, recomputed from the present poses.
public struct ContactDescription: Equatable, Sendable {
  /// The shape of the lower slot.
  public var shapeA: ShapeID
  /// The shape of the higher slot.
  public var shapeB: ShapeID
  /// From A to B.
  public var normal: Vec2
  /// One or two points, midway between the surfaces, in the world.
  public var points: [Vec2]
  /// The least separation of the points; negative when the shapes overlap.
  public var separation: Float
}

extension World {
  /// All bodies, by slot.
  public var bodyIDs: [BodyID] {
    var result: [BodyID] = []
    for slot in 0..<bodyTable.records.count where bodyTable.flags[slot] & BodyFlag.used != 0 {
      result.append(bodyTable.id(of: slot))
    }
    return result
  }

  /// All joints, by slot.
  public var jointIDs: [JointID] {
    var result: [JointID] = []
    for slot in 0..<jointTable.records.count
    where jointTable.records[slot].flags & JointFlag.used != 0 {
      result.append(jointTable.id(of: slot))
    }
    return result
  }

  /// The shapes of a body by slot, a chain once. Stale handle: none.
  ///
  /// - Complexity: O(shapes of the body · log of it).
  public func shapes(of id: BodyID) -> [ShapeID] {
    guard let body = slot(of: id) else { return [] }
    var heads: [UInt32] = []
    var link = bodyTable.records[body].link
    while link != 0 {
      let shape = Int(link - 1)
      link = shapeTable.records[shape].next
      if shapeTable.records[shape].head == UInt32(shape) { heads.append(UInt32(shape)) }
    }
    heads.sortStably()
    return heads.map { shapeTable.id(of: Int($0)) }
  }

  /// Shapes that exist; every edge of a chain counts.
  public var shapeCount: Int {
    var count = 0
    for slot in 0..<shapeTable.records.count
    where shapeTable.records[slot].flags & ShapeFlag.used != 0 { count += 1 }
    return count
  }

  /// ½·m·v² + ½·I·w², summed over the dynamic bodies by slot.
  public var kineticEnergy: Double {
    var sum: Double = 0
    for slot in 0..<bodyTable.records.count where bodyTable.flags[slot] & BodyFlag.dynamic != 0 {
      let motion = bodyTable.motions[slot]
      let vx = Double(motion.vx)
      let vy = Double(motion.vy)
      let w = Double(motion.w)
      sum += 0.5 * Double(bodyTable.records[slot].mass) * (vx * vx + vy * vy)
      sum += 0.5 * Double(bodyTable.records[slot].inertia) * (w * w)
    }
    return sum
  }

  /// The contacts at the present poses, by key. Allocates: for inspection, not for every step.
  public func contacts() -> [ContactDescription] {
    var rows: [ContactRow] = []
    for slot in 0..<contactTable.rows.count where contactTable.rows[slot].isUsed {
      rows.append(contactTable.rows[slot])
    }
    rows.sortStably { $0.key < $1.key }
    var result: [ContactDescription] = []
    for row in rows {
      let description = describeContact(Int(row.shapeA), Int(row.shapeB))
      if let description { result.append(description) }
    }
    return result
  }

  /// What two shapes would touch like now, whatever their filters; `nil` when they are apart.
  public func contact(between a: ShapeID, and b: ShapeID) -> ContactDescription? {
    guard let slotA = slot(of: a), let slotB = slot(of: b) else { return nil }
    return describeContact(slotA, slotB)
  }

  private func describeContact(_ a: Int, _ b: Int) -> ContactDescription? {
    let found = collisionRows.manifold(a, b, workers.scratch.pointee.vertices)
    if found.count == 0 { return nil }
    let frame = bodyTable.originTransform(Int(shapeTable.records[a].body))
    var points = [frame.apply(found.point0.point)]
    var separation = found.point0.separation
    if found.count > 1 {
      points.append(frame.apply(found.point1.point))
      separation = smaller(separation, found.point1.separation)
    }
    return ContactDescription(
      shapeA: shapeTable.id(of: a),
      shapeB: shapeTable.id(of: b),
      normal: frame.rotation.rotate(found.normal), points: points, separation: separation)
  }
}
