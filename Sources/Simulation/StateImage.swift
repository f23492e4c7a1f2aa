/// A copy of a state, or of the part of it that is stored every step.
///
/// Rows lie packed, group after group in schema order, fields little-endian as on every supported
/// target. Two images of one schema are equal exactly when the states are equal to the bit.
public struct StateImage: Equatable, Sendable {
  /// Rows of each table, in schema order.
  public var rowCounts: [Int32]
  /// The rows of every included group.
  public var bytes: [UInt8]

  public init(rowCounts: [Int32] = [], bytes: [UInt8] = []) {
    self.rowCounts = rowCounts
    self.bytes = bytes
  }
}

/// Which groups an image includes.
public enum StateSelection: UInt8, Sendable {
  /// Only ``StateCadence/everyStep`` groups.
  case everyStep = 0
  /// All groups: what a run needs to go on.
  case everything = 1

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

/// Copies a state into a ``StateImage``, reusing its storage.
public struct SaveVisitor: StateVisitor {
  public private(set) var image: StateImage
  private let selection: StateSelection
  private var rowCount = 0

  /// - Parameters:
  ///   - selection: which columns are copied.
  ///   - reusing: an image whose storage may be overwritten.
  public init(_ selection: StateSelection, reusing: consuming StateImage = StateImage()) {
    self.selection = selection
    image = reusing
    image.rowCounts.removeAll(keepingCapacity: true)
    image.bytes.removeAll(keepingCapacity: true)
  }

  public var access: StateAccess { .reads }

  /// The finished copy.
  public consuming func finish() -> StateImage { image }

  public mutating func table(_ name: StaticString, rowCount: inout Int) {
    self.rowCount = rowCount
    image.rowCounts.append(Int32(rowCount))
  }

  public mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int
  ) {
    guard selection.includes(cadence), let base, rowCount > 0 else { return }
    if stride == rowSize {
      image.bytes.append(
        contentsOf: UnsafeRawBufferPointer(start: base, count: rowCount * rowSize))
    } else {
      appendPacked(base, rowSize: rowSize, stride: stride)
    }
  }
}

extension SaveVisitor {
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
        image.bytes.append(
          contentsOf: UnsafeRawBufferPointer(start: buffer, count: rows * rowSize))
        source += rows * stride
        rest -= rows
      }
    }
  }
}

/// Copies the first `rowSize` bytes of each row, word by word.
@inline(__always)
private func copyRows(
  from start: UnsafeRawPointer, stride sourceStride: Int, to targetStart: UnsafeMutableRawPointer,
  stride targetStride: Int, count: Int, rowSize: Int
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
/// The caller checks first that the image fits the schema (``StateSchema/imageSize(rowCounts:_:)``);
/// then a restore cannot fail half-way.
public struct RestoreVisitor: StateVisitor {
  private let image: StateImage
  private var tableIndex = -1
  private var rowCount = 0
  private var offset = 0

  public init(_ image: StateImage) { self.image = image }

  public var access: StateAccess { .restores }

  public mutating func takeRows(rowSize: Int, _ take: (UnsafeRawPointer?) -> Void) -> Bool {
    let size = rowCount * rowSize
    precondition(offset + size <= image.bytes.count, "the image fits the schema")
    let start = offset
    image.bytes.withUnsafeBytes { bytes in
      take(size > 0 ? bytes.baseAddress.map { $0 + start } : nil)
    }
    offset += size
    return true
  }

  public mutating func table(_ name: StaticString, rowCount: inout Int) {
    tableIndex += 1
    rowCount = Int(image.rowCounts[tableIndex])
    self.rowCount = rowCount
  }

  public mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int
  ) {
    guard rowCount > 0 else { return }
    guard let target = base else { preconditionFailure("the store was not resized on restore") }
    let rows = rowCount
    precondition(offset + rows * rowSize <= image.bytes.count, "the image fits the schema")
    let start = offset
    image.bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      let source = first + start
      if stride == rowSize {
        target.copyMemory(from: source, byteCount: rows * rowSize)
      } else {
        copyRows(
          from: source, stride: rowSize, to: target, stride: stride, count: rows, rowSize: rowSize)
      }
    }
    offset += rows * rowSize
  }
}
