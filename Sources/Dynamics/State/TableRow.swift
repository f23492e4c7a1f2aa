import RigidBodies
import Simulation

/// A row of one of an animator's tables: words of 64 bits, handed over as they lie.
///
/// The row type is the whole description of its table. What stands for an object or a smaller
/// number is a word, converted where the row is made and where it is taken over again.
protocol TableRow: StateRow, BitwiseCopyable {
  static var title: FieldName { get }
  static var layout: RowLayout { get }
  static var group: RowGroup { get }
}

extension Array where Element: TableRow {
  /// Hands the rows over as a table.
  ///
  /// - Parameter changes: when rows last changed, where that is known.
  @inline(__always)
  mutating func visitTable(_ visitor: inout some StateVisitor, _ changes: StateChanges? = nil) {
    if visitor.access == .reads { return readTable(&visitor, changes) }
    var count = self.count
    visitor.table(Element.title, rowCount: &count)
    resize(to: count)
    withUnsafeMutableBytes { visitor.group(Element.group, of: $0.baseAddress) }
  }

  /// Hands the rows over to a visitor that only reads them.
  ///
  /// - Parameter changes: when rows last changed, where that is known.
  @inline(__always)
  func readTable(_ visitor: inout some StateVisitor, _ changes: StateChanges?) {
    var count = self.count
    visitor.table(Element.title, rowCount: &count)
    // Not as mutable bytes: that would copy an array that somebody else holds too.
    withUnsafeBytes {
      visitor.group(Element.group, of: UnsafeMutableRawPointer(mutating: $0.baseAddress), changes)
    }
  }

  /// Whether both hold the same rows, to the bit.
  func isSame(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let a = bytes.baseAddress, let b = others.baseAddress else { return true }
        return firstDifference(a, b, count: bytes.count) == bytes.count
      }
    }
  }
}

extension UInt64 {
  init(_ flag: Bool) { self = flag ? 1 : 0 }
  init(_ id: BodyID) { self = UInt64(id.generation) << 32 | UInt64(id.slot) }
  init(_ id: ShapeID) { self = UInt64(id.generation) << 32 | UInt64(id.slot) }
}

extension BodyID {
  init(word: UInt64) {
    self.init(
      slot: UInt32(truncatingIfNeeded: word), generation: UInt32(truncatingIfNeeded: word >> 32))
  }
}

extension ShapeID {
  init(word: UInt64) {
    self.init(
      slot: UInt32(truncatingIfNeeded: word), generation: UInt32(truncatingIfNeeded: word >> 32))
  }
}

extension DynamicAnimator {
  /// Index of an object that a restored row names; a file may name any. −1 where there is none.
  static func index(_ word: Int64, below count: Int) -> Int {
    word >= 0 && word < Int64(count) ? Int(truncatingIfNeeded: word) : -1
  }

  /// The behaviour that a restored row names; one that the animator does not know is remarked.
  func knownBehavior(_ ordinal: Int64) -> DynamicBehavior? {
    let index = DynamicAnimator.index(ordinal, below: known.count)
    if index >= 0, let behavior = known[index] { return behavior }
    note(Diagnostic(.objectUnknown))
    return nil
  }
}
