import DeterministicMath
import RigidBodies

/// What a restored world holds and no object of the animator answers for.
extension DynamicAnimator {
  /// Takes it out: a joint without an attachment would hold an item for ever, a body without an item
  /// would stand in the way unseen.
  func dropUnowned() {
    let joints = known.compactMap { ($0 as? AttachmentBehavior)?.joint }
    for id in DynamicAnimator.without(joints, world.jointIDs) { world.removeJoint(id) }
    var bodies = order.map { slots[Int($0)].body }
    bodies.append(ground)
    for id in DynamicAnimator.without(bodies, world.bodyIDs) { world.removeBody(id) }
    var shapes: [ShapeID] = []
    for behavior in collisions {
      for boundary in behavior.boundaries {
        shapes.append(contentsOf: boundary.shapes.map { $0.shape })
      }
      shapes.append(contentsOf: behavior.referenceBoundary?.shapes.map { $0.shape } ?? [])
    }
    for id in DynamicAnimator.without(shapes, world.shapes(of: ground)) { world.removeShape(id) }
  }

  /// Those of `all`, which ascend, that are not among the others.
  private static func without<ID: Comparable>(_ owned: [ID], _ all: [ID]) -> [ID] {
    if owned.count == all.count { return [] }
    var owned = owned
    owned.sortStably()
    var place = 0
    return all.filter { id in
      while place < owned.count, owned[place] < id { place += 1 }
      return place == owned.count || owned[place] != id
    }
  }
}
