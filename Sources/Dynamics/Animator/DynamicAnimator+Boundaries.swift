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

  /// One item has joined or left a collision behaviour.
  func filterDidChange(slot: Int32) {
    dirtyFilters.append(slot)
    contactsAreDirty = true
  }

  func settleFilters() {
    guard filtersAreDirty || !dirtyFilters.isEmpty else { return }
    contactsAreDirty = true
    flattenIfNeeded()
    var dirty: [Int32] = []
    swap(&dirty, &dirtyFilters)
    if !filtersAreDirty, dirty.count * collisions.count <= 64 {
      dirty.sortStably()
      for slot in dirty {
        guard slots[Int(slot)].isRegistered, let item = slots[Int(slot)].item else { continue }
        install(filter(of: item), Int(slot))
      }
      return
    }
    filtersAreDirty = false
    var filters = [CollisionFilter](
      repeating: CollisionFilter(categories: 0, mask: 0), count: slots.count)
    for behavior in collisions where behavior.animatorReference === self {
      guard let bits = filterBits(behavior) else { continue }
      for member in behavior.members where member.slot >= 0 {
        filters[Int(member.slot)].categories |= bits.categories
        filters[Int(member.slot)].mask |= bits.mask
      }
    }
    for index in slots.indices where slots[index].isRegistered { install(filters[index], index) }
  }

  /// What a behaviour adds to the filters of its items; `nil` without a class.
  private func filterBits(_ behavior: CollisionBehavior) -> CollisionFilter? {
    let k = collisionClass[Int(behavior.ordinal)]
    if k < 0 { return nil }
    let items: UInt64 = behavior.collidesItems ? 1 &<< UInt64(k) : 0
    let boundaries: UInt64 = behavior.collidesBoundaries ? 1 &<< UInt64(31 + k) : 0
    return CollisionFilter(categories: items | 1 &<< 63, mask: items | boundaries)
  }

  private func filter(of item: any DynamicItem) -> CollisionFilter {
    var filter = CollisionFilter(categories: 0, mask: 0)
    for behavior in collisions where behavior.animatorReference === self {
      guard let bits = filterBits(behavior), let index = behavior.memberIndex(of: item),
        behavior.members[index].slot >= 0
      else { continue }
      filter.categories |= bits.categories
      filter.mask |= bits.mask
    }
    return filter
  }

  private func install(_ filter: CollisionFilter, _ index: Int) {
    let old = slots[index].filter
    guard filter != old else { return }
    // What collided with nothing touches nothing.
    if old.mask != 0 || old.categories != 0 { wakeTouching(tag: slots[index].serial) }
    slots[index].filter = filter
    for shape in shapeIDs(index) { world.setFilter(filter, of: shape) }
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

  /// Makes, moves or removes the boundary that stands for the reference bounds. What was inside the
  /// old one is inside the new one afterwards.
  func referenceBoundaryDidChange(of behavior: CollisionBehavior) {
    let old = behavior.referenceBoundary
    if let old {
      removeShapes(of: old)
      behavior.referenceBoundary = nil
    }
    if behavior.translatesReferenceBoundsIntoBoundary, let bounds = referenceBoundsStore {
      let rect = bounds.inset(by: behavior.boundaryInsets)
      if rect.isValid, rect.width > 0, rect.height > 0 {
        if let before = old?.rect, before != rect { carry(behavior, from: before, to: rect) }
        let path = Path2D(rect: rect)
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

extension Boundary {
  /// The box around the lines.
  fileprivate var rect: Rect? { boundingBox(of: lines.flatMap { $0.points }) }
}
