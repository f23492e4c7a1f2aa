import DeterministicMath

/// When a group of columns is stored in a recording. Everything is digested after each step.
public enum StateCadence: UInt8, Sendable {
  /// Stored after every step: poses, velocities, sleep state.
  case everyStep = 0
  /// Needed to go on, stored at key frames only: impulses, timers, counters.
  case keyFrame = 1
}

/// How a field's bits are to be read.
public enum ScalarType: UInt8, Sendable {
  case uint8 = 0
  case uint32 = 1
  case int32 = 2
  case uint64 = 3
  case int64 = 4
  case float32 = 5
  case float64 = 6

  /// Size in bytes: 1, 4 or 8.
  @inlinable
  public var size: Int {
    switch self {
    case .uint8: 1
    case .uint32, .int32, .float32: 4
    case .uint64, .int64, .float64: 8
    }
  }
}

/// What a field means to tools that know nothing of the simulation.
public enum FieldRole: UInt8, Sendable {
  case none = 0
  /// Identifies the row; a diff matches rows by their key fields instead of by their index.
  case key = 1
  case positionX = 2
  case positionY = 3
  case rotationCosine = 4
  case rotationSine = 5
  case velocityX = 6
  case velocityY = 7
  case angularVelocity = 8
}

/// One named column of a group.
public struct StateField: Sendable {
  public var name: StaticString
  public var type: ScalarType
  /// Bytes from the start of the group's row, a multiple of the type's size.
  public var offset: Int
  public var role: FieldRole

  public init(_ name: StaticString, _ type: ScalarType, offset: Int, role: FieldRole = .none) {
    self.name = name
    self.type = type
    self.offset = offset
    self.role = role
  }
}

/// Walks a state: tables of named columns, handed over as whole buffers.
///
/// A table is opened with its row count, then its columns follow in groups; a group is one buffer
/// of rows whose fields lie at fixed offsets (an array of structures, or one plain column).
public protocol StateVisitor {
  /// Opens the table `name`. A restoring visitor replaces `rowCount` by the stored one.
  mutating func table(_ name: StaticString, rowCount: inout Int)

  /// Hands over one group of columns of the open table.
  ///
  /// - Parameters:
  ///   - fields: the columns; together they cover the first `rowSize` bytes of a row, no holes.
  ///   - cadence: how often they are stored.
  ///   - base: the first row; may be `nil` when the table is empty.
  ///   - rowSize: bytes of a row that are state.
  ///   - stride: bytes from one row to the next, at least `rowSize`.
  mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int)

  /// Hands over one group, and what the simulation knows about when its rows changed.
  mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int, changes: StateChanges)

  /// What the visitor does with the rows.
  var access: StateAccess { get }

  /// Asks a restoring visitor for the rows of the group that would be handed over next, for a
  /// simulation that wants to see what changes and writes them into its store itself.
  ///
  /// - Parameters:
  ///   - rowSize: bytes of a row that are state.
  ///   - changes: when the rows as they are have changed.
  ///   - take: called with the rows as they will be; valid during the call.
  /// - Returns: whether `take` was called, and the group is done; otherwise hand it over with
  ///   ``columns(_:_:base:rowSize:stride:)`` as ever.
  mutating func takeRows(
    rowSize: Int, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool

  /// Asks a digesting visitor whether the group that would be handed over next may be hashed by the
  /// simulation, which has the rows in another form.
  ///
  /// - Parameter sum: the sum of the hashes (`RowHash`) of all rows.
  /// - Returns: whether the sum was taken, and the group is done; otherwise hand it over with
  ///   ``columns(_:_:base:rowSize:stride:)`` as ever.
  mutating func takeSum(_ sum: () -> StateDigest) -> Bool

  /// Whether the visitor looks at groups of this cadence. Others may be handed over as they are, even
  /// when the simulation would have to bring their rows up to date first.
  func wants(_ cadence: StateCadence) -> Bool

  /// Asks a restoring visitor for the visit in which the rows to be restored were saved from
  /// `source`; `nil` when they come from elsewhere, or nobody knows. Rows of which
  /// ``StateChanges`` says that they have not changed since, it leaves as they are.
  func visitOfSaving(_ source: StateSource) -> UInt64?
}

/// The rows of a group as they will be after a restore.
public struct RestoredRows {
  /// The first row; rows lie packed. `nil` when there are none.
  public let base: UnsafeRawPointer?
  public let count: Int
  private let changes: StateChanges
  private let since: UInt64?

  init(_ base: UnsafeRawPointer?, count: Int, _ changes: StateChanges, since: UInt64?) {
    self.base = base
    self.count = base == nil ? 0 : count
    self.changes = changes
    self.since = since
  }

  /// Calls `body` with the rows, from the first up to the end, of all stretches that may differ from
  /// what they are.
  @inline(__always)
  public func forEachRange(_ body: (_ first: Int, _ end: Int) -> Void) {
    changes.forEachChangedRange(of: count, since: since, body)
  }
}

/// What a visitor does with the rows that it is handed.
public enum StateAccess: UInt8, Sendable {
  /// Reads them only.
  case reads
  /// Overwrites them; groups that the simulation asks for it leaves to the simulation, see
  /// ``StateVisitor/takeRows(rowSize:changes:_:)``.
  case restores
  /// May do anything to them.
  case unknown
}

/// Which world, or the like, counts the changes of a ``StateChanges``: counts of two are never
/// compared.
public final class StateSource: Sendable {
  public init() {}
}

/// When the rows of a group changed, counted in visits: whoever remembers the rows from an earlier
/// visit need not look at those that have not changed since.
///
/// A change that is not told is one that is not seen: a simulation that is not sure hands the group
/// over without.
public struct StateChanges {
  /// Rows of a block; the first block begins with the first row.
  public static var blockSize: Int { 64 }

  public var source: StateSource
  /// The visit that is going on.
  public var visit: UInt64
  /// The last visit before which some row may have changed.
  public var anywhere: UInt64
  /// The last visit before which rows changed that the blocks do not tell of.
  public var everywhere: UInt64
  /// The last visit before which rows of each block may have changed; `nil` when blocks are not told
  /// apart.
  public var blocks: UnsafePointer<UInt64>?
  /// Rows mostly change with their block: not worth comparing.
  public var isDense: Bool

  public init(
    source: StateSource, visit: UInt64, anywhere: UInt64, everywhere: UInt64,
    blocks: UnsafePointer<UInt64>? = nil, isDense: Bool = false
  ) {
    self.source = source
    self.visit = visit
    self.anywhere = anywhere
    self.everywhere = everywhere
    self.blocks = blocks
    self.isDense = isDense
  }

  /// The blocks' visits for somebody who saw the rows at the visit `since`; `nil` when all rows may
  /// have changed.
  func blocks(since: UInt64) -> UnsafePointer<UInt64>? { everywhere > since ? nil : blocks }

  /// Calls `body` with all stretches of whole blocks among `count` rows that may have changed since
  /// the visit `since`; with all rows when that is `nil`.
  @inline(__always)
  func forEachChangedRange(
    of count: Int, since: UInt64?, _ body: (_ first: Int, _ end: Int) -> Void
  ) {
    guard let since else {
      body(0, count)
      return
    }
    if anywhere <= since { return }
    guard let blocks = blocks(since: since) else {
      body(0, count)
      return
    }
    var first = 0
    while first < count {
      var end = first
      while end < count && blocks[end / StateChanges.blockSize] > since {
        end &+= StateChanges.blockSize
      }
      if end > first { body(first, end < count ? end : count) }
      first = end &+ StateChanges.blockSize
    }
  }
}

extension StateVisitor {
  public mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int, changes: StateChanges
  ) {
    columns(fields, cadence, base: base, rowSize: rowSize, stride: stride)
  }

  public var access: StateAccess { .unknown }

  public mutating func takeRows(
    rowSize: Int, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool { false }

  public mutating func takeSum(_ sum: () -> StateDigest) -> Bool { false }

  public func wants(_ cadence: StateCadence) -> Bool { true }

  public func visitOfSaving(_ source: StateSource) -> UInt64? { nil }

  /// One column in a buffer of its own.
  @inlinable
  public mutating func column<Value: StateScalar>(
    _ name: StaticString, _ cadence: StateCadence, _ buffer: UnsafeMutableBufferPointer<Value>,
    role: FieldRole = .none
  ) {
    columns(
      [StateField(name, Value.scalarType, offset: 0, role: role)], cadence,
      base: UnsafeMutableRawPointer(buffer.baseAddress),
      rowSize: Value.scalarType.size, stride: MemoryLayout<Value>.stride)
  }

  /// One column held in an array that has the table's row count.
  @inlinable
  public mutating func column<Value: StateScalar>(
    _ name: StaticString, _ cadence: StateCadence, _ array: inout [Value], role: FieldRole = .none
  ) {
    let type = Value.scalarType
    array.withUnsafeMutableBufferPointer { buffer in
      self.columns(
        [StateField(name, type, offset: 0, role: role)], cadence,
        base: UnsafeMutableRawPointer(buffer.baseAddress),
        rowSize: type.size, stride: MemoryLayout<Value>.stride)
    }
  }

  /// A single value: a table of one row with one unnamed column.
  @inlinable
  public mutating func value<Value: StateScalar>(
    _ name: StaticString, _ cadence: StateCadence, _ value: inout Value
  ) {
    var one = 1
    table(name, rowCount: &one)
    let type = Value.scalarType
    withUnsafeMutablePointer(to: &value) { pointer in
      self.columns(
        SingleField.of(type), cadence,
        base: UnsafeMutableRawPointer(pointer), rowSize: type.size,
        stride: MemoryLayout<Value>.stride)
    }
  }
}

/// The field of a single value, made once: a visit takes nothing from the heap.
@usableFromInline
enum SingleField {
  private static let uint8 = [StateField("", .uint8, offset: 0)]
  private static let uint32 = [StateField("", .uint32, offset: 0)]
  private static let int32 = [StateField("", .int32, offset: 0)]
  private static let uint64 = [StateField("", .uint64, offset: 0)]
  private static let int64 = [StateField("", .int64, offset: 0)]
  private static let float32 = [StateField("", .float32, offset: 0)]
  private static let float64 = [StateField("", .float64, offset: 0)]

  @usableFromInline
  static func of(_ type: ScalarType) -> [StateField] {
    switch type {
    case .uint8: uint8
    case .uint32: uint32
    case .int32: int32
    case .uint64: uint64
    case .int64: int64
    case .float32: float32
    case .float64: float64
    }
  }
}

/// A value that can stand in a column.
public protocol StateScalar: BitwiseCopyable {
  static var scalarType: ScalarType { get }
}

extension UInt8: StateScalar { public static var scalarType: ScalarType { .uint8 } }
extension UInt32: StateScalar { public static var scalarType: ScalarType { .uint32 } }
extension Int32: StateScalar { public static var scalarType: ScalarType { .int32 } }
extension UInt64: StateScalar { public static var scalarType: ScalarType { .uint64 } }
extension Int64: StateScalar { public static var scalarType: ScalarType { .int64 } }
extension Float: StateScalar { public static var scalarType: ScalarType { .float32 } }
extension Double: StateScalar { public static var scalarType: ScalarType { .float64 } }
