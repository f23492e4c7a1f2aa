import Simulation

/// What predictions for one table are made from: its part of the last two images, the running
/// costs, and the rows that changed in the last step. The same on both sides.
struct TableHistory: Sendable {
  let layout: BlockLayout.Table
  private(set) var rowCount = 0
  /// The table's part of the last image, groups one after another as there.
  private(set) var last: [UInt8] = []
  /// The rows of the image before; a row that did not change equals the one in ``last``.
  private(set) var before: [UInt8] = []
  /// The rows of the image before that one.
  private var earlier: [UInt8] = []
  /// Grows as rows become active: rows that never move have no account.
  private var costs: [UInt16] = []
  /// Rows that changed in the last step, ascending.
  private(set) var active: [Int32] = []
  private var groupStarts: [Int] = []

  init(_ layout: BlockLayout.Table) { self.layout = layout }

  /// Starts a block from this part of its anchor.
  mutating func begin(rowCount: Int, _ bytes: ArraySlice<UInt8>) {
    self.rowCount = rowCount
    last = Array(bytes)
    before = last
    earlier = last
    costs.removeAll(keepingCapacity: true)
    active.removeAll(keepingCapacity: true)
    placeGroups()
  }

  private mutating func placeGroups() {
    groupStarts.removeAll(keepingCapacity: true)
    var start = 0
    for size in layout.rowSizes {
      groupStarts.append(start)
      start += size * rowCount
    }
  }

  /// Words of ``costs`` for a row.
  private var accountSize: Int { layout.lanes.count * RowPredictor.candidateMax }

  /// Rows beyond the old count start as zeros, without a past.
  mutating func resize(rowCount: Int) {
    guard rowCount != self.rowCount else { return }
    let kept = min(rowCount, self.rowCount)
    func moved(_ old: [UInt8]) -> [UInt8] {
      var new = [UInt8](repeating: 0, count: layout.rowSize * rowCount)
      var target = 0
      new.withUnsafeMutableBytes { new in
        old.withUnsafeBytes { old in
          guard let to = new.baseAddress, let from = old.baseAddress else { return }
          for (start, size) in zip(groupStarts, layout.rowSizes) {
            (to + target).copyMemory(from: from + start, byteCount: size * kept)
            target += size * rowCount
          }
        }
      }
      return new
    }
    last = moved(last)
    before = moved(before)
    earlier = moved(earlier)
    costs.removeLast(max(0, costs.count - rowCount * accountSize))
    while let row = active.last, row >= rowCount { active.removeLast() }
    self.rowCount = rowCount
    placeGroups()
  }

  /// Rows whose bytes differ from the last image, ascending.
  ///
  /// Goes by blocks of rows, so that sleeping rows cost a comparison of whole words.
  func changedRows(_ image: UnsafePointer<UInt8>, into rows: inout [Int32]) {
    rows.removeAll(keepingCapacity: true)
    last.withUnsafeBufferPointer { history in
      guard let old = history.baseAddress else { return }
      var row = 0
      while row < rowCount {
        let end = min(row + 16, rowCount)
        var differs = false
        for (start, size) in zip(groupStarts, layout.rowSizes) {
          let offset = start + row * size
          if !areEqual(old + offset, image + offset, size * (end - row)) {
            differs = true
            break
          }
        }
        if differs {
          while row < end {
            for (start, size) in zip(groupStarts, layout.rowSizes) {
              let offset = start + row * size
              if !areEqual(old + offset, image + offset, size) {
                rows.append(Int32(truncatingIfNeeded: row))
                break
              }
            }
            row += 1
          }
        }
        row = end
      }
    }
  }

  /// Makes `rows` the active ones; those that no longer are lose their past.
  mutating func setActive(_ rows: [Int32]) {
    var index = 0
    for row in active {
      while index < rows.count && rows[index] < row { index += 1 }
      if index < rows.count && rows[index] == row { continue }
      for (start, size) in zip(groupStarts, layout.rowSizes) {
        let offset = start + Int(row) * size
        for byte in offset..<(offset + size) {
          before[byte] = last[byte]
          earlier[byte] = last[byte]
        }
      }
    }
    active = rows
    let accounts = (Int(rows.last ?? -1) + 1) * accountSize
    if accounts > costs.count {
      costs.append(contentsOf: [UInt16](repeating: 0, count: accounts - costs.count))
    }
  }

  /// Passes every field of the active rows through its lane.
  ///
  /// - Parameters:
  ///   - source: the table's part of the new image; `nil` when decoding.
  ///   - lanes: one for each field.
  mutating func code<Lane: ResidualLane>(
    _ source: UnsafePointer<UInt8>?, _ path: MotionPath?, _ lanes: UnsafeMutablePointer<Lane>
  ) {
    let (layout, starts) = (layout, groupStarts)
    active.withUnsafeBufferPointer { active in
      last.withUnsafeMutableBufferPointer { last in
        before.withUnsafeMutableBufferPointer { before in
          earlier.withUnsafeMutableBufferPointer { earlier in
            costs.withUnsafeMutableBufferPointer { costs in
              guard let rows = active.baseAddress, let now = last.baseAddress,
                let past = before.baseAddress, let accounts = costs.baseAddress
              else { return }
              let predictor = RowPredictor(
                active: rows, activeCount: active.count, source: source ?? UnsafePointer(now),
                last: now, before: past, earlier: earlier.baseAddress ?? past, costs: accounts,
                laneCount: layout.lanes.count)
              for unit in layout.units {
                TableHistory.code(unit, layout, starts, predictor, path, lanes)
              }
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func code<Lane: ResidualLane>(
    _ unit: BlockLayout.Unit, _ layout: BlockLayout.Table, _ starts: [Int],
    _ predictor: RowPredictor, _ path: MotionPath?, _ lanes: UnsafeMutablePointer<Lane>
  ) {
    func column(_ place: BlockLayout.Place) -> RowPredictor.Column {
      RowPredictor.Column(
        start: starts[place.group] + place.offset, stride: layout.rowSizes[place.group],
        lane: place.lane)
    }
    switch unit {
    case .plain(let place):
      // A lane in a local variable stays in registers.
      var lane = lanes[place.lane]
      switch place.type {
      case .uint8: predictor.plain(IntegerWord<UInt8>.self, column(place), &lane)
      case .uint32, .int32: predictor.plain(IntegerWord<UInt32>.self, column(place), &lane)
      case .uint64, .int64: predictor.plain(IntegerWord<UInt64>.self, column(place), &lane)
      case .float32: predictor.plain(SingleWord.self, column(place), isSigned: true, &lane)
      case .float64: predictor.plain(DoubleWord.self, column(place), isSigned: true, &lane)
      }
      lanes[place.lane] = lane
    case .axis(let velocity, let position?, let gravity):
      guard let path else { return }
      var first = lanes[velocity.lane]
      var second = lanes[position.lane]
      predictor.axis(
        column(velocity), column(position), gravity: gravity, path, &first, &second)
      lanes[velocity.lane] = first
      lanes[position.lane] = second
    case .axis(let velocity, nil, let gravity):
      guard let path else { return }
      var lane = lanes[velocity.lane]
      predictor.velocity(column(velocity), gravity: gravity, path, &lane)
      lanes[velocity.lane] = lane
    case .turn(let velocity, let cosine, let sine):
      guard let path else { return }
      var first = lanes[velocity.lane]
      var second = lanes[cosine.lane]
      var third = lanes[sine.lane]
      predictor.turn(
        column(velocity), column(cosine), column(sine), path, &first, &second, &third)
      lanes[velocity.lane] = first
      lanes[cosine.lane] = second
      lanes[sine.lane] = third
    }
  }
}

/// Compares bytes by words of eight.
@inline(__always)
func areEqual(
  _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
  let first = UnsafeRawPointer(a)
  let second = UnsafeRawPointer(b)
  var offset = 0
  while offset &+ 8 <= count {
    if first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    offset &+= 8
  }
  while offset < count {
    if a[offset] != b[offset] { return false }
    offset &+= 1
  }
  return true
}
