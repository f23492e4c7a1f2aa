import DeterministicMath
import RigidBodies

/// What a shape's tag stands for.
struct TagOwner {
  var tag: UInt64
  /// −1 for a boundary.
  var slot: Int32
  /// Ordinal of the behaviour that owns the boundary; −1 for an item.
  var behavior: Int32 = -1
}

/// A contact event on its way to a delegate.
package struct ContactReport {
  var contact: ActiveContact
  package var isBegin: Bool
  var behavior: CollisionBehavior
  package var item1: any DynamicItem
  /// `nil` at a boundary.
  package var item2: (any DynamicItem)?
  package var identifier: BoundaryIdentifier?
  /// Zero at the end of a contact.
  package var point: Point
}

/// Contact events: kernel events per pair of shapes become events per behaviour and pair of items,
/// or per behaviour, item and boundary.
extension DynamicAnimator {
  // MARK: Tags

  func owner(of tag: UInt64) -> TagOwner? {
    let index = tagPosition(tag)
    return index < tags.count && tags[index].tag == tag ? tags[index] : nil
  }

  private func tagPosition(_ tag: UInt64) -> Int {
    var low = 0
    var high = tags.count
    while low < high {
      let middle = (low + high) / 2
      if tags[middle].tag < tag { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func insertTag(_ owner: TagOwner) { tags.insert(owner, at: tagPosition(owner.tag)) }

  func removeTag(_ tag: UInt64) {
    let index = tagPosition(tag)
    if index < tags.count, tags[index].tag == tag { tags.remove(at: index) }
  }

  // MARK: Touching

  /// Takes over the kernel's events of the last substep.
  func collectContacts() {
    reportUnreportedEnds()
    for event in world.contactEvents {
      let swapped = event.tagB < event.tagA
      let a = UInt64(swapped ? event.tagB : event.tagA)
      let b = UInt64(swapped ? event.tagA : event.tagB)
      let index = touchingPosition(a, b)
      let isPresent = index < touching.count && touching[index].a == a && touching[index].b == b
      switch event.kind {
      case .began:
        // A shape that was removed since has no owner any more.
        guard owner(of: a) != nil, owner(of: b) != nil else { continue }
        contactsAreDirty = true
        if isPresent {
          touching[index].count &+= 1
        } else {
          let point = Point(x: Double(event.point.x), y: Double(event.point.y))
          touching.insert(TouchingPair(a: a, b: b, count: 1, point: point), at: index)
        }
      case .ended:
        guard isPresent else { continue }
        contactsAreDirty = true
        touching[index].count &-= 1
      }
    }
    guard contactsAreDirty else { return }
    contactsAreDirty = false
    touching.removeAll { $0.count <= 0 }
    updateContacts()
  }

  /// Finds out which shapes touch no longer: what was removed before the state was taken would have
  /// been reported with the next substep, and is not in the state.
  func findUnreportedEnds() {
    unreportedEnds.removeAll()
    if touching.isEmpty { return }
    var counts = [Int64](repeating: 0, count: touching.count)
    world.forEachTouching { tagA, tagB in
      let (a, b) = (UInt64(tagA < tagB ? tagA : tagB), UInt64(tagA < tagB ? tagB : tagA))
      let index = touchingPosition(a, b)
      if index < touching.count, touching[index].a == a, touching[index].b == b {
        counts[index] &+= 1
      }
    }
    for (pair, count) in zip(touching, counts) where pair.count > count {
      var end = pair
      end.count = pair.count &- count
      unreportedEnds.append(end)
    }
  }

  private func reportUnreportedEnds() {
    if unreportedEnds.isEmpty { return }
    for end in unreportedEnds {
      let index = touchingPosition(end.a, end.b)
      guard index < touching.count, touching[index].a == end.a, touching[index].b == end.b else {
        continue
      }
      touching[index].count &-= end.count
    }
    unreportedEnds.removeAll()
    contactsAreDirty = true
  }

  private func touchingPosition(_ a: UInt64, _ b: UInt64) -> Int {
    var low = 0
    var high = touching.count
    while low < high {
      let middle = (low + high) / 2
      let pair = touching[middle]
      if pair.a < a || (pair.a == a && pair.b < b) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Compares what touches with what was known to touch, behaviour by behaviour.
  private func updateContacts() {
    settleFilters()
    var next: [ActiveContact] = []
    for pair in touching { appendContacts(of: pair, to: &next) }
    var kept: [ActiveContact] = []
    var began: [ContactReport] = []
    var old = 0
    for contact in next {
      while old < contacts.count, contacts[old] < contact {
        reportEnd(contacts[old])
        old += 1
      }
      if old < contacts.count, contacts[old].isSame(as: contact) {
        kept.append(contacts[old])
        old += 1
      } else {
        kept.append(contact)
        if let report = report(contact, isBegin: true) { began.append(report) }
      }
    }
    while old < contacts.count {
      reportEnd(contacts[old])
      old += 1
    }
    events.append(contentsOf: began)
    contacts = kept
  }

  /// The contacts that behaviours see in a touching pair, in order of their ordinals.
  private func appendContacts(of pair: TouchingPair, to list: inout [ActiveContact]) {
    guard let a = owner(of: pair.a), let b = owner(of: pair.b) else { return }
    if a.slot >= 0 && b.slot >= 0 {
      let common =
        slots[Int(a.slot)].filter.categories & slots[Int(b.slot)].filter.categories
        & 0x7FFF_FFFF
      if common == 0 { return }
      for ordinal in collisionClass.indices where collisionClass[ordinal] >= 0 {
        if common & (1 &<< UInt64(collisionClass[ordinal])) != 0 {
          list.append(ActiveContact(a: pair.a, b: pair.b, behavior: Int64(ordinal)))
        }
      }
    } else if a.slot >= 0 || b.slot >= 0 {
      let slot = a.slot >= 0 ? a.slot : b.slot
      let behavior = a.slot >= 0 ? b.behavior : a.behavior
      let k = collisionClass[Int(behavior)]
      if k >= 0, slots[Int(slot)].filter.mask & (1 &<< UInt64(31 + k)) != 0 {
        list.append(ActiveContact(a: pair.a, b: pair.b, behavior: Int64(behavior)))
      }
    }
  }

  private func reportEnd(_ contact: ActiveContact) {
    if let report = report(contact, isBegin: false) { events.append(report) }
  }

  private func report(_ contact: ActiveContact, isBegin: Bool) -> ContactReport? {
    guard let behavior = known[Int(contact.behavior)] as? CollisionBehavior,
      let a = owner(of: contact.a), let b = owner(of: contact.b)
    else { return nil }
    var point = Point.zero
    if isBegin {
      let index = touchingPosition(contact.a, contact.b)
      point = touching[index].point
    }
    if a.slot >= 0, b.slot >= 0 {
      guard let item1 = slots[Int(a.slot)].item, let item2 = slots[Int(b.slot)].item else {
        return nil
      }
      return ContactReport(
        contact: contact, isBegin: isBegin, behavior: behavior, item1: item1, item2: item2,
        identifier: nil, point: point)
    }
    let slot = a.slot >= 0 ? a.slot : b.slot
    let tag = a.slot >= 0 ? contact.b : contact.a
    guard slot >= 0, let item = slots[Int(slot)].item else { return nil }
    let boundary = behavior.boundary(tag: tag)
    if let boundary { point = boundary.nearestPoint(to: point) }
    return ContactReport(
      contact: contact, isBegin: isBegin, behavior: behavior, item1: item, item2: nil,
      identifier: boundary?.identifier, point: point)
  }

  /// The shapes with this tag are about to go: what touched them ends.
  func endTouching(tag: UInt64) {
    for contact in contacts where contact.a == tag || contact.b == tag { reportEnd(contact) }
    contacts.removeAll { $0.a == tag || $0.b == tag }
    touching.removeAll { $0.a == tag || $0.b == tag }
  }

  /// Behaviours are about to leave: what they saw ends.
  func endContacts(of behaviors: [DynamicBehavior]) {
    for behavior in behaviors where behavior.kind == .collision {
      for contact in contacts where contact.behavior == behavior.ordinal { reportEnd(contact) }
      contacts.removeAll { $0.behavior == behavior.ordinal }
    }
  }

  // MARK: Delivery

  /// Tells the delegates, in order. A behaviour whose removal has been asked for hears of no new
  /// contact; an end is told only after its beginning was.
  func deliverEvents() {
    while !events.isEmpty {
      let batch = events
      events.removeAll(keepingCapacity: true)
      for event in batch { deliver(event) }
    }
  }

  private func deliver(_ event: ContactReport) {
    observer?.pass()
    let behavior = event.behavior
    if event.isBegin {
      if behavior.isRemovalPending {
        untold.append(event.contact)
        return
      }
      behavior.tellObservers(event)
      if let item2 = event.item2 {
        behavior.collisionDelegate?.collisionBehavior(
          behavior, beganContactFor: event.item1, with: item2, at: event.point)
      } else {
        behavior.collisionDelegate?.collisionBehavior(
          behavior, beganContactFor: event.item1, withBoundaryIdentifier: event.identifier,
          at: event.point)
      }
    } else {
      for index in untold.indices where untold[index].isSame(as: event.contact) {
        untold.remove(at: index)
        return
      }
      behavior.tellObservers(event)
      if let item2 = event.item2 {
        behavior.collisionDelegate?.collisionBehavior(
          behavior, endedContactFor: event.item1, with: item2)
      } else {
        behavior.collisionDelegate?.collisionBehavior(
          behavior, endedContactFor: event.item1, withBoundaryIdentifier: event.identifier)
      }
    }
  }
}

extension CollisionBehavior {
  /// The boundary whose shapes have this tag.
  func boundary(tag: UInt64) -> Boundary? {
    if let boundary = referenceBoundary, boundary.shapes.first?.tag == tag { return boundary }
    for boundary in boundaries where boundary.shapes.first?.tag == tag { return boundary }
    return nil
  }
}

extension Boundary {
  /// The point of the boundary's lines that is nearest to `p`; of equals the first.
  func nearestPoint(to p: Point) -> Point {
    var best = p
    var bestDistance = Double.infinity
    for line in lines {
      let count = line.points.count
      for index in 0..<(line.isClosed ? count : count - 1) {
        let a = line.points[index]
        let b = line.points[(index + 1) % count]
        let ab = b - a
        let t = (p - a).dot(ab) / ab.dot(ab)
        let q = a + (t < 0 ? 0 : (t > 1 ? 1 : t)) * ab
        let distance = (p - q).dot(p - q)
        if distance < bestDistance {
          best = q
          bestDistance = distance
        }
      }
    }
    return best
  }
}
