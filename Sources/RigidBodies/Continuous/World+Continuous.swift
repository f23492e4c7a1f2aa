import DeterministicMath
import Simulation

extension World {
  /// Stops fast bodies where they meet a static shape; bullets, and those that are fast for their
  /// size, also where they meet any other.
  ///
  /// These come last, by slot: they meet the others where those have stopped. A stopped body keeps
  /// its velocity: the next step's contact takes it.
  func solveContinuous(_ team: WorkerTeam) {
    assert(sweeps.fastBodies.count <= activity.awakeBodies.count, "only awake bodies are fast")
    if sweeps.fastBodies.count == 0 { return }
    let rows = sweepRows
    workers.share(among: team) { share, scratch in
      // A sweep costs as much as a block of other rows.
      share.divide(sweeps.fastBodies.count)
      var start = 0
      while start < sweeps.fastBodies.count {
        let range = share.part(from: start, period: 64, of: sweeps.fastBodies.count)
        start &+= 64
        var i = range.first
        while i < range.end {
          let slot = Int(sweeps.fastBodies.base[i])
          if !isSweptAgainstAll(slot) { sweepBody(slot, rows, &scratch, againstAll: false) }
          i &+= 1
        }
      }
    }
    var i = 0
    while i < sweeps.fastBodies.count {
      let slot = Int(sweeps.fastBodies.base[i])
      if isSweptAgainstAll(slot) {
        sweepBody(slot, rows, &workers.scratch[0], againstAll: true)
      }
      i &+= 1
    }
  }

  /// Whether it might have passed through another body: see ``WorldDefinition/freeSweepFraction``.
  @inline(__always)
  private func isSweptAgainstAll(_ slot: Int) -> Bool {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    if bodyTable.flags.base[slot] & BodyFlag.bullet != 0 { return true }
    let fraction = definition.freeSweepFraction
    if fraction == Float.greatestFiniteMagnitude { return false }
    let bound = fraction * bodyTable.extents.base[slot].inner
    var way = travels.shifts.base[slot]
    if bodyTable.flags.base[slot] & BodyFlag.corrected != 0 {
      // Moved out of others it is not in flight.
      let start = corrections.starts.base[slot]
      way = Vec2(start.dx, start.dy)
    }
    return way.lengthSquared > bound * bound
  }

  /// - Parameter againstAll: also against bodies that move, which may have been stopped: one thread
  ///   at a time.
  func sweepBody(
    _ slot: Int, _ rows: SweepRows, _ scratch: inout WorkerScratch, againstAll: Bool
  ) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    assert(bodyTable.isDynamic(slot), "only dynamic bodies are swept")
    assert(sweeps.startPoses.count == bodyTable.records.count, "it is known where bodies were")
    let room = scratch.vertices
    let way = rows.sweep(slot)
    var earliest: Float = 1
    var link = bodyTable.records.base[slot].link
    while link != 0 {
      let shape = Int(link &- 1)
      link = shapeTable.records.base[shape].next
      if shapeTable.records.base[shape].kind.isThin { continue }
      let box = shapeTable.tightBox(shape, way.transform(0)).union(
        shapeTable.tightBox(shape, way.transform(1))
      )
      .grown(by: way.sway)
      var search = ObstacleSearch(scratch.obstacles)
      while search.begin() {
        findObstacles(slot, box, rows, &search, &scratch, againstAll: againstAll)
        var i = 0
        while i < search.count {
          rows.meet(shape, way, Int(search.found[i]), &earliest, room)
          i &+= 1
        }
      }
    }
    if earliest >= 1 { return }
    let transform = way.transform(earliest)
    bodyTable.poses.base[slot].rotation = transform.rotation
    bodyTable.poses.base[slot].center =
      way.start.center + earliest * (way.end.center - way.start.center)
    travels.shifts.base[slot] += bodyTable.poses.base[slot].center - way.end.center
    sweeps.stopFractions.base[slot] = earliest
  }

  /// Finds the shapes in the box that a body may meet on its way, by slot: what it meets first limits
  /// the search for others, and the trees' order is not state.
  private func findObstacles(
    _ slot: Int, _ box: BoundingBox, _ rows: SweepRows, _ search: inout ObstacleSearch,
    _ scratch: inout WorkerScratch, againstAll: Bool
  ) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    proxyTable.staticTree.query(box, stack: &scratch.stack) { other in search.see(Int(other)) }
    if !againstAll { return }
    proxyTable.movingTree.query(box, stack: &scratch.stack) { other in
      let body = Int(shapeTable.records.base[Int(other)].body)
      if body != slot { search.see(Int(other)) }
    }
    proxyTable.buildGrid(workers)
    proxyTable.grid.query(box) { other in
      let body = Int(shapeTable.records.base[Int(other)].body)
      if body != slot { search.see(Int(other)) }
    }
    // Other fast bodies may have left their boxes far behind.
    var i = 0
    while i < sweeps.fastBodies.count {
      let body = Int(sweeps.fastBodies.base[i])
      i &+= 1
      if body == slot || rows.arePassing(slot, body) { continue }
      var link = bodyTable.records.base[body].link
      while link != 0 {
        search.see(Int(link &- 1))
        link = shapeTable.records.base[Int(link &- 1)].next
      }
    }
  }
}
