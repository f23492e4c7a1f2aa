import DeterministicMath

/// A pair whose shapes were found to touch, before it has a contact.
struct FoundContact: BitwiseCopyable {
  /// Index of the pair.
  var pair: Int32
  var row: ContactRow
  var manifold: ContactManifold
}

/// A contact whose shapes no longer touch.
struct EndedContact: BitwiseCopyable {
  var slot: Int32
  /// Index of the pair; −1 when there is none.
  var pair: Int32
}

/// What a worker has noted of contacts whose shapes it has collided again.
struct NotedContacts {
  var change: ContactSumChange
  /// How many manifolds it has made.
  var count = 0
  /// Some row changed.
  var isAnyRowOther = false
}

/// What one worker collects in a stage, and its room for vertices. While all work, no other worker
/// writes it, except ``bucketPlaces``.
struct WorkerScratch: ~Copyable {
  /// Contacts whose shapes must be collided again; and this worker's part of those that all have
  /// listed.
  var remakes = Store<Int32>()
  var ownRemakes = Store<Int32>()
  var noted = NotedContacts(change: ContactSumChange(.none))
  /// Contacts whose shapes no longer touch.
  var endedContacts = Store<EndedContact>()
  /// Contacts whose shapes have begun to touch.
  var begunContacts = Store<Int32>()
  var foundContacts = Store<FoundContact>()
  var foundPairs = Store<UInt64>()
  /// By lower shape: how many of them, then where the next one goes; and how many pairs all workers
  /// have found for this one's part of the shapes.
  var bucketPlaces = Store<UInt32>()
  var bucketSum: UInt32 = 0
  var mergedPairs = Store<ShapePair>()
  /// Contacts whose pair has been removed.
  var goneContacts = Store<Int32>()
  /// A bit for every shape; none is set between uses.
  var marks = Store<UInt64>()
  /// This worker's part of the joints' impulses, for the digest.
  var jointImpulses = ImpulseSum(isWanted: false)
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
  /// ``ObstacleSearch/capacity`` shapes.
  let obstacles: UnsafeMutablePointer<Int32>
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
    obstacles = .allocate(capacity: ObstacleSearch.capacity)
    obstacles.initialize(repeating: 0, count: ObstacleSearch.capacity)
  }

  deinit {
    vertices.deallocate()
    obstacles.deallocate()
    pairColumns.base.deallocate()
  }
}
