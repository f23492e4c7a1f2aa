import Simulation

/// One pass through a block, image by image.
struct StateBlockPass {
  private struct Streams {
    /// By lane and context, in ``StateBlockPass/bytes``.
    var tokens: [TokenPlace] = []
    /// Of each lane: 0 where one stream has the tokens of all contexts, else all ones.
    var contextMasks: [Int] = []
    var bitPositions: [Int] = []
    var bitEnds: [Int] = []
  }

  private let layout: BlockLayout
  /// The block, with ``WideSource/slack`` more bytes: bits are read by words.
  private let bytes: [UInt8]
  private var structure: ByteReader
  private var histories: [TableHistory]
  /// What decodes a table in the place of its history, eight rows at a time.
  private var wide: [WideTable?]
  private var streams: [Streams] = []
  private var rows: [Int32] = []
  /// The every-step image after the steps passed, where they were asked to make it.
  private(set) var image: StateImage
  /// Whether the image lacks changes of steps that were not asked to make it.
  private var isBehind = false

  /// - Returns: `nil` when the anchor does not fit, or the streams do not fill the block exactly.
  init?(
    _ layout: BlockLayout, _ block: [UInt8], anchor: StateImage, stepCount: Int, isWide: Bool
  ) {
    guard let size = layout.schema.imageSize(rowCounts: anchor.rowCounts, .everyStep),
      size == anchor.bytes.count, block.count < Int.max / 8 - WideSource.slack
    else { return nil }
    self.layout = layout
    image = anchor
    var reader = ByteReader(block)
    guard let structureSize = reader.readVarint() else { return nil }
    var bitSizes: [[Int]] = []
    var splits: [[TokenStreams]] = []
    for table in layout.tables {
      var sizes: [Int] = []
      var split: [TokenStreams] = []
      if !table.lanes.isEmpty {
        guard let active = reader.readVarint().flatMap({ Int(exactly: $0) }),
          active <= block.count
        else { return nil }
        for _ in table.lanes {
          guard let streams = TokenStreams(&reader, count: active),
            let size = reader.readVarint().flatMap({ Int(exactly: $0) }), size <= block.count
          else { return nil }
          split.append(streams)
          sizes.append(size)
        }
      }
      streams.append(Streams())
      bitSizes.append(sizes)
      splits.append(split)
    }
    guard let count = Int(exactly: structureSize), let range = reader.readRange(count),
      stepCount <= count
    else { return nil }
    structure = ByteReader(block, range)
    for index in streams.indices {
      for split in splits[index] {
        streams[index].contextMasks.append(split.counts.count == 1 ? 0 : ~0)
        for context in 0..<TokenContext.count {
          let count = context < split.counts.count ? split.counts[context] : 0
          guard let range = reader.readRange(count) else { return nil }
          streams[index].tokens.append(TokenPlace(next: range.lowerBound, end: range.upperBound))
        }
      }
    }
    for index in streams.indices {
      for size in bitSizes[index] {
        guard let range = reader.readRange(size) else { return nil }
        streams[index].bitPositions.append(range.lowerBound * 8)
        streams[index].bitEnds.append(range.upperBound * 8)
      }
    }
    guard reader.isAtEnd else { return nil }
    bytes = block + [UInt8](repeating: 0, count: WideSource.slack)
    histories = layout.tables.map { TableHistory($0) }
    wide = zip(layout.tables, anchor.rowCounts).map { table, rowCount in
      // What holds less than a vector is faster row by row.
      guard isWide, rowCount >= 8, !table.lanes.isEmpty,
        let wide = WideTable(table, layout.motion, isReading: true), wide.fillsRows
      else { return nil }
      return wide
    }
    var start = 0
    for index in histories.indices {
      let count = Int(anchor.rowCounts[index])
      let end = start + layout.tables[index].rowSize * count
      if let wide = wide[index] {
        wide.begin(rowCount: count, anchor.bytes[start..<end])
      } else {
        histories[index].begin(rowCount: count, anchor.bytes[start..<end])
      }
      start = end
    }
  }

  /// Whether all streams are used up; the bits that fill the last bytes must be zero.
  var isComplete: Bool {
    guard structure.isAtEnd else { return false }
    for stream in streams {
      guard stream.tokens.allSatisfy({ $0.next == $0.end }) else { return false }
      for (position, end) in zip(stream.bitPositions, stream.bitEnds) {
        guard end - position < 8 else { return false }
        if position < end && bytes[position >> 3] >> UInt8(position & 7) != 0 { return false }
      }
    }
    return true
  }

  /// Moves ``image`` on by a step; `nil` when the block is malformed, else whether it changed.
  ///
  /// - Parameter makesImage: whether the image is asked for; of other steps only what the next ones
  ///   differ from is kept.
  mutating func advance(makesImage: Bool = true) -> Bool? {
    guard let flag = structure.readUInt8(), flag <= 1 else { return nil }
    var isNew = false
    if flag == 1 {
      guard readRowCounts() else { return nil }
      isNew = true
    }
    let isResized = isNew
    for index in histories.indices where !layout.tables[index].lanes.isEmpty {
      if let wide = wide[index] {
        guard let count = wide.readMask(&structure) else { return nil }
        if count == 0 { continue }
        isNew = true
        guard decode(wide, index) else { return nil }
        continue
      }
      guard readMask(index) else { return nil }
      histories[index].setActive(rows)
      if rows.isEmpty { continue }
      isNew = true
      guard codeRows(index) else { return nil }
    }
    if makesImage, isNew || isBehind {
      // Whole, where changes were left out: they are in all rows of what the tables hold.
      copyImage(isResized: isResized || isBehind)
      isBehind = false
    } else if isNew {
      isBehind = true
    }
    return isNew
  }

  private mutating func copyImage(isResized: Bool) {
    let sizes = layout.tables.indices.map { layout.tables[$0].rowSize * Int(image.rowCounts[$0]) }
    let size = sizes.reduce(0, +)
    let old = image.bytes
    image.bytes = [UInt8](unsafeUninitializedCapacity: size) { new, filled in
      filled = size
      guard var to = new.baseAddress else { return }
      old.withUnsafeBufferPointer { old in
        var from = old.baseAddress
        for index in sizes.indices {
          if let wide = wide[index] {
            if !isResized, let from { to.update(from: from, count: sizes[index]) }
            wide.write(to: to, all: isResized)
          } else {
            histories[index].last.withUnsafeBufferPointer { last in
              if let last = last.baseAddress { to.update(from: last, count: sizes[index]) }
            }
          }
          to += sizes[index]
          if !isResized { from = from.map { $0 + sizes[index] } }
        }
      }
    }
  }

  /// Hands the streams of a table's lanes to `decode`, and moves on behind what it takes out of them.
  ///
  /// - Returns: whether no stream is malformed.
  @inline(__always)
  private mutating func withLanes<Lane: LaneSource>(
    _ index: Int, _ decode: (inout StateBlockPass, UnsafeMutablePointer<Lane>) -> Void
  ) -> Bool {
    let laneCount = layout.tables[index].lanes.count
    // Taken out, so that they are not copied.
    var places: [TokenPlace] = []
    swap(&places, &streams[index].tokens)
    defer { swap(&places, &streams[index].tokens) }
    return bytes.withUnsafeBufferPointer { buffer in
      places.withUnsafeMutableBufferPointer { places in
        guard let base = buffer.baseAddress, let tokens = places.baseAddress else { return false }
        return withUnsafeTemporaryAllocation(of: Lane.self, capacity: laneCount) { lanes in
          guard let first = lanes.baseAddress else { return false }
          for lane in 0..<laneCount {
            (first + lane).initialize(
              to: Lane(
                bytes: base, tokens: tokens + lane * TokenContext.count,
                contextMask: streams[index].contextMasks[lane],
                bitPosition: streams[index].bitPositions[lane],
                bitEnd: streams[index].bitEnds[lane], isDamaged: false))
          }
          decode(&self, first)
          var isSound = true
          for lane in 0..<laneCount {
            streams[index].bitPositions[lane] = first[lane].bitPosition
            if first[lane].isDamaged { isSound = false }
          }
          return isSound
        }
      }
    }
  }

  /// Moves the active rows of a table on, eight at a time.
  private mutating func decode(_ wide: WideTable, _ index: Int) -> Bool {
    withLanes(index) { (_, lanes: UnsafeMutablePointer<WideSource>) in
      wide.decode(lanes)
    }
  }

  private mutating func readRowCounts() -> Bool {
    var counts: [Int32] = []
    for _ in layout.tables {
      guard let value = structure.readVarint(), let count = Int32(exactly: value) else {
        return false
      }
      counts.append(count)
    }
    guard let size = layout.schema.imageSize(rowCounts: counts, .everyStep),
      size <= ImageCodec.sizeMax
    else { return false }
    image.rowCounts = counts
    for index in histories.indices {
      if let wide = wide[index] {
        wide.resize(rowCount: Int(counts[index]))
      } else {
        histories[index].resize(rowCount: Int(counts[index]))
      }
    }
    return true
  }

  /// Fills ``rows`` with the active rows of a table.
  private mutating func readMask(_ index: Int) -> Bool {
    let old = histories[index].active
    let rowCount = histories[index].rowCount
    rows.removeAll(keepingCapacity: true)
    var i = 0
    var previous: Int32 = -1
    while true {
      guard let gap = structure.readVarint() else { return false }
      if gap == 0 { break }
      guard gap <= UInt64(rowCount - 1 - Int(previous)) else { return false }
      let toggled = previous + Int32(gap)
      while i < old.count && old[i] < toggled {
        rows.append(old[i])
        i += 1
      }
      if i < old.count && old[i] == toggled { i += 1 } else { rows.append(toggled) }
      previous = toggled
    }
    rows.append(contentsOf: old[i...])
    return true
  }

  private mutating func codeRows(_ index: Int) -> Bool {
    withLanes(index) { (pass, lanes: UnsafeMutablePointer<DecodingLane>) in
      pass.histories[index].code(nil, pass.layout.motion, lanes)
    }
  }
}
