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
      if strayCount > 0 && fitsGrid(shape) { strayCount -= 1 }
    }
    proxies[shape] = -1
    pairTable.holdRemoved = true
    pairTable.noteChange(ofBody: bodyFlags[Int(shapes[shape].body)])
  }

  /// Takes a body's shapes out of the trees; the next step puts them back and finds their pairs.
  func rebuildProxies(ofBody slot: Int) {
    var link = bodies[slot].link
    while link != 0 {
      removeProxy(Int(link - 1))
      link = shapes[Int(link - 1)].next
    }
    listDirtyBody(slot)
  }

  /// Has the next step take a body's boxes anew, whether it is awake or not.
  func listDirtyBody(_ slot: Int) {
    let word = slot &>> 6
    if word >= dirtyMarks.count { dirtyMarks.setCount(word &+ 1, filling: 0) }
    let mark = UInt64(1) &<< UInt64(slot & 63)
    // Once is enough: a body gets many shapes, one after the other.
    if dirtyMarks.base[word] & mark != 0 { return }
    dirtyMarks.base[word] |= mark
    dirtyBodies.append(UInt32(truncatingIfNeeded: slot))
  }

  private func clearDirtyBodies() {
    var i = 0
    while i < dirtyBodies.count {
      dirtyMarks.base[Int(dirtyBodies.base[i] &>> 6)] = 0
      i &+= 1
    }
    dirtyBodies.removeAll()
  }

  /// Brings the trees up to date with the poses; lists the shapes whose boxes changed.
  func updateProxies(_ team: WorkerTeam) {
    movedShapes.removeAll()
    travels.reserve(bodyCount: bodies.count)
    reviewStrays()
    var i = 0
    while i < dirtyBodies.count {
      let slot = Int(dirtyBodies.base[i])
      if slot < bodyFlags.count && bodyFlags.base[slot] & BodyFlag.used != 0 {
        updateProxies(ofBody: slot, always: true)
        // It was put there: nothing that was measured before holds.
        travels.margins.base[slot] = .infinity
        travels.noteRested(slot)
      }
      i &+= 1
    }
    clearDirtyBodies()
    takeUpReplacedBodies()
    workers.share(among: team) { share, scratch in
      findLeavers(share.begin(rows: activity.awakeBodies.count), &scratch)
    }
    workers.forEachScratch(of: team) { takeUpLeavers(&$0) }
  }

  /// Looks for shapes of awake bodies that have left their boxes. In the grid they get new ones, unless
  /// they are to leave it; a tree is for one thread.
  private func findLeavers(_ range: BlockRange, _ scratch: inout WorkerScratch) {
    scratch.leavingBodies.removeAll()
    scratch.movedShapes.removeAll()
    var i = range.first
    while i < range.end {
      let slot = activity.awakeBodies.base[i]
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
          if movesLeaveGrid {
            leaves = true
            continue
          }
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
        travels.noteRested(slot)
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
        if movesLeaveGrid {
          leaveGrid(shape)
          stray(shape, fatBox(tight, shape))
        } else {
          gridBoxes.base[shape] = fatBox(tight, shape)
          gridIsStale = true
        }
      } else if always || !movingTree.box(of: proxy).contains(tight.grown(by: reach)) {
        movingTree.move(proxy, to: fatBox(tight, shape))
      } else {
        continue
      }
      if proxyFlags.base[shape] & ProxyFlag.moved == 0 {
        proxyFlags.base[shape] |= ProxyFlag.moved
        movedShapes.append(UInt32(truncatingIfNeeded: shape))
      }
      // What is new has no pairs yet.
      if proxy >= 0 { pairTable.noteChange(ofBody: bodyFlags.base[slot]) }
    }
  }

  private func insertProxy(_ shape: Int, _ tight: BoundingBox, isStatic: Bool) {
    proxyFlags[shape] &= ~(ProxyFlag.inStaticTree | ProxyFlag.inGrid)
    if isStatic {
      proxyFlags[shape] |= ProxyFlag.inStaticTree
      proxies[shape] = staticTree.insert(fatBox(tight, shape), shape: UInt32(shape))
    } else if fitsGrid(shape) {
      if movesLeaveGrid {
        stray(shape, fatBox(tight, shape))
      } else {
        joinGrid(shape, fatBox(tight, shape))
      }
    } else {
      proxies[shape] = movingTree.insert(fatBox(tight, shape), shape: UInt32(shape))
    }
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
    pairTable.removeAll(bodyCount: bodies.count)
    clearDirtyBodies()
    var slot = 0
    while slot < bodies.count {
      if bodyFlags[slot] & BodyFlag.used != 0 { listDirtyBody(slot) }
      slot += 1
    }
  }
}
