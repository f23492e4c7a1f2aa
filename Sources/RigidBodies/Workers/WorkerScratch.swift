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
  /// Contacts whose shapes no longer touch.
  var endedContacts = Store<Int32>()
  var foundContacts = Store<FoundContact>()
  var foundPairs = Store<UInt64>()
  /// Some pair was found twice.
  var foundTwice = false
  /// Some contact overlapped by more than it may.
  var foundOverlap = false
  /// Indices of pairs without a contact.
  var candidates = Store<Int32>()
  /// Bodies with a shape that left its box in a tree; shapes that left theirs in the grid.
  var leavingBodies = Store<Int32>()
  var movedShapes = Store<UInt32>()
  var fastBodies = Store<Int32>()
  var stack = Store<Int32>(capacity: 256)
  let vertices: UnsafeMutablePointer<Vec2>

  init() {
    vertices = .allocate(capacity: 4 * ShapeGeometry.maximumVertexCount)
    vertices.initialize(repeating: Vec2(0, 0), count: 4 * ShapeGeometry.maximumVertexCount)
  }

  deinit { vertices.deallocate() }
}
