/// What people call a column where that depends on what kind of row it is: of rows that are a
/// union, in which the same number means something else in each kind.
///
/// Names are for people, as those of cases are: no digest and no comparison sees them, and a reader
/// that does not know them uses the column's own name.
public struct KindNames: Equatable, Sendable {
  /// The column of the same table that tells the kind.
  public var column: String
  /// Bits of that column below those that tell the kind.
  public var shift: UInt8
  /// By the kind's number; of kinds without one, the column keeps its own name.
  public var names: [CaseName]

  /// Makes names of a column.
  public init(column: String, shift: UInt8, names: [CaseName]) {
    self.column = column
    self.shift = shift
    self.names = names
  }

  public static func == (a: KindNames, b: KindNames) -> Bool {
    Array(a.column.utf8) == Array(b.column.utf8) && a.shift == b.shift && a.names == b.names
  }

  /// The column's name in rows of a kind; `nil` where it has none of its own.
  ///
  /// - Parameter word: what the column ``column`` holds in the row.
  /// - Complexity: O(kinds).
  public func name(of word: UInt64) -> String? {
    let kind = shift < 64 ? word >> UInt64(shift) : 0
    return names.first { $0.word == kind }?.name
  }
}
