import DeterministicMath
import Simulation

enum ProxyFlag {
  static let inStaticTree: UInt8 = 1
  static let moved: UInt8 = 2
  static let inGrid: UInt8 = 4
}

/// What boxes are made from; valid until a body or a shape comes.
struct BoxRows {
  var outlines: OutlineRows
  var shapes: UnsafePointer<ShapeRecord>
  var shapeCount: Int
  var bodies: UnsafePointer<BodyRecord>
  var poses: UnsafePointer<BodyPose>
  var masses: UnsafePointer<BodyMass>
  var flags: UnsafePointer<UInt32>
  /// The least margin of a box around its shape.
  var reach: Float
  /// The greatest margin beyond that.
  var ample: Float

  /// Where a body's origin is.
  @inline(__always)
  func originTransform(_ slot: Int) -> Transform {
    Transform(poses[slot], center: masses[slot].center)
  }

  /// How much more than ``reach`` a moving shape's box is wider at each side.
  @inline(__always)
  func margin(_ shape: Int) -> Float {
    smaller(ample, 0.125 * outlines.outlines[shape].extent)
  }
}

/// Which shapes have boxes, and which of those changed; valid until a shape comes.
struct ProxyMarks {
  var places: UnsafePointer<Int32>
  var flags: UnsafePointer<UInt8>

  @inline(__always)
  func hasBox(_ shape: Int) -> Bool { places[shape] >= 0 }

  @inline(__always)
  func isAnyMoved(_ a: Int, _ b: Int) -> Bool { (flags[a] | flags[b]) & ProxyFlag.moved != 0 }
}

/// The boxes of shapes, in trees and in the grid: never closer than half the speculative distance
/// to the shape, so that a pair whose manifold has points always has overlapping boxes, whatever
/// the boxes' history.
///
/// The pairs that are found do not depend on which moving shapes are in the grid or in the tree.
struct ProxyTable: ~Copyable {
  private(set) var staticTree = DynamicTree()
  private(set) var movingTree = DynamicTree()
  /// Shapes of moving bodies are in the tree, or, where there are many of about one size, in the
  /// grid.
  var grid = ShapeGrid()
  /// Its shapes must be sorted again; true after a restore.
  var gridIsStale = false
  private(set) var gridShapes = Store<UInt32>()
  /// By shape slot, for shapes in the grid.
  private(set) var gridBoxes = Store<BoundingBox>()
  var countWhenCellWasChosen = 0
  /// Few bodies are awake: a shape that leaves its box goes from the grid into the tree.
  var movesLeaveGrid = false
  /// Shapes in the tree that would fit the grid.
  private(set) var strayCount = 0
  /// By shape slot: the leaf in its tree, or the place among the grid's shapes; −1 when none.
  private(set) var places = Store<Int32>()
  /// By shape slot: see ``ProxyFlag``.
  private(set) var flags = Store<UInt8>()
  /// Shapes whose boxes changed in this step.
  private(set) var movedShapes = Store<UInt32>()
  /// Bodies whose shapes must enter the trees again although they may not be awake.
  private(set) var dirtyBodies = Store<UInt32>()
  /// A bit for each of them, by body slot.
  private(set) var dirtyMarks = Store<UInt64>()
  /// Bodies at rest that a restore has moved; until the next step.
  var replacedBodies = Store<UInt32>()

  @inline(__always)
  var marks: ProxyMarks { ProxyMarks(places: places.base, flags: flags.base) }

  /// A shape came, in a slot behind all others.
  mutating func appendShape() {
    assert(places.count == flags.count, "every shape has flags")
    places.append(-1)
    flags.append(0)
  }

  /// Notes that the shape that a slot has from now on has no box.
  mutating func clear(_ shape: Int) {
    assert(places[shape] < 0, "the shape has left the trees and the grid")
    places[shape] = -1
    flags[shape] = 0
  }

  /// No shape has a box.
  mutating func removeAll(shapeCount: Int) {
    staticTree.removeAll()
    movingTree.removeAll()
    gridShapes.removeAll()
    grid.cell = 0
    strayCount = 0
    countWhenCellWasChosen = 0
    gridIsStale = true
    places.setCount(0)
    flags.setCount(0)
    places.setCount(shapeCount, filling: -1)
    flags.setCount(shapeCount, filling: 0)
    clearDirtyBodies()
  }

  /// The box that a shape gets.
  @inline(__always)
  private func fatBox(_ tight: BoundingBox, _ shape: Int, _ rows: BoxRows) -> BoundingBox {
    assert(shape >= 0 && shape < rows.shapeCount, "the shape has an outline")
    if flags.base[shape] & ProxyFlag.inStaticTree != 0 { return tight.grown(by: rows.reach) }
    return tight.grown(by: rows.reach + rows.margin(shape))
  }

  /// The box of a shape that has one.
  @inline(__always)
  func box(_ shape: Int) -> BoundingBox {
    assert(shape >= 0 && shape < places.count && places.base[shape] >= 0, "the shape has a box")
    let own = flags.base[shape]
    if own & ProxyFlag.inGrid != 0 { return gridBoxes.base[shape] }
    return own & ProxyFlag.inStaticTree != 0
      ? staticTree.box(of: places.base[shape]) : movingTree.box(of: places.base[shape])
  }

  /// Takes a shape out of its tree.
  ///
  /// - Returns: whether it was in one.
  mutating func remove(_ shape: Int, _ rows: BoxRows) -> Bool {
    assert(shape >= 0 && shape < places.count, "the slot is one of a shape")
    if places[shape] < 0 { return false }
    if flags[shape] & ProxyFlag.inGrid != 0 {
      leaveGrid(shape)
    } else if flags[shape] & ProxyFlag.inStaticTree != 0 {
      staticTree.remove(places[shape])
    } else {
      movingTree.remove(places[shape])
      if strayCount > 0 && fitsGrid(shape, rows) { strayCount -= 1 }
    }
    places[shape] = -1
    return true
  }

  // MARK: Bodies

  /// Has the next step renew a body's boxes, whether it is awake or not.
  mutating func listDirty(_ slot: Int) {
    assert(slot >= 0, "slots count from zero")
    let word = slot &>> 6
    if word >= dirtyMarks.count { dirtyMarks.setCount(word &+ 1, filling: 0) }
    let mark = UInt64(1) &<< UInt64(slot & 63)
    // Once is enough: a body gets many shapes, one after the other.
    if dirtyMarks.base[word] & mark != 0 { return }
    dirtyMarks.base[word] |= mark
    dirtyBodies.append(UInt32(truncatingIfNeeded: slot))
  }

  mutating func clearDirtyBodies() {
    var i = 0
    while i < dirtyBodies.count {
      dirtyMarks.base[Int(dirtyBodies.base[i] &>> 6)] = 0
      i &+= 1
    }
    dirtyBodies.removeAll()
  }

  /// Looks for shapes of awake bodies that have left their boxes. In the grid they get new ones,
  /// unless they are to leave it; trees are left to one thread.
  func findLeavers(
    _ awake: UnsafePointer<Int32>, _ range: BlockRange, _ rows: BoxRows,
    _ scratch: inout WorkerScratch
  ) {
    assert(places.count == rows.shapeCount, "every shape has a place or none")
    scratch.leavingBodies.removeAll()
    scratch.movedShapes.removeAll()
    var i = range.first
    while i < range.end {
      let slot = awake[i]
      i &+= 1
      var leaves = false
      let transform = rows.originTransform(Int(slot))
      var link = rows.bodies[Int(slot)].link
      while link != 0 {
        let shape = Int(link &- 1)
        link = rows.shapes[shape].next
        let proxy = places.base[shape]
        let own = flags.base[shape]
        if proxy < 0 || own & ProxyFlag.inStaticTree != 0 {
          leaves = true
          continue
        }
        let tight = rows.outlines.tightBox(shape, transform)
        if own & ProxyFlag.inGrid == 0 {
          if !movingTree.box(of: proxy).contains(tight.grown(by: rows.reach)) { leaves = true }
        } else if !gridBoxes.base[shape].contains(tight.grown(by: rows.reach)) {
          if movesLeaveGrid {
            leaves = true
            continue
          }
          gridBoxes.base[shape] = fatBox(tight, shape, rows)
          if own & ProxyFlag.moved == 0 {
            flags.base[shape] = own | ProxyFlag.moved
            scratch.movedShapes.append(UInt32(truncatingIfNeeded: shape))
          }
        }
      }
      if leaves { scratch.leavingBodies.append(slot) }
    }
  }

  /// The boxes of a step are looked through from here on.
  mutating func beginStep() { movedShapes.removeAll() }

  /// Lists the shapes of the grid to which a worker has given new boxes.
  mutating func listMoved(_ moved: borrowing Store<UInt32>) {
    assert(moved.count <= gridShapes.count, "workers list shapes of the grid")
    if moved.count > 0 { gridIsStale = true }
    movedShapes.append(contentsOf: moved)
  }

  /// The pairs of a worker's part of the moved shapes have been found.
  @inline(never)
  func clearMoved(_ range: BlockRange) {
    assert(range.end <= movedShapes.count, "the shapes are listed")
    let flags = flags.base
    var i = range.first
    while i < range.end {
      flags[Int(movedShapes.base[i])] &= ~ProxyFlag.moved
      i &+= 1
    }
  }

  /// Whether to look for pairs within the grid all at once: when many of its shapes moved.
  var sweepsGrid: Bool {
    var movedCount = 0
    var i = 0
    while i < movedShapes.count {
      let shape = Int(movedShapes.base[i])
      if flags.base[shape] & ProxyFlag.inGrid != 0 { movedCount &+= 1 }
      i &+= 1
    }
    return movedCount > 0 && movedCount &* 4 >= gridShapes.count
  }

  /// Gives the shapes of a body new boxes where they have left theirs, or always.
  ///
  /// - Returns: whether a shape that had a box has another one now.
  @inline(__always)
  mutating func update(ofBody slot: Int, _ rows: BoxRows, always: Bool) -> Bool {
    assert(places.count == rows.shapeCount, "every shape has a place or none")
    assert(rows.flags[slot] & BodyFlag.used != 0, "the slot names a body")
    var isAnyOther = false
    let transform = rows.originTransform(slot)
    var link = rows.bodies[slot].link
    while link != 0 {
      let shape = Int(link &- 1)
      link = rows.shapes[shape].next
      let tight = rows.outlines.tightBox(shape, transform)
      let proxy = places.base[shape]
      if proxy < 0 {
        insert(shape, tight, isStatic: rows.flags[slot] & BodyFlag.typeMask == 0, rows)
      } else if flags.base[shape] & ProxyFlag.inStaticTree != 0 {
        if !always && staticTree.box(of: proxy).contains(tight.grown(by: rows.reach)) { continue }
        staticTree.move(proxy, to: fatBox(tight, shape, rows))
      } else if flags.base[shape] & ProxyFlag.inGrid != 0 {
        if !always && gridBoxes.base[shape].contains(tight.grown(by: rows.reach)) { continue }
        if movesLeaveGrid {
          leaveGrid(shape)
          stray(shape, fatBox(tight, shape, rows))
        } else {
          gridBoxes.base[shape] = fatBox(tight, shape, rows)
          gridIsStale = true
        }
      } else if always || !movingTree.box(of: proxy).contains(tight.grown(by: rows.reach)) {
        movingTree.move(proxy, to: fatBox(tight, shape, rows))
      } else {
        continue
      }
      if flags.base[shape] & ProxyFlag.moved == 0 {
        flags.base[shape] |= ProxyFlag.moved
        movedShapes.append(UInt32(truncatingIfNeeded: shape))
      }
      // What is new has no pairs yet.
      if proxy >= 0 { isAnyOther = true }
    }
    return isAnyOther
  }

  private mutating func insert(
    _ shape: Int, _ tight: BoundingBox, isStatic: Bool, _ rows: BoxRows
  ) {
    assert(shape >= 0 && shape < rows.shapeCount, "the slot is one of a shape")
    assert(places[shape] < 0, "the shape has no box yet")
    flags[shape] &= ~(ProxyFlag.inStaticTree | ProxyFlag.inGrid)
    if isStatic {
      flags[shape] |= ProxyFlag.inStaticTree
      places[shape] = staticTree.insert(fatBox(tight, shape, rows), shape: UInt32(shape))
    } else if fitsGrid(shape, rows) {
      if movesLeaveGrid {
        stray(shape, fatBox(tight, shape, rows))
      } else {
        joinGrid(shape, fatBox(tight, shape, rows), rows)
      }
    } else {
      places[shape] = movingTree.insert(fatBox(tight, shape, rows), shape: UInt32(shape))
    }
  }

  // MARK: The grid

  /// Fewer moving shapes than this are found faster in the tree.
  private static var leastGridCount: Int { 192 }

  /// Width of the widest box that the shape can have.
  @inline(__always)
  private func greatestWidth(_ shape: Int, _ rows: BoxRows) -> Float {
    assert(shape >= 0 && shape < rows.shapeCount, "the slot is one of a shape")
    return 2.01 * (rows.outlines.outlines[shape].extent + rows.reach + rows.margin(shape))
  }

  @inline(__always)
  private func fitsGrid(_ shape: Int, _ rows: BoxRows) -> Bool {
    grid.cell > 0 && greatestWidth(shape, rows) <= grid.cell
  }

  private mutating func joinGrid(_ shape: Int, _ box: BoundingBox, _ rows: BoxRows) {
    assert(shape >= 0 && shape < rows.shapeCount, "the slot is one of a shape")
    assert(flags[shape] & ProxyFlag.inGrid == 0, "the shape is not in the grid yet")
    gridBoxes.setCount(rows.shapeCount)
    gridBoxes.base[shape] = box
    flags[shape] |= ProxyFlag.inGrid
    places[shape] = Int32(truncatingIfNeeded: gridShapes.count)
    gridShapes.append(UInt32(truncatingIfNeeded: shape))
    gridIsStale = true
  }

  private mutating func leaveGrid(_ shape: Int) {
    assert(flags[shape] & ProxyFlag.inGrid != 0, "the shape is in the grid")
    assert(Int(places[shape]) < gridShapes.count, "it has a place there")
    assert(Int(gridShapes[Int(places[shape])]) == shape, "the place is its own")
    if !gridIsStale {
      gridIsStale = !grid.clear(UInt32(truncatingIfNeeded: shape), gridBoxes.base[shape])
    }
    let place = Int(places[shape])
    let last = gridShapes[gridShapes.count - 1]
    gridShapes[place] = last
    places[Int(last)] = Int32(truncatingIfNeeded: place)
    gridShapes.setCount(gridShapes.count - 1)
    flags[shape] &= ~ProxyFlag.inGrid
  }

  /// Sorts the shapes of the grid again, where that is needed.
  ///
  /// - Parameter given: the team that may share the work; `nil`: the caller does it alone.
  @inline(never)
  mutating func buildGrid(_ workers: borrowing Workers, among given: WorkerTeam? = nil) {
    assert(gridShapes.count <= gridBoxes.count, "shapes in the grid have boxes")
    if !gridIsStale { return }
    gridIsStale = false
    var team = workers.alone
    if let given, gridShapes.count >= 32 &* given.count &* given.leastPart { team = given }
    grid.beginBuild(gridShapes.count, workers: team.count)
    workers.share(among: team) { share in
      grid.build(UnsafePointer(gridShapes.base), UnsafePointer(gridBoxes.base), &share)
    }
    grid.endBuild(workers: team.count)
  }

  /// Chooses a cell that seven of eight moving shapes fit into, when their number has changed much.
  mutating func chooseGridCell(_ rows: BoxRows) {
    assert(grid.cell >= 0, "a cell has a width, or there is none")
    let count = gridShapes.count + movingTree.leafCount
    let known = countWhenCellWasChosen
    if count < ProxyTable.leastGridCount && grid.cell == 0 { return }
    if count <= known + known / 2 && count >= known / 2 { return }
    countWhenCellWasChosen = count
    let cell = count < ProxyTable.leastGridCount ? 0 : cellOfMost(count, rows)
    if cell == grid.cell { return }
    grid.cell = cell
    gridIsStale = true
    divideByGrid(rows)
  }

  /// Puts all moving shapes that fit into the grid there, and all others into the tree.
  private mutating func divideByGrid(_ rows: BoxRows) {
    assert(places.count == rows.shapeCount, "every shape has a place or none")
    strayCount = 0
    for shape in 0..<rows.shapeCount where places[shape] >= 0 {
      let own = flags[shape]
      if own & ProxyFlag.inStaticTree != 0 { continue }
      let isInGrid = own & ProxyFlag.inGrid != 0
      if fitsGrid(shape, rows) == isInGrid { continue }
      let box = box(shape)
      if isInGrid {
        leaveGrid(shape)
        places[shape] = movingTree.insert(box, shape: UInt32(shape))
      } else {
        movingTree.remove(places[shape])
        joinGrid(shape, box, rows)
      }
    }
  }

  // MARK: Strays

  /// Decides whether shapes that move are taken from the grid, or brought back: where few bodies
  /// are awake, finding them in the tree is faster than sorting all others again.
  mutating func reviewStrays(_ rows: BoxRows, awakeCount: Int) {
    assert(strayCount >= 0 && strayCount <= movingTree.leafCount, "strays are in the tree")
    if movesLeaveGrid {
      let areMany = awakeCount &* 32 >= gridShapes.count
      if areMany { movesLeaveGrid = false }
      if strayCount > 0 && (areMany || strayCount &* 8 > gridShapes.count) { divideByGrid(rows) }
    } else if awakeCount &* 64 < gridShapes.count {
      movesLeaveGrid = true
    }
  }

  /// Puts a shape that would fit the grid into the tree, for as long as few others move.
  private mutating func stray(_ shape: Int, _ box: BoundingBox) {
    assert(shape >= 0 && shape < places.count, "the slot is one of a shape")
    assert(flags[shape] & ProxyFlag.inGrid == 0, "the shape has left the grid")
    places[shape] = movingTree.insert(box, shape: UInt32(shape))
    strayCount += 1
  }

  private func cellOfMost(_ count: Int, _ rows: BoxRows) -> Float {
    assert(count > 0, "there are shapes to fit")
    // Widths by their exponent and two bits more.
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1024) { room in
      guard let histogram = room.baseAddress else { return 0 }
      histogram.update(repeating: 0, count: 1024)
      for shape in 0..<rows.shapeCount where places[shape] >= 0 {
        if flags[shape] & ProxyFlag.inStaticTree != 0 { continue }
        histogram[Int(greatestWidth(shape, rows).bitPattern >> 21)] += 1
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
