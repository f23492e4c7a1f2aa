import DeterministicMath

/// The boxes of shapes of about one size, sorted by the cells of a grid: for finding all pairs
/// among many moving shapes at once.
///
/// No box is larger than a cell, so that boxes that overlap lie in one cell or in neighbouring
/// ones. Boxes are sorted row by row, and by column within a row: what may overlap a box are then a
/// few boxes behind it in its own row, and a few in the next row, side by side in memory and looked
/// at eight at a time. What is far from most others is put into the cells at the rim; that costs
/// time, never a pair.
struct ShapeGrid: ~Copyable {
  static var sideBits: UInt32 { 11 }
  static var side: Int { 1 &<< 11 }
  static var mask: UInt32 { 2047 }

  /// Width and height of a cell; shapes that may be larger do not belong here. Zero: none do.
  var cell: Float = 0
  var count = 0
  var frame = GridFrame(originX: 0, originY: 0, scale: 0)

  // By place in the order; eight more behind the last, which overlap nothing.
  var lowerX = Store<Float>()
  var lowerY = Store<Float>()
  var upperX = Store<Float>()
  var upperY = Store<Float>()
  var shapes = Store<UInt32>()
  var columns = Store<UInt16>()
  /// By row, and one more: where it begins.
  var rowStarts = Store<Int32>()

  // While boxes are sorted: see `ShapeGrid+Build.swift`.
  var keys = Store<UInt64>()
  var keysByColumn = Store<UInt64>()
  var histograms = Store<UInt32>()
  var sums = Store<Double>()
  var limits = Store<CellLimits>()

  /// Calls `visit` with the shapes of every pair of boxes that overlap and of which the first one
  /// in the grid's order has its place in `range`.
  ///
  /// - Complexity: O(range + pairs), as long as cells hold a few boxes each.
  @inline(__always)
  func forEachPair(_ range: BlockRange, _ visit: (UInt32, UInt32) -> Void) {
    assert(range.end <= count, "the boxes exist")
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
    firstPlace(of: ShapeGrid.side) { Int(rowStarts.base[$0 &+ 1]) <= place }
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

  /// Has a shape overlap nothing, until the grid is built without it.
  ///
  /// - Parameter box: the shape's, as the grid knows it.
  /// - Returns: `false` when the shape is not where its box says.
  mutating func clear(_ shape: UInt32, _ box: BoundingBox) -> Bool {
    if count == 0 { return false }
    let column = UInt16(frame.column(box.lower.x))
    let row = Int(frame.row(box.lower.y))
    let start = Int(rowStarts.base[row])
    let end = Int(rowStarts.base[row &+ 1])
    var place =
      start &+ firstPlace(of: end &- start) { columns.base[start &+ $0] < column }
    while place < end && shapes.base[place] != shape { place &+= 1 }
    if place == end { return false }
    clear(place)
    return true
  }

  /// Makes the box at a place overlap nothing.
  func clear(_ place: Int) {
    assert(place >= 0 && place < lowerX.count, "the place exists")
    lowerX.base[place] = .infinity
    lowerY.base[place] = .infinity
    upperX.base[place] = -.infinity
    upperY.base[place] = -.infinity
  }

  /// Calls `visit` with every shape whose box overlaps `box`, which may be of any size.
  @inline(__always)
  func query(_ box: BoundingBox, _ visit: (UInt32) -> Void) {
    if count == 0 { return }
    // A box lies in the cell of its lower corner: those that begin one cell before may reach in.
    let firstRow = Int(frame.row(box.lower.y - cell))
    let lastRow = Int(frame.row(box.upper.y))
    let firstColumn = UInt16(frame.column(box.lower.x - cell))
    let lastColumn = UInt16(frame.column(box.upper.x))
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

/// Where a grid lies, and how wide its cells are.
struct GridFrame: BitwiseCopyable {
  var originX: Float
  var originY: Float
  /// Cells per unit of length.
  var scale: Float

  @inline(__always)
  func column(_ x: Float) -> UInt32 { index(x - originX) }

  @inline(__always)
  func row(_ y: Float) -> UInt32 { index(y - originY) }

  @inline(__always)
  private func index(_ distance: Float) -> UInt32 {
    let place = distance * scale
    // Also for what is not a number of cells at all.
    if !(place > 0) { return 0 }
    if place >= Float(ShapeGrid.side) { return ShapeGrid.mask }
    return UInt32(place)
  }
}
