import DeterministicMath
import Simulation

/// Codes or decodes the rows of one table, eight at a time.
///
/// The bytes are those of a ``RowCoder``, which stays for tables that do not fit, and as this one's
/// proof; so does ``TableHistory`` for decoding. Rows lie by columns: of each group of eight rows one vector for each field. Rows beyond
/// the last are zeros.
final class WideTable: @unchecked Sendable {
  let layout: BlockLayout.Table
  let path: MotionPath?
  /// By field: the group of the state's columns, and the offset in its rows.
  let places: [BlockLayout.Place]
  let laneCount: Int
  let velocityCount: Int
  /// The fields that are predicted as velocities, in their order.
  private let velocities: [BlockLayout.Place]
  private let isReading: Bool
  // Unchecked: a table is used by one thread at a time, and nothing is called while one of these is
  // read or written, several times for every eight rows. The checks took an eighth of the encoder's time.
  @exclusivity(unchecked) private(set) var rowCount = 0
  private(set) var activeRowSteps = 0

  @exclusivity(unchecked) var groupCount = 0
  /// Groups that there is memory for.
  private var capacity = 0
  /// The last image, the one before, and the one that is coded.
  @exclusivity(unchecked) private(set) var last: UnsafeMutablePointer<SIMD8<UInt32>>
  @exclusivity(unchecked) private(set) var before: UnsafeMutablePointer<SIMD8<UInt32>>
  @exclusivity(unchecked) private(set) var current: UnsafeMutablePointer<SIMD8<UInt32>>
  /// The image before those, of the fields that are predicted as velocities.
  @exclusivity(unchecked) private(set) var earlier: UnsafeMutablePointer<SIMD8<UInt32>>
  /// Running costs by group, field and candidate.
  @exclusivity(unchecked) private(set) var costs: UnsafeMutablePointer<SIMD8<Int16>>
  /// A bit for each row of a group that changed in the last step.
  @exclusivity(unchecked) private(set) var masks: UnsafeMutablePointer<UInt8>
  /// Where ``WideStream`` takes vectors apart.
  let room: UnsafeMutableRawPointer
  private var buffers: [Buffer]
  /// Where tokens are split by context.
  private var splitRoom: UnsafeMutablePointer<UInt8>
  private var splitRoomSize = 1

  /// A field's streams so far.
  private struct Buffer {
    var tokens: UnsafeMutablePointer<UInt16>
    var tokenCapacity: Int
    var bits: UnsafeMutablePointer<UInt8>
    var bitCapacity: Int
    var stream: WideStream

    mutating func reserve(_ rows: Int) {
      let tokenCount = stream.tokens - tokens
      let bitCount = stream.bits - bits
      Buffer.grow(&tokens, &tokenCapacity, tokenCount, rows + WideStream.slack)
      Buffer.grow(&bits, &bitCapacity, bitCount, 4 * rows + WideStream.slack)
      stream.tokens = tokens + tokenCount
      stream.bits = bits + bitCount
    }

    private static func grow<Element>(
      _ buffer: inout UnsafeMutablePointer<Element>, _ capacity: inout Int, _ count: Int,
      _ more: Int
    ) {
      if count + more <= capacity { return }
      capacity = 2 * (count + more)
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      larger.update(from: buffer, count: count)
      buffer.deallocate()
      buffer = larger
    }
  }

  /// Groups whose masks a step of a decoder changes.
  var toggled: [Int] = []

  /// - Parameter isReading: whether it decodes: then it needs no room for what is coded.
  /// - Returns: `nil` for tables that do not fit: all their fields of every step have four bytes.
  init?(_ layout: BlockLayout.Table, _ path: MotionPath?, isReading: Bool = false) {
    guard layout.lanes.allSatisfy({ $0.size == 4 }) else { return nil }
    self.layout = layout
    laneCount = layout.lanes.count
    self.path = path
    self.isReading = isReading
    places = layout.places
    velocities = layout.velocities
    velocityCount = velocities.count
    last = .allocate(capacity: 1)
    before = .allocate(capacity: 1)
    current = .allocate(capacity: 1)
    earlier = .allocate(capacity: 1)
    costs = .allocate(capacity: 1)
    masks = .allocate(capacity: 1)
    room = .allocate(byteCount: 64, alignment: 32)
    splitRoom = .allocate(capacity: splitRoomSize)
    buffers = layout.lanes.map { _ in
      let tokens = UnsafeMutablePointer<UInt16>.allocate(capacity: 1)
      let bits = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
      return Buffer(
        tokens: tokens, tokenCapacity: 1, bits: bits, bitCapacity: 1,
        stream: WideStream(tokens: tokens, bits: bits))
    }
  }

  deinit {
    last.deallocate()
    before.deallocate()
    current.deallocate()
    earlier.deallocate()
    costs.deallocate()
    masks.deallocate()
    room.deallocate()
    splitRoom.deallocate()
    for buffer in buffers {
      buffer.tokens.deallocate()
      buffer.bits.deallocate()
    }
  }

  // MARK: Rows

  func begin(rowCount: Int, _ bytes: ArraySlice<UInt8>) {
    self.rowCount = 0
    groupCount = 0
    activeRowSteps = 0
    reserve(rowCount)
    // What the block before left.
    clear(from: 0)
    self.rowCount = rowCount
    groupCount = (rowCount + 7) / 8
    bytes.withUnsafeBufferPointer { bytes in
      if let source = bytes.baseAddress { readColumns(source, into: last) }
    }
    before.update(from: last, count: groupCount * laneCount)
    for group in 0..<groupCount { forgetEarlier(group) }
    for lane in buffers.indices {
      buffers[lane].stream = WideStream(tokens: buffers[lane].tokens, bits: buffers[lane].bits)
    }
  }

  func resize(rowCount: Int) {
    guard rowCount != self.rowCount else { return }
    reserve(rowCount)
    if rowCount < self.rowCount { clear(from: rowCount) }
    self.rowCount = rowCount
    groupCount = (rowCount + 7) / 8
  }

  /// Makes room; rows that were not there are zeros, without a past.
  private func reserve(_ rowCount: Int) {
    let groups = (rowCount + 7) / 8
    if groups <= capacity { return }
    func grow<Element>(
      _ memory: inout UnsafeMutablePointer<Element>, _ size: Int, _ zero: Element
    ) {
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: groups * size)
      larger.initialize(repeating: zero, count: groups * size)
      larger.update(from: memory, count: groupCount * size)
      memory.deallocate()
      memory = larger
    }
    grow(&last, laneCount, .zero)
    grow(&before, laneCount, .zero)
    if !isReading { grow(&current, laneCount, .zero) }
    grow(&earlier, velocityCount, .zero)
    grow(&costs, laneCount * RowPredictor.candidateMax, .zero)
    grow(&masks, 1, 0)
    capacity = groups
  }

  /// Makes all rows from `row` on as those are that were never there.
  private func clear(from row: Int) {
    var group = row / 8
    let velocityCount = velocityCount
    if row % 8 > 0 {
      let kept = (1 as UInt32) << UInt32(row % 8) - 1
      let rows = WordLanes(mask: kept)
      for lane in group * laneCount..<(group + 1) * laneCount {
        last[lane] = (WordLanes(last[lane]) & rows).simd
        before[lane] = (WordLanes(before[lane]) & rows).simd
        for cost in lane * RowPredictor.candidateMax..<(lane + 1) * RowPredictor.candidateMax {
          costs[cost] = CostLanes.select(rows, CostLanes(costs[cost]), CostLanes(.zero)).simd
        }
      }
      for velocity in group * velocityCount..<(group + 1) * velocityCount {
        earlier[velocity] = (WordLanes(earlier[velocity]) & rows).simd
      }
      masks[group] &= UInt8(kept)
      group += 1
    }
    (earlier + group * velocityCount).update(
      repeating: .zero, count: (capacity - group) * velocityCount)
    let rest = capacity - group
    (last + group * laneCount).update(repeating: .zero, count: rest * laneCount)
    (before + group * laneCount).update(repeating: .zero, count: rest * laneCount)
    let costCount = laneCount * RowPredictor.candidateMax
    (costs + group * costCount).update(repeating: .zero, count: rest * costCount)
    (masks + group).update(repeating: 0, count: rest)
  }

  // MARK: Steps

  func append(_ source: UnsafePointer<UInt8>?, _ structure: inout ByteWriter) {
    guard let source, rowCount > 0 else {
      structure.append(0 as UInt8)
      return
    }
    readColumns(source, into: current)
    let count = findActive(&structure)
    if count == 0 { return }
    activeRowSteps += count
    for lane in buffers.indices { buffers[lane].reserve(count) }
    withUnsafeTemporaryAllocation(of: WideStream.self, capacity: laneCount) { lanes in
      guard let first = lanes.baseAddress else { return }
      for lane in buffers.indices { (first + lane).initialize(to: buffers[lane].stream) }
      for unit in layout.units { code(unit, first) }
      for lane in buffers.indices { buffers[lane].stream = first[lane] }
    }
  }

  /// Puts the table's part of an image into columns.
  private func readColumns(
    _ source: UnsafePointer<UInt8>, into columns: UnsafeMutablePointer<SIMD8<UInt32>>
  ) {
    var start = 0
    for (index, rowSize) in layout.rowSizes.enumerated() {
      let lanes = places.indices.filter { places[$0].group == index }
      let isPacked =
        lanes.count * 4 == rowSize
        && zip(lanes, 0...).allSatisfy { places[$0].offset == 4 * $1 && $0 == lanes[0] + $1 }
      readGroup(
        UnsafeRawPointer(source) + start, rowSize, lanes, isPacked ? lanes.count : 0, columns)
      start += rowSize * rowCount
    }
  }

  /// - Parameter packed: how many fields lie one after the other and make up the row; 0 otherwise.
  private func readGroup(
    _ rows: UnsafeRawPointer, _ rowSize: Int, _ lanes: [Int], _ packed: Int,
    _ image: UnsafeMutablePointer<SIMD8<UInt32>>
  ) {
    guard let first = lanes.first else { return }
    let wholeGroups = rowCount / 8
    let laneCount = laneCount
    var group = 0
    switch packed {
    case 1:
      while group < wholeGroups {
        image[group &* laneCount &+ first] =
          (rows + 32 &* group).loadUnaligned(as: SIMD8<UInt32>.self)
        group &+= 1
      }
    case 3, 4:
      // A row of three is read with the four bytes after it, which another whole row follows.
      let end = packed == 4 ? wholeGroups : (rowCount - 1) / 8
      while group < end {
        let from = rows + 8 &* group &* rowSize
        @inline(__always)
        func row(_ index: Int) -> SIMD4<Float> {
          (from + index &* rowSize).loadUnaligned(as: SIMD4<Float>.self)
        }
        let columns = Lanes.columns(
          row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
        let to = image + (group &* laneCount &+ first)
        to[0] = WordLanes(bits: columns.0).simd
        to[1] = WordLanes(bits: columns.1).simd
        to[2] = WordLanes(bits: columns.2).simd
        if packed == 4 { to[3] = WordLanes(bits: columns.3).simd }
        group &+= 1
      }
    default: break
    }
    while group < groupCount {
      for lane in lanes {
        var column = SIMD8<UInt32>.zero
        for row in 0..<min(8, rowCount - 8 * group) {
          let offset = (8 * group + row) * rowSize + places[lane].offset
          column[row] = (rows + offset).loadUnaligned(as: UInt32.self)
        }
        image[group * laneCount + lane] = column
      }
      group += 1
    }
  }

  /// Notes which rows have changed.
  ///
  /// - Returns: how many.
  private func findActive(_ structure: inout ByteWriter) -> Int {
    let laneCount = laneCount
    var previous = -1
    var count = 0
    var group = 0
    while group < groupCount {
      let now = current + group &* laneCount
      let old = last + group &* laneCount
      var difference = WordLanes(all: 0)
      var lane = 0
      while lane < laneCount {
        difference = difference | (WordLanes(now[lane]) ^ WordLanes(old[lane]))
        lane &+= 1
      }
      let mask = ~WordLanes.equal(difference, WordLanes(all: 0)).mask & 0xFF
      let was = UInt32(masks[group])
      if mask != was {
        var toggles = mask ^ was
        while toggles != 0 {
          let row = group &* 8 &+ toggles.trailingZeroBitCount
          toggles &= toggles &- 1
          structure.appendVarint(UInt64(row - previous))
          previous = row
        }
        masks[group] = UInt8(mask)
        // Rows of a group that is coded move on together.
        if mask == 0 { forget(group) }
      }
      count &+= mask.nonzeroBitCount
      group &+= 1
    }
    structure.append(0 as UInt8)
    return count
  }

  /// Takes the past of rows that have ceased to be active: they were last where they are.
  func forget(_ group: Int) {
    (before + group * laneCount).update(from: last + group * laneCount, count: laneCount)
    forgetEarlier(group)
  }

  private func forgetEarlier(_ group: Int) {
    for place in velocities {
      earlier[group * velocityCount + place.velocity] = last[group * laneCount + place.lane]
    }
  }

  func streams() -> [FieldStreams] {
    reserveSplitRoom(TokenSplitter.roomSize(activeRowSteps))
    return buffers.map { buffer in
      let stream = buffer.stream
      var raw = Array(UnsafeBufferPointer(start: buffer.bits, count: stream.bits - buffer.bits))
      if stream.pendingCount > 0 { raw.append(UInt8(truncatingIfNeeded: stream.pending)) }
      let splitter = TokenSplitter(buffer.tokens, count: stream.tokens - buffer.tokens)
      return FieldStreams(tokens: splitter.split(splitRoom), bits: raw)
    }
  }

  private func reserveSplitRoom(_ size: Int) {
    if size <= splitRoomSize { return }
    splitRoom.deallocate()
    splitRoom = .allocate(capacity: size)
    splitRoomSize = size
  }
}
