import DeterministicMath

/// Sorting boxes into the grid: by column, then by row, least significant digit first. Each worker
/// counts and moves a part of the boxes; where its part of a row or column begins follows from what
/// all have counted.
extension ShapeGrid {
  /// Makes room for `count` boxes that so many workers sort.
  mutating func beginBuild(_ count: Int, workers: Int) {
    assert(count >= 0, "a count is not negative")
    assert(workers >= 1, "somebody works")
    self.count = count
    let room = count &+ LaneColumns.laneCount
    lowerX.setCount(room)
    lowerY.setCount(room)
    upperX.setCount(room)
    upperY.setCount(room)
    shapes.setCount(room)
    columns.setCount(room)
    rowStarts.setCount(ShapeGrid.side &+ 1)
    keys.setCount(count)
    keysByColumn.setCount(count)
    histograms.setCount(workers &* 3 &* ShapeGrid.side)
    sums.setCount(workers &* ShapeGrid.sumStride)
    limits.setCount(workers &* ShapeGrid.limitStride)
  }

  /// Completes the grid after all workers have done their parts.
  mutating func endBuild(workers: Int) {
    assert(lowerX.count == count + LaneColumns.laneCount, "room was made for a block more")
    frame = centredFrame(workers)
    var i = count
    while i < lowerX.count {
      clear(i)
      i &+= 1
    }
  }

  /// Does a worker's share.
  ///
  /// - Parameters:
  ///   - list: as many shapes as ``beginBuild(_:workers:)`` was told.
  ///   - boxes: by shape.
  /// - Complexity: O(boxes), and of the grid's columns and rows.
  func build(
    _ list: UnsafePointer<UInt32>, _ boxes: UnsafePointer<BoundingBox>, _ share: inout WorkShare
  ) {
    assert(share.worker < share.count, "the worker is one of the team")
    assert(lowerX.count == count + LaneColumns.laneCount, "room was made for a block more")
    let worker = share.worker
    let workers = share.count
    share.beginForAll()
    let part = share.part(count)
    addUpBoxes(part, list, boxes, worker)
    share.beginForAll()
    let frame = centredFrame(workers)
    listKeys(part, list, boxes, frame, worker)
    share.beginForAll()
    scatterByColumn(part, columnPlaces(worker, workers))
    share.beginForAll()
    countRows(part, histogram(ofRows: worker))
    share.beginForAll()
    scatterByRow(part, rowPlaces(worker, workers))
    share.beginForAll()
    placeBoxes(part, boxes)
  }

  // MARK: Stages

  private static var sumStride: Int { 16 }
  private static var limitStride: Int { 32 }

  private func addUpBoxes(
    _ part: BlockRange, _ list: UnsafePointer<UInt32>, _ boxes: UnsafePointer<BoundingBox>,
    _ worker: Int
  ) {
    assert(part.end <= count, "the boxes exist")
    var x: Double = 0
    var y: Double = 0
    var i = part.first
    while i < part.end {
      let box = boxes[Int(list[i])]
      x += Double(box.lower.x)
      y += Double(box.lower.y)
      i &+= 1
    }
    let own = sums.base + worker &* ShapeGrid.sumStride
    own[0] = x
    own[1] = y
  }

  /// The middle of all boxes is the middle of the grid.
  private func centredFrame(_ workers: Int) -> GridFrame {
    var x: Double = 0
    var y: Double = 0
    var worker = 0
    while worker < workers {
      x += sums.base[worker &* ShapeGrid.sumStride]
      y += sums.base[worker &* ShapeGrid.sumStride &+ 1]
      worker &+= 1
    }
    let share = count > 0 ? 1 / Double(count) : 0
    let half = 0.5 * Float(ShapeGrid.side)
    return GridFrame(
      originX: Float(x * share) - half * cell, originY: Float(y * share) - half * cell,
      scale: 1 / cell)
  }

  private func listKeys(
    _ part: BlockRange, _ list: UnsafePointer<UInt32>, _ boxes: UnsafePointer<BoundingBox>,
    _ frame: GridFrame, _ worker: Int
  ) {
    assert(part.end <= count, "the boxes exist")
    let histogram = histogram(ofColumns: worker)
    histogram.update(repeating: 0, count: ShapeGrid.side)
    var columns = CellLimits()
    var rows = CellLimits()
    var i = part.first
    while i < part.end {
      let shape = list[i]
      let lower = boxes[Int(shape)].lower
      let column = frame.column(lower.x)
      let row = frame.row(lower.y)
      columns.take(column)
      rows.take(row)
      histogram[Int(column)] &+= 1
      keys.base[i] = (UInt64((row &<< ShapeGrid.sideBits) | column) &<< 32) | UInt64(shape)
      i &+= 1
    }
    let own = limits.base + worker &* ShapeGrid.limitStride
    own[0] = columns
    own[1] = rows
  }

  /// The limits of the columns, or rows, that hold a box.
  private func commonLimits(_ workers: Int, ofRows: Bool) -> CellLimits {
    var common = CellLimits()
    var worker = 0
    while worker < workers {
      let own = limits.base[worker &* ShapeGrid.limitStride &+ (ofRows ? 1 : 0)]
      if own.least < common.least { common.least = own.least }
      if own.most > common.most { common.most = own.most }
      worker &+= 1
    }
    return common
  }

  private func scatterByColumn(_ part: BlockRange, _ places: UnsafeMutablePointer<UInt32>) {
    assert(part.end <= keys.count, "the keys exist")
    var i = part.first
    while i < part.end {
      let key = keys.base[i]
      i &+= 1
      let column = Int((key &>> 32) & UInt64(ShapeGrid.mask))
      keysByColumn.base[Int(places[column])] = key
      places[column] &+= 1
    }
  }

  private func countRows(_ part: BlockRange, _ histogram: UnsafeMutablePointer<UInt32>) {
    assert(part.end <= keysByColumn.count, "the keys exist")
    histogram.update(repeating: 0, count: ShapeGrid.side)
    var i = part.first
    while i < part.end {
      histogram[row(ofKey: keysByColumn.base[i])] &+= 1
      i &+= 1
    }
  }

  private func scatterByRow(_ part: BlockRange, _ places: UnsafeMutablePointer<UInt32>) {
    assert(part.end <= keysByColumn.count, "the keys exist")
    var i = part.first
    while i < part.end {
      let key = keysByColumn.base[i]
      i &+= 1
      let row = row(ofKey: key)
      keys.base[Int(places[row])] = key
      places[row] &+= 1
    }
  }

  private func placeBoxes(_ part: BlockRange, _ boxes: UnsafePointer<BoundingBox>) {
    assert(part.end <= count, "the boxes exist")
    var i = part.first
    while i < part.end {
      let key = keys.base[i]
      let shape = UInt32(truncatingIfNeeded: key)
      let box = boxes[Int(shape)]
      lowerX.base[i] = box.lower.x
      lowerY.base[i] = box.lower.y
      upperX.base[i] = box.upper.x
      upperY.base[i] = box.upper.y
      shapes.base[i] = shape
      columns.base[i] = UInt16(truncatingIfNeeded: (key &>> 32) & UInt64(ShapeGrid.mask))
      i &+= 1
    }
  }

  @inline(__always)
  private func row(ofKey key: UInt64) -> Int { Int(key &>> UInt64(32 &+ ShapeGrid.sideBits)) }

  // MARK: Histograms

  /// How many boxes of a worker's part lie in each column.
  private func histogram(ofColumns worker: Int) -> UnsafeMutablePointer<UInt32> {
    histograms.base + worker &* 3 &* ShapeGrid.side
  }

  private func histogram(ofRows worker: Int) -> UnsafeMutablePointer<UInt32> {
    histogram(ofColumns: worker) + ShapeGrid.side
  }

  /// Where a worker's next box of each column goes.
  private func columnPlaces(_ worker: Int, _ workers: Int) -> UnsafeMutablePointer<UInt32> {
    assert(worker >= 0 && worker < workers, "the worker is one of the team")
    let places = histogram(ofColumns: worker) + 2 &* ShapeGrid.side
    let columns = histogram(ofColumns: 0)
    let limits = commonLimits(workers, ofRows: false)
    var sum: UInt32 = 0
    var column = Int(limits.least)
    while column <= Int(limits.most) {
      places[column] = sum &+ addUp(columns + column, worker)
      sum &+= addUp(columns + column, workers)
      column &+= 1
    }
    assert(Int(sum) == count, "every box lies in a column")
    return places
  }

  /// Where a worker's next box of each row goes; those of the first worker are where the rows
  /// begin.
  private func rowPlaces(_ worker: Int, _ workers: Int) -> UnsafeMutablePointer<UInt32> {
    assert(worker >= 0 && worker < workers, "the worker is one of the team")
    let places = histogram(ofColumns: worker) + 2 &* ShapeGrid.side
    let rows = histogram(ofRows: 0)
    let limits = commonLimits(workers, ofRows: true)
    let least = Int(limits.least)
    var sum: UInt32 = 0
    if worker == 0 { rowStarts.base.update(repeating: 0, count: least) }
    var row = least
    while row <= Int(limits.most) {
      if worker == 0 { rowStarts.base[row] = Int32(truncatingIfNeeded: sum) }
      places[row] = sum &+ addUp(rows + row, worker)
      sum &+= addUp(rows + row, workers)
      row &+= 1
    }
    assert(Int(sum) == count, "every box lies in a row")
    if worker == 0 {
      (rowStarts.base + row).update(
        repeating: Int32(truncatingIfNeeded: count), count: ShapeGrid.side &+ 1 &- row)
    }
    return places
  }

  /// A column or row in the histograms of the first few workers.
  @inline(__always)
  private func addUp(_ entry: UnsafeMutablePointer<UInt32>, _ workers: Int) -> UInt32 {
    var sum: UInt32 = 0
    var worker = 0
    while worker < workers {
      sum &+= entry[worker &* 3 &* ShapeGrid.side]
      worker &+= 1
    }
    return sum
  }
}

/// The least and the greatest column, or row, that something lies in: of nothing the last and the
/// first.
struct CellLimits: BitwiseCopyable {
  var least = ShapeGrid.mask
  var most: UInt32 = 0

  @inline(__always)
  mutating func take(_ cell: UInt32) {
    if cell < least { least = cell }
    if cell > most { most = cell }
  }
}
