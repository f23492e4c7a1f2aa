import DeterministicMath

/// A pair whose shapes were found to touch, before it has a contact.
struct FoundContact: BitwiseCopyable {
  /// Index of the pair.
  var pair: Int32
  var row: ContactRow
  var manifold: ContactManifold
}

/// What one worker collects of a stage, and its room for vertices: nobody else writes it.
struct WorkerScratch: ~Copyable {
  var remakes = Store<Int32>()
  /// Contacts whose rows changed when their shapes were collided again.
  var changedContacts = Store<Int32>()
  /// Contacts whose shapes no longer touch.
  var endedContacts = Store<Int32>()
  var foundContacts = Store<FoundContact>()
  var foundPairs = Store<UInt64>()
  /// Some pair was found twice.
  var foundTwice = false
  /// A bit for every shape; none is set between uses.
  var marks = Store<UInt64>()
  /// Some contact overlapped by more than it may.
  var foundOverlap = false
  /// Indices of pairs without a contact; and of those whose shapes may have come close enough.
  var candidates = Store<Int32>()
  var nearPairs = Store<Int32>()
  /// Bodies with a shape that left its box in a tree; shapes that left theirs in the grid.
  var leavingBodies = Store<Int32>()
  var movedShapes = Store<UInt32>()
  var fastBodies = Store<Int32>()
  var stack = Store<Int32>(capacity: 256)
  let vertices: UnsafeMutablePointer<Vec2>
  /// ``PairColumn``s.
  let pairColumns: LaneColumns

  init() {
    let byteCount = PairColumn.count * LaneColumns.columnSize
    let columns = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount, alignment: LaneColumns.columnSize)
    columns.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    pairColumns = LaneColumns(columns)
    vertices = .allocate(capacity: 4 * ShapeGeometry.maximumVertexCount)
    vertices.initialize(repeating: Vec2(0, 0), count: 4 * ShapeGeometry.maximumVertexCount)
  }

  deinit {
    vertices.deallocate()
    pairColumns.base.deallocate()
  }
}
