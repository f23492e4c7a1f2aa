import DeterministicMath

/// The boxes of shapes of about one size, sorted by the cells of a grid: for finding all pairs among
/// many moving shapes at once.
///
/// No box is larger than a cell, so that boxes that overlap lie in one cell or in neighbouring ones.
/// Boxes are sorted row by row, and by column within a row: what may overlap a box are then a few
/// boxes behind it in its own row, and a few in the next row, side by side in memory and looked at
/// eight at a time. What is far from most others is put into the cells at the rim; that costs time,
/// never a pair.
struct ShapeGrid: ~Copyable {
  private static var sideBits: UInt32 { 11 }
  private static var side: Int { 1 &<< 11 }
  private static var mask: UInt32 { 2047 }

  /// Width and height of a cell; shapes that may be larger do not belong here. Zero: none do.
  var cell: Float = 0
  private(set) var count = 0
  private var originX: Float = 0
  private var originY: Float = 0
  private var scale: Float = 0

  // By place in the order; eight more behind the last, which overlap nothing.
  private var lowerX = Store<Float>()
  private var lowerY = Store<Float>()
  private var upperX = Store<Float>()
  private var upperY = Store<Float>()
  private var shapes = Store<UInt32>()
  private var columns = Store<UInt16>()
  /// By row, and one more: where it begins.
  private var rowStarts = Store<Int32>()

  private var keys = Store<UInt64>()
  private var scratch = Store<UInt64>()
  /// How many boxes lie in each column and in each row, while they are sorted.
  private var histograms = Store<UInt32>()

  /// Sorts the boxes of some shapes into the grid.
  ///
  /// - Complexity: O(count).
  mutating func build(_ list: borrowing Store<UInt32>, _ boxes: UnsafePointer<BoundingBox>) {
    count = list.count
    centre(list, boxes)
    sort(list, boxes)
    let room = count &+ LaneColumns.laneCount
    lowerX.setCount(room)
    lowerY.setCount(room)
    upperX.setCount(room)
    upperY.setCount(room)
    shapes.setCount(room)
    columns.setCount(room)
    rowStarts.setCount(ShapeGrid.side &+ 1)
    var row = 0
    var i = 0
    while i < count {
      let key = keys.base[i]
      let shape = UInt32(truncatingIfNeeded: key)
      let box = boxes[Int(shape)]
      let cell = UInt32(truncatingIfNeeded: key &>> 32)
      lowerX.base[i] = box.lower.x
      lowerY.base[i] = box.lower.y
      upperX.base[i] = box.upper.x
      upperY.base[i] = box.upper.y
      shapes.base[i] = shape
      columns.base[i] = UInt16(truncatingIfNeeded: cell & ShapeGrid.mask)
      let here = Int(cell &>> ShapeGrid.sideBits)
      while row <= here {
        rowStarts.base[row] = Int32(truncatingIfNeeded: i)
        row &+= 1
      }
      i &+= 1
    }
    while row <= ShapeGrid.side {
      rowStarts.base[row] = Int32(truncatingIfNeeded: count)
      row &+= 1
    }
    while i < room {
      lowerX.base[i] = .infinity
      lowerY.base[i] = .infinity
      upperX.base[i] = -.infinity
      upperY.base[i] = -.infinity
      i &+= 1
    }
  }

  /// Puts the middle of all boxes into the middle of the grid.
  private mutating func centre(
    _ list: borrowing Store<UInt32>, _ boxes: UnsafePointer<BoundingBox>
  ) {
    var x: Double = 0
    var y: Double = 0
    var i = 0
    while i < count {
      let box = boxes[Int(list.base[i])]
      x += Double(box.lower.x)
      y += Double(box.lower.y)
      i &+= 1
    }
    let share = count > 0 ? 1 / Double(count) : 0
    let half = 0.5 * Float(ShapeGrid.side)
    scale = 1 / cell
    originX = Float(x * share) - half * cell
    originY = Float(y * share) - half * cell
  }

  /// The row or column of a coordinate.
  @inline(__always)
  private func index(_ x: Float, _ origin: Float) -> UInt32 {
    let place = (x - origin) * scale
    // Also for what is not a number of cells at all.
    if !(place > 0) { return 0 }
    if place >= Float(ShapeGrid.side) { return ShapeGrid.mask }
    return UInt32(place)
  }

  private mutating func sort(
    _ list: borrowing Store<UInt32>, _ boxes: UnsafePointer<BoundingBox>
  ) {
    keys.setCount(count)
    scratch.setCount(count)
    histograms.setCount(2 &* ShapeGrid.side)
    let byColumn = histograms.base
    let byRow = byColumn + ShapeGrid.side
    byColumn.update(repeating: 0, count: 2 &* ShapeGrid.side)
    var i = 0
    while i < count {
      let shape = list.base[i]
      let box = boxes[Int(shape)]
      let column = index(box.lower.x, originX)
      let row = index(box.lower.y, originY)
      byColumn[Int(column)] &+= 1
      byRow[Int(row)] &+= 1
      scratch.base[i] =
        (UInt64((row &<< ShapeGrid.sideBits) | column) &<< 32) | UInt64(shape)
      i &+= 1
    }
    accumulate(byColumn)
    accumulate(byRow)
    scatter(scratch.base, keys.base, byColumn, shift: 32)
    scatter(keys.base, scratch.base, byRow, shift: 32 &+ UInt64(ShapeGrid.sideBits))
    swap(&keys, &scratch)
  }

  private func accumulate(_ histogram: UnsafeMutablePointer<UInt32>) {
    var sum: UInt32 = 0
    var i = 0
    while i < ShapeGrid.side {
      let n = histogram[i]
      histogram[i] = sum
      sum &+= n
      i &+= 1
    }
  }

  @inline(__always)
  private func scatter(
    _ source: UnsafeMutablePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
    _ places: UnsafeMutablePointer<UInt32>, shift: UInt64
  ) {
    var i = 0
    while i < count {
      let key = source[i]
      i &+= 1
      let digit = Int((key &>> shift) & UInt64(ShapeGrid.mask))
      target[Int(places[digit])] = key
      places[digit] &+= 1
    }
  }

  /// Calls `visit` with the shapes of every pair of boxes that overlap and of which the first one in
  /// the grid's order has its place in `range`.
  ///
  /// - Complexity: O(range + pairs), as long as cells hold a few boxes each.
  @inline(__always)
  func forEachPair(_ range: BlockRange, _ visit: (UInt32, UInt32) -> Void) {
    if range.first >= range.end { return }
    let starts = rowStarts.base
    var row = self.row(of: range.first)
    while row < ShapeGrid.side && Int(starts[row]) < range.end {
      let start = Int(starts[row])
      let end = Int(starts[row &+ 1])
      row &+= 1
      if start == end { continue }
      let nextEnd = row < ShapeGrid.side ? Int(starts[row &+ 1]) : end
      var i = start < range.first ? range.first : start
      let last = end < range.end ? end : range.end
      var ownLimit = i
      var low = end
      var high = end
      while i < last {
        let column = columns.base[i]
        while ownLimit < end && columns.base[ownLimit] <= column &+ 1 { ownLimit &+= 1 }
        forEachOverlap(i, i &+ 1, ownLimit, visit)
        while low < nextEnd && columns.base[low] &+ 1 < column { low &+= 1 }
        while high < nextEnd && columns.base[high] <= column &+ 1 { high &+= 1 }
        forEachOverlap(i, low, high, visit)
        i &+= 1
      }
    }
  }

  /// The row that a place in the order belongs to.
  private func row(of place: Int) -> Int {
    var low = 0
    var high = ShapeGrid.side
    while low < high {
      let middle = (low &+ high) &>> 1
      if Int(rowStarts.base[middle &+ 1]) <= place { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  private func forEachOverlap(
    _ i: Int, _ first: Int, _ end: Int, _ visit: (UInt32, UInt32) -> Void
  ) {
    if first >= end { return }
    let box = BoundingBox(
      lower: Vec2(lowerX.base[i], lowerY.base[i]), upper: Vec2(upperX.base[i], upperY.base[i]))
    let shape = shapes.base[i]
    var j = first
    while j < end {
      var mask = overlaps(box, j)
      if end &- j < 8 { mask &= (1 &<< UInt32(truncatingIfNeeded: end &- j)) &- 1 }
      while mask != 0 {
        visit(shape, shapes.base[j &+ mask.trailingZeroBitCount])
        mask &= mask &- 1
      }
      j &+= 8
    }
  }

  /// A bit for each of eight boxes that shares a point with `box`.
  @inline(__always)
  private func overlaps(_ box: BoundingBox, _ first: Int) -> UInt32 {
    @inline(__always)
    func lanes(_ store: UnsafeMutablePointer<Float>) -> Lanes {
      Lanes(
        UnsafeRawPointer(store + first).loadUnaligned(as: SIMD8<Float>.self))
    }
    let left = Lanes.larger(
      Lanes(all: box.lower.x) - lanes(upperX.base), lanes(lowerX.base) - Lanes(all: box.upper.x))
    let below = Lanes.larger(
      Lanes(all: box.lower.y) - lanes(upperY.base), lanes(lowerY.base) - Lanes(all: box.upper.y))
    return ~Lanes.mask(Lanes.larger(left, below), above: Lanes(all: 0)) & 0xFF
  }

  /// Calls `visit` with every shape whose box overlaps `box`, which may be of any size.
  @inline(__always)
  func query(_ box: BoundingBox, _ visit: (UInt32) -> Void) {
    if count == 0 { return }
    // A box lies in the cell of its lower corner: those that begin one cell before may reach in.
    let firstRow = Int(index(box.lower.y - cell, originY))
    let lastRow = Int(index(box.upper.y, originY))
    let firstColumn = UInt16(index(box.lower.x - cell, originX))
    let lastColumn = UInt16(index(box.upper.x, originX))
    var row = firstRow == 0 ? 0 : firstRow &- 1
    while row <= lastRow {
      let end = Int(rowStarts.base[row &+ 1])
      var j = Int(rowStarts.base[row])
      row &+= 1
      // The first box of the row that may reach in.
      var limit = end
      let least = firstColumn == 0 ? 0 : firstColumn &- 1
      while j < limit {
        let middle = (j &+ limit) &>> 1
        if columns.base[middle] < least { j = middle &+ 1 } else { limit = middle }
      }
      while j < end && columns.base[j] <= lastColumn {
        var mask = overlaps(box, j)
        if end &- j < 8 { mask &= (1 &<< UInt32(truncatingIfNeeded: end &- j)) &- 1 }
        while mask != 0 {
          visit(shapes.base[j &+ mask.trailingZeroBitCount])
          mask &= mask &- 1
        }
        j &+= 8
      }
    }
  }
}
