import DeterministicMath

extension World {
  /// What eight pairs at a time, and each pair on its own, have found, for tests: the bits of manifold
  /// and anchors, or of the gap where there is no point. `nil` for pairs that the lanes leave alone.
  package func collideBothWays(
    _ pairs: [(ShapeID, ShapeID)]
  ) -> [(inLanes: [UInt32]?, alone: [UInt32])] {
    let rows = collisionRows
    let columns = workers.scratch.pointee.pairColumns
    let room = workers.scratch.pointee.vertices
    var results: [(inLanes: [UInt32]?, alone: [UInt32])] = []
    for first in stride(from: 0, to: pairs.count, by: 8) {
      let batch = pairs[first..<min(first + 8, pairs.count)]
      for (lane, pair) in batch.enumerated() {
        rows.takePair(columns, lane, Int(pair.0.slot), Int(pair.1.slot))
      }
      let lanes = rows.collide(columns, rows.quads(columns, batch.count))
      for (lane, pair) in batch.enumerated() {
        let manifold = rows.manifold(Int(pair.0.slot), Int(pair.1.slot), room)
        let row = rows.contactRow(manifold, pair.0.slot, pair.1.slot)
        let alone = bits(manifold, row, rows.contactManifold(manifold, row))
        let inLanes =
          lanes & (1 << UInt32(lane)) == 0
          ? nil
          : bits(
            columns.foundManifold(lane), columns.contactRow(lane), columns.contactManifold(lane))
        results.append((inLanes, alone))
      }
    }
    return results
  }

  private func bits(
    _ found: Manifold, _ row: ContactRow, _ fixed: ContactManifold
  ) -> [UInt32] {
    if found.count == 0 { return [found.excess.bitPattern] }
    return [
      found.normal.x, found.normal.y, found.point0.point.x, found.point0.point.y,
      found.point0.separation, found.point1.point.x, found.point1.point.y,
      found.point1.separation, found.excess, fixed.normal.x, fixed.normal.y, fixed.anchorA0.x,
      fixed.anchorA0.y, fixed.anchorB0.x, fixed.anchorB0.y, fixed.anchorA1.x, fixed.anchorA1.y,
      fixed.anchorB1.x, fixed.anchorB1.y, fixed.turnCosine, fixed.turnSine,
      found.isRadial ? 1 : 0,
    ].map { $0.bitPattern } + [
      UInt32(bitPattern: found.count), found.isNormalOfB ? 1 : 0, found.point0.feature,
      found.point1.feature, row.features, row.flags,
    ]
  }
}
