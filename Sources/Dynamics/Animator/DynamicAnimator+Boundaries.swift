import DeterministicMath
import RigidBodies

/// A run of a boundary's lines in the world.
package struct BoundaryShape: Equatable {
  package var shape: ShapeID
  package var tag: UInt64
}

/// Collision filters, boundaries and the reference bounds.
///
/// Each collision behaviour in the tree has a class `k` of 31. An item that it holds has category
/// bit `k` and mask bit `k` when the mode includes items, and mask bit `31 + k` when it includes
/// boundaries; the behaviour's boundaries have category bit `31 + k`. Bit 63 is the category of
/// every held item, so that it need not share one with a boundary's mask.
extension DynamicAnimator {
  func takeCollisionClass(_ behavior: DynamicBehavior) {
    for k in 0..<Int32(31) where collisionClasses & (1 &<< UInt32(k)) == 0 {
      collisionClasses |= 1 &<< UInt32(k)
      collisionClass[Int(behavior.ordinal)] = k
      return
    }
    note(Diagnostic(.collisionBehaviorsExhausted))
  }

  func returnCollisionClass(_ behavior: DynamicBehavior) {
    let k = collisionClass[Int(behavior.ordinal)]
    if k >= 0 { collisionClasses &= ~(1 &<< UInt32(k)) }
    collisionClass[Int(behavior.ordinal)] = -1
  }

  func filtersDidChange() {
    filtersAreDirty = true
    contactsAreDirty = true
  }

  func settleFilters() {
    guard filtersAreDirty else { return }
    filtersAreDirty = false
    contactsAreDirty = true
    flattenIfNeeded()
    var filters = [CollisionFilter](
      repeating: CollisionFilter(categories: 0, mask: 0), count: slots.count)
    for behavior in collisions where behavior.animatorReference === self {
      let k = collisionClass[Int(behavior.ordinal)]
      if k < 0 { continue }
      let items: UInt64 = behavior.collidesItems ? 1 &<< UInt64(k) : 0
      let boundaries: UInt64 = behavior.collidesBoundaries ? 1 &<< UInt64(31 + k) : 0
      for member in behavior.members where member.slot >= 0 {
        filters[Int(member.slot)].categories |= items | 1 &<< 63
        filters[Int(member.slot)].mask |= items | boundaries
      }
    }
    for index in slots.indices where slots[index].isRegistered {
      if filters[index] != slots[index].filter {
        wakeTouching(tag: slots[index].serial)
        slots[index].filter = filters[index]
        for shape in shapeIDs(index) { world.setFilter(filters[index], of: shape) }
      }
    }
  }

  // MARK: Boundaries

  /// Puts a boundary of a behaviour in the tree into the world.
  func makeShapes(of boundary: inout Boundary) {
    // The class is known only to the caller's behaviour; filters follow in boundariesDidChange.
    boundary.shapes = []
    let tag = takeSerial()
    for line in boundary.lines {
      guard let shape = addBoundaryShape(line, tag) else { continue }
      boundary.shapes.append(BoundaryShape(shape: shape, tag: tag))
    }
  }

  private func addBoundaryShape(_ line: Polyline, _ tag: UInt64) -> ShapeID? {
    var definition = ShapeDefinition(density: 0, friction: 0, restitution: 0)
    // The item's own values count at a boundary.
    definition.inheritsMaterial = true
    definition.filter = CollisionFilter(categories: 0, mask: .max)
    definition.tag = UInt32(truncatingIfNeeded: tag)
    let points = line.points.map { DynamicAnimator.kernelPoint($0) }
    let geometry: ShapeGeometry =
      points.count == 2
      ? .segment(points[0], points[1])
      : .chain(points, isLoop: line.isClosed, isTwoSided: true)
    return try? world.addShape(geometry, definition, to: ground)
  }

  func removeShapes(ofBoundary index: Int, of behavior: CollisionBehavior) {
    removeShapes(of: behavior.boundaries[index])
    behavior.boundaries[index].shapes = []
  }

  /// The behaviour still names the boundary, for the contacts that end.
  func removeShapes(of boundary: Boundary) {
    if let tag = boundary.shapes.first?.tag {
      wakeTouching(tag: tag)
      endTouching(tag: tag)
      removeTag(tag)
    }
    for entry in boundary.shapes { world.removeShape(entry.shape) }
    contactsAreDirty = true
  }

  /// Gives the behaviour's boundaries their class and makes their tags known.
  func boundariesDidChange(of behavior: CollisionBehavior) {
    let k = collisionClass[Int(behavior.ordinal)]
    let filter = CollisionFilter(
      categories: k < 0 ? 0 : 1 &<< UInt64(31 + k), mask: k < 0 ? 0 : .max)
    for boundary in behavior.boundaries { enter(boundary, of: behavior, filter) }
    if let boundary = behavior.referenceBoundary { enter(boundary, of: behavior, filter) }
    contactsAreDirty = true
    wakeMembers(of: behavior)
  }

  private func enter(
    _ boundary: Boundary, of behavior: CollisionBehavior, _ filter: CollisionFilter
  ) {
    guard let tag = boundary.shapes.first?.tag, owner(of: tag) == nil else { return }
    for entry in boundary.shapes { world.setFilter(filter, of: entry.shape) }
    insertTag(TagOwner(tag: tag, slot: -1, behavior: behavior.ordinal))
  }

  /// Makes, moves or removes the boundary that stands for the reference bounds.
  func referenceBoundaryDidChange(of behavior: CollisionBehavior) {
    if let old = behavior.referenceBoundary {
      removeShapes(of: old)
      behavior.referenceBoundary = nil
    }
    if behavior.translatesReferenceBoundsIntoBoundary, let bounds = referenceBoundsStore {
      let rect = bounds.inset(by: behavior.boundaryInsets)
      if rect.isValid, rect.width > 0, rect.height > 0 {
        let path = Path(rect: rect)
        var boundary = Boundary(identifier: nil, path: path, lines: path.polylines())
        makeShapes(of: &boundary)
        behavior.referenceBoundary = boundary
      }
    }
    boundariesDidChange(of: behavior)
  }

  func replaceReferenceBounds(_ bounds: Rect?) {
    guard bounds != referenceBoundsStore else { return }
    referenceBoundsStore = bounds
    flattenIfNeeded()
    for behavior in collisions where behavior.translatesReferenceBoundsIntoBoundary {
      referenceBoundaryDidChange(of: behavior)
    }
    requestRun()
  }
}
