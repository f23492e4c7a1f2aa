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
