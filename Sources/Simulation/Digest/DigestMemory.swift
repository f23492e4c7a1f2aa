import DeterministicMath

/// What the last digest saw, so that the next one hashes only the rows that changed.
///
/// Rows are compared by their bytes, except those that the simulation says have not changed
/// (``StateChanges``). The digest equals that which ``DigestVisitor`` computes from nothing.
public final class DigestMemory {
  // Unchecked: a visit reads them for every table, and calls nothing else meanwhile.
  @exclusivity(unchecked) var groups = RawList<RememberedGroup>()
  /// By their place in a visit.
  @exclusivity(unchecked) var metTables = RawList<RememberedTable>()
  /// Tables that change together, in the order of a visit.
  @exclusivity(unchecked) var runs = RawList<RememberedRun>()
  /// Where a digest first came upon NaN, among rows that changed.
  @exclusivity(unchecked) public internal(set) var firstNaN: StatePlace?
  @exclusivity(unchecked) var rowKeys = RowKeys()

  /// Makes an empty memory: the first digest hashes every row.
  public init() {}

  deinit { forgetGroups() }

  /// Forgets where NaN was, and the rows: the next digest looks at all of them again.
  package func forgetNaN() {
    guard firstNaN != nil else { return }
    firstNaN = nil
    forgetGroups()
  }

  private func forgetGroups() {
    for index in 0..<groups.count { groups.base[index].free() }
    groups.removeAll()
    runs.removeAll()
  }
}

/// Elements in raw memory, which a visitor walks by address: most of what is remembered has not
/// changed, and finding it in an array of the object would cost more than seeing that.
struct RawList<Element>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 32

  init() { base = .allocate(capacity: capacity) }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
  }

  /// Puts an element at `index`, which is the end or has one.
  @inline(never)
  mutating func set(_ element: Element, at index: Int) {
    if index < count {
      base[index] = element
      return
    }
    if count == capacity {
      capacity *= 2
      let moved = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      moved.moveInitialize(from: base, count: count)
      base.deallocate()
      base = moved
    }
    (base + count).initialize(to: element)
    count += 1
  }
}

/// A table as it was found last.
///
/// Its name was compared with that of the first digest then. That is not done again while it stays the
/// same: a run's layouts keep what they have found.
struct RememberedTable: BitwiseCopyable {
  /// Where the name begins.
  var name: UnsafePointer<UInt8>
  var rowCount: Int
  /// The hash of the row count.
  var record: StateDigest
}

/// Tables that change together, as they were found last: see ``StateVisitor/tables(_:changes:_:)``.
struct RememberedRun {
  /// Indices in a visit, of tables and of groups.
  var tables: Range<Int>
  var groups: Range<Int>
  /// How many layouts of the run they ask for.
  var layoutCount: Int
  /// What they add to the digest.
  var sum: StateDigest
  var source: StateSource
  /// The visit in which they were seen.
  var visit: UInt64
}
