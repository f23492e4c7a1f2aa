import DeterministicMath

/// When a group of columns is stored in a recording. Everything is digested after each step.
public enum StateCadence: UInt8, BitwiseCopyable, Sendable {
  /// Stored after every step: poses, velocities, sleep state.
  case everyStep = 0
  /// Needed to go on, stored at key frames only: impulses, timers, counters.
  case keyFrame = 1
}

/// How a field's bits are to be read.
public enum ScalarType: UInt8, BitwiseCopyable, Sendable {
  /// One byte without a sign; also truth values.
  case uint8 = 0
  /// Four bytes without a sign.
  case uint32 = 1
  /// Four bytes in two's complement.
  case int32 = 2
  /// Eight bytes without a sign.
  case uint64 = 3
  /// Eight bytes in two's complement.
  case int64 = 4
  /// IEEE 754 binary32.
  case float32 = 5
  /// IEEE 754 binary64.
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
public enum FieldRole: UInt8, BitwiseCopyable, Sendable {
  /// Nothing that tools know.
  case none = 0
  /// Identifies the row; a diff matches rows by their key fields instead of by their index.
  case key = 1
  /// The x coordinate of a place, which ``MotionModel`` predicts.
  case positionX = 2
  /// The y coordinate of a place, which ``MotionModel`` predicts.
  case positionY = 3
  /// Cosine of an angle.
  case rotationCosine = 4
  /// Sine of an angle.
  case rotationSine = 5
  /// Velocity along x, in length units per second.
  case velocityX = 6
  /// Velocity along y, in length units per second.
  case velocityY = 7
  /// Angular velocity, in radians per second.
  case angularVelocity = 8
  /// A byte of a text in UTF-8.
  case text = 9

  /// A point of two numbers: ``positionX`` and ``positionY``.
  @inlinable public static var position: FieldRole { .positionX }
  /// A direction of two numbers: ``rotationCosine`` and ``rotationSine``.
  @inlinable public static var rotation: FieldRole { .rotationCosine }
  /// A velocity of two numbers: ``velocityX`` and ``velocityY``.
  @inlinable public static var velocity: FieldRole { .velocityX }
}

/// One named column of a group.
package struct StateField: BitwiseCopyable {
  package var name: FieldName
  package var type: ScalarType
  /// Bytes from the start of the group's row.
  package var offset: Int
  var role: FieldRole
  var range: FieldRange
  /// What people call its numbers, where they stand for cases; kept by the ``RowLayout``.
  var cases: UnsafeBufferPointer<CaseName>
  /// What people call it in rows of some kinds; kept by the ``RowLayout``.
  var kindNames: UnsafePointer<KindNames>?

  package init(
    _ name: FieldName, _ type: ScalarType, offset: Int, role: FieldRole = .none,
    range: FieldRange = .any,
    cases: UnsafeBufferPointer<CaseName> = UnsafeBufferPointer(start: nil, count: 0),
    kindNames: UnsafePointer<KindNames>? = nil
  ) {
    self.name = name
    self.type = type
    self.offset = offset
    self.role = role
    self.range = range
    self.cases = cases
    self.kindNames = kindNames
  }
}

/// Walks a state: tables of named columns, handed over as whole buffers.
///
/// A simulation names its fields: `field(name, &value)`. A table is opened with its row count,
/// then its columns follow in groups; a group is one buffer of rows whose fields lie at fixed
/// places.
public protocol StateVisitor {
  /// Opens the table `name`. A restoring visitor replaces `rowCount` by the stored one.
  mutating func table(_ name: FieldName, rowCount: inout Int)

  /// Rows of the open table.
  var rowCount: Int { get }

  /// Hands over one group of columns of the open table.
  ///
  /// - Parameters:
  ///   - group: what the columns are, and how they lie in a row.
  ///   - base: the group in the first row; may be `nil` when the table is empty.
  ///   - changes: what the simulation knows about when its rows changed.
  mutating func columns(_ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?)

  /// Hands over one column of the open table that lies by itself, packed.
  ///
  /// No visitor needs one of its own: this calls ``columns(_:base:changes:)``, in the visitor's own
  /// code, where what calls it does not know which visitor it is.
  ///
  /// - Parameters:
  ///   - name: of the column; empty where it is the table's only one.
  ///   - type: how the numbers' bits are read.
  ///   - cadence: when they are stored.
  ///   - role: what they mean to tools.
  ///   - range: a restored state with another number is refused.
  ///   - base: the first number; may be `nil` when there are none.
  ///   - count: how many there are.
  mutating func numbers(
    _ name: FieldName, _ type: ScalarType, _ cadence: StateCadence, _ role: FieldRole,
    _ range: FieldRange, base: UnsafeMutableRawPointer?, count: Int)

  /// Hands over tables that change together and seldom: a visitor that knows them as they are may
  /// pass over them.
  ///
  /// - Parameters:
  ///   - cadence: of all their groups.
  ///   - changes: when any of their rows changed last, or how many there are.
  ///   - visit: hands them over: the same tables, with the same groups, every time, and none of them by
  ///     this function. Debug builds call it in any case, and stop where the tables have changed.
  mutating func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout Self) -> Void)

  /// A field of the simulation is next, and lies there. Its tables and columns follow.
  mutating func enter<Value: StateValue>(_ name: FieldName, _ value: inout Value)

  /// A restored value cannot be what it says: the whole restore is refused.
  mutating func refuse()

  /// The layouts that the run keeps; `nil` for a visitor on its own.
  var layouts: StateLayouts? { get }

  /// Whether what is restored was saved from the same run, and needs no look.
  var restoresOwnImage: Bool { get }

  /// What the visitor does with the rows.
  var access: StateAccess { get }

  /// Asks a restoring visitor for the rows of the group that would be handed over next, for a
  /// simulation that wants to see what changes and writes them into its store itself.
  ///
  /// - Parameters:
  ///   - group: what would be handed over.
  ///   - changes: when the rows as they are have changed.
  ///   - take: called with the rows as they will be; valid during the call.
  /// - Returns: whether `take` was called, and the group is done; otherwise hand it over with
  ///   ``columns(_:base:changes:)`` as ever.
  mutating func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool

  /// Asks a digesting visitor whether the group that would be handed over next may be hashed by the
  /// simulation, which has the rows in another form.
  ///
  /// - Parameters:
  ///   - group: what would be handed over.
  ///   - sum: the sum of the hashes (`RowHash`) of all rows.
  /// - Returns: whether the sum was taken, and the group is done; otherwise hand it over with
  ///   ``columns(_:base:changes:)`` as ever.
  mutating func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool

  /// Whether the visitor looks at groups of this cadence. Others may be handed over as they are,
  /// even when the simulation would have to bring their rows up to date first.
  func wants(_ cadence: StateCadence) -> Bool

  /// Asks a restoring visitor for the visit in which the rows to be restored were saved from
  /// `source`; `nil` when they come from elsewhere, or it is not known. The visitor leaves rows as
  /// they are that have not changed since then by ``StateChanges``.
  func visitOfSaving(_ source: StateSource) -> UInt64?
}

/// The rows of a group as they will be after a restore.
public struct RestoredRows {
  /// The first row; rows lie packed. `nil` when there are none.
  public let base: UnsafeRawPointer?
  /// Number of rows; 0 when ``base`` is `nil`.
  public let count: Int
  private let changes: StateChanges
  private let since: UInt64?

  init(_ base: UnsafeRawPointer?, count: Int, _ changes: StateChanges, since: UInt64?) {
    self.base = base
    self.count = base == nil ? 0 : count
    self.changes = changes
    self.since = since
  }

  /// Calls `body` with the rows, from the first up to the end, of all stretches that may differ
  /// from what they are.
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
  /// ``StateVisitor/takeRows(_:changes:_:)``.
  case restores
  /// May do anything to them.
  case unknown
}

/// Which world, or the like, counts the changes of a ``StateChanges``: counts of two are never
/// compared.
public final class StateSource: Sendable {
  /// Makes a source that differs from every other.
  public init() {}
}

/// When the rows of a group changed, counted in visits: a reader that remembers the rows from an
/// earlier visit need not read those that have not changed since.
///
/// Changes that are left out here are missed by digests and images: a simulation that is not sure
/// hands the group over with `nil` in place of changes.
public struct StateChanges {
  /// Rows of a block; the first block begins with the first row.
  public static var blockSize: Int { 64 }

  /// Who counts the changes.
  public var source: StateSource { kept.takeUnretainedValue() }
  /// The simulation keeps it: a visit counts no references.
  private let kept: Unmanaged<StateSource>
  /// The visit that is going on.
  public var visit: UInt64
  /// The last visit before which some row may have changed.
  public var anywhere: UInt64
  /// The last visit before which rows changed that ``blocks`` do not record.
  public var everywhere: UInt64
  /// The last visit before which rows of each block may have changed; `nil` when blocks are not
  /// told apart.
  public var blocks: UnsafePointer<UInt64>?
  /// Rows mostly change with their block: not worth comparing.
  public var isDense: Bool
  /// The bytes of each row that change as the rest of this says, where ``isDense``; the bytes before
  /// and behind them changed before ``otherBytes`` last. `nil`: all bytes.
  var part: Range<Int>?
  /// The last visit before which a byte outside ``part`` changed.
  var otherBytes: UInt64 = 0

  /// What changed since earlier visits; the simulation keeps `source` as long as the visit goes on.
  public init(
    source: StateSource, visit: UInt64, anywhere: UInt64, everywhere: UInt64,
    blocks: UnsafePointer<UInt64>? = nil, isDense: Bool = false
  ) {
    kept = Unmanaged.passUnretained(source)
    self.visit = visit
    self.anywhere = anywhere
    self.everywhere = everywhere
    self.blocks = blocks
    self.isDense = isDense
  }

  /// Changes of rows of which only some bytes change as often as that.
  ///
  /// - Parameters:
  ///   - part: those bytes of each row; both ends are multiples of 8.
  ///   - otherBytes: the last visit before which other bytes changed.
  package func of(_ part: Range<Int>, otherBytes: UInt64) -> StateChanges {
    var changes = self
    (changes.part, changes.otherBytes) = (part, otherBytes)
    return changes
  }

  /// Whether it is `other` that counts these changes.
  @inline(__always)
  func isOf(_ other: StateSource?) -> Bool {
    guard let other else { return false }
    return kept.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }

  /// The blocks' visits for a reader that saw the rows at the visit `since`; `nil` when all rows
  /// may have changed.
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
  public var access: StateAccess { .unknown }

  public mutating func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool { false }

  public mutating func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool { false }

  @inlinable
  public mutating func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout Self) -> Void
  ) {
    visit(&self)
  }

  public func wants(_ cadence: StateCadence) -> Bool { true }

  public func visitOfSaving(_ source: StateSource) -> UInt64? { nil }

  public mutating func refuse() {}

  @inlinable @inline(__always)
  public mutating func enter<Value: StateValue>(_ name: FieldName, _ value: inout Value) {}

  public var layouts: StateLayouts? { nil }

  public var restoresOwnImage: Bool { false }

  /// Hands over one group of rows in memory.
  ///
  /// - Parameter rows: the first row.
  @inlinable @inline(__always)
  package mutating func group(
    _ group: RowGroup, of rows: UnsafeMutableRawPointer?, _ changes: StateChanges? = nil
  ) {
    columns(group, base: rows.map { $0 + group.place }, changes: changes)
  }

  /// Hands over one group of rows in memory; restored ones are left to `take`, which writes them.
  @inlinable @inline(__always)
  package mutating func group(
    _ group: RowGroup, of rows: UnsafeMutableRawPointer?, _ changes: StateChanges,
    take: (RestoredRows) -> Void
  ) {
    if takeRows(group, changes: changes, take) { return }
    columns(group, base: rows.map { $0 + group.place }, changes: changes)
  }

  /// One column held in an array of its own, with one element for each row of the open table.
  ///
  /// A restore gives the array the table's row count.
  ///
  /// - Precondition: but in a restore, the array has the table's row count.
  public mutating func column<Value: StateScalar>(
    _ name: StaticString, _ array: inout [Value], _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &array)
    if access == .reads {
      precondition(array.count == rowCount, "a column has as many elements as its table has rows")
    } else {
      array.resize(to: rowCount)
    }
    let count = rowCount
    array.withUnsafeMutableBufferPointer { buffer in
      self.numbers(
        FieldName(name), Value.scalarType, cadence, role, range,
        base: UnsafeMutableRawPointer(buffer.baseAddress), count: count)
    }
  }

  /// A single number: a table of one row with one unnamed column.
  @inlinable
  public mutating func field<Value: StateScalar>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &value)
    var one = 1
    table(FieldName(name), rowCount: &one)
    withUnsafeMutablePointer(to: &value) { pointer in
      numbers(
        "", Value.scalarType, cadence, role, range, base: UnsafeMutableRawPointer(pointer), count: 1
      )
    }
  }

  public mutating func numbers(
    _ name: FieldName, _ type: ScalarType, _ cadence: StateCadence, _ role: FieldRole,
    _ range: FieldRange, base: UnsafeMutableRawPointer?, count: Int
  ) {
    var field = StateField(name, type, offset: 0, role: role, range: range)
    withUnsafePointer(to: &field) { field in
      let group = RowGroup(
        field, count: 1, cadence, rowSize: type.size, stride: type.size, place: 0, seeksNaN: true)
      columns(group, base: base, changes: nil)
      if access != .reads && !restoresOwnImage && !group.areSound(base, count: count) { refuse() }
    }
  }
}

/// A number that there is a column for.
public protocol StateScalar: BitwiseCopyable, AdditiveArithmetic, StateValue {
  /// How the number's bits are read.
  static var scalarType: ScalarType { get }
  /// A word in whose order the values stand.
  var orderedWord: UInt64 { get }
  /// The value in 64 bits: whole numbers as such, others as their bit pattern.
  var word: UInt64 { get }
  /// The value of a ``word``; `nil` where it has none.
  init?(word: UInt64)
}

extension StateScalar {
  /// Neither infinite nor NaN.
  @inlinable var isFiniteNumber: Bool { self - self == .zero }
}

extension StateScalar where Self: FixedWidthInteger & UnsignedInteger {
  @inlinable public var orderedWord: UInt64 { UInt64(truncatingIfNeeded: self) }
  @inlinable public var word: UInt64 { UInt64(truncatingIfNeeded: self) }
  @inlinable public init?(word: UInt64) { self.init(exactly: word) }
}

extension StateScalar where Self: FixedWidthInteger & SignedInteger {
  @inlinable public var orderedWord: UInt64 { UInt64(truncatingIfNeeded: self) ^ (1 << 63) }
  @inlinable public var word: UInt64 { UInt64(truncatingIfNeeded: self) }
  @inlinable public init?(word: UInt64) { self.init(exactly: Int64(bitPattern: word)) }
}

extension UInt8: StateScalar { public static var scalarType: ScalarType { .uint8 } }
extension UInt32: StateScalar { public static var scalarType: ScalarType { .uint32 } }
extension Int32: StateScalar { public static var scalarType: ScalarType { .int32 } }
extension UInt64: StateScalar { public static var scalarType: ScalarType { .uint64 } }
extension Int64: StateScalar { public static var scalarType: ScalarType { .int64 } }

extension Float: StateScalar {
  public static var scalarType: ScalarType { .float32 }
  @inlinable public var orderedWord: UInt64 { Double(self).orderedWord }
  @inlinable public var word: UInt64 { UInt64(bitPattern) }
  @inlinable public init?(word: UInt64) {
    guard word >> 32 == 0 else { return nil }
    self.init(bitPattern: UInt32(truncatingIfNeeded: word))
  }
}

extension Double: StateScalar {
  public static var scalarType: ScalarType { .float64 }
  @inlinable public var orderedWord: UInt64 {
    let top: UInt64 = 1 << 63
    return bitPattern & top == 0 ? bitPattern | top : ~bitPattern
  }
  @inlinable public var word: UInt64 { bitPattern }
  @inlinable public init?(word: UInt64) { self.init(bitPattern: word) }
}
