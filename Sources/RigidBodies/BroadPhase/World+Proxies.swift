import DeterministicMath
import Simulation

extension World {
  @inline(__always)
  var boxRows: BoxRows {
    BoxRows(
      outlines: shapeTable.outlineRows, shapes: shapeTable.records.base,
      shapeCount: shapeTable.records.count,
      bodies: bodyTable.records.base,
      poses: bodyTable.poses.base, masses: bodyTable.masses.base, flags: bodyTable.flags.base,
      reach: 0.55 * definition.speculativeDistance + 0.1 * definition.linearSlop,
      ample: 0.05 * definition.lengthUnitsPerMeter)
  }

  /// Takes a shape out of its tree; its pairs are then reviewed.
  func removeProxy(_ shape: Int) {
    assert(
      proxyTable.places.count == shapeTable.records.count
        && proxyTable.flags.count == shapeTable.records.count,
      "every shape may have a proxy")
    if !proxyTable.remove(shape, boxRows) { return }
    pairTable.holdRemoved = true
    pairTable.noteChange(ofBody: bodyTable.flags[Int(shapeTable.records[shape].body)])
  }

  /// Takes a body's shapes out of the trees; the next step puts them back and finds their pairs.
  func rebuildProxies(ofBody slot: Int) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    var link = bodyTable.records[slot].link
    while link != 0 {
      removeProxy(Int(link - 1))
      link = shapeTable.records[Int(link - 1)].next
    }
    proxyTable.listDirty(slot)
  }

  /// Updates the trees by the poses, and lists the shapes whose boxes have changed.
  func updateProxies(_ team: WorkerTeam) {
    let rows = boxRows
    proxyTable.beginStep()
    travels.reserve(bodyCount: bodyTable.records.count)
    proxyTable.reviewStrays(rows, awakeCount: activity.awakeBodies.count)
    updateDirtyBodies(rows)
    updateReplacedBodies(rows)
    workers.share(among: team) { share, scratch in
      proxyTable.findLeavers(
        activity.awakeBodies.base, share.begin(rows: activity.awakeBodies.count), rows, &scratch)
    }
    workers.forEachScratch(of: team) { updateLeavers(rows, &$0) }
  }

  /// Updates bodies that are new, or that an app has moved.
  private func updateDirtyBodies(_ rows: BoxRows) {
    var i = 0
    while i < proxyTable.dirtyBodies.count {
      let slot = Int(proxyTable.dirtyBodies.base[i])
      if slot < bodyTable.flags.count && bodyTable.flags.base[slot] & BodyFlag.used != 0 {
        updateProxies(ofBody: slot, rows, always: true)
        // No distance to a neighbour is known any more.
        travels.margins.base[slot] = .infinity
        travels.noteRested(slot)
      }
      i &+= 1
    }
    proxyTable.clearDirtyBodies()
  }

  /// Updates sleeping bodies that a restore has moved: that displacement counts once.
  private func updateReplacedBodies(_ rows: BoxRows) {
    assert(proxyTable.replacedBodies.count <= bodyTable.records.count, "each body is listed once")
    var i = 0
    while i < proxyTable.replacedBodies.count {
      let slot = Int(proxyTable.replacedBodies.base[i])
      if slot < bodyTable.flags.count && bodyTable.flags.base[slot] & BodyFlag.used != 0 {
        updateProxies(ofBody: slot, rows, always: false)
        travels.noteRested(slot)
      }
      i &+= 1
    }
    proxyTable.replacedBodies.removeAll()
  }

  /// Updates bodies that have left their boxes by their own motion.
  private func updateLeavers(_ rows: BoxRows, _ scratch: inout WorkerScratch) {
    proxyTable.listMoved(scratch.movedShapes)
    var i = 0
    while i < scratch.leavingBodies.count {
      updateProxies(ofBody: Int(scratch.leavingBodies.base[i]), rows, always: false)
      i &+= 1
    }
  }

  @inline(__always)
  private func updateProxies(ofBody slot: Int, _ rows: BoxRows, always: Bool) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    if proxyTable.update(ofBody: slot, rows, always: always) {
      pairTable.noteChange(ofBody: bodyTable.flags.base[slot])
    }
  }

  /// Empties the trees and the list of pairs, and marks all bodies: the next step finds their pairs.
  func rebuildBroadPhase() {
    proxyTable.removeAll(shapeCount: shapeTable.records.count)
    pairTable.removeAll(bodyCount: bodyTable.records.count)
    var slot = 0
    while slot < bodyTable.records.count {
      if bodyTable.flags[slot] & BodyFlag.used != 0 { proxyTable.listDirty(slot) }
      slot += 1
    }
  }
}
