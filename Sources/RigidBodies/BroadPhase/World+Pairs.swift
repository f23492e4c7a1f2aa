import DeterministicMath

enum ProxyFlag {
  static let inStaticTree: UInt8 = 1
  static let moved: UInt8 = 2
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

  func removeProxy(_ shape: Int) {
    if proxies[shape] < 0 { return }
    if proxyFlags[shape] & ProxyFlag.inStaticTree != 0 {
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
  func updateProxies() {
    movedShapes.removeAll()
    var i = 0
    while i < dirtyBodies.count {
      let slot = Int(dirtyBodies.base[i])
      if slot < bodyFlags.count && bodyFlags.base[slot] & BodyFlag.used != 0 {
        updateProxies(ofBody: slot, always: true)
      }
      i &+= 1
    }
    dirtyBodies.removeAll()
    i = 0
    while i < awakeBodies.count {
      updateProxies(ofBody: Int(awakeBodies.base[i]), always: false)
      i &+= 1
    }
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
        staticTree.move(proxy, to: fatBox(tight, shape))
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
    if isStatic {
      proxyFlags[shape] |= ProxyFlag.inStaticTree
      proxies[shape] = staticTree.insert(fatBox(tight, shape), shape: UInt32(shape))
    } else {
      proxyFlags[shape] &= ~ProxyFlag.inStaticTree
      proxies[shape] = movingTree.insert(fatBox(tight, shape), shape: UInt32(shape))
    }
  }

  /// Replaces the pairs of all moved shapes by what the trees say now.
  ///
  /// - Complexity: O(pairs + moved · log shapes).
  func updatePairs() {
    if movedShapes.count == 0 && !pairsHoldRemoved { return }
    pairsHoldRemoved = false
    foundPairs.removeAll()
    var i = 0
    while i < movedShapes.count {
      findPairs(of: Int(movedShapes.base[i]))
      i &+= 1
    }
    if pairsFromContacts {
      pairsFromContacts = false
      addPairsOfContacts()
    }
    sortKeys(&foundPairs, scratch: &sortScratch)
    // Keep the pairs of shapes that did not move, merged with the found ones.
    nextPairs.removeAll()
    nextPairs.reserve(pairs.count + foundPairs.count)
    let flags = proxyFlags.base
    let leaves = proxies.base
    var next = 0
    i = 0
    while i < pairs.count {
      let key = pairs.base[i]
      i &+= 1
      let a = Int(key &>> 32)
      let b = Int(key & 0xFFFF_FFFF)
      if (flags[a] | flags[b]) & ProxyFlag.moved != 0 || leaves[a] < 0 || leaves[b] < 0 {
        continue
      }
      while next < foundPairs.count && foundPairs.base[next] < key {
        nextPairs.append(foundPairs.base[next])
        next &+= 1
      }
      nextPairs.append(key)
    }
    while next < foundPairs.count {
      nextPairs.append(foundPairs.base[next])
      next &+= 1
    }
    swap(&pairs, &nextPairs)
    i = 0
    while i < movedShapes.count {
      flags[Int(movedShapes.base[i])] &= ~ProxyFlag.moved
      i &+= 1
    }
  }

  /// After a restore: a sleeping contact keeps its pair even where the new boxes do not overlap.
  private func addPairsOfContacts() {
    var i = 0
    while i < rows.count {
      let row = rows[i]
      if shouldCollide(Int(row.shapeA), Int(row.shapeB)) { foundPairs.append(row.key) }
      i += 1
    }
  }

  @inline(__always)
  private func findPairs(of shape: Int) {
    let isStatic = proxyFlags.base[shape] & ProxyFlag.inStaticTree != 0
    let proxy = proxies.base[shape]
    let box = isStatic ? staticTree.box(of: proxy) : movingTree.box(of: proxy)
    movingTree.query(box, stack: &stack) { other in
      addPair(shape, Int(other))
    }
    if !isStatic {
      staticTree.query(box, stack: &stack) { other in
        addPair(shape, Int(other))
      }
    }
  }

  @inline(__always)
  private func addPair(_ shape: Int, _ other: Int) {
    if shape == other { return }
    // Both moved: the lower one reports the pair.
    if proxyFlags.base[other] & ProxyFlag.moved != 0 && other < shape { return }
    if !shouldCollide(shape, other) { return }
    let low = shape < other ? shape : other
    let high = shape < other ? other : shape
    foundPairs.append(
      (UInt64(truncatingIfNeeded: low) &<< 32) | UInt64(truncatingIfNeeded: high))
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
