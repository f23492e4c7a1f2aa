/// A copy of a state, or of the part of it that is stored every step.
///
/// Rows lie packed, group after group in schema order, fields little-endian as on every supported
/// target. Two images of one schema are equal exactly when the states are equal to the bit.
///
/// A saved image knows which run it was saved from until its contents are changed: saving into it
/// again, or restoring it, then costs what has changed since.
public struct StateImage: Equatable, Sendable {
  /// Rows of each table, in schema order.
  public var rowCounts: [Int32] { didSet { origin.forget() } }
  /// The rows of every included group.
  public var bytes: [UInt8] { didSet { origin.forget() } }
  var origin = StateOrigin()

  /// Makes an image of bytes; without arguments an empty one to save into.
  public init(rowCounts: [Int32] = [], bytes: [UInt8] = []) {
    self.rowCounts = rowCounts
    self.bytes = bytes
  }

  public static func == (a: StateImage, b: StateImage) -> Bool {
    a.rowCounts == b.rowCounts && a.bytes == b.bytes
  }
}

/// What an image is a copy of, as far as that is known.
struct StateOrigin: Sendable {
  /// A group's bytes within the image, and the visit in which they were copied.
  struct Group: Sendable {
    var offset: Int
    var size: Int
    /// `nil` when the group's changes are not known.
    var source: StateSource?
    var visit: UInt64
  }

  /// The run whose state it was; `nil` for other images.
  var run: StateSource?
  var selection: StateSelection?
  /// By offset. Empty groups are left out.
  var groups: [Group] = []

  mutating func forget() {
    run = nil
    selection = nil
    groups.removeAll()
  }
}

/// Which groups an image includes.
public enum StateSelection: UInt8, Sendable {
  /// Only ``StateCadence/everyStep`` groups.
  case everyStep = 0
  /// All groups: what a run needs to go on.
  case everything = 1

  /// Whether images of this selection hold groups of `cadence`.
  @inlinable
  public func includes(_ cadence: StateCadence) -> Bool {
    switch self {
    case .everything: true
    case .everyStep: cadence == .everyStep
    }
  }
}

extension StateSchema {
  /// Bytes of an image with these row counts; `nil` when the counts do not fit the schema.
  ///
  /// Counts may come from a file: any are answered, without a trap.
  public func imageSize(rowCounts: [Int32], _ selection: StateSelection) -> Int? {
    guard rowCounts.count == tables.count else { return nil }
    var size = 0
    for (table, count) in zip(tables, rowCounts) {
      guard count >= 0, count == 1 || !table.isSingleValue else { return nil }
      for group in table.groups where selection.includes(group.cadence) {
        // `Int` has 32 bits on some targets.
        let (bytes, tooLarge) = group.rowSize.multipliedReportingOverflow(by: Int(count))
        let (sum, overflow) = size.addingReportingOverflow(bytes)
        guard !tooLarge, !overflow else { return nil }
        size = sum
      }
    }
    return size
  }
}

extension StateSchema {
  /// Where the rows of each table's groups begin in an image; `nil` for groups that it leaves out.
  package func groupOffsets(
    rowCounts: [Int32], _ selection: StateSelection
  ) -> [[Int?]] {
    var offset = 0
    return zip(tables, rowCounts).map { table, count in
      table.groups.map { group in
        guard selection.includes(group.cadence) else { return nil }
        defer { offset += group.rowSize * Int(count) }
        return offset
      }
    }
  }
}

/// Copies a state into a ``StateImage``, reusing its storage.
///
/// - Complexity: O(bytes of state that may have changed since the image was saved from the same
///   simulation); O(bytes of state) for other images, and where changes are not known.
public struct SaveVisitor: StateVisitor {
  private let selection: StateSelection
  /// Those of the image that is overwritten follow behind the tables seen so far.
  private var rowCounts: [Int32] = []
  /// Tables seen so far.
  private(set) var tableCount = 0
  private var bytes: [UInt8] = []
  private var groups: [StateOrigin.Group] = []
  public private(set) var rowCount = 0
  public let layouts: StateLayouts?
  /// Groups saved so far, and their bytes.
  private var groupCount = 0
  private var offset = 0

  /// - Parameter selection: which columns are copied.
  public init(_ selection: StateSelection) {
    self.selection = selection
    layouts = nil
  }

  /// - Parameters:
  ///   - selection: which columns are copied.
  ///   - image: what it holds of the state already is not copied again. It is empty until it gets
  ///     what ``finish()`` returns.
  ///   - layouts: what the run keeps; `nil` for a visitor on its own.
  public init(
    _ selection: StateSelection, overwriting image: inout StateImage,
    _ layouts: StateLayouts? = nil
  ) {
    self.selection = selection
    self.layouts = layouts
    layouts?.begin()
    if image.origin.selection == selection { swap(&groups, &image.origin.groups) }
    swap(&rowCounts, &image.rowCounts)
    swap(&bytes, &image.bytes)
  }

  public var access: StateAccess { .reads }

  public func wants(_ cadence: StateCadence) -> Bool { selection.includes(cadence) }

  /// The finished copy.
  public consuming func finish() -> StateImage {
    var image = StateImage()
    finish(into: &image)
    return image
  }

  /// Gives the finished copy to `image`; the visitor is of no use afterwards.
  mutating func finish(into image: inout StateImage) {
    dropRest()
    if rowCounts.count > tableCount { rowCounts.removeLast(rowCounts.count - tableCount) }
    // Without a second reference, for which the next visit would copy them.
    swap(&image.rowCounts, &rowCounts)
    swap(&image.bytes, &bytes)
    swap(&image.origin.groups, &groups)
    (image.origin.run, image.origin.selection) = (nil, selection)
  }

  public mutating func table(_ name: FieldName, rowCount: inout Int) { openTable(rowCount) }

  /// Opens the next table.
  mutating func openTable(_ rowCount: Int) {
    self.rowCount = rowCount
    let count = Int32(rowCount)
    if tableCount == rowCounts.count {
      rowCounts.append(count)
    } else if rowCounts[tableCount] != count {
      rowCounts[tableCount] = count
    }
    tableCount += 1
  }

  public mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    save(group.cadence, base, rowSize: group.rowSize, stride: group.stride, changes)
  }

  private mutating func save(
    _ cadence: StateCadence, _ base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int,
    _ changes: StateChanges?
  ) {
    guard selection.includes(cadence), let base, rowCount > 0 else { return }
    let size = rowCount * rowSize
    let visit = changes?.visit ?? 0
    if groupCount < groups.count && groups[groupCount].size == size {
      let isKnown = changes?.isOf(groups[groupCount].source) ?? false
      let since = isKnown ? groups[groupCount].visit : nil
      groups[groupCount].visit = visit
      // To put the same in its place would count its references.
      if !isKnown { groups[groupCount].source = changes?.source }
      overwrite(base, rowSize: rowSize, stride: stride, changes, since: since)
    } else {
      dropRest()
      groups.append(
        StateOrigin.Group(offset: offset, size: size, source: changes?.source, visit: visit))
      append(base, rowSize: rowSize, stride: stride)
    }
    groupCount += 1
    offset += size
  }

  /// Groups of another size lie elsewhere, and so does all that follows them.
  private mutating func dropRest() {
    if groups.count > groupCount { groups.removeLast(groups.count - groupCount) }
    if bytes.count > offset { bytes.removeLast(bytes.count - offset) }
  }
}

extension SaveVisitor {
  /// Copies rows over those of the image, except rows that have not changed.
  private mutating func overwrite(
    _ base: UnsafeRawPointer, rowSize: Int, stride: Int, _ changes: StateChanges?, since: UInt64?
  ) {
    let (start, count) = (offset, rowCount)
    bytes.withUnsafeMutableBytes { room in
      guard let target = room.baseAddress else { return }
      func copy(_ first: Int, _ end: Int) {
        copyRows(
          from: base + first * stride, stride: stride, to: target + start + first * rowSize,
          stride: rowSize, count: end - first, rowSize: rowSize)
      }
      if let changes {
        changes.forEachChangedRange(of: count, since: since, copy)
      } else {
        copy(0, count)
      }
    }
  }

  private mutating func append(_ base: UnsafeRawPointer, rowSize: Int, stride: Int) {
    if stride == rowSize {
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: rowCount * rowSize))
    } else {
      appendPacked(base, rowSize: rowSize, stride: stride)
    }
  }

  /// Appends rows with gaps between them, packed through a buffer that stays in the first cache.
  private mutating func appendPacked(_ base: UnsafeRawPointer, rowSize: Int, stride: Int) {
    // Larger temporaries come from the heap.
    let rowsAtOnce = rowSize < 1000 ? 1000 / rowSize : 1
    withUnsafeTemporaryAllocation(byteCount: rowsAtOnce * rowSize + 8, alignment: 16) { room in
      guard let buffer = room.baseAddress else { return }
      var source = base
      var rest = rowCount
      while rest > 0 {
        let rows = rest < rowsAtOnce ? rest : rowsAtOnce
        copyRows(
          from: source, stride: stride, to: buffer, stride: rowSize, count: rows, rowSize: rowSize)
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: rows * rowSize))
        source += rows * stride
        rest -= rows
      }
    }
  }
}

/// Copies the first `rowSize` bytes of each row; word by word, unless rows lie packed on both
/// sides.
@inline(__always)
private func copyRows(
  from start: UnsafeRawPointer, stride sourceStride: Int, to targetStart: UnsafeMutableRawPointer,
  stride targetStride: Int, count: Int, rowSize: Int
) {
  if sourceStride == rowSize && targetStride == rowSize {
    targetStart.copyMemory(from: start, byteCount: count * rowSize)
    return
  }
  // The sizes of rows that lie apart and change in every step, as constants.
  switch rowSize {
  case 12: copyRows(from: start, sourceStride, to: targetStart, targetStride, count, size: 12)
  case 16: copyRows(from: start, sourceStride, to: targetStart, targetStride, count, size: 16)
  default:
    copyRows(from: start, sourceStride, to: targetStart, targetStride, count, size: rowSize)
  }
}

@inline(__always)
private func copyRows(
  from start: UnsafeRawPointer, _ sourceStride: Int, to targetStart: UnsafeMutableRawPointer,
  _ targetStride: Int, _ count: Int, size rowSize: Int
) {
  var source = start
  var target = targetStart
  var row = 0
  while row < count {
    var offset = 0
    while offset &+ 8 <= rowSize {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset,
        as: UInt64.self)
      offset &+= 8
    }
    while offset &+ 4 <= rowSize {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self), toByteOffset: offset,
        as: UInt32.self)
      offset &+= 4
    }
    while offset < rowSize {
      target.storeBytes(
        of: source.load(fromByteOffset: offset, as: UInt8.self), toByteOffset: offset,
        as: UInt8.self)
      offset &+= 1
    }
    source += sourceStride
    target += targetStride
    row &+= 1
  }
}

/// Writes a full ``StateImage`` back into a simulation.
///
/// The caller checks first that the image fits the schema
/// (``StateSchema/imageSize(rowCounts:_:)``); then a restore cannot fail half-way, unless a value
/// refuses or the simulation visits other tables than the schema says: what the image has no rows
/// for is refused, and left as it is.
///
/// - Complexity: O(bytes of state that may have changed since the image was saved from the same
///   simulation); O(bytes of state) for other images, and where changes are not known.
public struct RestoreVisitor: StateVisitor {
  private let image: StateImage
  private var tableIndex = -1
  public private(set) var rowCount = 0
  public let layouts: StateLayouts?
  public let restoresOwnImage: Bool
  /// A value cannot be what the image says: the caller must restore another state.
  public private(set) var isRefused = false
  /// The simulation asked for rows that the image has not: all that follows is left as it is.
  private var isExhausted = false
  /// Groups restored so far, without empty ones, and their bytes.
  private var groupCount = 0
  private var offset = 0

  /// - Parameters:
  ///   - image: the state to put in place.
  ///   - isOwn: the image was saved from the same run, and needs no look.
  ///   - layouts: what the run keeps; `nil` for a visitor on its own.
  public init(_ image: StateImage, isOwn: Bool = false, _ layouts: StateLayouts? = nil) {
    self.image = image
    restoresOwnImage = isOwn
    self.layouts = layouts
    layouts?.begin()
  }

  public var access: StateAccess { .restores }

  public func visitOfSaving(_ source: StateSource) -> UInt64? {
    // All groups of a source are saved in one visit, so the first that is not empty gives it.
    var index = groupCount
    while index < image.origin.groups.count {
      let group = image.origin.groups[index]
      if group.source === source { return group.visit }
      index += 1
    }
    return nil
  }

  public mutating func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool {
    let since = visit(changes)
    let rows = rowCount
    return withGroup(rowSize: group.rowSize) { source in
      take(RestoredRows(source, count: rows, changes, since: since))
    }
  }

  public mutating func table(_ name: FieldName, rowCount: inout Int) {
    tableIndex += 1
    if tableIndex < image.rowCounts.count {
      rowCount = Int(image.rowCounts[tableIndex])
    } else {
      isExhausted = true
    }
    self.rowCount = rowCount
  }

  /// Tables seen so far.
  var tableCount: Int { tableIndex + 1 }

  /// Whether the simulation visited as many tables as the image has, and each got its bytes.
  var isComplete: Bool {
    tableCount == image.rowCounts.count && offset == image.bytes.count
      && !isRefused && !isExhausted
  }

  public mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    restore(base, rowSize: group.rowSize, stride: group.stride, changes)
  }

  public mutating func refuse() { isRefused = true }

  private mutating func restore(
    _ base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int, _ changes: StateChanges?
  ) {
    guard rowCount > 0, !isExhausted else { return }
    guard let target = base else { preconditionFailure("the store has the table's rows") }
    let since = changes.flatMap { visit($0) }
    let rows = rowCount
    _ = withGroup(rowSize: rowSize) { source in
      guard let source else { return }
      func copy(_ first: Int, _ end: Int) {
        copyRows(
          from: source + first * rowSize, stride: rowSize, to: target + first * stride,
          stride: stride, count: end - first, rowSize: rowSize)
      }
      if let changes {
        changes.forEachChangedRange(of: rows, since: since, copy)
      } else {
        copy(0, rows)
      }
    }
  }

  /// The visit in which the next group was saved, if it is this source's.
  private func visit(_ changes: StateChanges) -> UInt64? {
    guard rowCount > 0, groupCount < image.origin.groups.count else { return nil }
    let group = image.origin.groups[groupCount]
    return group.offset == offset && changes.isOf(group.source) ? group.visit : nil
  }

  /// Calls `body` with the next group's rows, `nil` when it has none, and moves on.
  ///
  /// - Returns: `false`, without a call, when the image has no such rows.
  private mutating func withGroup(rowSize: Int, _ body: (UnsafeRawPointer?) -> Void) -> Bool {
    let size = rowCount * rowSize
    if isExhausted || size > image.bytes.count - offset {
      isExhausted = true
      return false
    }
    let start = offset
    image.bytes.withUnsafeBytes { bytes in
      body(size > 0 ? bytes.baseAddress.map { $0 + start } : nil)
    }
    if size > 0 { groupCount += 1 }
    offset += size
    return true
  }
}
