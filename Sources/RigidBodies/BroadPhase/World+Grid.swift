import DeterministicMath
import Simulation

/// Which moving shapes are in the grid, and which in the tree. Of no consequence for what is found.
extension World {
  /// Fewer moving shapes than this are found faster in the tree.
  private static var leastGridCount: Int { 192 }

  /// Width of the widest box that the shape can have.
  @inline(__always)
  private func greatestWidth(_ shape: Int) -> Float {
    let extent = outlines.base[shape].extent
    return 2.01
      * (extent + reach + smaller(0.05 * definition.lengthUnitsPerMeter, 0.125 * extent))
  }

  @inline(__always)
  func fitsGrid(_ shape: Int) -> Bool { grid.cell > 0 && greatestWidth(shape) <= grid.cell }

  func joinGrid(_ shape: Int, _ box: BoundingBox) {
    gridBoxes.setCount(shapes.count)
    gridBoxes.base[shape] = box
    proxyFlags[shape] |= ProxyFlag.inGrid
    proxies[shape] = Int32(truncatingIfNeeded: gridShapes.count)
    gridShapes.append(UInt32(truncatingIfNeeded: shape))
    gridIsStale = true
  }

  func leaveGrid(_ shape: Int) {
    if !gridIsStale {
      gridIsStale = !grid.clear(UInt32(truncatingIfNeeded: shape), gridBoxes.base[shape])
    }
    let place = Int(proxies[shape])
    let last = gridShapes[gridShapes.count - 1]
    gridShapes[place] = last
    proxies[Int(last)] = Int32(truncatingIfNeeded: place)
    gridShapes.setCount(gridShapes.count - 1)
    proxyFlags[shape] &= ~ProxyFlag.inGrid
  }

  func emptyGrid() {
    gridShapes.removeAll()
    grid.cell = 0
    strayCount = 0
    countWhenCellWasChosen = 0
    gridIsStale = true
  }

  @inline(never)
  func buildGrid(_ team: WorkerTeam) {
    if !gridIsStale { return }
    gridIsStale = false
    let team = gridShapes.count >= 32 &* team.count &* team.leastPart ? team : workers.alone
    grid.beginBuild(gridShapes.count, workers: team.count)
    workers.share(among: team) { share in
      grid.build(UnsafePointer(gridShapes.base), UnsafePointer(gridBoxes.base), &share)
    }
    grid.endBuild(workers: team.count)
  }

  /// Chooses a cell that seven of eight moving shapes fit into, when their number has changed much.
  func chooseGridCell() {
    let count = gridShapes.count + movingTree.leafCount
    let known = countWhenCellWasChosen
    if count < World.leastGridCount && grid.cell == 0 { return }
    if count <= known + known / 2 && count >= known / 2 { return }
    countWhenCellWasChosen = count
    let cell = count < World.leastGridCount ? 0 : cellOfMost(count)
    if cell == grid.cell { return }
    grid.cell = cell
    gridIsStale = true
    divideByGrid()
  }

  /// Puts all moving shapes that fit into the grid there, and all others into the tree.
  private func divideByGrid() {
    strayCount = 0
    for shape in 0..<shapes.count where proxies[shape] >= 0 {
      let flags = proxyFlags[shape]
      if flags & ProxyFlag.inStaticTree != 0 { continue }
      let isInGrid = flags & ProxyFlag.inGrid != 0
      if fitsGrid(shape) == isInGrid { continue }
      let box = proxyBox(shape)
      if isInGrid {
        leaveGrid(shape)
        proxies[shape] = movingTree.insert(box, shape: UInt32(shape))
      } else {
        movingTree.remove(proxies[shape])
        joinGrid(shape, box)
      }
    }
  }

  // MARK: Strays

  /// Decides whether shapes that move are taken from the grid: where few bodies are awake, they are
  /// found faster in the tree than it takes to sort all others anew. Brings them back when they are many.
  func reviewStrays() {
    if movesLeaveGrid {
      let areMany = activity.awakeBodies.count &* 32 >= gridShapes.count
      if areMany { movesLeaveGrid = false }
      if strayCount > 0 && (areMany || strayCount &* 8 > gridShapes.count) { divideByGrid() }
    } else if activity.awakeBodies.count &* 64 < gridShapes.count {
      movesLeaveGrid = true
    }
  }

  /// Puts a shape that would fit the grid into the tree, for as long as few others move.
  func stray(_ shape: Int, _ box: BoundingBox) {
    proxies[shape] = movingTree.insert(box, shape: UInt32(shape))
    strayCount += 1
  }

  private func cellOfMost(_ count: Int) -> Float {
    // Widths by their exponent and two bits more.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1024) { room in
      guard let histogram = room.baseAddress else { return 0 }
      histogram.update(repeating: 0, count: 1024)
      for shape in 0..<shapes.count where proxies[shape] >= 0 {
        if proxyFlags[shape] & ProxyFlag.inStaticTree != 0 { continue }
        histogram[Int(greatestWidth(shape).bitPattern >> 21)] += 1
      }
      var sum = 0
      for bucket in 0..<1023 {
        sum += Int(histogram[bucket])
        if sum * 8 >= count * 7 { return Float(bitPattern: UInt32(bucket + 1) << 21) * 1.01 }
      }
      return 0
    }
  }
}
