import DeterministicMath
import Simulation

enum ProxyFlag {
  static let inStaticTree: UInt8 = 1
  static let moved: UInt8 = 2
  static let inGrid: UInt8 = 4
}

extension World {
  /// The box a proxy gets: never closer than half the speculative distance to the shape, so that a
  /// pair whose manifold has points always has overlapping boxes, whatever the boxes' history.
  @inline(__always)
  func fatBox(_ tight: BoundingBox, _ shape: Int) -> BoundingBox {
    if proxyFlags.base[shape] & ProxyFlag.inStaticTree != 0 { return tight.grown(by: reach) }
    let ample = smaller(
      0.05 * definition.lengthUnitsPerMeter, 0.125 * outlines.base[shape].extent)
    return tight.grown(by: reach + ample)
  }

  /// The least margin of a box around its shape.
  @inline(__always)
  var reach: Float { 0.55 * definition.speculativeDistance + 0.1 * definition.linearSlop }

  /// The box of a shape that has one.
  @inline(__always)
  func proxyBox(_ shape: Int) -> BoundingBox {
    let flags = proxyFlags.base[shape]
    if flags & ProxyFlag.inGrid != 0 { return gridBoxes.base[shape] }
    return flags & ProxyFlag.inStaticTree != 0
      ? staticTree.box(of: proxies.base[shape]) : movingTree.box(of: proxies.base[shape])
  }

  func removeProxy(_ shape: Int) {
    if proxies[shape] < 0 { return }
    if proxyFlags[shape] & ProxyFlag.inGrid != 0 {
      leaveGrid(shape)
    } else if proxyFlags[shape] & ProxyFlag.inStaticTree != 0 {
      staticTree.remove(proxies[shape])
    } else {
      movingTree.remove(proxies[shape])
    }
    proxies[shape] = -1
    pairsHoldRemoved = true
  }

  /// Takes a body's shapes out of the trees; the next step puts them back and finds their pairs.
  func rebuildProxies(ofBody slot: Int) {
    var link = bodies[slot].link
    while link != 0 {
      removeProxy(Int(link - 1))
      link = shapes[Int(link - 1)].next
    }
    dirtyBodies.append(UInt32(slot))
  }

  /// Brings the trees up to date with the poses; lists the shapes whose boxes changed.
  func updateProxies(_ team: WorkerTeam) {
    movedShapes.removeAll()
    setTravelCount()
    var i = 0
    while i < dirtyBodies.count {
      let slot = Int(dirtyBodies.base[i])
      if slot < bodyFlags.count && bodyFlags.base[slot] & BodyFlag.used != 0 {
        updateProxies(ofBody: slot, always: true)
        // It was put there: nothing that was measured before holds.
        travels.base[slot] = .infinity
        restedBodies.append(UInt32(truncatingIfNeeded: slot))
      }
      i &+= 1
    }
    dirtyBodies.removeAll()
    takeUpReplacedBodies()
    share(among: team) { share, scratch in
      findLeavers(share.begin(rows: awakeBodies.count), &scratch)
    }
    forEachScratch(of: team) { takeUpLeavers(&$0) }
  }

  /// Looks for shapes of awake bodies that have left their boxes. In the grid they get new ones; a
  /// tree is for one thread.
  private func findLeavers(_ range: BlockRange, _ scratch: inout WorkerScratch) {
    scratch.leavingBodies.removeAll()
    scratch.movedShapes.removeAll()
    var i = range.first
    while i < range.end {
      let slot = awakeBodies.base[i]
      i &+= 1
      var leaves = false
      let transform = originTransform(Int(slot))
      var link = bodies.base[Int(slot)].link
      while link != 0 {
        let shape = Int(link &- 1)
        link = shapes.base[shape].next
        let proxy = proxies.base[shape]
        let flags = proxyFlags.base[shape]
        if proxy < 0 || flags & ProxyFlag.inStaticTree != 0 {
          leaves = true
          continue
        }
        let tight = tightBox(shape, transform)
        if flags & ProxyFlag.inGrid == 0 {
          if !movingTree.box(of: proxy).contains(tight.grown(by: reach)) { leaves = true }
        } else if !gridBoxes.base[shape].contains(tight.grown(by: reach)) {
          gridBoxes.base[shape] = fatBox(tight, shape)
          if flags & ProxyFlag.moved == 0 {
            proxyFlags.base[shape] = flags | ProxyFlag.moved
            scratch.movedShapes.append(UInt32(truncatingIfNeeded: shape))
          }
        }
      }
      if leaves { scratch.leavingBodies.append(slot) }
    }
  }

  private func takeUpLeavers(_ scratch: inout WorkerScratch) {
    if scratch.movedShapes.count > 0 { gridIsStale = true }
    movedShapes.append(contentsOf: scratch.movedShapes)
    var i = 0
    while i < scratch.leavingBodies.count {
      updateProxies(ofBody: Int(scratch.leavingBodies.base[i]), always: false)
      i &+= 1
    }
  }

  /// Bodies at rest that a restore has put elsewhere: what they travelled counts once.
  private func takeUpReplacedBodies() {
    var i = 0
    while i < replacedBodies.count {
      let slot = Int(replacedBodies.base[i])
      if slot < bodyFlags.count && bodyFlags.base[slot] & BodyFlag.used != 0 {
        updateProxies(ofBody: slot, always: false)
        restedBodies.append(UInt32(truncatingIfNeeded: slot))
      }
      i &+= 1
    }
    replacedBodies.removeAll()
  }

  @inline(__always)
  private func updateProxies(ofBody slot: Int, always: Bool) {
    let transform = originTransform(slot)
    var link = bodies.base[slot].link
    while link != 0 {
      let shape = Int(link &- 1)
      link = shapes.base[shape].next
      let tight = tightBox(shape, transform)
      let proxy = proxies.base[shape]
      if proxy < 0 {
        insertProxy(shape, tight, isStatic: isStatic(slot))
      } else if proxyFlags.base[shape] & ProxyFlag.inStaticTree != 0 {
        if !always && staticTree.box(of: proxy).contains(tight.grown(by: reach)) { continue }
        staticTree.move(proxy, to: fatBox(tight, shape))
      } else if proxyFlags.base[shape] & ProxyFlag.inGrid != 0 {
        if !always && gridBoxes.base[shape].contains(tight.grown(by: reach)) { continue }
        gridBoxes.base[shape] = fatBox(tight, shape)
        gridIsStale = true
      } else if always || !movingTree.box(of: proxy).contains(tight.grown(by: reach)) {
        movingTree.move(proxy, to: fatBox(tight, shape))
      } else {
        continue
      }
      if proxyFlags.base[shape] & ProxyFlag.moved == 0 {
        proxyFlags.base[shape] |= ProxyFlag.moved
        movedShapes.append(UInt32(truncatingIfNeeded: shape))
      }
    }
  }

  private func insertProxy(_ shape: Int, _ tight: BoundingBox, isStatic: Bool) {
    proxyFlags[shape] &= ~(ProxyFlag.inStaticTree | ProxyFlag.inGrid)
    if isStatic {
      proxyFlags[shape] |= ProxyFlag.inStaticTree
      proxies[shape] = staticTree.insert(fatBox(tight, shape), shape: UInt32(shape))
    } else if fitsGrid(shape) {
      joinGrid(shape, fatBox(tight, shape))
    } else {
      proxies[shape] = movingTree.insert(fatBox(tight, shape), shape: UInt32(shape))
    }
  }

  /// Replaces the pairs of all moved shapes by what the trees say now.
  ///
  /// - Complexity: O(pairs + moved · log shapes).
  func updatePairs(_ team: WorkerTeam) {
    if movedShapes.count == 0 && !pairsHoldRemoved && !pairsFromContacts
      && unpairedContacts.count == 0
    {
      return
    }
    pairsHoldRemoved = false
    foundPairs.removeAll()
    chooseGridCell()
    findPairs(team)
    if pairsFromContacts { addPairsOfContacts() }
    addUnpairedContacts()
    sortFoundPairs(team)
    mergePairs()
    candidatesAreStale = true
    let flags = proxyFlags.base
    var i = 0
    while i < movedShapes.count {
      flags[Int(movedShapes.base[i])] &= ~ProxyFlag.moved
      i &+= 1
    }
  }

  /// Merges the found pairs with those of shapes that did not move.
  ///
  /// A pair with a contact stays even where the boxes no longer overlap: a contact ends when its
  /// shapes are collided, or may not touch any more, and never because of what a box happened to be.
  private func mergePairs() {
    nextPairs.removeAll()
    nextPairs.reserve(pairs.count + foundPairs.count)
    goneContacts.removeAll()
    let found = foundPairs.base
    let foundCount = foundPairs.count
    var next = 0
    var i = 0
    while i < pairs.count {
      let pair = pairs.base[i]
      i &+= 1
      while next < foundCount && found[next] < pair.key {
        nextPairs.append(ShapePair(key: found[next]))
        next &+= 1
      }
      if next < foundCount && found[next] == pair.key {
        nextPairs.append(pair)
        next &+= 1
        continue
      }
      let a = Int(pair.key &>> 32)
      let b = Int(pair.key & 0xFFFF_FFFF)
      let isGone = proxies.base[a] < 0 || proxies.base[b] < 0
      let isMoved = (proxyFlags.base[a] | proxyFlags.base[b]) & ProxyFlag.moved != 0
      if !isGone && !isMoved {
        nextPairs.append(pair)
      } else if pair.contact >= 0 {
        if !isGone && shouldCollide(a, b) {
          nextPairs.append(pair)
        } else {
          goneContacts.append(pair.contact)
        }
      }
    }
    while next < foundCount {
      nextPairs.append(ShapePair(key: found[next]))
      next &+= 1
    }
    swap(&pairs, &nextPairs)
    i = 0
    while i < goneContacts.count {
      endContact(Int(goneContacts.base[i]))
      i &+= 1
    }
    if pairsFromContacts { linkPairs() }
    i = 0
    while i < unpairedContacts.count {
      linkPair(Int(unpairedContacts.base[i]))
      i &+= 1
    }
    unpairedContacts.removeAll()
  }

  /// After a restore: tells the pairs which contacts they have.
  private func linkPairs() {
    pairsFromContacts = false
    var slot = 0
    while slot < contactRows.count {
      linkPair(slot)
      slot &+= 1
    }
  }

  private func linkPair(_ slot: Int) {
    if slot >= contactRows.count || !contactRows.base[slot].isUsed { return }
    if let pair = pairIndex(contactRows.base[slot].key) {
      pairs.base[pair].contact = Int32(truncatingIfNeeded: slot)
      pairs.base[pair].slack = 0
    } else {
      endContact(slot)
    }
  }

  private func addUnpairedContacts() {
    var i = 0
    while i < unpairedContacts.count {
      let slot = Int(unpairedContacts.base[i])
      i &+= 1
      // It may have been removed since.
      if slot >= contactRows.count { continue }
      let row = contactRows.base[slot]
      if row.isUsed && shouldCollide(Int(row.shapeA), Int(row.shapeB)) {
        foundPairs.append(row.key)
      }
    }
  }

  /// After a restore: a sleeping contact keeps its pair even where the new boxes do not overlap.
  private func addPairsOfContacts() {
    var i = 0
    while i < contactRows.count {
      let row = contactRows.base[i]
      i &+= 1
      if row.isUsed && shouldCollide(Int(row.shapeA), Int(row.shapeB)) {
        foundPairs.append(row.key)
      }
    }
  }

  /// Finds the pairs of all shapes that moved.
  private func findPairs(_ team: WorkerTeam) {
    if movedShapes.count == 0 { return }
    let sweeps = sweepsGrid
    buildGrid()
    share(among: team) { share, scratch in
      scratch.foundPairs.removeAll()
      share.divide(movedShapes.count / 8)
      if sweeps {
        grid.forEachPair(share.part(grid.count)) { a, b in
          let both = proxyFlags.base[Int(a)] | proxyFlags.base[Int(b)]
          if both & ProxyFlag.moved != 0 && shouldCollide(Int(a), Int(b)) {
            addFound(Int(a), Int(b), &scratch.foundPairs)
          }
        }
      }
      let range = share.part(movedShapes.count)
      var i = range.first
      while i < range.end {
        findPairs(of: Int(movedShapes.base[i]), sweptGrid: sweeps, &scratch)
        i &+= 1
      }
    }
    forEachScratch(of: team) { foundPairs.append(contentsOf: $0.foundPairs) }
  }

  /// - Parameter sweptGrid: pairs within the grid are found anyway.
  @inline(__always)
  private func findPairs(
    of shape: Int, sweptGrid: Bool, _ scratch: inout WorkerScratch
  ) {
    let flags = proxyFlags.base[shape]
    let box = proxyBox(shape)
    movingTree.query(box, stack: &scratch.stack) { other in
      addPair(shape, Int(other), &scratch.foundPairs)
    }
    if flags & ProxyFlag.inStaticTree == 0 {
      staticTree.query(box, stack: &scratch.stack) { other in
        addPair(shape, Int(other), &scratch.foundPairs)
      }
    }
    if flags & ProxyFlag.inGrid == 0 || !sweptGrid {
      grid.query(box) { other in
        addPair(shape, Int(other), &scratch.foundPairs)
      }
    }
  }

  /// Whether to look for pairs within the grid all at once: when many of its shapes moved.
  private var sweepsGrid: Bool {
    var movedCount = 0
    var i = 0
    while i < movedShapes.count {
      let shape = Int(movedShapes.base[i])
      if proxyFlags.base[shape] & ProxyFlag.inGrid != 0 { movedCount &+= 1 }
      i &+= 1
    }
    return movedCount > 0 && movedCount &* 4 >= gridShapes.count
  }

  @inline(__always)
  private func addPair(_ shape: Int, _ other: Int, _ found: inout Store<UInt64>) {
    if shape == other { return }
    // Both moved: the lower one reports the pair.
    if proxyFlags.base[other] & ProxyFlag.moved != 0 && other < shape { return }
    if !shouldCollide(shape, other) { return }
    addFound(shape, other, &found)
  }

  @inline(__always)
  private func addFound(_ shape: Int, _ other: Int, _ found: inout Store<UInt64>) {
    let low = shape < other ? shape : other
    let high = shape < other ? other : shape
    found.append((UInt64(truncatingIfNeeded: low) &<< 32) | UInt64(truncatingIfNeeded: high))
  }

  /// Whether two shapes may touch at all: a function of filters, body types and joints.
  func shouldCollide(_ a: Int, _ b: Int) -> Bool {
    let first = shapes.base + a
    let second = shapes.base + b
    let bodyA = Int(first.pointee.body)
    let bodyB = Int(second.pointee.body)
    if bodyA == bodyB { return false }
    if (bodyFlags.base[bodyA] | bodyFlags.base[bodyB]) & BodyFlag.dynamic == 0 { return false }
    if first.pointee.group != 0 && first.pointee.group == second.pointee.group {
      if first.pointee.group < 0 { return false }
    } else if first.pointee.categories & second.pointee.mask == 0
      || second.pointee.categories & first.pointee.mask == 0
    {
      return false
    }
    if first.pointee.kind.isThin && second.pointee.kind.isThin { return false }
    return !areJoined(bodyA, bodyB)
  }

  /// Builds the list of pairs from nothing, and makes sure that it holds every contact's pair.
  func rebuildBroadPhase() {
    staticTree.removeAll()
    movingTree.removeAll()
    emptyGrid()
    proxies.setCount(0)
    proxyFlags.setCount(0)
    proxies.setCount(shapes.count, filling: -1)
    proxyFlags.setCount(shapes.count, filling: 0)
    pairs.removeAll()
    pairsFromContacts = true
    dirtyBodies.removeAll()
    var slot = 0
    while slot < bodies.count {
      if bodyFlags[slot] & BodyFlag.used != 0 { dirtyBodies.append(UInt32(slot)) }
      slot += 1
    }
  }
}

extension ShapeKind {
  /// Without an inside: two such shapes do not collide.
  @inline(__always) var isThin: Bool { self == .segment || self == .edge }
}
