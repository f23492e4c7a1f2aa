import DeterministicMath
import RigidBodies
import Simulation

/// The whole dynamic state in one description: the kernel's world, then tables of the clock, items,
/// behaviours with their parameters, the tree, memberships, regions, boundaries and contacts.
///
/// Left out, because they cannot change the course of a run: delegates, actions, diagnostics,
/// names, and the block of a custom field (what it captures is the app's own state). Left out
/// because it is the app's to build again: objects that joined after the first step, paths of
/// boundaries, bounds and outlines of items.
extension DynamicAnimator {
  /// Visits every table, always in the same order. See `Simulation.visitState(_:)`.
  public func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    gatherRows()
    rows.clock.visit(&visitor)
    rows.items.visit(&visitor)
    rows.behaviors.visit(&visitor)
    rows.parameters.visit(&visitor)
    rows.tree.visit(&visitor)
    rows.members.visit(&visitor)
    rows.regions.visit(&visitor)
    rows.boundaries.visit(&visitor)
    rows.touching.visit(&visitor)
    rows.contacts.visit(&visitor)
  }

  private static func word(_ id: BodyID) -> UInt64 {
    UInt64(id.generation) << 32 | UInt64(id.slot)
  }
  private static func word(_ id: ShapeID) -> UInt64 {
    UInt64(id.generation) << 32 | UInt64(id.slot)
  }
  static func word(_ id: JointID) -> UInt64 {
    (UInt64(id.generation) << 32 | UInt64(id.slot)) &+ 1
  }

  // MARK: Gathering

  private func gatherRows() {
    gatherClock()
    gatherItems()
    rows.behaviors.begin()
    rows.parameters.begin()
    rows.members.begin()
    rows.regions.begin()
    rows.boundaries.begin()
    for index in known.indices { gatherBehavior(index) }
    rows.tree.begin()
    for behavior in behaviors { gatherTree(behavior, under: -1) }
    // Children of known behaviours that are in no tree now come and go too.
    for behavior in known {
      guard let behavior, behavior.animatorReference == nil, behavior.parent == nil,
        !behavior.childBehaviors.isEmpty
      else { continue }
      gatherTree(behavior, under: DynamicAnimator.outsideTree)
    }
    rows.touching.begin()
    for pair in touching {
      rows.touching.push(UInt64(pair.a))
      rows.touching.push(UInt64(pair.b))
      rows.touching.push(Int64(pair.count))
      rows.touching.push(pair.point.x)
      rows.touching.push(pair.point.y)
    }
    rows.contacts.begin()
    for contact in contacts {
      rows.contacts.push(UInt64(contact.a))
      rows.contacts.push(UInt64(contact.b))
      rows.contacts.push(Int64(contact.behavior))
    }
  }

  private func gatherClock() {
    rows.clock.begin()
    rows.clock.push(substepCount)
    rows.clock.push(pendingTicks)
    rows.clock.push(timeScaleStore)
    rows.clock.push(isRunning)
    rows.clock.push(isSuspended)
    rows.clock.push(UInt64(nextSerial))
    rows.clock.push(nextFieldOrdinal)
    rows.clock.push(referenceBoundsStore != nil)
    let bounds = referenceBoundsStore ?? .zero
    rows.clock.push(bounds.minX)
    rows.clock.push(bounds.minY)
    rows.clock.push(bounds.width)
    rows.clock.push(bounds.height)
    rows.clock.push(UInt64(collisionClasses))
  }

  private func gatherItems() {
    rows.items.begin()
    rows.items.append(rowCount: slots.count) { row in
      slots.withUnsafeBufferPointer { slots in
        for index in slots.indices { DynamicAnimator.gather(slots, index, into: &row) }
      }
    }
  }

  private static func gather(
    _ slots: UnsafeBufferPointer<ItemSlot>, _ index: Int, into row: inout StateRowWriter
  ) {
    row.push(Int64(index))
    row.push(UInt64(slots[index].serial))
    row.push(Int64(slots[index].holderCount))
    row.push(word(slots[index].body))
    row.push(word(slots[index].shapeID))
    row.push(slots[index].filter.categories)
    row.push(slots[index].filter.mask)
    row.push(slots[index].isSleepEnabled)
    let center = slots[index].item?.center ?? .zero
    row.push(storable(center.x))
    row.push(storable(center.y))
    gather(slots[index].item?.transform ?? .identity, into: &row)
    gather(slots[index].initialTransform, into: &row)
    row.push(Double(slots[index].initialRotation.cosine))
    row.push(Double(slots[index].initialRotation.sine))
  }

  private static func gather(_ t: AffineTransform, into row: inout StateRowWriter) {
    row.push(storable(t.a))
    row.push(storable(t.b))
    row.push(storable(t.c))
    row.push(storable(t.d))
    row.push(storable(t.tx))
    row.push(storable(t.ty))
  }

  /// An app may have written NaN into an item that is not registered; a digest must not see it.
  private static func storable(_ x: Double) -> Double { x == x ? x : 0 }

  private func gatherBehavior(_ ordinal: Int) {
    rows.behaviors.push(Int64(ordinal))
    guard let behavior = known[ordinal] else {
      for value in [UInt64(255), 0, UInt64.max, 0, 0] { rows.behaviors.push(value) }
      return
    }
    rows.behaviors.push(UInt64(behavior.kind.rawValue))
    let joint = (behavior as? AttachmentBehavior)?.joint
    rows.behaviors.push(joint.map { DynamicAnimator.word($0.id) } ?? 0)
    rows.behaviors.push(Int64(collisionClass[ordinal]))
    let field = behavior as? FieldBehavior
    rows.behaviors.push(field?.seedStore != nil)
    rows.behaviors.push(field?.seedStore ?? 0)
    for (index, value) in behavior.parameters.enumerated() {
      rows.parameters.push(Int64(ordinal))
      rows.parameters.push(Int64(index))
      rows.parameters.push(value)
    }
    let isInTree = behavior.animatorReference === self
    let members = behavior.members
    rows.members.append(rowCount: members.count) { row in
      members.withUnsafeBufferPointer { members in
        for index in members.indices {
          let slot =
            isInTree ? members[index].slot : (slotIndex(of: members[index].item) ?? -1)
          row.push(Int64(ordinal))
          row.push(Int64(slot))
          row.push(isInTree)
          row.push(members[index].vector.dx)
          row.push(members[index].vector.dy)
          row.push(members[index].angular)
        }
      }
    }
    for node in field?.regionStore.nodes ?? [] {
      rows.regions.push(Int64(ordinal))
      rows.regions.push(UInt64(node.operation.rawValue))
      rows.regions.push(node.a)
      rows.regions.push(node.b)
    }
    if let collision = behavior as? CollisionBehavior { gatherBoundaries(collision, ordinal) }
  }

  private func gatherBoundaries(_ behavior: CollisionBehavior, _ ordinal: Int) {
    if let boundary = behavior.referenceBoundary { gather(boundary, -1, ordinal) }
    for (index, boundary) in behavior.boundaries.enumerated() { gather(boundary, index, ordinal) }
  }

  private func gather(_ boundary: Boundary, _ index: Int, _ ordinal: Int) {
    for shape in boundary.shapes {
      rows.boundaries.push(Int64(ordinal))
      rows.boundaries.push(Int64(index))
      rows.boundaries.push(DynamicAnimator.word(shape.shape))
      rows.boundaries.push(UInt64(shape.tag))
    }
  }

  /// Stands for the parent of a root that is in no tree.
  static let outsideTree: Int32 = -2

  private func gatherTree(_ behavior: DynamicBehavior, under parent: Int32) {
    guard behavior.ordinal >= 0 else { return }
    rows.tree.push(Int64(behavior.ordinal))
    rows.tree.push(Int64(parent))
    for child in behavior.childBehaviors { gatherTree(child, under: behavior.ordinal) }
  }
}
