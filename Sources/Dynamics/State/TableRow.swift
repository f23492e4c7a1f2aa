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
}

/// A truth value as a word.
enum FlagWord: UInt64, CaseIterable, StateEnum {
  case `false` = 0
  case `true` = 1
}

/// The word of a missing number.
enum MissingWord: Int64, CaseIterable, StateEnum {
  case `nil` = -1
}

extension FieldVisitor {
  /// A word of a row, with names for some of its values.
  @inline(__always)
  mutating func word<Word: StateScalar, Names: StateEnum>(
    _ name: StaticString, _ word: inout Word, _ names: Names.Type, role: FieldRole = .none,
    in range: FieldRange = .any
  ) {
    enter(FieldName(name), FieldOptions(role: role, in: range))
    nextNumber(isCaseOf: names)
    scalar(&word, in: .any)
    leave()
  }

  /// A truth value as a word of a row.
  @inline(__always)
  mutating func flag(_ name: StaticString, _ word: inout UInt64) {
    self.word(name, &word, FlagWord.self, in: .between(0, 1))
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
