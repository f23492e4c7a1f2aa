import DeterministicMath
import RigidBodies
import Simulation

/// Back from the tables to objects. The world has already got its own tables back.
extension DynamicAnimator {
  /// Whether a restored state may be gone on from: asks the world, whose rows name one another by
  /// slot. The animator's own rows are checked one by one as they are read.
  public func isStateSound() -> Bool { world.isStateSound() }

  /// Call after a restoring visitor has been through ``visitState(_:)``, and only when
  /// ``isStateSound()``.
  ///
  /// Rows that name objects this animator does not know are left out, with a diagnostic. No
  /// delegate is called.
  public func stateWasRestored() {
    world.stateWasRestored()
    scatterClock()
    scatterBehaviors()
    scatterTree()
    scatterItems()
    scatterMembers()
    scatterParameters()
    scatterRegions()
    scatterBoundaries()
    scatterContacts()
    rebuildDerived()
  }

  private func scatterClock() {
    guard rows.clock.rowCount == 1 else { return note(Diagnostic(.objectUnknown)) }
    rows.clock.rewind()
    substepCount = rows.clock.nextInt64()
    pendingTicks = rows.clock.nextInt64()
    // At most the hour that one advance may bring; a damaged state must not ask for more.
    if pendingTicks < 0 || pendingTicks > 864_000_000_000 { pendingTicks = 0 }
    timeScaleStore = rows.clock.nextDouble()
    isRunning = rows.clock.nextBool()
    isSuspended = rows.clock.nextBool()
    nextSerial = UInt32(truncatingIfNeeded: rows.clock.nextUInt64())
    nextFieldOrdinal = rows.clock.nextUInt64()
    let hasBounds = rows.clock.nextBool()
    let bounds = Rect(
      x: rows.clock.nextDouble(), y: rows.clock.nextDouble(),
      width: rows.clock.nextDouble(), height: rows.clock.nextDouble())
    referenceBoundsStore = hasBounds ? bounds : nil
    collisionClasses = UInt32(truncatingIfNeeded: rows.clock.nextUInt64())
  }

  private static func bodyID(_ word: UInt64) -> BodyID {
    BodyID(
      slot: UInt32(truncatingIfNeeded: word), generation: UInt32(truncatingIfNeeded: word >> 32))
  }
  private static func shapeID(_ word: UInt64) -> ShapeID {
    ShapeID(
      slot: UInt32(truncatingIfNeeded: word), generation: UInt32(truncatingIfNeeded: word >> 32))
  }

  private func knownBehavior(_ ordinal: Int32) -> DynamicBehavior? {
    guard ordinal >= 0, Int(ordinal) < known.count, let behavior = known[Int(ordinal)] else {
      if ordinal != -1 { note(Diagnostic(.objectUnknown)) }
      return nil
    }
    return behavior
  }

  private func scatterBehaviors() {
    rows.behaviors.rewind()
    for ordinal in collisionClass.indices { collisionClass[ordinal] = -1 }
    for _ in 0..<rows.behaviors.rowCount {
      let ordinal = rows.behaviors.nextIndex()
      let kind = rows.behaviors.nextUInt64()
      let joint = rows.behaviors.nextUInt64()
      let collisionClass = rows.behaviors.nextIndex()
      let hasSeed = rows.behaviors.nextBool()
      let seed = rows.behaviors.nextUInt64()
      guard kind != 255, let behavior = knownBehavior(ordinal),
        UInt64(behavior.kind.rawValue) == kind
      else { continue }
      self.collisionClass[Int(ordinal)] = collisionClass < 31 ? collisionClass : -1
      (behavior as? AttachmentBehavior)?.joint =
        joint == 0 ? nil : AttachmentJoint(restoredFrom: joint)
      (behavior as? FieldBehavior)?.seedStore = hasSeed ? seed : nil
    }
  }

  private func scatterTree() {
    rows.tree.rewind()
    for behavior in known {
      behavior?.animatorReference = nil
      behavior?.isRemovalPending = false
    }
    var tops: [DynamicBehavior] = []
    var parents: [DynamicBehavior?] = []
    var nodes: [DynamicBehavior] = []
    var isPlaced = [Bool](repeating: false, count: known.count)
    for _ in 0..<rows.tree.rowCount {
      let ordinal = rows.tree.nextIndex()
      let parent = rows.tree.nextIndex()
      // Each behaviour stands once, after its parent.
      guard let behavior = knownBehavior(ordinal), !isPlaced[Int(ordinal)] else { continue }
      let isRoot = parent == -1 || parent == DynamicAnimator.outsideTree
      let above = isRoot ? nil : knownBehavior(parent)
      if let above, !isPlaced[Int(above.ordinal)] { continue }
      isPlaced[Int(ordinal)] = true
      nodes.append(behavior)
      parents.append(above)
      let isInTree = above.map { $0.animatorReference === self } ?? (parent == -1)
      if isInTree { behavior.animatorReference = self }
      if above == nil && isInTree { tops.append(behavior) }
    }
    for behavior in known { behavior?.parent = nil }
    for (ordinal, behavior) in known.enumerated() where !isPlaced[ordinal] {
      // Children that the animator does not know are not in its state either.
      if let behavior {
        behavior.restoreChildren(behavior.childBehaviors.filter { $0.ordinal < 0 })
      }
    }
    for behavior in nodes {
      var children: [DynamicBehavior] = []
      for (index, node) in nodes.enumerated() where parents[index] === behavior {
        children.append(node)
      }
      behavior.restoreChildren(children)
    }
    behaviors = tops
    flatIsDirty = true
  }

  private func scatterItems() {
    rows.items.rewind()
    for index in slots.indices where slots[index].isRegistered {
      slots[index].item?.registeredAnimator = nil
      slots[index].isRegistered = false
      slots[index].serial = 0
    }
    for _ in 0..<rows.items.rowCount {
      let index = Int(rows.items.nextIndex())
      let serial = UInt32(truncatingIfNeeded: rows.items.nextUInt64())
      var words: [UInt64] = []
      for _ in 2..<rows.items.fields.count { words.append(rows.items.nextUInt64()) }
      guard index >= 0, index < slots.count, let item = slots[index].item else {
        if serial != 0 { note(Diagnostic(.objectUnknown)) }
        continue
      }
      slots[index].serial = serial
      slots[index].isRegistered = serial != 0
      slots[index].holderCount = Int32(truncatingIfNeeded: Int64(bitPattern: words[0]))
      slots[index].body = DynamicAnimator.bodyID(words[1])
      slots[index].shapeID = DynamicAnimator.shapeID(words[2])
      slots[index].filter = CollisionFilter(categories: words[3], mask: words[4])
      slots[index].isSleepEnabled = words[5] != 0
      let values = words[6...].map { Double(bitPattern: $0) }
      item.center = Point(x: values[0], y: values[1])
      item.transform = AffineTransform(
        a: values[2], b: values[3], c: values[4], d: values[5], tx: values[6], ty: values[7])
      slots[index].initialTransform = AffineTransform(
        a: values[8], b: values[9], c: values[10], d: values[11], tx: values[12], ty: values[13])
      slots[index].initialRotation = Rotation(
        cosine: Float(values[14]), sine: Float(values[15]))
      if serial != 0 {
        item.registeredAnimator = self
        if let outline = try? CollisionShape(of: item) { slots[index].outline = outline }
      }
    }
  }

  private func scatterMembers() {
    rows.members.rewind()
    for behavior in known { behavior?.members.removeAll(keepingCapacity: true) }
    for _ in 0..<rows.members.rowCount {
      let ordinal = rows.members.nextIndex()
      let slot = rows.members.nextIndex()
      let isHeld = rows.members.nextBool()
      let vector = Vector(dx: rows.members.nextDouble(), dy: rows.members.nextDouble())
      let angular = rows.members.nextDouble()
      guard let behavior = knownBehavior(ordinal) else { continue }
      guard slot >= 0, Int(slot) < slots.count, let item = slots[Int(slot)].item else {
        note(Diagnostic(.objectUnknown))
        continue
      }
      var member = Member(item)
      member.slot = isHeld ? slot : -1
      member.vector = vector
      member.angular = angular
      behavior.members.append(member)
    }
  }

  private func scatterParameters() {
    rows.parameters.rewind()
    for _ in 0..<rows.parameters.rowCount {
      let ordinal = rows.parameters.nextIndex()
      let index = Int(rows.parameters.nextIndex())
      let value = rows.parameters.nextDouble()
      guard let behavior = knownBehavior(ordinal), index >= 0,
        index < behavior.parameters.count, value.isFinite
      else { continue }
      behavior.parameters[index] = value
    }
  }

  private func scatterRegions() {
    rows.regions.rewind()
    var ordinal: Int32 = -1
    var nodes: [Region.Node] = []
    for _ in 0..<rows.regions.rowCount {
      let owner = rows.regions.nextIndex()
      let operation = Region.Operation(
        rawValue: UInt8(truncatingIfNeeded: rows.regions.nextUInt64()))
      let node = Region.Node(
        operation: operation ?? .empty, a: rows.regions.nextDouble(),
        b: rows.regions.nextDouble())
      if owner != ordinal {
        restoreRegion(nodes, of: ordinal)
        ordinal = owner
        nodes = []
      }
      nodes.append(node)
    }
    restoreRegion(nodes, of: ordinal)
  }

  private func restoreRegion(_ nodes: [Region.Node], of ordinal: Int32) {
    guard !nodes.isEmpty, let field = knownBehavior(ordinal) as? FieldBehavior,
      let region = Region(program: nodes)
    else { return }
    field.regionStore = region
  }

  private func scatterBoundaries() {
    rows.boundaries.rewind()
    for behavior in known {
      guard let collision = behavior as? CollisionBehavior else { continue }
      collision.referenceBoundary = nil
      for index in collision.boundaries.indices { collision.boundaries[index].shapes = [] }
    }
    for _ in 0..<rows.boundaries.rowCount {
      let ordinal = rows.boundaries.nextIndex()
      let index = Int(rows.boundaries.nextIndex())
      let shape = BoundaryShape(
        shape: DynamicAnimator.shapeID(rows.boundaries.nextUInt64()),
        tag: UInt32(truncatingIfNeeded: rows.boundaries.nextUInt64()))
      guard let behavior = knownBehavior(ordinal) as? CollisionBehavior else { continue }
      if index == -1 {
        let bounds = referenceBoundsStore ?? .zero
        let path = Path(rect: bounds.inset(by: behavior.boundaryInsets))
        behavior.referenceBoundary = Boundary(
          identifier: nil, path: path, lines: path.polylines(), shapes: [shape])
      } else if index >= 0, index < behavior.boundaries.count {
        behavior.boundaries[index].shapes.append(shape)
      } else {
        note(Diagnostic(.objectUnknown))
      }
    }
  }

  private func scatterContacts() {
    rows.touching.rewind()
    touching.removeAll(keepingCapacity: true)
    for _ in 0..<rows.touching.rowCount {
      touching.append(
        TouchingPair(
          a: UInt32(truncatingIfNeeded: rows.touching.nextUInt64()),
          b: UInt32(truncatingIfNeeded: rows.touching.nextUInt64()),
          count: rows.touching.nextIndex(),
          point: Point(x: rows.touching.nextDouble(), y: rows.touching.nextDouble())))
    }
    rows.contacts.rewind()
    contacts.removeAll(keepingCapacity: true)
    for _ in 0..<rows.contacts.rowCount {
      contacts.append(
        ActiveContact(
          a: UInt32(truncatingIfNeeded: rows.contacts.nextUInt64()),
          b: UInt32(truncatingIfNeeded: rows.contacts.nextUInt64()),
          behavior: rows.contacts.nextIndex()))
    }
    contacts.removeAll { $0.behavior < 0 || Int($0.behavior) >= known.count }
  }

  /// Lists that follow from the tables.
  private func rebuildDerived() {
    queue.removeAll()
    events.removeAll()
    untold.removeAll()
    phase = .idle
    flattenIfNeeded()
    order = slots.indices.filter { slots[$0].isRegistered }.map { Int32($0) }
    order.sort { slots[Int($0)].serial < slots[Int($1)].serial }
    tags = order.map { TagOwner(tag: slots[Int($0)].serial, slot: $0) }
    for behavior in collisions {
      for boundary in behavior.boundaries { enterTag(of: boundary, behavior) }
      if let boundary = behavior.referenceBoundary { enterTag(of: boundary, behavior) }
    }
    for index in slots.indices { slots[index].holderCount = 0 }
    for behavior in flat {
      for member in behavior.members where member.slot >= 0 {
        slots[Int(member.slot)].holderCount += 1
      }
    }
    let resolved = resolvedProperties(onlyDirty: false)
    for index in slots.indices {
      slots[index].propertiesAreDirty = false
      slots[index].properties = slots[index].isRegistered ? resolved[index] : profile.defaults
      let outline = slots[index].outline
      slots[index].mass = slots[index].properties.density * outline.area / 10_000
      slots[index].inertia = slots[index].mass * outline.gyrationSquared
      motion[index] = Motion()
    }
    propertiesAreDirty = false
    filtersAreDirty = false
    sleepPermissionsAreDirty = false
    contactsAreDirty = false
  }

  private func enterTag(of boundary: Boundary, _ behavior: CollisionBehavior) {
    guard let tag = boundary.shapes.first?.tag else { return }
    insertTag(TagOwner(tag: tag, slot: -1, behavior: behavior.ordinal))
  }
}
