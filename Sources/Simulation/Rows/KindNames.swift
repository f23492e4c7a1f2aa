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

/// How each kind of a row that is a union reads it: as a row of its own, over some of its columns.
package struct RowOverlays {
  /// The column of the table that tells the kind, and the bits of it below those that do.
  package let column: String
  package let shift: UInt8
  /// The union's first column that the overlays cover.
  package let first: String
  package let kinds: [(word: UInt64, layout: RowLayout)]

  /// Describes the kinds of a row.
  package init(
    by column: String, shift: UInt8, from first: String,
    _ kinds: [(word: UInt64, layout: RowLayout)]
  ) {
    self.column = column
    self.shift = shift
    self.first = first
    self.kinds = kinds
  }

  /// What the kinds call the column `own` that lies `distance` bytes behind the first one.
  ///
  /// A kind that uses the column's own name is left out: readers fall back to that name.
  func names(_ type: ScalarType, of own: String, at distance: Int) -> KindNames? {
    // Bytes, not characters: Embedded Swift has no tables for comparing those.
    let own = Array(own.utf8)
    var names: [CaseName] = []
    for kind in kinds {
      for column in kind.layout.tables[0].columns
      where column.place == distance && column.type == type && Array(column.name.utf8) != own {
        names.append(CaseName(word: kind.word, name: column.name))
      }
    }
    return names.isEmpty ? nil : KindNames(column: column, shift: shift, names: names)
  }
}
