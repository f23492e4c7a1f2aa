import DeterministicMath

/// Digests of the impulses of contacts without a lane, by block of eight slots.
struct RestingSums: ~Copyable {
  /// Slots of a block: few, since what marks one mostly changes a single slot.
  static let slotCount = 8

  /// By block: whether it has changed since it was summed up.
  private(set) var marks = Store<UInt8>()
  private var isAnyMarked = false
  private var sums = Store<StateDigest>()
  private var sum = StateDigest()

  /// Makes room for the marks of so many slots.
  mutating func reserve(_ count: Int) {
    let blockCount = (count &+ RestingSums.slotCount &- 1) / RestingSums.slotCount
    if marks.count < blockCount { marks.setCount(blockCount, filling: 1) }
  }

  @inline(__always)
  mutating func mark(_ slot: Int) {
    let block = slot / RestingSums.slotCount
    assert(slot >= 0 && block < marks.count, "room was made for the mark")
    marks.base[block] = 1
    isAnyMarked = true
  }

  /// Marks all of so many slots.
  mutating func markAll(_ count: Int) {
    isAnyMarked = true
    marks.setCount(0)
    reserve(count)
  }

  /// The sum over so many slots.
  ///
  /// - Parameter sumOfBlock: of any block that holds one of them.
  /// - Complexity: O(blocks that are marked), and O(blocks) / 8 where one is.
  @inline(__always)
  mutating func total(slotCount: Int, sumOfBlock: (Int) -> StateDigest) -> StateDigest {
    if !isAnyMarked { return sum }
    isAnyMarked = false
    let blockCount = (slotCount &+ RestingSums.slotCount &- 1) / RestingSums.slotCount
    assert(blockCount <= marks.count, "every slot has a mark")
    // Blocks that are gone count nothing, until they come back.
    while sums.count > blockCount {
      sum -= sums.base[sums.count &- 1]
      marks.base[sums.count &- 1] = 1
      sums.setCount(sums.count &- 1)
    }
    sums.setCount(blockCount, filling: StateDigest())
    let bytes = UnsafeRawPointer(marks.base)
    var block = 0
    while block < blockCount {
      if block &+ 8 <= blockCount, bytes.load(fromByteOffset: block, as: UInt64.self) == 0 {
        block &+= 8
        continue
      }
      // To the next multiple of eight, from which words are loaded.
      let end = block &+ 8 <= blockCount ? block &+ 8 : blockCount
      while block < end {
        if marks.base[block] != 0 {
          marks.base[block] = 0
          let new = sumOfBlock(block)
          sum -= sums.base[block]
          sum += new
          sums.base[block] = new
        }
        block &+= 1
      }
    }
    return sum
  }
}
