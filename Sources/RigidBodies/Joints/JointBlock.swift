import DeterministicMath

/// Columns of every block, of eight joints of one class and colour: what all passes of the solver
/// read. Lanes without a joint have no mass and name the spare body behind the last one.
///
/// Arms lead from the centres to the anchors. Arms, gaps, matrices and axes are those of the last
/// ``JointGraph/warmStart(_:_:isCarried:)``: once a substep they are turned to where the bodies
/// are.
enum JointColumn {
  // Integers.
  static let bodyA = 0
  static let bodyB = 1
  // Floats.
  static let inverseMassA = 2
  static let inverseMassB = 3
  static let inverseInertiaA = 4
  static let inverseInertiaB = 5
  static let armAX = 6
  static let armAY = 7
  static let armBX = 8
  static let armBY = 9
  /// From A's anchor to B's.
  static let gapX = 10
  static let gapY = 11
}

/// Columns beside the block: what is read once a step or once a substep.
enum AnchorColumn {
  /// Anchors in the bodies' frames.
  static let localAX = 0
  static let localAY = 1
  static let localBX = 2
  static let localBY = 3
  // Arms and gap when the step began.
  static let armAX = 4
  static let armAY = 5
  static let armBX = 6
  static let armBY = 7
  static let gapX = 8
  static let gapY = 9
  /// Slot of the joint, −1 where there is none (integer).
  static let joint = 10
  /// The key of the joint's row: see `RowHash` (integer).
  static let key = 11
  static let count = 12
  static let stride = count * LaneColumns.columnSize
}

/// Columns of what pins two points: pins, hinges and welds.
enum PinColumn {
  /// The inverse of the 2 × 2 matrix that turns an impulse into a change of velocity.
  static let inverse11 = 12
  static let inverse12 = 13
  static let inverse22 = 14
  static let impulseX = 15
  static let impulseY = 16
  /// The impulse before relaxing: it acted at the arms of then.
  static let carriedX = 17
  static let carriedY = 18
  /// Greatest impulse in x and in y: it gives the lighter body the greatest speed.
  static let impulseBound = 19
  static let count = 20

  /// What a joint's row gets.
  @inline(__always)
  static var impulses: ImpulseColumns {
    ImpulseColumns(impulseX, impulseY)
  }
}

/// Where the blocks of one class lie: what the passes take, so that it stays in registers.
struct LaneBlocks: BitwiseCopyable {
  let blocks: UnsafeMutableRawPointer
  let anchors: UnsafeMutableRawPointer
  let stride: Int

  @inline(__always)
  func block(_ index: Int) -> LaneColumns { LaneColumns(blocks + index &* stride) }

  @inline(__always)
  func anchorBlock(_ index: Int) -> LaneColumns {
    assert(index >= 0, "blocks count from zero")
    return LaneColumns(anchors + index &* AnchorColumn.stride)
  }
}

/// The blocks of one class, colour after colour.
struct JointBlocks: ~Copyable {
  static let colorCount = 64

  let columnCount: Int
  var blocks = Store<UInt8>()
  var anchors = Store<UInt8>()
  /// First block of each colour, and the count of all.
  var starts = Store<Int32>()

  init(columnCount: Int) {
    self.columnCount = columnCount
    starts.setCount(JointBlocks.colorCount + 1, filling: 0)
  }

  var stride: Int { columnCount &* LaneColumns.columnSize }
  var count: Int { Int(starts.base[JointBlocks.colorCount]) }

  @inline(__always)
  func count(of color: Int) -> Int { Int(starts.base[color &+ 1] &- starts.base[color]) }

  @inline(__always)
  var rows: LaneBlocks {
    LaneBlocks(
      blocks: UnsafeMutableRawPointer(blocks.base), anchors: UnsafeMutableRawPointer(anchors.base),
      stride: stride)
  }

  /// Lays out blocks for so many joints of each colour, without a joint in them. Colour 0 gets one
  /// joint to a block. `places` becomes the first lane of each colour.
  mutating func layOut(
    _ counts: UnsafePointer<Int32>, places: UnsafeMutablePointer<Int32>, spareBody: Int32
  ) {
    assert(spareBody >= 0, "idle lanes name a slot")
    assert(starts.count == JointBlocks.colorCount + 1, "every colour has a place")
    let lanes = Int32(LaneColumns.laneCount)
    var sum: Int32 = 0
    var color = 0
    while color < JointBlocks.colorCount {
      starts.base[color] = sum
      places[color] = sum &* lanes
      sum &+= color == 0 ? counts[0] : (counts[color] &+ lanes &- 1) / lanes
      color &+= 1
    }
    starts.base[JointBlocks.colorCount] = sum
    let size = Int(sum) &* stride
    blocks.setCount(size)
    UnsafeMutableRawPointer(blocks.base).initializeMemory(
      as: UInt8.self, repeating: 0, count: size)
    anchors.setCount(Int(sum) &* AnchorColumn.stride)
    UnsafeMutableRawPointer(anchors.base).initializeMemory(
      as: UInt8.self, repeating: 0, count: Int(sum) &* AnchorColumn.stride)
    let rows = rows
    var i = 0
    while i < Int(sum) {
      let block = rows.block(i)
      let anchors = rows.anchorBlock(i)
      i &+= 1
      var lane = 0
      while lane < LaneColumns.laneCount {
        block.set(JointColumn.bodyA, lane, spareBody)
        block.set(JointColumn.bodyB, lane, spareBody)
        anchors.set(AnchorColumn.joint, lane, Int32(-1))
        lane &+= 1
      }
    }
  }
}
