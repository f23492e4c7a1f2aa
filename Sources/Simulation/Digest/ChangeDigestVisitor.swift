import DeterministicMath

/// Digests a state like ``DigestVisitor``, hashing only what changed since the memory's last
/// digest.
///
/// - Complexity: O(bytes of state that may have changed) to compare, O(bytes of changed rows) to
///   hash.
public struct ChangeDigestVisitor: StateVisitor {
  /// The digest of what was visited so far; complete when the visit has ended.
  public private(set) var digest = StateDigest()
  private let memory: DigestMemory
  /// The next group of the memory, and how many follow.
  private var next: UnsafeMutablePointer<RememberedGroup>
  private var rest: Int
  /// Which of the memory's runs of tables is next.
  private var runIndex = 0
  private var isInTables = false
  private var tables: RowKeys.Tables
  private var keyCount: Int
  private var tableTag: UInt64 = 0
  private var groupTag: UInt64 = 0
  public private(set) var rowCount = 0
  public let layouts: StateLayouts?

  /// - Parameters:
  ///   - memory: what the run's earlier digests left.
  ///   - layouts: what the run keeps; `nil` for a visitor on its own.
  public init(_ memory: DigestMemory, _ layouts: StateLayouts? = nil) {
    self.memory = memory
    self.layouts = layouts
    next = memory.groups.base
    rest = memory.groups.count
    tables = memory.rowKeys.tables
    keyCount = memory.rowKeys.count
    layouts?.begin()
  }

  public var access: StateAccess { .reads }

  /// Tables seen so far.
  var tableCount: Int { Int(truncatingIfNeeded: tableTag) }

  /// Groups seen so far.
  private var groupCount: Int { memory.groups.count &- rest }

  public mutating func table(_ name: FieldName, rowCount: inout Int) {
    let index = tableCount
    tableTag &+= 1
    groupTag = tableTag << 16
    self.rowCount = rowCount
    // Another visitor may have made the keys anew.
    if index < memory.metTables.count, rowCount <= keyCount {
      let known = memory.metTables.base + index
      if known.pointee.name == name.start && known.pointee.rowCount == rowCount {
        digest += known.pointee.record
        return
      }
    }
    meet(index, name)
  }

  /// Opens a table that is new, or has another name or row count than before.
  @inline(never)
  private mutating func meet(_ index: Int, _ name: FieldName) {
    layouts?.meet(table: index, name)
    if rowCount > keyCount { reserveKeys(rowCount) }
    let record = DigestVisitor.ofRowCount(rowCount, tag: groupTag)
    memory.metTables.set(
      RememberedTable(name: name.start, rowCount: rowCount, record: record), at: index)
    digest += record
  }

  public mutating func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout ChangeDigestVisitor) -> Void
  ) {
    guard let known = knownTables(changes) else {
      let start = beginTables()
      visit(&self)
      noteTables(since: start, changes)
      return
    }
    #if DEBUG
      var twin = self
      visit(&twin)
      checkTables(known, twin)
    #endif
    passOver(known)
  }

  /// How far a visit has come.
  struct Place {
    fileprivate var tableCount: Int
    fileprivate var groupCount: Int
    fileprivate var layoutIndex: Int
    fileprivate var digest: StateDigest
  }

  /// Begins tables that change together.
  mutating func beginTables() -> Place {
    precondition(!isInTables, "tables that change together hold no others that do")
    isInTables = true
    return Place(
      tableCount: tableCount, groupCount: groupCount, layoutIndex: layouts?.next ?? 0,
      digest: digest)
  }

  /// Indices of the tables that come next and change together, where they are as they were; `nil` where
  /// they have changed, or are not known, and must be visited.
  func knownTables(_ changes: StateChanges) -> Range<Int>? {
    guard runIndex < memory.runs.count else { return nil }
    let run = memory.runs.base + runIndex
    guard run.pointee.tables.lowerBound == tableCount, changes.anywhere <= run.pointee.visit,
      run.pointee.groups.lowerBound == groupCount, changes.isOf(run.pointee.source)
    else { return nil }
    return run.pointee.tables
  }

  /// Adds what the tables of ``knownTables(_:)`` added to the digest before.
  mutating func passOver(_ known: Range<Int>) {
    let run = memory.runs.base + runIndex
    let groupCount = run.pointee.groups.count
    digest += run.pointee.sum
    tableTag &+= UInt64(truncatingIfNeeded: known.count)
    next += groupCount
    rest &-= groupCount
    layouts?.pass(run.pointee.layoutCount)
    rowCount = 0
    runIndex &+= 1
  }

  #if DEBUG
    /// Checks that the tables of ``knownTables(_:)`` have not changed indeed.
    ///
    /// - Parameter twin: this visitor after it has visited them.
    func checkTables(_ known: Range<Int>, _ twin: ChangeDigestVisitor) {
      let run = memory.runs.base[runIndex]
      layouts?.pass(-run.layoutCount)
      var sum = twin.digest
      sum -= digest
      precondition(
        sum == run.sum && twin.tableCount == known.upperBound,
        "tables have changed that were said not to have")
    }
  #endif

  /// The row count of a table of ``knownTables(_:)``.
  func rowCount(ofKnown table: Int) -> Int { memory.metTables.base[table].rowCount }

  /// Remembers what tables that change together have added to the digest.
  ///
  /// - Parameter start: where the visitor was before them.
  mutating func noteTables(since start: Place, _ changes: StateChanges) {
    var sum = digest
    sum -= start.digest
    memory.runs.set(
      RememberedRun(
        tables: start.tableCount..<tableCount, groups: start.groupCount..<groupCount,
        layoutCount: (layouts?.next ?? 0) - start.layoutIndex, sum: sum, source: changes.source,
        visit: changes.visit), at: runIndex)
    runIndex &+= 1
    isInTables = false
  }

  public mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    let remembered = openGroup()
    if remembered.pointee.isUnchanged(base, count: rowCount, group, changes) {
      digest += remembered.pointee.record(tag: groupTag)
      return
    }
    if let changes, let base,
      remembered.pointee.isOneBlock(
        rowCount, rowSize: group.rowSize, changes)
    {
      remembered.pointee.updateBlock(base, stride: group.stride, changes, tables)
    } else {
      let firstNaN = remembered.pointee.update(
        base, count: rowCount, group, changes: changes, tables: tables)
      if let firstNaN { note(firstNaN.row, firstNaN.field) }
    }
    digest += remembered.pointee.record(tag: groupTag)
  }

  public mutating func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool {
    let remembered = openGroup()
    remembered.pointee.replace(sum: sum())
    digest += remembered.pointee.record(tag: groupTag)
    return true
  }

  @inline(__always)
  private mutating func openGroup() -> UnsafeMutablePointer<RememberedGroup> {
    groupTag &+= 1
    if rest == 0 { appendGroup() }
    defer {
      next += 1
      rest &-= 1
    }
    return next
  }

  @inline(never)
  private mutating func appendGroup() {
    memory.groups.set(RememberedGroup(), at: memory.groups.count)
    next = memory.groups.base + (memory.groups.count - 1)
    rest = 1
  }

  @inline(never)
  private mutating func reserveKeys(_ count: Int) {
    memory.rowKeys.reserve(count)
    tables = memory.rowKeys.tables
    keyCount = memory.rowKeys.count
  }

  @inline(never)
  private func note(_ row: Int, _ field: Int) {
    if memory.firstNaN != nil { return }
    memory.firstNaN = StatePlace(
      table: Int(tableTag) - 1, group: Int(groupTag & 0xFFFF) - 1, row: row, field: field)
  }
}
