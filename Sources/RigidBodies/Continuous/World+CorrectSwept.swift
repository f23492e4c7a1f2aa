import DeterministicMath
import Simulation

/// Fast bodies that turn while they touch: sweeping keeps their middle from getting through a wall,
/// but a corner that no contact knew of may have swung into it.
extension World {
  private static var sweptRounds: Int { 8 }

  /// Moves swept bodies out of static shapes that they overlap by more than they may, where the
  /// sweep has left them.
  func correctSwept(_ team: WorkerTeam) {
    assert(sweeps.stopFractions.count == bodyTable.records.count, "it is known where sweeps ended")
    if definition.overlapTolerance == 0 || sweeps.fastBodies.count == 0 { return }
    workers.share(among: team) { share, scratch in
      let range = share.begin(sweeps.fastBodies.count)
      var i = range.first
      while i < range.end {
        correctSwept(Int(sweeps.fastBodies.base[i]), &scratch)
        i &+= 1
      }
    }
  }

  private func correctSwept(_ slot: Int, _ scratch: inout WorkerScratch) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    assert(bodyTable.isDynamic(slot), "only dynamic bodies are swept")
    assert(definition.overlapTolerance > 0, "overlaps are corrected")
    let start = bodyTable.poses.base[slot]
    let tolerance = definition.overlapTolerance
    var limit = definition.maximumCorrection
    if bodyTable.flags.base[slot] & BodyFlag.corrected != 0 {
      // See ``OverlapCorrections/limit(_:_:to:)``.
      let correction = corrections.starts.base[slot]
      limit = larger(limit, Vec2(correction.dx, correction.dy).length) - correction.way
    }
    if limit <= 0 { return }
    var way = Vec2.zero
    var round = 0
    while round < World.sweptRounds {
      let deepest = deepestStatic(slot, &scratch)
      if deepest.separation >= 0 - tolerance { break }
      way += (0 - deepest.separation - 0.05 * tolerance) * deepest.normal
      if way.lengthSquared > limit * limit { way = (limit / way.length) * way }
      bodyTable.poses.base[slot].center = start.center + way
      round &+= 1
    }
    if round == 0 { return }
    bodyTable.flags.base[slot] |= BodyFlag.corrected
    travels.margins.base[slot] += magnitude(way.x) + magnitude(way.y)
    // On this way, too, its middle stays on its side of every wall.
    sweeps.startPoses.base[slot] = start
    sweeps.stopFractions.base[slot] = 1
    sweepBody(slot, sweepRows, &scratch, againstAll: false)
  }

  /// The deepest overlap with a static shape, and the way out of it; among equal ones that of the
  /// lowest shape, so that the result does not depend on the order in which a tree finds them.
  private func deepestStatic(
    _ slot: Int, _ scratch: inout WorkerScratch
  ) -> (separation: Float, normal: Vec2) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    let room = scratch.vertices
    let rows = collisionRows
    let transform = bodyTable.originTransform(slot)
    var least = Float.greatestFiniteMagnitude
    var lowest = -1
    var normal = Vec2.zero
    var link = bodyTable.records.base[slot].link
    while link != 0 {
      let shape = Int(link &- 1)
      link = shapeTable.records.base[shape].next
      if shapeTable.records.base[shape].kind.isThin { continue }
      proxyTable.staticTree.query(shapeTable.tightBox(shape, transform), stack: &scratch.stack) {
        found in
        let other = Int(found)
        if !pairFilter.shouldCollide(shape, other) { return }
        let manifold = rows.manifold(shape, other, room)
        if manifold.count == 0 { return }
        let separation =
          manifold.count > 1
          ? smaller(manifold.point0.separation, manifold.point1.separation)
          : manifold.point0.separation
        if separation > least || (separation == least && other > lowest) { return }
        least = separation
        lowest = other
        normal = transform.rotation.rotate(-manifold.normal)
      }
    }
    return (least, normal)
  }
}
