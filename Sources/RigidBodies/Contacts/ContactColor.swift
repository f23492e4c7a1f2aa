import DeterministicMath

/// The contacts of one colour, eight to a block: no two of them share a body that can be pushed, so
/// that they may be solved in any order, and lie in any.
///
/// Lanes are taken and given back as contacts come and go, and keep what they hold from step to
/// step. Idle lanes are at the end of the last block.
struct ContactColor: ~Copyable {
  /// ``ContactBlock`` after ``ContactBlock``, and what belongs to each.
  private var blocks = Store<UInt8>()
  private var impulses = Store<UInt8>()
  private(set) var anchors = Store<UInt8>()
  private(set) var details = Store<UInt8>()
  var flags = Store<UInt8>()
  private(set) var laneCount = 0
  /// What idle lanes name: a slot behind all bodies.
  private var spare: Int32 = 0
  /// Contacts in a block: eight, or one where contacts may share bodies.
  private let blockSize: Int

  init(isSerial: Bool) { blockSize = isSerial ? 1 : LaneColumns.laneCount }

  var blockCount: Int { flags.count }

  /// The block of a lane, and the lane within it.
  @inline(__always)
  func place(_ lane: Int) -> (block: Int, lane: Int) {
    assert(lane >= 0 && lane <= laneCount, "the lane exists, or is the next")
    return blockSize == 1 ? (lane, 0) : (lane &>> 3, lane & 7)
  }

  @inline(__always)
  func block(_ index: Int) -> LaneColumns { allBlocks[index] }

  @inline(__always)
  func impulses(_ index: Int) -> LaneColumns { allBlocks.impulses(index) }

  /// All blocks, until one is added.
  @inline(__always)
  var allBlocks: ContactBlocks {
    ContactBlocks(
      blocks: UnsafeMutableRawPointer(blocks.base),
      impulses: UnsafeMutableRawPointer(impulses.base),
      details: UnsafeMutableRawPointer(details.base), flags: UnsafePointer(flags.base))
  }

  @inline(__always)
  func anchors(_ index: Int) -> LaneColumns {
    LaneColumns(UnsafeMutableRawPointer(anchors.base) + index &* ContactAnchors.stride)
  }

  @inline(__always)
  func detail(_ index: Int) -> LaneColumns { allBlocks.detail(index) }

  mutating func removeAll() {
    laneCount = 0
    setBlockCount(0)
  }

  private mutating func setBlockCount(_ count: Int) {
    assert(count >= 0, "a count is not negative")
    blocks.setCount(count &* ContactBlock.stride)
    impulses.setCount(count &* ContactImpulses.stride)
    anchors.setCount(count &* ContactAnchors.stride)
    details.setCount(count &* ContactDetail.stride)
    flags.setCount(count)
  }

  /// Makes room for one more contact behind all others.
  mutating func append() -> Int {
    assert(blocks.count == blockCount &* ContactBlock.stride, "blocks are as many as lanes need")
    let lane = laneCount
    laneCount &+= 1
    if blockSize == 1 || lane & 7 == 0 {
      setBlockCount(blockCount &+ 1)
      clear(blockCount &- 1)
    }
    return lane
  }

  /// Makes room for a contact at a place, moving those from there on up: serial colours only.
  mutating func insert(at lane: Int) {
    precondition(blockSize == 1 && lane <= laneCount, "only serial colours have an order")
    setBlockCount(blockCount &+ 1)
    var index = laneCount
    while index > lane {
      copyBlock(index &- 1, to: index)
      index &-= 1
    }
    laneCount &+= 1
    clear(lane)
  }

  /// Takes a contact out of a serial colour, moving those behind it down.
  mutating func remove(at lane: Int) {
    precondition(blockSize == 1 && lane < laneCount, "only serial colours have an order")
    var index = lane
    while index &+ 1 < laneCount {
      copyBlock(index &+ 1, to: index)
      index &+= 1
    }
    laneCount &-= 1
    setBlockCount(blockCount &- 1)
  }

  /// Puts the last contact into a lane, and gives the last lane back.
  mutating func moveLast(to lane: Int) {
    assert(lane >= 0 && lane < laneCount, "the lane is taken")
    assert(blockSize > 1, "serial colours keep their order")
    let last = laneCount &- 1
    let from = place(last)
    let to = place(lane)
    if last != lane {
      copyLane(block(from.block), from.lane, block(to.block), to.lane, ContactBlock.columnCount)
      copyLane(
        impulses(from.block), from.lane, impulses(to.block), to.lane,
        ContactImpulses.columnCount)
      copyLane(
        anchors(from.block), from.lane, anchors(to.block), to.lane, ContactAnchors.columnCount)
      copyLane(detail(from.block), from.lane, detail(to.block), to.lane, ContactDetail.columnCount)
      flags.base[to.block] |= flags.base[from.block]
    }
    laneCount = last
    if from.lane == 0 { setBlockCount(blockCount &- 1) } else { clearLane(from.block, from.lane) }
  }

  private func copyLane(
    _ source: LaneColumns, _ from: Int, _ target: LaneColumns, _ to: Int, _ count: Int
  ) {
    assert(from >= 0 && from < LaneColumns.laneCount, "a block has eight lanes")
    assert(to >= 0 && to < LaneColumns.laneCount, "a block has eight lanes")
    var column = 0
    while column < count {
      target.set(column, to, source.integer(column, from))
      column &+= 1
    }
  }

  private func copyBlock(_ source: Int, to target: Int) {
    assert(source < blockCount && target < blockCount, "both blocks exist")
    assert(source != target, "a block is copied elsewhere")
    block(target).base.copyMemory(from: block(source).base, byteCount: ContactBlock.stride)
    impulses(target).base.copyMemory(
      from: impulses(source).base, byteCount: ContactImpulses.stride)
    anchors(target).base.copyMemory(from: anchors(source).base, byteCount: ContactAnchors.stride)
    detail(target).base.copyMemory(from: detail(source).base, byteCount: ContactDetail.stride)
    flags.base[target] = flags.base[source]
  }

  /// Empties a block: no mass, no body, no contact.
  private func clear(_ index: Int) {
    assert(index >= 0 && index < blockCount, "the block exists")
    block(index).base.initializeMemory(as: UInt8.self, repeating: 0, count: ContactBlock.stride)
    impulses(index).base.initializeMemory(
      as: UInt8.self, repeating: 0, count: ContactImpulses.stride)
    anchors(index).base.initializeMemory(
      as: UInt8.self, repeating: 0, count: ContactAnchors.stride)
    detail(index).base.initializeMemory(as: UInt8.self, repeating: 0, count: ContactDetail.stride)
    flags.base[index] = 0
    var lane = 0
    while lane < LaneColumns.laneCount {
      clearLane(index, lane)
      lane &+= 1
    }
  }

  /// Follows the number of bodies: idle lanes name the slot behind the last one.
  mutating func nameSpare(_ slot: Int32) {
    assert(slot >= 0, "idle lanes name a slot")
    if slot == spare { return }
    spare = slot
    var index = blockSize == 1 || blockCount == 0 ? 0 : blockCount &- 1
    while index < blockCount {
      var lane = blockSize == 1 ? 1 : laneCount &- index &* 8
      while lane < LaneColumns.laneCount {
        block(index).set(ContactBlock.bodyA, lane, spare)
        block(index).set(ContactBlock.bodyB, lane, spare)
        lane &+= 1
      }
      index &+= 1
    }
  }

  private func clearLane(_ index: Int, _ lane: Int) {
    assert(index >= 0 && index < blockCount, "the block exists")
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    let block = block(index)
    var column = 0
    while column < ContactBlock.columnCount {
      block.set(column, lane, Int32(0))
      column &+= 1
    }
    column = 0
    while column < ContactImpulses.columnCount {
      impulses(index).set(column, lane, Int32(0))
      column &+= 1
    }
    column = 0
    while column < ContactAnchors.columnCount {
      anchors(index).set(column, lane, Int32(0))
      column &+= 1
    }
    column = 0
    while column < ContactDetail.columnCount {
      detail(index).set(column, lane, Int32(0))
      column &+= 1
    }
    block.set(ContactBlock.bodyA, lane, spare)
    block.set(ContactBlock.bodyB, lane, spare)
    anchors(index).set(ContactAnchors.turnCosine, lane, Float(1))
    detail(index).set(ContactDetail.contact, lane, Int32(-1))
  }
}
