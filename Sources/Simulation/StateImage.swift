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

  /// - Parameter reusing: an image whose storage may be overwritten.
  public init(_ selection: StateSelection, reusing: consuming StateImage = StateImage()) {
    self.selection = selection
    image = reusing
    image.rowCounts.removeAll(keepingCapacity: true)
    image.bytes.removeAll(keepingCapacity: true)
  }

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
      let start = image.bytes.count
      image.bytes.append(contentsOf: repeatElement(0, count: rowCount * rowSize))
      let rows = rowCount
      image.bytes.withUnsafeMutableBytes { bytes in
        guard var target = bytes.baseAddress else { return }
        target += start
        var source = UnsafeRawPointer(base)
        for _ in 0..<rows {
          target.copyMemory(from: source, byteCount: rowSize)
          target += rowSize
          source += stride
        }
      }
    }
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
    guard var target = base else { preconditionFailure("the store was not resized on restore") }
    let rows = rowCount
    precondition(offset + rows * rowSize <= image.bytes.count, "the image fits the schema")
    let start = offset
    image.bytes.withUnsafeBytes { bytes in
      guard var source = bytes.baseAddress else { return }
      source += start
      if stride == rowSize {
        target.copyMemory(from: source, byteCount: rows * rowSize)
      } else {
        for _ in 0..<rows {
          target.copyMemory(from: source, byteCount: rowSize)
          target += stride
          source += rowSize
        }
      }
    }
    offset += rows * rowSize
  }
}
