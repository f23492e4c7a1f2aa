import Simulation

/// Contacts that are outdated together, at fixed steps, so that a state saved there is small.
///
/// A manifold is most of what is saved of a contact, and does not follow from the poses of now: it was
/// made some steps ago. A contact that is outdated has none. It keeps its impulses: the next step
/// collides its shapes, and starts with what the same features bore.
extension World {
  /// Drops the manifolds of all contacts, awake or asleep: the next step that solves one collides its
  /// shapes first, whatever has moved.
  ///
  /// Steps do so after every ``WorldDefinition/renewalPeriod``. Who sets that to zero calls this at steps
  /// of their own choice, for which a recording's key frames are the cheaper.
  ///
  /// - Complexity: O(contacts), and the next step collides all those of awake bodies.
  public func outdateContacts() {
    assert(
      contactTable.manifolds.count == contactTable.rows.count, "every contact may have a manifold")
    changeLog.reserve(contactCount: contactTable.rows.count)
    let count = contactTable.outdate { changeLog.markManifold($0) }
    changeLog.contactSums.forgetManifolds(count)
  }

  /// Counts the step that ends. A step in which all sleep changes nothing, and so not this number either.
  func countTowardsRenewal() {
    if definition.renewalPeriod == 0 || activity.awakeBodies.count == 0 { return }
    stepsSinceRenewal &+= 1
    if stepsSinceRenewal < definition.renewalPeriod { return }
    stepsSinceRenewal = 0
    outdateContacts()
  }
}

extension ContactTable {
  /// Drops all manifolds, and has the contacts with a lane collided again in the next step, whatever
  /// moves by then. Their lanes keep the old points, which nothing uses.
  ///
  /// - Parameter drop: called before each manifold is dropped, with its slot.
  /// - Returns: how many there were.
  fileprivate mutating func outdate(_ drop: (Int) -> Void) -> Int {
    var count = 0
    var slot = 0
    while slot < rows.count {
      if manifolds.base[slot].isMade {
        drop(slot)
        manifolds.base[slot] = ContactManifold()
        if lanes.base[slot] >= 0 {
          let color = colors + rows.base[slot].color
          let (block, lane) = color.pointee.place(Int(lanes.base[slot]))
          ContactAnchors.outdate(color.pointee.anchors(block), lane)
        }
        count &+= 1
      }
      slot &+= 1
    }
    if count > 0 { hasOutdatedLanes = true }
    return count
  }
}
